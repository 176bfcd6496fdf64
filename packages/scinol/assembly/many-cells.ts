/*
 * ScInOL₂ with several cells a feature: outputs, memories or both. Each cell is a lane. A feature is
 *
 *     1/M  –   γ γ γ γ …   s s s s …   η η η η …
 *
 * with as many of each as there are cells, made even by one that nobody asks for. Every cell sums in the order of the
 * example, as in src/linear/driver.ts, so the bits are the same.
 */

import { LIMIT } from "./bounds";
import { beginFour, digestFour, playFour, tellFour } from "./four-cells";

/** Bytes before a feature's first cell. */
export const CELLS: usize = 16;

let unit: f64 = 0;
let rho: f64 = 0;

/** 1/M and ρ once x has been taken into account; whether the feature was never seen before. */
@inline
function measure(before: f64, x: f64, unfade: f64, importance: f64): bool {
  unit = before * unfade;
  rho = unfade;
  const size = Math.abs(x) * importance;
  if (size * unit > 1) {
    unit = 1 / size;
    rho = unit / before;
    return before == Infinity;
  }
  return false;
}

/** ω of two cells. */
@inline
export function weigh(at: usize, lanes: usize, rhos: v128, rhoSquares: v128): v128 {
  const gamma = f64x2.mul(v128.load(at), rhos);
  const s1 = f64x2.add(f64x2.mul(v128.load(at + lanes), rhoSquares), f64x2.splat(1));
  const r = f64x2.sqrt(s1);
  const clamped = f64x2.pmax(f64x2.neg(r), f64x2.pmin(r, gamma));
  return f64x2.mul(clamped, f64x2.div(v128.load(at + (lanes << 1)), f64x2.add(s1, s1)));
}

/**
 * Plays the features that `index` names, or 0, 1, … where it is 0. `lanes`: bytes of one slot of all cells. Scores are
 * added up in `scores`; `sums` gets Σ q² and how many features were never seen before.
 */
export function playMany(
  count: i32,
  index: usize,
  value: usize,
  weights: usize,
  state: usize,
  lanes: usize,
  unfade: f64,
  importance: f64,
  scores: usize,
  sums: usize,
): void {
  if (lanes == 32) {
    const none = f64x2.splat(0);
    beginFour(none, none, none, 0);
    playFour(count, index, value, weights, state, unfade, importance);
    tellFour(scores, sums);
    return;
  }
  const stride = CELLS + lanes * 3;
  let evenSquares: f64 = 0;
  let oddSquares: f64 = 0;
  let fresh = 0;
  memory.fill(scores, 0, lanes);
  for (let n = 0; n < count; n++) {
    const x = load<f64>(value + ((<usize>n) << 3));
    if (x == 0) continue;
    const feature = index == 0 ? n : load<i32>(index + ((<usize>n) << 2));
    const base = state + (<usize>feature) * stride;
    if (measure(load<f64>(base), x, unfade, importance)) fresh++;
    const q = x * unit;
    if ((feature & 1) == 0) evenSquares += q * q;
    else oddSquares += q * q;
    const qs = f64x2.splat(q);
    const rhos = f64x2.splat(rho);
    const rhoSquares = f64x2.splat(rho * rho);
    const played = weights + (<usize>n) * lanes;
    for (let lane: usize = 0; lane < lanes; lane += 16) {
      const weight = weigh(base + CELLS + lane, lanes, rhos, rhoSquares);
      v128.store(played + lane, weight);
      v128.store(scores + lane, f64x2.add(v128.load(scores + lane), f64x2.mul(qs, weight)));
    }
  }
  store<f64>(sums, evenSquares + oddSquares, 8);
  store<f64>(sums, <f64>fresh, 16);
}

export function digestMany(
  count: i32,
  index: usize,
  value: usize,
  weights: usize,
  state: usize,
  lanes: usize,
  unfade: f64,
  importance: f64,
  slopes: usize,
  keep: usize,
): void {
  if (lanes == 32) return digestFour(count, index, value, weights, state, unfade, importance, slopes, keep);
  const stride = CELLS + lanes * 3;
  const limit = f64x2.splat(LIMIT);
  const lowest = f64x2.splat(-LIMIT);
  for (let n = 0; n < count; n++) {
    const x = load<f64>(value + ((<usize>n) << 3));
    if (x == 0) continue;
    const feature = index == 0 ? n : load<i32>(index + ((<usize>n) << 2));
    const base = state + (<usize>feature) * stride;
    measure(load<f64>(base), x, unfade, importance);
    store<f64>(base, unit);
    const qs = f64x2.splat(x * unit);
    const rhos = f64x2.splat(rho);
    const rhoSquares = f64x2.splat(rho * rho);
    const played = weights + (<usize>n) * lanes;
    for (let lane: usize = 0; lane < lanes; lane += 16) {
      const at = base + CELLS + lane;
      const kept = v128.load(keep + lane);
      const v = f64x2.mul(v128.load(slopes + lane), qs);
      const gamma = f64x2.pmin(limit, f64x2.pmax(lowest, f64x2.mul(v128.load(at), rhos)));
      v128.store(at, f64x2.sub(f64x2.add(f64x2.mul(gamma, kept), f64x2.splat(0)), v));
      const squares = f64x2.pmin(limit, f64x2.mul(v128.load(at + lanes), rhoSquares));
      v128.store(at + lanes, f64x2.add(f64x2.mul(squares, kept), f64x2.mul(v, v)));
      const staked = f64x2.pmax(v128.load(keep + lanes + lane), v128.load(at + (lanes << 1)));
      const wealth = f64x2.sub(staked, f64x2.mul(v, v128.load(played + lane)));
      v128.store(at + (lanes << 1), f64x2.pmin(limit, wealth));
    }
  }
}
