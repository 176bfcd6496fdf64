import { checkLabel, type Loss } from "../losses/loss.ts";
import { checkWeight, invalidFeature } from "./example.ts";

/** Many dense examples at once, row after row in one array; `check` before use. */
export class Rows {
  readonly values: Float64Array;
  readonly count: number;
  readonly columns: number;
  /** How much each row matters; left out where each matters 1. */
  readonly weights: Float64Array | undefined;

  constructor(values: Float64Array, count: number, columns: number, weights?: ArrayLike<number>) {
    if (!(values instanceof Float64Array)) throw new TypeError("rows must be a Float64Array, row after row");
    refuseGone(values);
    if (values.length !== count * columns) {
      throw new RangeError(`expected ${count} rows of ${columns} features, got ${values.length} numbers`);
    }
    this.values = values;
    this.count = count;
    this.columns = columns;
    this.weights = checkWeights(weights, count);
  }

  /** Throws where the rows are not there any more. */
  checkThere(): void {
    refuseGone(this.values);
  }

  /** Throws where a value is no feature. */
  check(): void {
    const wrong = firstWrong(this.values);
    if (wrong >= 0) this.refuse(wrong, this.values[wrong]);
  }

  /** Throws what there is to say of a value that is no feature. */
  refuse(wrong: number, value: number): never {
    throw inRow(Math.floor(wrong / this.columns), invalidFeature(wrong % this.columns, value));
  }
}

/** Throws where the memory of an array has been taken away from it, as a kernel's is when it grows. */
function refuseGone(values: Float64Array): void {
  if (values.length > 0) return;
  try {
    // Every method of such an array throws.
    values.fill(0);
  } catch {
    throw new RangeError("rows lie in memory that has moved; ask for the block anew");
  }
}

/** Where the first value is that is no feature, or -1. Four at a time: where their sum will do, each of them will. */
function firstWrong(values: Float64Array): number {
  const { length } = values;
  let at = 0;
  for (; at + 3 < length; at += 4) {
    const first = Math.abs(values[at]) + Math.abs(values[at + 1]);
    const second = Math.abs(values[at + 2]) + Math.abs(values[at + 3]);
    if (!(first + second <= 1e300)) break;
  }
  for (; at < length; at++) if (!(Math.abs(values[at]) <= 1e300)) return at;
  return -1;
}

/** A copy of the weights of so many rows, each of them sound. */
export function checkWeights(
  weights: ArrayLike<number> | undefined,
  count: number,
): Float64Array | undefined {
  if (weights === undefined) return undefined;
  if (weights.length !== count) {
    throw new RangeError(`expected a weight for each of ${count} rows, got ${weights.length}`);
  }
  checkEach(weights, checkWeight);
  return Float64Array.from(weights);
}

/** Throws where a row's label is not one of this loss. */
export function checkLabels(labels: ArrayLike<number>, loss: Loss, outputs: number): void {
  if (loss.label !== "sign" || !areSigns(labels))
    checkEach(labels, (label) => checkLabel(loss, label, outputs));
}

/** Whether an array of numbers has nothing but −1 and 1, which to tell apart would take longer than to take together. */
function areSigns(labels: ArrayLike<number>): boolean {
  if (!(labels instanceof Float64Array)) return false;
  for (let row = 0; row < labels.length; row++) if (Math.abs(labels[row]) !== 1) return false;
  return true;
}

/** Checks what every row has one of; says in which row an error is. */
function checkEach(each: ArrayLike<number>, check: (value: number) => void): void {
  let row = 0;
  try {
    for (; row < each.length; row++) check(each[row]);
  } catch (error) {
    throw inRow(row, error as Error);
  }
}

export function inRow(row: number, error: Error): Error {
  error.message = `row ${row}: ${error.message}`;
  return error;
}
