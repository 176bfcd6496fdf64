/*
 * Many dense examples with one cell a feature and the logistic loss, learned from without leaving WebAssembly: for each
 * row what src/linear/linear.ts does, with `logistic` of src/losses, to the same bits.
 */

import { exp } from "./arithmetic/exp";
import { log1p } from "./arithmetic/log1p";
import { digestDense, playDense } from "./one-cell";

const SMALLEST: f64 = 1e-300;

/** Features never seen before that the rows of the last batch had. */
let fresh: f64 = 0;

export function freshInBatch(): f64 {
  return fresh;
}

/**
 * Learns from `rows` rows of `columns` values at `values`, with labels −1 or 1 and importance weights; a loss a row goes
 * into `losses`. `constants` is 1 where there is a constant feature. `value` and `weights` have room for one example.
 */
export function learnLogistic(
  rows: i32,
  columns: i32,
  constants: i32,
  values: usize,
  labels: usize,
  importances: usize,
  losses: usize,
  value: usize,
  weights: usize,
  state: usize,
  unfade: f64,
  sums: usize,
): void {
  const count = columns + constants;
  fresh = 0;
  store<f64>(value, 1);
  for (let row = 0; row < rows; row++) {
    take(columns, values + (<usize>row) * (<usize>columns) * 8, value + (<usize>constants) * 8);
    const weight = load<f64>(importances + ((<usize>row) << 3));
    const importance = weight > 1 ? weight : 1;
    playDense(count, value, weights, state, unfade, importance, sums);
    fresh += load<f64>(sums, 16);
    const label = load<f64>(labels + ((<usize>row) << 3));
    const margin = load<f64>(sums) * label;
    const odds = exp(-Math.abs(margin));
    store<f64>(losses + ((<usize>row) << 3), margin > 0 ? log1p(odds) : log1p(odds) - margin);
    const chance = -margin >= 0 ? 1 / (1 + odds) : odds / (1 + odds);
    digestDense(count, value, weights, state, unfade, importance, -label * chance * weight);
  }
}

/** Copies a row to where an example lies; what is nearer to zero than an example can hold is zero. */
function take(columns: i32, from: usize, to: usize): void {
  const smallest = f64x2.splat(SMALLEST);
  let n = 0;
  for (; n + 1 < columns; n += 2) {
    const x = v128.load(from + ((<usize>n) << 3));
    v128.store(to + ((<usize>n) << 3), v128.andnot(x, f64x2.lt(f64x2.abs(x), smallest)));
  }
  if (n < columns) {
    const x = load<f64>(from + ((<usize>n) << 3));
    store<f64>(to + ((<usize>n) << 3), Math.abs(x) < SMALLEST ? 0 : x);
  }
}
