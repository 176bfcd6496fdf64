import { type Features, Row } from "../paper/row.ts";

/**
 * Examples kept for hindsight, their non-zero coordinates one after another.
 *
 * Coordinates are counted as the driver counts them: where there is a constant feature it is coordinate 0, and
 * feature i is coordinate i + 1; without it feature i is coordinate i.
 */
export class StoredExamples {
  readonly constant: boolean;
  /** How many coordinates there are, zero ones included. */
  coordinates: number;
  /** Entries of example t lie from `starts[t]` up to, not including, `starts[t + 1]`. */
  readonly starts: number[] = [0];
  readonly index: number[] = [];
  readonly value: number[] = [];
  readonly labels: number[] = [];
  readonly weights: number[] = [];
  private readonly declaredFeatures: number | undefined;
  private readonly row = new Row();

  constructor(options: { readonly constant?: boolean; readonly features?: number } = {}) {
    this.constant = options.constant ?? true;
    this.declaredFeatures = options.features;
    this.coordinates = (options.features ?? 0) + (this.constant ? 1 : 0);
  }

  get count(): number {
    return this.labels.length;
  }

  /** Keeps a copy of an example; throws, and keeps nothing, where it is not made of finite numbers. */
  add(x: Features, label: number, weight = 1): void {
    if (typeof label !== "number" || !Number.isFinite(label)) {
      throw new RangeError(`label must be a finite number, got ${label}`);
    }
    if (typeof weight !== "number" || !(weight >= 0 && weight < Number.POSITIVE_INFINITY)) {
      throw new RangeError(`weight must be a number not below 0, got ${weight}`);
    }
    const { row } = this;
    row.read(x, this.declaredFeatures);
    const constants = this.constant ? 1 : 0;
    if (this.constant) {
      this.index.push(0);
      this.value.push(1);
    }
    for (let n = 0; n < row.count; n++) {
      // Nearer to zero it counts as zero.
      if (Math.abs(row.values[n]) < 1e-300) continue;
      this.index.push((row.isDense ? n : row.indices[n]) + constants);
      this.value.push(row.values[n]);
    }
    this.starts.push(this.index.length);
    this.labels.push(label);
    this.weights.push(weight);
    this.coordinates = Math.max(this.coordinates, row.extent + constants);
  }

  /** The largest |x| of every coordinate: the paper's M; 0 where all were zero. */
  largestValues(): Float64Array {
    const largest = new Float64Array(this.coordinates);
    for (let n = 0; n < this.index.length; n++) {
      largest[this.index[n]] = Math.max(largest[this.index[n]], Math.abs(this.value[n]));
    }
    return largest;
  }

  /** The first non-zero |x| of every coordinate: the paper's |x_τ|; 0 where there was none. */
  firstValues(): Float64Array {
    const first = new Float64Array(this.coordinates);
    for (let n = this.index.length - 1; n >= 0; n--) first[this.index[n]] = Math.abs(this.value[n]);
    return first;
  }
}
