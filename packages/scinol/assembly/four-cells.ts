/*
 * ScInOL₂ with four cells a feature, the default learner's memories of one output: what many-cells.ts does, with learning
 * from one example and playing the next joined into one sweep over the features. The operations and their order are the
 * same, and so are the bits.
 */

import { LIMIT } from "./bounds";

/** Bytes of one slot of all cells, and of a feature: see many-cells.ts. */
const LANES: usize = 32;
const GAMMA: usize = 16;
const SQUARES: usize = GAMMA + LANES;
const WEALTH: usize = SQUARES + LANES;
const STRIDE: usize = WEALTH + LANES;

/** In memory, as an engine makes a vector of a number that it knows anew each time it is used. */
const CONSTANTS: usize = memory.data<f64>([LIMIT, -LIMIT, 1]);
/** The lane in which an even feature's square is summed, and an odd one's. */
const PARITY: usize = memory.data<u64>([~0, 0, 0, ~0]);

/** Sums of the example that is being played: scores of the cells, Σ q² of even and odd features, features never seen. */
let scores0 = f64x2.splat(0);
let scores1 = f64x2.splat(0);
let squareSums = f64x2.splat(0);
let fresh: i32 = 0;

/** Begins to play an example. */
export function beginFour(): void {
  scores0 = f64x2.splat(0);
  scores1 = f64x2.splat(0);
  squareSums = f64x2.splat(0);
  fresh = 0;
}

/** Writes down the sums of the example that was played. */
export function tellFour(scores: usize, sums: usize): void {
  v128.store(scores, scores0);
  v128.store(scores, scores1, 16);
  store<f64>(sums, f64x2.extract_lane(squareSums, 0) + f64x2.extract_lane(squareSums, 1), 8);
  store<f64>(sums, <f64>fresh, 16);
}

/** Plays `count` features. */
export function playFour(
  count: i32,
  index: usize,
  values: usize,
  weights: usize,
  state: usize,
  unfade: f64,
  importance: f64,
): void {
  sweep(false, true, count, index, 0, values, weights, state, unfade, 1, importance, state, state);
}

/** Learns from `count` features that were played. */
export function digestFour(
  count: i32,
  index: usize,
  values: usize,
  weights: usize,
  state: usize,
  unfade: f64,
  importance: f64,
  slopes: usize,
  keep: usize,
): void {
  sweep(true, false, count, index, values, 0, weights, state, unfade, importance, 1, slopes, keep);
}

/** Learns from values that were played, and plays the next ones, which are of the same features. */
export function digestAndPlayFour(
  count: i32,
  index: usize,
  values: usize,
  next: usize,
  weights: usize,
  state: usize,
  unfade: f64,
  importance: f64,
  nextImportance: f64,
  slopes: usize,
  keep: usize,
): void {
  sweep(true, true, count, index, values, next, weights, state, unfade, importance, nextImportance, slopes, keep);
}

