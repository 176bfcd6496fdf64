import { checkWeight, invalidFeature } from "./example.ts";

/** Many dense examples at once, row after row in one array, every number of them checked. */
export class Rows {
  readonly values: Float64Array;
  readonly count: number;
  readonly columns: number;
  /** How much each row matters. */
  readonly weights: Float64Array;

  constructor(values: Float64Array, count: number, columns: number, weights?: ArrayLike<number>) {
    if (!(values instanceof Float64Array)) throw new TypeError("rows must be a Float64Array, row after row");
    if (values.length !== count * columns) {
      throw new RangeError(`expected ${count} rows of ${columns} features, got ${values.length} numbers`);
    }
    const wrong = firstWrong(values);
    if (wrong >= 0) throw inRow(Math.floor(wrong / columns), invalidFeature(wrong % columns, values[wrong]));
    if (weights !== undefined) {
      if (weights.length !== count) {
        throw new RangeError(`expected a weight for each of ${count} rows, got ${weights.length}`);
      }
      checkEach(weights, checkWeight);
    }
    this.values = values;
    this.count = count;
    this.columns = columns;
    this.weights = weights === undefined ? new Float64Array(count).fill(1) : Float64Array.from(weights);
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

/** Checks what every row has one of; says in which row an error is. */
export function checkEach(each: ArrayLike<number>, check: (value: number) => void): void {
  let row = 0;
  try {
    for (; row < each.length; row++) check(each[row]);
  } catch (error) {
    throw inRow(row, error as Error);
  }
}

function inRow(row: number, error: Error): Error {
  error.message = `row ${row}: ${error.message}`;
  return error;
}
