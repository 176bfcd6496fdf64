/*
 * The sweep that batches of dense rows are made of, one cell a feature: `digest` of a row and `play` of the next, so that
 * every number of the state is fetched once a round. The state lies as one-cell.ts tells.
 *
 * In a batch a row that was played will be digested: where it moves M, playing writes the state in the new unit at
 * once, and digesting need not ask again. Nearly always nothing moves, and then one comparison says so: |q| ≤ 1. A zero
 * is a value like any other, since it moves nothing, adds nothing and leaves the state as it was to the bit. Only where
 * M moves, or there is none yet (zero times infinity is not ≤ 1), are features worked on with care; and all features of
 * rows that are rare, those that matter more than others or have a value which only counts as zero. No call is in the loop
 * of the others: what lives across a call is not kept in registers.
 */

import { LIMIT, SMALLEST } from "./bounds";
import { countFresh } from "./fresh";
import { GAMMA, SQUARES, WEALTH } from "./one-cell";
import { keepBits, lowerBit, werePlain } from "./sizes";

/** In memory, as an engine makes a vector of a number that it knows anew each time it is used. */
const CONSTANTS: usize = memory.data<f64>([LIMIT, 1]);

/** Whether all values of the row played last were plainly features; else they are to be looked at. */
export let isPlain: bool = true;

/**
 * Digests the row at `row` with the slope and plays the one at `next`, whose score it answers; `weights` has the weights
 * played. A row of nothing but zeros is digested and played without a trace. `constants` is 1 where coordinate 0 is a
 * constant that is not in the rows: its value in either row is `one` and `nextOne`. `hasTiny` is whether either row has a
 * value so near to zero that it is one.
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
  hasTiny: bool,
): f64 {
  const limit = v128.load_splat<f64>(CONSTANTS);
  const ones = v128.load_splat<f64>(CONSTANTS + 8);
  const slopes = f64x2.splat(slope);
  const plain = importance == 1 && !hasTiny;
  const end = columns + constants;
  const lower = lowerBit();
  let bits = i64x2.splat(-1);
  let sum = f64x2.splat(0);
  let at = state;
  let n = 0;
  if (constants != 0) {
    const x = f64x2.replace_lane(columns > 0 ? v128.load64_splat(row) : sum, 0, one);
    const y = f64x2.replace_lane(columns > 0 ? v128.load64_splat(next) : sum, 0, nextOne);
    bits = keepBits(bits, y, lower);
    sum = anyTwo(plain, at, weights, x, y, v128.load(at), slopes, importance, sum, limit, ones);
    // Feature n is value n − 1 of a row.
    row -= 8;
    next -= 8;
    n = 2;
    at += 64;
  }
  while (n + 3 < end) {
    if (plain) {
      for (; n + 3 < end; n += 4, at += 128) {
        const offset = (<usize>n) << 3;
        const u0 = v128.load(at);
        const u1 = v128.load(at, 64);
        const y0 = v128.load(next + offset);
        const y1 = v128.load(next + offset, 16);
        const q0 = f64x2.mul(y0, u0);
        const q1 = f64x2.mul(y1, u1);
        if (!both(v128.and(isStill(q0, ones), isStill(q1, ones)))) break;
        bits = keepBits(keepBits(bits, y0, lower), y1, lower);
        sum = four(at, weights + offset, row + offset, u0, u1, q0, q1, slopes, sum, limit, ones);
      }
      if (n + 3 >= end) break;
    }
    const offset = (<usize>n) << 3;
    const y = v128.load(next + offset);
    bits = keepBits(bits, y, lower);
    sum = carefully(at, weights + offset, v128.load(row + offset), y, slopes, importance, sum);
    n += 2;
    at += 64;
  }
  for (; n < end; n += 2, at += 64) {
    const offset = (<usize>n) << 3;
    const alone = n + 1 == end;
    const x = alone ? v128.load64_zero(row + offset) : v128.load(row + offset);
    const y = alone ? v128.load64_zero(next + offset) : v128.load(next + offset);
    bits = keepBits(bits, alone ? v128.load64_splat(next + offset) : y, lower);
    // A feature that only makes the last pair whole has no unit.
    const u = alone ? v128.load64_zero(at) : v128.load(at);
    sum = anyTwo(plain, at, weights + offset, x, y, u, slopes, importance, sum, limit, ones);
  }
  isPlain = werePlain(bits);
  return f64x2.extract_lane(sum, 0) + f64x2.extract_lane(sum, 1);
}

/** Which of two features do not move their M: |q| ≤ 1, to the bit, where q² ≤ 1. */
@inline
function isStill(q: v128, ones: v128): v128 {
  return f64x2.le(f64x2.mul(q, q), ones);
}

@inline
function both(lanes: v128): bool {
  return i64x2.bitmask(lanes) == 3;
}

/** Two features: adds what they give to the sum. */
@inline
function anyTwo(
  plain: bool,
  at: usize,
  weights: usize,
  x: v128,
  y: v128,
  unit: v128,
  slopes: v128,
  importance: f64,
  sum: v128,
  limit: v128,
  ones: v128,
): v128 {
  const q = f64x2.mul(y, unit);
  return plain && both(isStill(q, ones))
    ? f64x2.add(sum, f64x2.mul(q, two(at, weights, x, unit, slopes, limit, ones)))
    : carefully(at, weights, x, y, slopes, importance, sum);
}