@inline
function sweep(
  digests: bool,
  plays: bool,
  count: i32,
  index: usize,
  values: usize,
  next: usize,
  weights: usize,
  state: usize,
  unfade: f64,
  importance: f64,
  nextImportance: f64,
  slopes: usize,
  keep: usize,
): void {
  const limit = v128.load_splat<f64>(CONSTANTS);
  const lowest = v128.load_splat<f64>(CONSTANTS + 8);
  const ones = v128.load_splat<f64>(CONSTANTS + 16);
  const slope0 = v128.load(slopes);
  const slope1 = v128.load(slopes, 16);
  const keep0 = v128.load(keep);
  const keep1 = v128.load(keep, 16);
  let score0 = scores0;
  let score1 = scores1;
  let sums = squareSums;
  const end = index + ((<usize>count) << 2);
  for (; index < end; index += 4, values += 8, next += 8, weights += LANES) {
    const feature = <usize>load<i32>(index);
    const base = state + feature * STRIDE;
    let before = load<f64>(base);
    let gamma0 = v128.load(base, GAMMA);
    let gamma1 = v128.load(base, GAMMA + 16);
    let squares0 = v128.load(base, SQUARES);
    let squares1 = v128.load(base, SQUARES + 16);
    let wealth0 = v128.load(base, WEALTH);
    let wealth1 = v128.load(base, WEALTH + 16);

    if (digests) {
      const x = load<f64>(values);
      if (x != 0) {
        const size = Math.abs(x) * importance;
        const last = before;
        let rho = unfade;
        before *= unfade;
        if (size * before > 1) {
          before = 1 / size;
          rho = before / last;
        }
        const q = f64x2.splat(x * before);
        const rhos = f64x2.splat(rho);
        const rhoSquares = f64x2.splat(rho * rho);
        const v0 = f64x2.mul(slope0, q);
        const v1 = f64x2.mul(slope1, q);
        gamma0 = f64x2.mul(f64x2.mul(gamma0, keep0), rhos);
        gamma1 = f64x2.mul(f64x2.mul(gamma1, keep1), rhos);
        gamma0 = f64x2.sub(f64x2.pmin(limit, f64x2.pmax(lowest, gamma0)), v0);
        gamma1 = f64x2.sub(f64x2.pmin(limit, f64x2.pmax(lowest, gamma1)), v1);
        squares0 = f64x2.mul(f64x2.mul(squares0, keep0), rhoSquares);
        squares1 = f64x2.mul(f64x2.mul(squares1, keep1), rhoSquares);
        squares0 = f64x2.add(f64x2.pmin(limit, squares0), f64x2.mul(v0, v0));
        squares1 = f64x2.add(f64x2.pmin(limit, squares1), f64x2.mul(v1, v1));
        wealth0 = f64x2.pmin(limit, f64x2.sub(wealth0, f64x2.mul(v0, v128.load(weights))));
        wealth1 = f64x2.pmin(limit, f64x2.sub(wealth1, f64x2.mul(v1, v128.load(weights, 16))));
        store<f64>(base, before);
        v128.store(base, gamma0, GAMMA);
        v128.store(base, gamma1, GAMMA + 16);
        v128.store(base, squares0, SQUARES);
        v128.store(base, squares1, SQUARES + 16);
        v128.store(base, wealth0, WEALTH);
        v128.store(base, wealth1, WEALTH + 16);
      }
    }

    if (plays) {
      const x = load<f64>(next);
      if (x != 0) {
        const size = Math.abs(x) * nextImportance;
        let unit = before * unfade;
        let rho = unfade;
        if (size * unit > 1) {
          unit = 1 / size;
          rho = unit / before;
          if (before == Infinity) fresh++;
        }
        const q = f64x2.splat(x * unit);
        const rhos = f64x2.splat(rho);
        const rhoSquares = f64x2.splat(rho * rho);
        sums = f64x2.add(sums, v128.and(f64x2.mul(q, q), v128.load(PARITY + ((feature & 1) << 4))));
        gamma0 = f64x2.mul(gamma0, rhos);
        gamma1 = f64x2.mul(gamma1, rhos);
        squares0 = f64x2.add(f64x2.mul(squares0, rhoSquares), ones);
        squares1 = f64x2.add(f64x2.mul(squares1, rhoSquares), ones);
        const r0 = f64x2.sqrt(squares0);
        const r1 = f64x2.sqrt(squares1);
        gamma0 = f64x2.pmax(f64x2.neg(r0), f64x2.pmin(r0, gamma0));
        gamma1 = f64x2.pmax(f64x2.neg(r1), f64x2.pmin(r1, gamma1));
        const weight0 = f64x2.mul(f64x2.div(gamma0, f64x2.add(squares0, squares0)), wealth0);
        const weight1 = f64x2.mul(f64x2.div(gamma1, f64x2.add(squares1, squares1)), wealth1);
        v128.store(weights, weight0);
        v128.store(weights, weight1, 16);
        score0 = f64x2.add(score0, f64x2.mul(q, weight0));
        score1 = f64x2.add(score1, f64x2.mul(q, weight1));
      }
    }
  }
  scores0 = score0;
  scores1 = score1;
  squareSums = sums;
}
