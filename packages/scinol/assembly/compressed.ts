/*
 * Rows in compressed form: row r has indices[k] with values[k], offsets[r] ≤ k < offsets[r + 1]. The first offset need
 * not be 0: `indices` and `values` are where those of 0 would be.
 */

import { SMALLEST } from "./bounds";
import { firstWrong } from "./batch";
import { arePlain, LARGEST_UPPER, leastUpper, mostUpper, SMALLEST_UPPER, survey } from "./sizes";

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

/** Whether all values are features, and none is zero, nor near to a limit: those come to be looked at one by one. */
export function ordinary(from: usize, to: usize): bool {
  if (arePlain(from, to)) return true;
  survey(from, to, 0);
  return leastUpper > SMALLEST_UPPER && mostUpper < LARGEST_UPPER;
}

function increase(count: i32, index: usize): bool {
  const end = index + ((<usize>count) << 2);
  let larger = i32x4.splat(-1);
  let at = index + 4;
  for (; at + 16 <= end; at += 16) larger = v128.and(larger, i32x4.gt_s(v128.load(at), v128.load(at - 4)));
  for (; at < end; at += 4) larger = v128.and(larger, i32x4.gt_s(v128.load_splat<i32>(at), v128.load_splat<i32>(at - 4)));
  return i32x4.bitmask(larger) == 15;
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
