/**
 * Rows in memory that worker threads share: columns of numbers, columns of texts as codes, and a class each.
 *
 * It is kept as it was read. The paper's features and the default learner's records are made of a row when it is
 * learned from, see paper-rows.ts and learner-rows.ts: that costs less than a second copy of everything.
 */
export interface Table {
  readonly rows: number;
  readonly classes: readonly string[];
  /** The class of each row, a position in `classes`. */
  readonly labels: Uint8Array;
  readonly numberNames: readonly string[];
  /** Row after row. A value is what stands here divided by `divisor`. */
  readonly numbers: Float64Array | Uint8Array;
  readonly divisor: number;
  readonly textNames: readonly string[];
  /** Row after row, a position in the column's dictionary. */
  readonly codes: Uint16Array;
  readonly dictionaries: readonly (readonly string[])[];
  /** Columns of numbers that are codes for categories: the paper leaves them numbers, the default learner is told. */
  readonly coded: readonly string[];
  /** Numbers whose zero means absence, such as ink on paper: the default learner takes them as indicators. */
  readonly meaningfulZero: boolean;
  /** The first so many rows are the training set that comes with the data; undefined where there is none. */
  readonly training: number | undefined;
}

/** Memory that worker threads can see. */
export function sharedFloats(length: number): Float64Array {
  return new Float64Array(new SharedArrayBuffer(8 * length));
}

export function sharedBytes(length: number): Uint8Array {
  return new Uint8Array(new SharedArrayBuffer(length));
}

export function sharedCodes(length: number): Uint16Array {
  return new Uint16Array(new SharedArrayBuffer(2 * length));
}
