import { kindOf } from "../kind-of.ts";

/** Features as people have them: all of them in order, or only the non-zero ones with their indices. */
export type Features = ArrayLike<number> | SparseFeatures;

export interface SparseFeatures {
  /** Whole numbers from 0, increasing. */
  readonly indices: ArrayLike<number>;
  readonly values: ArrayLike<number>;
}

/** Larger values are refused, nearer ones to zero than its inverse are zero: between them nothing overflows. */
export const LARGEST = 1e300;
const SMALLEST = 1e-300;
const MOST_FEATURES = 2 ** 26;

/**
 * One example as the driver wants it: its coordinates that count, checked, with room for what the driver works
 * out of them between predicting and learning. One is reused for all rounds, so that a round allocates nothing.
 */
export class Example {
  /** How many entries there are. */
  count = 0;
  /** Entry n is coordinate n, zeros and all; otherwise coordinate `index[n]`. */
  dense = true;
  index = new Int32Array(0);
  value = new Float64Array(0);
  /** How much the example matters: multiplies its slope. */
  weight = 1;
  /** The weight played, for each cell of each entry. */
  ω = new Float64Array(0);
  /** One more than the largest coordinate. */
  extent = 0;

  /** Reads user's features; throws, before anything is changed, on what is not a finite number in its place. */
  read(x: Features, features: number | undefined, constant: boolean): void {
    if (isSparse(x)) this.readSparse(x, features, constant);
    else this.readDense(x, features, constant);
  }

  private readDense(x: ArrayLike<number>, features: number | undefined, constant: boolean): void {
    if (!isList(x)) {
      throw new TypeError(`features must be an array of numbers or { indices, values }, got ${kindOf(x)}`);
    }
    const length = x.length;
    if (features !== undefined && length !== features) {
      throw new RangeError(`expected ${features} features, got ${length}`);
    }
    if (length > MOST_FEATURES) throw new RangeError(`too many features: ${length}`);
    const shift = constant ? 1 : 0;
    this.clear(true);
    this.reserve(length + shift);
    const { value } = this;
    value[0] = 1;
    for (let i = 0; i < length; i++) {
      const v = x[i];
      if (typeof v !== "number") throw invalidFeature(i, v);
      const size = Math.abs(v);
      if (!(size <= LARGEST)) throw invalidFeature(i, v);
      value[i + shift] = size < SMALLEST ? 0 : v;
    }
    this.count = this.extent = length + shift;
  }

  private readSparse(x: SparseFeatures, features: number | undefined, constant: boolean): void {
    const { indices, values } = x;
    if (!isList(indices)) throw new TypeError(`indices must be an array of numbers, got ${kindOf(indices)}`);
    if (!isList(values)) throw new TypeError(`values must be an array of numbers, got ${kindOf(values)}`);
    if (indices.length !== values.length) {
      throw new RangeError(`expected as many values as indices, got ${values.length} and ${indices.length}`);
    }
    const limit = features ?? MOST_FEATURES;
    const shift = constant ? 1 : 0;
    this.clear(false);
    if (constant) this.add(0, 1);
    let last = -1;
    for (let n = 0; n < indices.length; n++) {
      const i = indices[n];
      if (typeof i !== "number") throw new TypeError(`index must be a number, got ${kindOf(i)}`);
      if (!Number.isInteger(i) || i < 0) throw new RangeError(`invalid index: ${i}`);
      if (i <= last) throw new RangeError(`indices must increase: ${i} after ${last}`);
      if (i >= limit) throw new RangeError(`index ${i} is beyond the ${limit} features`);
      const v = values[n];
      if (typeof v !== "number" || !(Math.abs(v) <= LARGEST)) throw invalidFeature(i, v);
      this.add(i + shift, v);
      last = i;
    }
  }

  /** Begins a new example. */
  clear(dense: boolean): void {
    this.dense = dense;
    this.count = 0;
    this.extent = 0;
  }

  /** Puts in one coordinate of a sparse example: a checked value, and no coordinate twice. */
  add(coordinate: number, x: number): void {
    if (this.count === this.index.length) this.reserve(this.count + 1);
    this.index[this.count] = coordinate;
    this.value[this.count] = Math.abs(x) < SMALLEST ? 0 : x;
    this.count++;
    if (coordinate >= this.extent) this.extent = coordinate + 1;
  }

  /** Spreads a sparse example over all coordinates, for the rules that are not lazy. */
  spread(coordinates: number): void {
    this.reserve(coordinates);
    const { count, dense, index, value } = this;
    const entries = value.slice(0, count);
    value.fill(0, dense ? count : 0, coordinates);
    if (!dense) for (let n = 0; n < count; n++) value[index[n]] = entries[n];
    this.dense = true;
    this.count = coordinates;
  }

  /** Makes room for the weights that a state of this width plays. */
  fit(width: number): void {
    if (this.ω.length < this.index.length * width) this.ω = new Float64Array(this.index.length * width);
  }

  private reserve(capacity: number): void {
    if (capacity <= this.index.length) return;
    const size = Math.max(capacity, 2 * this.index.length, 16);
    const { index, value } = this;
    this.index = new Int32Array(size);
    this.value = new Float64Array(size);
    this.index.set(index);
    this.value.set(value);
  }
}

/** An array, typed or not, or what can be read like one. */
function isList(x: unknown): boolean {
  if (x === null || typeof x !== "object") return false;
  const { length } = x as ArrayLike<unknown>;
  return Number.isInteger(length) && length >= 0;
}

function isSparse(x: Features): x is SparseFeatures {
  return (x as SparseFeatures)?.indices !== undefined && (x as SparseFeatures).values !== undefined;
}

function invalidFeature(i: number, value: unknown): Error {
  return typeof value === "number"
    ? new RangeError(`feature ${i} must be a number between ±${LARGEST}, got ${value}`)
    : new TypeError(`feature ${i} must be a number, got ${kindOf(value)}`);
}
