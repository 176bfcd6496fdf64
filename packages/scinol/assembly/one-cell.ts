/*
 * ScInOL₂ with one cell a feature. Features lie in pairs, 64 bytes each, so that a pair is one cache line and every
 * slot of it one vector:
 *
 *     1/M  1/M   γ  γ   s  s   η  η
 *
 * A pair of which both features are there is worked on as a vector, a feature alone as a number; lane by lane the
 * operations and their order are those of src/rules/scinol2.ts and src/linear/driver.ts, and so are the bits. Even and
 * odd features are summed apart, as there.
 */

import { atLeast, atMost, LIMIT } from "./bounds";

export const GAMMA: usize = 16;
export const SQUARES: usize = 32;
export const WEALTH: usize = 48;

/** Sums of a sweep: the score, Σ q² and the features that were never seen before. */
let even: f64 = 0;
let odd: f64 = 0;
let evenSquares: f64 = 0;
let oddSquares: f64 = 0;
let fresh: i32 = 0;

@inline
export function address(state: usize, feature: i32): usize {
  return state + ((<usize>(feature >> 1)) << 6) + ((<usize>(feature & 1)) << 3);
}

/** Plays one feature: its weight, with its share of the sums. */
@inline
function playFeature(at: usize, feature: i32, x: f64, unfade: f64, importance: f64): f64 {
  const before = load<f64>(at);
  let unit = before * unfade;
  let rho = unfade;
  const size = Math.abs(x) * importance;
  if (size * unit > 1) {
    unit = 1 / size;
    rho = unit / before;
    if (before == Infinity) fresh++;
  }
  const q = x * unit;
  const gamma = load<f64>(at, GAMMA) * rho;
  const s1 = load<f64>(at, SQUARES) * (rho * rho) + 1;
  const r = Math.sqrt(s1);
  const clamped = gamma > r ? r : gamma < -r ? -r : gamma;
  const weight = clamped * (load<f64>(at, WEALTH) / (s1 + s1));
  if ((feature & 1) == 0) {
    even += q * weight;
    evenSquares += q * q;
  } else {
    odd += q * weight;
    oddSquares += q * q;
  }
  return weight;
}

@inline
function digestFeature(at: usize, x: f64, weight: f64, slope: f64, unfade: f64, importance: f64): void {
  const before = load<f64>(at);
  let unit = before * unfade;
  let rho = unfade;
  const size = Math.abs(x) * importance;
  if (size * unit > 1) {
    unit = 1 / size;
    rho = unit / before;
  }
  const v = slope * (x * unit);
  store<f64>(at, unit);
  store<f64>(at, atMost(atLeast(load<f64>(at, GAMMA) * rho, -LIMIT), LIMIT) + 0 - v, GAMMA);
  store<f64>(at, atMost(load<f64>(at, SQUARES) * (rho * rho), LIMIT) + v * v, SQUARES);
  store<f64>(at, atMost(load<f64>(at, WEALTH) - v * weight, LIMIT), WEALTH);
}

/** Whether both features of a pair are there and neither moves its M beyond what it fades: then the pair is a vector. */
@inline
function still(x: v128, units: v128, importance: f64): bool {
  const sizes = f64x2.mul(f64x2.abs(x), f64x2.splat(importance));
  const moved = f64x2.gt(f64x2.mul(sizes, units), f64x2.splat(1));
  const absent = f64x2.eq(x, f64x2.splat(0));
  return !v128.any_true(v128.or(moved, absent));
}

/** Plays features 0, 1, …, `count` − 1; sums into `sums`: score, Σ q², how many were never seen before. */
export function playDense(
  count: i32,
  value: usize,
  weights: usize,
  state: usize,
  unfade: f64,
  importance: f64,
  sums: usize,
): void {
  let scores = f64x2.splat(0);
  let squares = f64x2.splat(0);
  even = odd = evenSquares = oddSquares = 0;
  fresh = 0;
  const rho = f64x2.splat(unfade);
  const rhoSquares = f64x2.mul(rho, rho);
  let n = 0;
  for (; n + 1 < count; n += 2) {
    const offset = (<usize>n) << 3;
    const at = state + (offset << 2);
    const x = v128.load(value + offset);
    const units = f64x2.mul(v128.load(at), rho);
    if (still(x, units, importance)) {
      const q = f64x2.mul(x, units);
      const gamma = f64x2.mul(v128.load(at, GAMMA), rho);
      const s1 = f64x2.add(f64x2.mul(v128.load(at, SQUARES), rhoSquares), f64x2.splat(1));
      const r = f64x2.sqrt(s1);
      const clamped = f64x2.pmax(f64x2.neg(r), f64x2.pmin(r, gamma));
      const weight = f64x2.mul(clamped, f64x2.div(v128.load(at, WEALTH), f64x2.add(s1, s1)));
      v128.store(weights + offset, weight);
      scores = f64x2.add(scores, f64x2.mul(q, weight));
      squares = f64x2.add(squares, f64x2.mul(q, q));
    } else {
      even = f64x2.extract_lane(scores, 0);
      odd = f64x2.extract_lane(scores, 1);
      evenSquares = f64x2.extract_lane(squares, 0);
      oddSquares = f64x2.extract_lane(squares, 1);
      const x0 = f64x2.extract_lane(x, 0);
      const x1 = f64x2.extract_lane(x, 1);
      if (x0 != 0) store<f64>(weights + offset, playFeature(at, n, x0, unfade, importance));
      if (x1 != 0) store<f64>(weights + offset, playFeature(at + 8, n + 1, x1, unfade, importance), 8);
      scores = f64x2.replace_lane(f64x2.splat(even), 1, odd);
      squares = f64x2.replace_lane(f64x2.splat(evenSquares), 1, oddSquares);
    }
  }
  even = f64x2.extract_lane(scores, 0);
  odd = f64x2.extract_lane(scores, 1);
  evenSquares = f64x2.extract_lane(squares, 0);
  oddSquares = f64x2.extract_lane(squares, 1);
  if (n < count) {
    const offset = (<usize>n) << 3;
    const x = load<f64>(value + offset);
    if (x != 0) store<f64>(weights + offset, playFeature(state + (offset << 2), n, x, unfade, importance));
  }
  tell(sums);
}

