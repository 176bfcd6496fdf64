/*
 * Many examples with one cell a feature, learned from without leaving WebAssembly: for each row what src/linear/linear.ts
 * does, to the same bits.
 */

import { beginBatch } from "./fresh";
import { digestAndPlay } from "./fused";
import { slope, suffer } from "./losses";

/**
 * Learns from `rows` rows of `columns` values at `values`, with labels and importance weights; a loss a row goes into
 * `losses`. `constants` is 1 where there is a constant feature. `nothing` is a row of zeros, `weights` has room for one
 * example, made even. M must not fade. Answers the sum of the losses, added to `total`.
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
  total: f64,
): f64 {
  const length = (<usize>columns) << 3;
  memory.fill(weights, 0, (<usize>(columns + constants + 1)) << 3);
  beginBatch();
  let row = nothing;
  let one: f64 = 0;
  let tempered: f64 = 0;
  for (let r = 0; r < rows; r++) {
    const next = values + (<usize>r) * length;
    const weight = load<f64>(importances + ((<usize>r) << 3));
    const importance = weight > 1 ? weight : 1;
    const score = digestAndPlay(columns, constants, row, one, next, 1, weights, state, tempered, importance);
    const suffered = suffer(loss, parameter, score, load<f64>(labels + ((<usize>r) << 3)));
    store<f64>(losses + ((<usize>r) << 3), suffered);
    total += suffered;
    tempered = weight == 1 ? slope : slope * weight;
    row = next;
    one = 1;
  }
  digestAndPlay(columns, constants, row, one, nothing, 0, weights, state, tempered, 1);
  return total;
}

/** Where the first of `count` values is that is no feature, not a number between ±1e300; or −1. */
export function firstWrong(values: usize, count: i32): i32 {
  const largest = f64x2.splat(1e300);
  let n = 0;
  for (; n + 3 < count; n += 4) {
    const at = values + ((<usize>n) << 3);
    const first = f64x2.le(f64x2.abs(v128.load(at)), largest);
    const second = f64x2.le(f64x2.abs(v128.load(at, 16)), largest);
    if (!i64x2.all_true(v128.and(first, second))) break;
  }
  for (; n < count; n++) if (!(Math.abs(load<f64>(values + ((<usize>n) << 3))) <= 1e300)) return n;
  return -1;
}
