/*
 * The sweep that batches of dense rows are made of, one cell a feature: `digest` of a row and `play` of the next, so that
 * every number of the state is fetched once a round. The state lies as one-cell.ts tells.
 *
 * In a batch a row that was played will be digested: where it moves M, playing writes the state in the new unit at
 * once, and digesting need not ask again. Nearly always nothing moves and nothing is zero; four features are looked at
 * together, and only where one of them is out of the ordinary are they worked on with care.
 */

import { LIMIT } from "./bounds";
import { countFresh } from "./fresh";
import { GAMMA, SQUARES, WEALTH } from "./one-cell";

/** What is nearer to zero than an example can hold is zero. */
const SMALLEST: f64 = 1e-300;

/**
 * Digests the row at `row` with the slope and plays the one at `next`, whose score it answers; `weights` has the weights
 * played. A row of nothing but zeros is digested and played without a trace. `constants` is 1 where coordinate 0 is a
 * constant that is not in the rows: its value in either row is `one` and `nextOne`.
 */
export function digestAndPlay(
  columns: i32,
  constants: i32,
  row: usize,
  one: f64,
  next: usize,
  nextOne: f64,
  weights: usize,
  state: usize,
  slope: f64,
  importance: f64,
): f64 {
  const slopes = f64x2.splat(slope);
  const importances = f64x2.splat(importance);
  const end = columns + constants;
  let sum = f64x2.splat(0);
  let at = state;
  let n = 0;
  if (constants != 0) {
    row -= 8;
    next -= 8;
    const x = columns > 0 ? v128.load64_lane(row + 8, f64x2.splat(one), 1) : f64x2.replace_lane(f64x2.splat(0), 0, one);
    const y = columns > 0 ? v128.load64_lane(next + 8, f64x2.splat(nextOne), 1) : f64x2.replace_lane(f64x2.splat(0), 0, nextOne);
    sum = anyTwo(at, weights, x, y, slopes, importances, sum);
    n = 2;
    at += 64;
  }
  for (; n + 3 < end; n += 4, at += 128) {
    const offset = (<usize>n) << 3;
    const x0 = v128.load(row + offset);
    const x1 = v128.load(row + offset, 16);
    const y0 = v128.load(next + offset);
    const y1 = v128.load(next + offset, 16);
    const u0 = v128.load(at);
    const u1 = v128.load(at, 64);
    const size0 = f64x2.abs(y0);
    const size1 = f64x2.abs(y1);
    const least = f64x2.pmin(f64x2.pmin(f64x2.abs(x0), f64x2.abs(x1)), f64x2.pmin(size0, size1));
    const most = f64x2.pmax(
      f64x2.mul(f64x2.mul(size0, importances), u0),
      f64x2.mul(f64x2.mul(size1, importances), u1),
    );
    if (ordinary(least, most)) {
      sum = f64x2.add(sum, two(at, weights + offset, x0, y0, u0, slopes));
      sum = f64x2.add(sum, two(at + 64, weights + offset + 16, x1, y1, u1, slopes));
    } else {
      sum = carefully(at, weights + offset, x0, y0, slopes, importances, sum);
      sum = carefully(at + 64, weights + offset + 16, x1, y1, slopes, importances, sum);
    }
  }
  for (; n < end; n += 2, at += 64) {
    const offset = (<usize>n) << 3;
    const alone = n + 1 == end;
    const x = alone ? v128.load64_zero(row + offset) : v128.load(row + offset);
    const y = alone ? v128.load64_zero(next + offset) : v128.load(next + offset);
    sum = anyTwo(at, weights + offset, x, y, slopes, importances, sum);
  }
  return f64x2.extract_lane(sum, 0) + f64x2.extract_lane(sum, 1);
}

/** Whether the smallest value is none too small, and the largest, in its unit, moves no M. */
@inline
function ordinary(least: v128, most: v128): bool {
  const out = v128.or(f64x2.lt(least, f64x2.splat(SMALLEST)), f64x2.gt(most, f64x2.splat(1)));
  return !v128.any_true(out);
}

/** Two features: adds what they give to the sum. */
@inline
function anyTwo(at: usize, weights: usize, x: v128, y: v128, slopes: v128, importances: v128, sum: v128): v128 {
  const u = v128.load(at);
  const size = f64x2.abs(y);
  return ordinary(f64x2.pmin(f64x2.abs(x), size), f64x2.mul(f64x2.mul(size, importances), u))
    ? f64x2.add(sum, two(at, weights, x, y, u, slopes))
    : carefully(at, weights, x, y, slopes, importances, sum);
}

