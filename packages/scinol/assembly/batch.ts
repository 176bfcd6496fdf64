/*
 * Many examples with one cell a feature, learned from without leaving WebAssembly: for each row what src/linear/linear.ts
 * does, to the same bits.
 */

import { SMALLEST } from "./bounds";
import { beginBatch } from "./fresh";
import { digestAndPlay } from "./fused";
import { slope, suffer } from "./losses";

/**
 * Learns from `rows` rows of `columns` values at `values`, with labels and importance weights; a loss a row goes into
 * `losses`. `constants` is 1 where there is a constant feature. `nothing` is a row of zeros, `weights` has room for one
 * example, made even. `hasTiny` is whether some value counts as zero without being it. M must not fade.
 * Answers the sum of the losses, added to `total`.
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
  hasTiny: bool,
  total: f64,
): f64 {
  const length = (<usize>columns) << 3;
  memory.fill(weights, 0, (<usize>((columns + constants + 1) & ~1)) << 3);
  beginBatch();
  let row = nothing;
  let one: f64 = 0;
  let tempered: f64 = 0;
  for (let r = 0; r < rows; r++) {
    const eight = (<usize>r) << 3;
    const next = values + (<usize>r) * length;
    const weight = load<f64>(importances + eight);
    const importance = weight > 1 ? weight : 1;
    const score = digestAndPlay(columns, constants, row, one, next, 1, weights, state, tempered, importance, hasTiny);
    const suffered = suffer(loss, parameter, score, load<f64>(labels + eight));
    store<f64>(losses + eight, suffered);
    total += suffered;
    tempered = weight == 1 ? slope : slope * weight;
    row = next;
    one = 1;
  }
  digestAndPlay(columns, constants, row, one, nothing, 0, weights, state, tempered, 1, hasTiny);
  return total;
}

/** What `firstWrong` answers where nothing is wrong, but some value counts as zero without being it. */
export const TINY: i32 = -2;

/** Where the first of `count` values is that is no feature, not a number between ±1e300; or −1, or `TINY`. */
export function firstWrong(values: usize, count: i32): i32 {
  const largest = f64x2.splat(1e300);
  let least = largest;
  let n = 0;
  for (; n + 3 < count; n += 4) {
    const at = values + ((<usize>n) << 3);
    const first = f64x2.abs(v128.load(at));
    const second = f64x2.abs(v128.load(at, 16));
    if (!i64x2.all_true(v128.and(f64x2.le(first, largest), f64x2.le(second, largest)))) break;
    least = f64x2.pmin(least, f64x2.pmin(first, second));
  }
  for (; n < count; n++) {
    const size = f64x2.abs(v128.load64_splat(values + ((<usize>n) << 3)));
    if (!i64x2.all_true(f64x2.le(size, largest))) return n;
    least = f64x2.pmin(least, size);
  }
  return v128.any_true(f64x2.lt(least, f64x2.splat(SMALLEST))) && someAreTiny(values, count) ? TINY : -1;
}

/** Whether some value counts as zero without being it. */
function someAreTiny(values: usize, count: i32): bool {
  const end = values + ((<usize>count) << 3);
  for (; values < end; values += 16) {
    const size = f64x2.abs(values + 8 < end ? v128.load(values) : v128.load64_zero(values));
    if (v128.any_true(v128.and(f64x2.lt(size, f64x2.splat(SMALLEST)), f64x2.ne(size, f64x2.splat(0))))) return true;
  }
  return false;
}
