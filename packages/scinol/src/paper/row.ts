import { kindOf } from "../kind-of.ts";

/** Features as people have them: all of them in order, or only the non-zero ones with their indices. */
export type Features = ArrayLike<number> | SparseFeatures;

export interface SparseFeatures {
  /** Integers from 0, increasing. */
  readonly indices: ArrayLike<number>;
  readonly values: ArrayLike<number>;
}

/** Many sparse examples, compressed: row r has indices[k] with values[k], offsets[r] ≤ k < offsets[r + 1]. */
export interface SparseBatch {
  /** One more than there are rows. */
  readonly offsets: ArrayLike<number>;
  /** Integers from 0, increasing within a row. */
  readonly indices: ArrayLike<number>;
  readonly values: ArrayLike<number>;
}

/** Larger values are refused. */
export const LARGEST = 1e300;
export const MOST_FEATURES = 2 ** 26;
/** An importance weight beyond this would leave the range in which nothing overflows. */
const LARGEST_WEIGHT = 1e8;

/** One row: its entries, and how much it matters. One is reused for all rounds, so that a round allocates nothing. */
export class Row {
  /** How many entries there are. */
  count = 0;
  /** Entry n is feature n. */
  isDense = true;
  indices = new Int32Array(0);
  values = new Float64Array(0);
  /** One more than the largest index. */
  extent = 0;
  weight = 1;

  /** Begins a list of entries. */
  clear(): void {
    this.isDense = false;
    this.count = 0;
    this.extent = 0;
  }

  /** Appends an entry of a list: a feature that is not in it yet, and a value within ±1e300. */
  add(index: number, value: number): void {
    if (this.count === this.values.length) this.reserve(this.count + 1);
    this.indices[this.count] = index;
    this.values[this.count++] = value;
    if (index >= this.extent) this.extent = index + 1;
  }

  /** Reads a user's features; throws, before anything is changed, on what is not a finite number in its place. */
  read(x: Features, features: number | undefined): void {
    if (isSparse(x)) this.readSparse(x, features ?? MOST_FEATURES);
    else this.readDense(x, features);
  }

  private readDense(x: ArrayLike<number>, features: number | undefined): void {
    if (!isList(x)) {
      throw new TypeError(`features must be an array of numbers or { indices, values }, got ${kindOf(x)}`);
    }
    const { length } = x;
    if (features !== undefined && length !== features) {
      throw new RangeError(`expected ${features} features, got ${length}`);
    }
    if (length > MOST_FEATURES) throw new RangeError(`too many features: ${length}`);
    this.reserve(length);
    const { values } = this;
    for (let i = 0; i < length; i++) {
      const v = x[i];
      if (!(typeof v === "number" && Math.abs(v) <= 1e300)) throw invalidFeature(i, v);
      values[i] = v;
    }
    this.isDense = true;
    this.count = this.extent = length;
  }

  private readSparse({ indices, values }: SparseFeatures, limit: number): void {
    if (!isList(indices)) throw new TypeError(`indices must be an array of numbers, got ${kindOf(indices)}`);
    if (!isList(values)) throw new TypeError(`values must be an array of numbers, got ${kindOf(values)}`);
    const { length } = indices;
    if (length !== values.length) {
      throw new RangeError(`expected as many values as indices, got ${values.length} and ${length}`);
    }
    this.reserve(length);
    let last = -1;
    for (let n = 0; n < length; n++) {
      const i = indices[n];
      if ((i | 0) !== i || i <= last || i >= limit) throw invalidIndex(i, last, limit);
      const v = values[n];
      if (!(typeof v === "number" && Math.abs(v) <= 1e300)) throw invalidFeature(i, v);
      this.indices[n] = i;
      this.values[n] = v;
      last = i;
    }
    this.isDense = false;
    this.count = length;
    this.extent = last + 1;
  }

  /** Spreads the row over `features` features, for rules that learn from zeros. */
  spread(features: number): void {
    if (this.isDense && this.count >= features) return;
    this.reserve(features);
    const { count, values, indices } = this;
    const entries = values.slice(0, count);
    values.fill(0, this.isDense ? count : 0, features);
    if (!this.isDense) for (let n = 0; n < count; n++) values[indices[n]] = entries[n];
    this.isDense = true;
    this.count = this.extent = features;
  }

  private reserve(capacity: number): void {
    if (capacity <= this.values.length) return;
    const { indices, values } = this;
    this.indices = new Int32Array(Math.max(capacity, 2 * values.length, 16));
    this.values = new Float64Array(this.indices.length);
    this.indices.set(indices);
    this.values.set(values);
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

export function isWeight(weight: unknown): boolean {
  return typeof weight === "number" && weight >= 0 && weight <= LARGEST_WEIGHT;
}

export function checkWeight(weight: number): void {
  if (typeof weight !== "number") throw new TypeError(`weight must be a number, got ${kindOf(weight)}`);
  if (!isWeight(weight)) {
    throw new RangeError(`weight must be between 0 and ${LARGEST_WEIGHT}, got ${weight}`);
  }
}

function invalidIndex(i: number, last: number, limit: number): Error {
  if (typeof i !== "number") return new TypeError(`index must be a number, got ${kindOf(i)}`);
  if (!Number.isInteger(i) || i < 0) return new RangeError(`invalid index: ${i}`);
  if (i <= last) return new RangeError(`indices must increase: ${i} after ${last}`);
  return new RangeError(`index ${i} is beyond the ${limit} features`);
}

export function invalidFeature(i: number, value: unknown): Error {
  return typeof value === "number"
    ? new RangeError(`feature ${i} must be a number between ±${LARGEST}, got ${value}`)
    : new TypeError(`feature ${i} must be a number, got ${kindOf(value)}`);
}