/** Two features of which neither is zero or moves its M, before or after: q ω of the next row. */
@inline
function two(at: usize, weights: usize, x: v128, y: v128, unit: v128, slopes: v128): v128 {
  const ones = f64x2.splat(1);
  const v = f64x2.mul(slopes, f64x2.mul(x, unit));
  const gamma = f64x2.sub(v128.load(at, GAMMA), v);
  const squares = f64x2.add(v128.load(at, SQUARES), f64x2.mul(v, v));
  const left = f64x2.sub(v128.load(at, WEALTH), f64x2.mul(v, v128.load(weights)));
  const wealth = f64x2.pmin(f64x2.splat(LIMIT), left);
  v128.store(at, gamma, GAMMA);
  v128.store(at, squares, SQUARES);
  v128.store(at, wealth, WEALTH);
  const s1 = f64x2.add(squares, ones);
  const r = f64x2.sqrt(s1);
  const clamped = f64x2.pmax(f64x2.neg(r), f64x2.pmin(r, gamma));
  const weight = f64x2.mul(f64x2.div(clamped, f64x2.add(s1, s1)), wealth);
  v128.store(weights, weight);
  return f64x2.mul(f64x2.mul(y, unit), weight);
}

/** The same for two features, whatever they are. */
function carefully(at: usize, weights: usize, x: v128, y: v128, slopes: v128, importances: v128, sum: v128): v128 {
  const limit = f64x2.splat(LIMIT);
  const smallest = f64x2.splat(SMALLEST);
  const ones = f64x2.splat(1);
  const before = v128.load(at);
  // Digest, unless there was nothing.
  const absent = f64x2.lt(f64x2.abs(x), smallest);
  const v = v128.andnot(f64x2.mul(slopes, f64x2.mul(x, before)), absent);
  const gamma = f64x2.sub(v128.load(at, GAMMA), v);
  const squares = f64x2.add(v128.load(at, SQUARES), f64x2.mul(v, v));
  const old = v128.load(at, WEALTH);
  const left = f64x2.pmin(limit, f64x2.sub(old, f64x2.mul(v, v128.load(weights))));
  const wealth = v128.bitselect(old, left, absent);
  v128.store(at, wealth, WEALTH);
  // Take the next value's size into account.
  const missing = f64x2.lt(f64x2.abs(y), smallest);
  if (i64x2.all_true(missing)) {
    v128.store(at, gamma, GAMMA);
    v128.store(at, squares, SQUARES);
    v128.store(weights, f64x2.splat(0));
    return sum;
  }
  const size = f64x2.mul(f64x2.abs(y), importances);
  const moves = v128.andnot(f64x2.gt(f64x2.mul(size, before), ones), missing);
  let unit = before;
  let rho = ones;
  if (v128.any_true(moves)) {
    unit = v128.bitselect(f64x2.div(ones, size), before, moves);
    rho = v128.bitselect(f64x2.div(unit, before), ones, moves);
    const never = v128.and(moves, f64x2.eq(before, f64x2.splat(Infinity)));
    countFresh(popcnt(i64x2.bitmask(never)));
  }
  const moved = f64x2.mul(gamma, rho);
  const movedSquares = f64x2.mul(squares, f64x2.mul(rho, rho));
  const bounded = f64x2.pmin(limit, f64x2.pmax(f64x2.neg(limit), moved));
  v128.store(at, unit);
  v128.store(at, v128.bitselect(bounded, gamma, moves), GAMMA);
  v128.store(at, v128.bitselect(f64x2.pmin(limit, movedSquares), squares, moves), SQUARES);
  // Play, unless there is nothing.
  const s1 = f64x2.add(movedSquares, ones);
  const r = f64x2.sqrt(s1);
  const clamped = f64x2.pmax(f64x2.neg(r), f64x2.pmin(r, moved));
  const weight = f64x2.mul(f64x2.div(clamped, f64x2.add(s1, s1)), wealth);
  v128.store(weights, v128.andnot(weight, missing));
  return f64x2.add(sum, v128.andnot(f64x2.mul(f64x2.mul(y, unit), weight), missing));
}
