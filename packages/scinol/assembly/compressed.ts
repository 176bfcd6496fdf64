/*
 * Rows in compressed form: row r has indices[k] with values[k], offsets[r] ≤ k < offsets[r + 1]. The first offset need
 * not be 0: `indices` and `values` are where those of 0 would be.
 */

import { SMALLEST } from "./bounds";
import { firstWrong } from "./batch";

let extent: i32 = 0;
let zeros: bool = false;

/** One more than the largest index of the rows checked last. */
export function extentOfRows(): i32 {
  return extent;
}

/** Whether there were zeros among the values of the rows checked last. */
export function zerosInRows(): bool {
  return zeros;
}

/** The first of the rows in which something is wrong, or −1: indices must increase from 0 and stay below `limit`. */
export function firstWrongRow(rows: i32, offsets: usize, indices: usize, values: usize, limit: i32): i32 {
  const first = values + ((<usize>load<i32>(offsets)) << 3);
  const end = values + ((<usize>load<i32>(offsets + ((<usize>rows) << 2))) << 3);
  const sound = ordinary(first, end);
  zeros = !sound;
  extent = 0;
  for (let r = 0; r < rows; r++) {
    const from = load<i32>(offsets + ((<usize>r) << 2));
    const count = load<i32>(offsets + ((<usize>r) << 2), 4) - from;
    if (count == 0) continue;
    const index = indices + ((<usize>from) << 2);
    const last = load<i32>(index + ((<usize>(count - 1)) << 2));
    if (load<i32>(index) < 0 || last >= limit || !increase(count, index)) return r;
    if (!sound && firstWrong(values + ((<usize>from) << 3), count) >= 0) return r;
    if (last >= extent) extent = last + 1;
  }
  return -1;
}

/** Whether all values are features, and none is zero; numbers that are neither come to be looked at one by one. */
export function ordinary(from: usize, to: usize): bool {
  const smallest = f64x2.splat(SMALLEST);
  const largest = f64x2.splat(1e300);
  let at = from;
  for (; at + 16 <= to; at += 16) {
    const size = f64x2.abs(v128.load(at));
    if (!i64x2.all_true(v128.and(f64x2.ge(size, smallest), f64x2.le(size, largest)))) return false;
  }
  if (at == to) return true;
  const size = Math.abs(load<f64>(at));
  return size >= SMALLEST && size <= 1e300;
}

function increase(count: i32, index: usize): bool {
  let n = 1;
  for (; n + 3 < count; n += 4) {
    const at = index + ((<usize>n) << 2);
    if (!i32x4.all_true(i32x4.gt_s(v128.load(at), v128.load(at - 4)))) return false;
  }
  for (; n < count; n++) {
    const at = index + ((<usize>n) << 2);
    if (load<i32>(at) <= load<i32>(at - 4)) return false;
  }
  return true;
}

/** Takes entries out that count as zero; they were there to be left alone. */
export function dropZeros(rows: i32, offsets: usize, indices: usize, values: usize): void {
  let to = load<i32>(offsets);
  let n = to;
  for (let r = 0; r < rows; r++) {
    const next = load<i32>(offsets + ((<usize>r) << 2), 4);
    for (; n < next; n++) {
      const value = load<f64>(values + ((<usize>n) << 3));
      if (Math.abs(value) < SMALLEST) continue;
      store<f64>(values + ((<usize>to) << 3), value);
      store<i32>(indices + ((<usize>to) << 2), load<i32>(indices + ((<usize>n) << 2)));
      to++;
    }
    store<i32>(offsets + ((<usize>r) << 2), to, 4);
  }
}
