/* The scores of many dense examples: nothing is learned. */

import { SMALLEST } from "./bounds";
import { playMany } from "./many-cells";
import { playDense } from "./one-cell";

/**
 * Plays `rows` rows of `columns` values, and puts `width` scores of each into `answers`. `lanes`: bytes of one slot of all
 * cells, 8 where there is one. `value` and `weights` have room for one example, `scores` for a number a cell, `sums` for
 * three. Scores are divided by the stakes where `rounds`, the number of the round to come, is not 0; `before` is N.
 */
export function scoreDense(
  rows: i32,
  columns: i32,
  constants: i32,
  values: usize,
  answers: usize,
  value: usize,
  weights: usize,
  state: usize,
  width: i32,
  lanes: usize,
  unfade: f64,
  scores: usize,
  sums: usize,
  rounds: f64,
  before: f64,
): void {
  const count = columns + constants;
  store<f64>(value, 1);
  for (let r = 0; r < rows; r++) {
    take(columns, values + (<usize>r) * (<usize>columns) * 8, value + (<usize>constants) * 8);
    if (lanes == 8) {
      playDense(count, value, weights, state, unfade, 1, sums);
      store<f64>(scores, load<f64>(sums));
    } else {
      playMany(count, 0, value, weights, state, lanes, unfade, 1, scores, sums);
    }
    const squares = before + load<f64>(sums, 8);
    const divisor = rounds > 0 && squares > 0 ? Math.sqrt(squares / rounds) : 1;
    for (let c = 0; c < width; c++, answers += 8) {
      store<f64>(answers, load<f64>(scores + ((<usize>c) << 3)) / divisor);
    }
  }
}

/** Copies a row to where an example lies. */
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
