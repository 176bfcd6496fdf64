import { kindOf } from "../kind-of.ts";
import { checkLabel, type Loss } from "../losses/loss.ts";
import type { Batch } from "./model.ts";
import { checkWeight, invalidFeature, Row, type SparseBatch } from "./row.ts";

/** Returns dense rows, of which only the number of values has been checked; `current` is where they are from now on. */
export function denseBatch(
  values: Float64Array,
  count: number,
  columns: number,
  current: () => Float64Array,
): Batch {
  if (!(values instanceof Float64Array)) throw new TypeError("rows must be a Float64Array, row after row");
  if (values.length === 0) refuseGone(values);
  if (values.length !== count * columns) {
    throw new RangeError(`expected ${count} rows of ${columns} features, got ${values.length} numbers`);
  }
  return {
    count,
    columns,
    get values() {
      return current();
    },
  };
}

/** Throws if the memory of an array has been taken away from it, as a model's is when it grows. */
function refuseGone(values: Float64Array): void {
  try {
    // Every method of such an array throws.
    values.fill(0);
  } catch {
    throw new RangeError("rows lie in memory that has moved; ask for the block anew");
  }
}

/** Throws if a value of dense rows is no feature. */
export function checkValues({ values, columns }: Batch): void {
  const wrong = values.findIndex((value) => !(Math.abs(value) <= 1e300));
  if (wrong < 0) return;
  throw inRow(Math.floor(wrong / columns), invalidFeature(wrong % columns, values[wrong]));
}

/** Returns a copy of sparse rows, checked, and one more than their largest index; none may reach `features`. */
export function sparseBatch(
  { offsets, indices, values }: SparseBatch,
  count: number,
  features: number | undefined,
): { batch: Batch; extent: number } {
  if (offsets?.length !== count + 1) {
    throw new RangeError(`expected ${count + 1} offsets for ${count} rows, got ${offsets?.length}`);
  }
  const most = Math.min(indices.length, values.length);
  let columns = 0;
  for (let r = 0, last = 0; r <= count; r++) {
    const offset = offsets[r];
    if (!Number.isInteger(offset) || offset < last || offset > most) {
      throw new RangeError(`offset ${r} must be a whole number from ${last} to ${most}, got ${offset}`);
    }
    if (r > 0 && offset - last > columns) columns = offset - last;
    last = offset;
  }
  const limit = features ?? 2 ** 26;
  let extent = 0;
  const isTyped = indices instanceof Int32Array && values instanceof Float64Array;
  for (let r = 0; r < count; r++) {
    const [from, to] = [offsets[r], offsets[r + 1]];
    if (!(isTyped && isSound(indices, values, from, to))) checkList(r, indices, values, from, to, features);
    if (to > from && indices[to - 1] >= limit) checkList(r, indices, values, from, to, features);
    if (to > from && indices[to - 1] >= extent) extent = indices[to - 1] + 1;
  }
  const end = offsets[count];
  return {
    extent,
    batch: {
      count,
      columns,
      offsets: offsets instanceof Int32Array ? offsets : Int32Array.from(offsets),
      indices: indices instanceof Int32Array ? indices : Int32Array.from(head(indices, end)),
      values: values instanceof Float64Array ? values : Float64Array.from(head(values, end)),
    },
  };
}

function head(list: ArrayLike<number>, length: number): ArrayLike<number> {
  return Array.from({ length }, (_, k) => list[k]);
}

/** Whether indices increase from 0, and values are features. */
function isSound(indices: Int32Array, values: Float64Array, from: number, to: number): boolean {
  let last = -1;
  for (let k = from; k < to; k++) {
    const i = indices[k];
    if (i <= last || !(Math.abs(values[k]) <= 1e300)) return false;
    last = i;
  }
  return true;
}

/** Throws if something is wrong with a sparse row. */
function checkList(
  row: number,
  indices: ArrayLike<number>,
  values: ArrayLike<number>,
  from: number,
  to: number,
  features: number | undefined,
): void {
  const part = (list: ArrayLike<number>) => Array.from({ length: to - from }, (_, n) => list[from + n]);
  try {
    new Row().read({ indices: part(indices), values: part(values) }, features);
  } catch (error) {
    throw inRow(row, error as Error);
  }
}

/** Returns a copy of the weights of so many rows, each of them checked. */
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

/** Throws if a row's label is not one of this loss. */
export function checkLabels(labels: ArrayLike<number>, loss: Loss, outputs: number): void {
  if (loss.label !== "sign" || !areSigns(labels))
    checkEach(labels, (label) => checkLabel(loss, label, outputs));
}

/** Whether an array of numbers has nothing but −1 and 1. */
function areSigns(labels: ArrayLike<number>): boolean {
  if (!(labels instanceof Float64Array)) return false;
  for (let row = 0; row < labels.length; row++) if (Math.abs(labels[row]) !== 1) return false;
  return true;
}

/** Throws if `losses` has no room for the losses of so many rows. */
export function checkRoom(losses: Float64Array | undefined, count: number): void {
  if (losses === undefined) return;
  if (!(losses instanceof Float64Array && ArrayBuffer.isView(losses))) {
    throw new TypeError(`room for losses must be a Float64Array, got ${kindOf(losses)}`);
  }
  if (losses.length !== count) {
    throw new RangeError(`expected room for ${count} losses, got ${losses.length}`);
  }
}

/** Checks what every row has one of; the error says in which row it is. */
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