/** Digests two features, none of which moves its M, before or after; the weights they play next. */
@inline
function two(
  at: usize,
  weights: usize,
  x: v128,
  unit: v128,
  slopes: v128,
  limit: v128,
  ones: v128,
): v128 {
  const v = f64x2.mul(slopes, f64x2.mul(x, unit));
  const gamma = f64x2.sub(v128.load(at, GAMMA), v);
  const squares = f64x2.add(v128.load(at, SQUARES), f64x2.mul(v, v));
  const left = f64x2.sub(v128.load(at, WEALTH), f64x2.mul(v, v128.load(weights)));
  const wealth = f64x2.pmin(limit, left);
  v128.store(at, gamma, GAMMA);
  v128.store(at, squares, SQUARES);
  v128.store(at, wealth, WEALTH);
  const s1 = f64x2.add(squares, ones);
  const r = f64x2.sqrt(s1);
  const clamped = f64x2.pmax(f64x2.neg(r), f64x2.pmin(r, gamma));
  const weight = f64x2.mul(clamped, f64x2.div(wealth, f64x2.add(s1, s1)));
  v128.store(weights, weight);
  return weight;
}

/**
 * Digests four features, none of which moves its M, before or after, and plays them; adds what they give to the sum. It is
 * `two` twice, in turns: roots and divisions that do not alternate go faster.
 */
@inline
function four(
  at: usize,
  weights: usize,
  row: usize,
  u0: v128,
  u1: v128,
  q0: v128,
  q1: v128,
  slopes: v128,
  sum: v128,
  limit: v128,
  ones: v128,
): v128 {
  const v0 = f64x2.mul(slopes, f64x2.mul(v128.load(row), u0));
  const v1 = f64x2.mul(slopes, f64x2.mul(v128.load(row, 16), u1));
  const squares0 = f64x2.add(v128.load(at, SQUARES), f64x2.mul(v0, v0));
  const squares1 = f64x2.add(v128.load(at, 64 + SQUARES), f64x2.mul(v1, v1));
  v128.store(at, squares0, SQUARES);
  v128.store(at, squares1, 64 + SQUARES);
  const s0 = f64x2.add(squares0, ones);
  const s1 = f64x2.add(squares1, ones);
  const r0 = f64x2.sqrt(s0);
  const r1 = f64x2.sqrt(s1);
  const wealth0 = f64x2.pmin(limit, f64x2.sub(v128.load(at, WEALTH), f64x2.mul(v0, v128.load(weights))));
  v128.store(at, wealth0, WEALTH);
  const wealth1 = f64x2.pmin(limit, f64x2.sub(v128.load(at, 64 + WEALTH), f64x2.mul(v1, v128.load(weights, 16))));
  v128.store(at, wealth1, 64 + WEALTH);
  const gamma0 = f64x2.sub(v128.load(at, GAMMA), v0);
  v128.store(at, gamma0, GAMMA);
  const gamma1 = f64x2.sub(v128.load(at, 64 + GAMMA), v1);
  v128.store(at, gamma1, 64 + GAMMA);
  const stake0 = f64x2.div(wealth0, f64x2.add(s0, s0));
  const stake1 = f64x2.div(wealth1, f64x2.add(s1, s1));
  const weight0 = f64x2.mul(f64x2.pmax(f64x2.neg(r0), f64x2.pmin(r0, gamma0)), stake0);
  v128.store(weights, weight0);
  const weight1 = f64x2.mul(f64x2.pmax(f64x2.neg(r1), f64x2.pmin(r1, gamma1)), stake1);
  v128.store(weights, weight1, 16);
  return f64x2.add(f64x2.add(sum, f64x2.mul(q0, weight0)), f64x2.mul(q1, weight1));
}

/** Digests two features and plays them, whatever they are; adds what they give to the sum. */
function carefully(at: usize, weights: usize, x: v128, y: v128, slopes: v128, importance: f64, sum: v128): v128 {
  const importances = f64x2.splat(importance);
  const limit = f64x2.splat(LIMIT);
  const smallest = f64x2.splat(SMALLEST);
  const ones = f64x2.splat(1);
  const before = v128.load(at);
  // Digest, unless there was nothing.
  const absent = f64x2.lt(f64x2.abs(x), smallest);
  const v = v128.andnot(f64x2.mul(slopes, f64x2.mul(x, before)), absent);
  const gamma = f64x2.sub(v128.load(at, GAMMA), v);
  const squares = f64x2.add(v128.load(at, SQUARES), f64x2.mul(v, v));
  const wealth = f64x2.pmin(limit, f64x2.sub(v128.load(at, WEALTH), f64x2.mul(v, v128.load(weights))));
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
  const bounded = f64x2.add(f64x2.pmin(limit, f64x2.pmax(f64x2.neg(limit), moved)), f64x2.splat(0));
  v128.store(at, unit);
  v128.store(at, v128.bitselect(bounded, gamma, moves), GAMMA);
  v128.store(at, v128.bitselect(f64x2.pmin(limit, movedSquares), squares, moves), SQUARES);
  // Play, unless there is nothing.
  const s1 = f64x2.add(movedSquares, ones);
  const r = f64x2.sqrt(s1);
  const clamped = f64x2.pmax(f64x2.neg(r), f64x2.pmin(r, moved));
  const weight = f64x2.mul(clamped, f64x2.div(wealth, f64x2.add(s1, s1)));
  v128.store(weights, v128.andnot(weight, missing));
  return f64x2.add(sum, v128.andnot(f64x2.mul(f64x2.mul(y, unit), weight), missing));
}
