import { kindOf } from "../kind-of.ts";

/** Features as people have them: all of them in order, or only the non-zero ones with their indices. */
export type Features = ArrayLike<number> | SparseFeatures;

export interface SparseFeatures {
  /** Whole numbers from 0, increasing. */
  readonly indices: ArrayLike<number>;
  readonly values: ArrayLike<number>;
}

/**
 * Larger values are refused, nearer ones to zero than its inverse are zero: between them nothing overflows. The loops
 * have the bounds as plain numbers, since the compiler takes an exported one for anything and asks every time.
 */
export const LARGEST = 1e300;
export const MOST_FEATURES = 2 ** 26;

/**
 * One example as the driver wants it: its coordinates that count, checked, with room for what the driver works
 * out of them between predicting and learning. One is reused for all rounds, so that a round allocates nothing.
 */
export class Example {
  /** How many entries there are. */
  count = 0;
  /** Entry n is coordinate n, zeros and all. */
  dense = true;
  /** The coordinate of entry n; of a dense example too, so that the driver need not ask which it is. */
  index = new Int32Array(0);
  value = new Float64Array(0);
  /** The weight played, for each cell of each entry. */
  ω = new Float64Array(0);
  /** One more than the largest coordinate. */
  extent = 0;
  private every = new Int32Array(0);
  /** The coordinates of a sparse example, even once it has been spread. */
  chosen = new Int32Array(0);
  /** (An array: always a double.) */
  private readonly importance = Float64Array.of(1);

  /** How much the example matters: multiplies its slope. */
  get weight(): number {
    return this.importance[0];
  }

  set weight(weight: number) {
    this.importance[0] = weight;
  }

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
    this.take(x, 0, length, constant);
  }

  /** Reads `length` features from `start` on. */
  take(x: ArrayLike<number>, start: number, length: number, constant: boolean): void {
    const shift = constant ? 1 : 0;
    this.clear(true);
    this.reserve(length + shift);
    const { value } = this;
    value[0] = 1;
    for (let i = 0; i < length; i++) {
      const v = x[start + i];
      if (typeof v !== "number") throw invalidFeature(i, v);
      const size = Math.abs(v);
      if (!(size <= 1e300)) throw invalidFeature(i, v);
      value[i + shift] = size < 1e-300 ? 0 : v;
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
    const length = indices.length;
    this.clear(false);
    this.reserve(length + shift);
    const { index, value } = this;
    index[0] = 0;
    value[0] = 1;
    let last = -1;
    for (let n = 0; n < length; n++) {
      const i = indices[n];
      if ((i | 0) !== i || i <= last || i >= limit) throw invalidIndex(i, last, limit);
      const v = values[n];
      if (typeof v !== "number") throw invalidFeature(i, v);
      const size = Math.abs(v);
      if (!(size <= 1e300)) throw invalidFeature(i, v);
      index[n + shift] = i + shift;
      value[n + shift] = size < 1e-300 ? 0 : v;
      last = i;
    }
    this.count = length + shift;
    this.extent = last + 1 + shift;
  }

  /** Begins a new example. */
  clear(dense: boolean): void {
    this.dense = dense;
    this.index = dense ? this.every : this.chosen;
    this.count = 0;
    this.extent = 0;
  }

  /** Puts in one coordinate of a sparse example: a checked value, and no coordinate twice. */
  add(coordinate: number, x: number): void {
    if (this.count === this.index.length) this.reserve(this.count + 1);
    this.index[this.count] = coordinate;
    this.value[this.count] = Math.abs(x) < 1e-300 ? 0 : x;
    this.count++;
    if (coordinate >= this.extent) this.extent = coordinate + 1;
  }

  /** Puts in two coordinates that follow one another. */
  addTwo(coordinate: number, x: number, y: number): void {
    const n = this.count;
    if (n + 2 > this.index.length) this.reserve(n + 2);
    const { index, value } = this;
    index[n] = coordinate;
    index[n + 1] = coordinate + 1;
    value[n] = Math.abs(x) < 1e-300 ? 0 : x;
    value[n + 1] = Math.abs(y) < 1e-300 ? 0 : y;
    this.count = n + 2;
    if (coordinate + 2 > this.extent) this.extent = coordinate + 2;
  }

  /** Puts in many coordinates that follow one another: values that an example can hold. */
  addRun(coordinate: number, xs: Float64Array): void {
    const n = this.count;
    const { length } = xs;
    if (n + length > this.index.length) this.reserve(n + length);
    this.value.set(xs, n);
    const { index } = this;
    for (let i = 0; i < length; i++) index[n + i] = coordinate + i;
    this.count = n + length;
    if (coordinate + length > this.extent) this.extent = coordinate + length;
  }

  /** Puts in `count` values from `from` on, in coordinates that follow one another. */
  addValues(coordinate: number, xs: Float64Array, from: number, count: number): void {
    const n = this.count;
    if (n + count > this.index.length) this.reserve(n + count);
    const { index, value } = this;
    for (let i = 0; i < count; i++) {
      const x = xs[from + i];
      index[n + i] = coordinate + i;
      value[n + i] = Math.abs(x) < 1e-300 ? 0 : x;
    }
    this.count = n + count;
    if (coordinate + count > this.extent) this.extent = coordinate + count;
  }

  /** Spreads a sparse example over all coordinates, for the rules that are not lazy. */
  spread(coordinates: number): void {
    this.reserve(coordinates);
    const { count, dense, index, value } = this;
    if (dense) {
      value.fill(0, count, coordinates);
    } else {
      const entries = value.slice(0, count);
      value.fill(0, 0, coordinates);
      for (let n = 0; n < count; n++) value[index[n]] = entries[n];
    }
    this.dense = true;
    this.index = this.every;
    this.count = coordinates;
  }

  /** Makes room for the weights that a state of this width plays. */
  fit(width: number): void {
    if (this.ω.length < this.index.length * width) this.ω = new Float64Array(this.index.length * width);
  }

  private reserve(capacity: number): void {
    if (capacity <= this.value.length) return;
    const size = Math.max(capacity, 2 * this.value.length, 16);
    const { chosen, value } = this;
    this.every = Int32Array.from({ length: size }, (_, i) => i);
    this.chosen = new Int32Array(size);
    this.value = new Float64Array(size);
    this.chosen.set(chosen);
    this.value.set(value);
    this.index = this.dense ? this.every : this.chosen;
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

/** An importance weight beyond this would leave the range in which nothing overflows. */
const LARGEST_WEIGHT = 1e8;

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