export function digestDense(
  count: i32,
  value: usize,
  weights: usize,
  state: usize,
  unfade: f64,
  importance: f64,
  slope: f64,
): void {
  const slopes = f64x2.splat(slope);
  const limit = f64x2.splat(LIMIT);
  const lowest = f64x2.splat(-LIMIT);
  const none = f64x2.splat(0);
  const rho = f64x2.splat(unfade);
  const rhoSquares = f64x2.mul(rho, rho);
  let n = 0;
  for (; n + 1 < count; n += 2) {
    const offset = (<usize>n) << 3;
    const at = state + (offset << 2);
    const x = v128.load(value + offset);
    const units = f64x2.mul(v128.load(at), rho);
    if (still(x, units, importance)) {
      const v = f64x2.mul(slopes, f64x2.mul(x, units));
      const gamma = f64x2.pmin(limit, f64x2.pmax(lowest, f64x2.mul(v128.load(at, GAMMA), rho)));
      const squares = f64x2.pmin(limit, f64x2.mul(v128.load(at, SQUARES), rhoSquares));
      v128.store(at, units);
      v128.store(at, f64x2.sub(f64x2.add(gamma, none), v), GAMMA);
      v128.store(at, f64x2.add(squares, f64x2.mul(v, v)), SQUARES);
      const wealth = f64x2.sub(v128.load(at, WEALTH), f64x2.mul(v, v128.load(weights + offset)));
      v128.store(at, f64x2.pmin(limit, wealth), WEALTH);
    } else {
      const x0 = f64x2.extract_lane(x, 0);
      const x1 = f64x2.extract_lane(x, 1);
      if (x0 != 0) digestFeature(at, x0, load<f64>(weights + offset), slope, unfade, importance);
      if (x1 != 0) digestFeature(at + 8, x1, load<f64>(weights + offset, 8), slope, unfade, importance);
    }
  }
  if (n < count) {
    const offset = (<usize>n) << 3;
    const x = load<f64>(value + offset);
    if (x != 0) digestFeature(state + (offset << 2), x, load<f64>(weights + offset), slope, unfade, importance);
  }
}

/** Plays the features that `index` names. */
export function playSparse(
  count: i32,
  index: usize,
  value: usize,
  weights: usize,
  state: usize,
  unfade: f64,
  importance: f64,
  sums: usize,
): void {
  // Asking for all features first lets the processor fetch them side by side.
  let asked: f64 = 0;
  for (let n = 0; n < count; n++) asked += load<f64>(address(state, load<i32>(index + ((<usize>n) << 2))), WEALTH);
  even = odd = evenSquares = oddSquares = 0;
  fresh = 0;
  for (let n = 0; n < count; n++) {
    const offset = (<usize>n) << 3;
    const x = load<f64>(value + offset);
    if (x == 0) continue;
    const feature = load<i32>(index + (offset >> 1));
    store<f64>(weights + offset, playFeature(address(state, feature), feature, x, unfade, importance));
  }
  tell(sums);
  // Never so, but the compiler must not know.
  if (asked != asked) store<f64>(sums, asked);
}

export function digestSparse(
  count: i32,
  index: usize,
  value: usize,
  weights: usize,
  state: usize,
  unfade: f64,
  importance: f64,
  slope: f64,
): void {
  for (let n = 0; n < count; n++) {
    const offset = (<usize>n) << 3;
    const x = load<f64>(value + offset);
    if (x == 0) continue;
    const at = address(state, load<i32>(index + (offset >> 1)));
    digestFeature(at, x, load<f64>(weights + offset), slope, unfade, importance);
  }
}

function tell(sums: usize): void {
  store<f64>(sums, even + odd);
  store<f64>(sums, evenSquares + oddSquares, 8);
  store<f64>(sums, <f64>fresh, 16);
}
