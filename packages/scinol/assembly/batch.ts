/*
 * Many examples with one cell a feature, learned from without leaving WebAssembly: for each row what src/linear/linear.ts
 * does, to the same bits.
 */

import { SMALLEST } from "./bounds";
import { beginBatch } from "./fresh";
import { digestAndPlay, isPlain } from "./fused";
import { addUp, settle, slopeOf } from "./losses";
import { LARGEST_UPPER, largestUpper, leastUpper, mostUpper, plainUntil, SMALLEST_UPPER, survey } from "./sizes";

/** What `learnDense` is told of values that nobody has checked. */
const UNCHECKED: i32 = -1;

/** Where the value is that ended the last batch, being no feature; −1, or `TINY` if it was one that counts as zero. */
let wrong: i32 = -1;

export function wrongInBatch(): i32 {
  return wrong;
}

/**
 * Learns from `rows` rows of `columns` values at `values`, with labels and importance weights; a loss a row goes into
 * `losses`. `constants` is 1 where there is a constant feature. `nothing` is a row of zeros, `weights` has room for one
 * example, made even. M must not fade. Answers the sum of the losses, added to `total`.
 *
 * `tiny` is whether some value counts as zero without being it, or `UNCHECKED`: then rows are checked by the way. A value that
 * is no feature, or counts as zero without being it, ends the batch, and it is the host's to undo it.
 */
export function learnDense(
  loss: i32,
  parameter: f64,
  rows: i32,
  columns: i32,
  constants: i32,
  values: usize,
  labels: usize,
  importances: usize,
  losses: usize,
  nothing: usize,
  weights: usize,
  state: usize,
  tiny: i32,
  total: f64,
): f64 {
  const length = (<usize>columns) << 3;
  memory.fill(weights, 0, (<usize>((columns + constants + 1) & ~1)) << 3);
  beginBatch();
  wrong = -1;
  const hasTiny = tiny > 0;
  let row = nothing;
  let one: f64 = 0;
  let tempered: f64 = 0;
  for (let r = 0; r < rows; r++) {
    const eight = (<usize>r) << 3;
    const next = values + (<usize>r) * length;
    const weight = load<f64>(importances + eight);
    const importance = weight > 1 ? weight : 1;
    const score = digestAndPlay(columns, constants, row, one, next, 1, weights, state, tempered, importance, hasTiny);
    if (tiny == UNCHECKED && !isPlain) {
      const found = firstWrong(next, columns);
      if (found != -1) {
        wrong = found == TINY ? TINY : r * columns + found;
        return total;
      }
    }
    const slope = slopeOf(loss, parameter, score, labels + eight, losses + eight);
    // While that is waited for: two rows of which all is there.
    if ((r & 1) != 0 && r > 1) settle(loss, 2, labels + eight - 24, losses + eight - 24);
    tempered = weight == 1 ? slope : slope * weight;
    row = next;
    one = 1;
  }
  digestAndPlay(columns, constants, row, one, nothing, 0, weights, state, tempered, 1, hasTiny);
  const settled = max(0, (rows & ~1) - 2);
  const rest = (<usize>settled) << 3;
  settle(loss, rows - settled, labels + rest, losses + rest);
  return addUp(rows, losses, total);
}

/** What `firstWrong` answers where nothing is wrong, but some value counts as zero without being it. */
export const TINY: i32 = -2;

/** Where the first of `count` values is that is no feature, not a number between ±1e300; or −1, or `TINY`. */
export function firstWrong(values: usize, count: i32): i32 {
  const end = values + ((<usize>count) << 3);
  survey(plainUntil(values, end), end, 1);
  const wrong = mostUpper < LARGEST_UPPER ? -1 : lookForBeyond(values, end);
  return wrong < 0 && leastUpper <= SMALLEST_UPPER && someAreTiny(values, end) ? TINY : wrong;
}

/** The same without asking for tiny ones. */
export function firstBeyond(values: usize, count: i32): i32 {
  const end = values + ((<usize>count) << 3);
  return largestUpper(values, end) < LARGEST_UPPER ? -1 : lookForBeyond(values, end);
}

function lookForBeyond(values: usize, end: usize): i32 {
  for (let at = values; at < end; at += 8) {
    if (!(Math.abs(load<f64>(at)) <= 1e300)) return <i32>((at - values) >> 3);
  }
  return -1;
}

/** Whether some value counts as zero without being it. */
function someAreTiny(values: usize, end: usize): bool {
  for (; values < end; values += 8) {
    const value = load<f64>(values);
    if (value != 0 && Math.abs(value) < SMALLEST) return true;
  }
  return false;
}
