/*
 * ScInOL₂ with four cells a feature, the default learner's memories of one output: what many-cells.ts does, with all cells
 * of a feature side by side in registers. The operations and their order are the same, and so are the bits.
 */

import { LIMIT } from "./bounds";

/** Bytes of one slot of all cells, and of a feature: see many-cells.ts. */
export const LANES: usize = 32;
export const GAMMA: usize = 16;
export const SQUARES: usize = GAMMA + LANES;
export const WEALTH: usize = SQUARES + LANES;
export const STRIDE: usize = WEALTH + LANES;

/** In memory, as an engine makes a vector of a number that it knows anew each time it is used. */
const CONSTANTS: usize = memory.data<f64>([LIMIT, -LIMIT, 1]);
/** The lane in which an even feature's square is summed, and an odd one's. */
const PARITY: usize = memory.data<u64>([~0, 0, 0, ~0]);

/** Sums of the example that is being played: scores of the cells, Σ q² of even and odd features, features never seen. */
let scores0 = f64x2.splat(0);
let scores1 = f64x2.splat(0);
let squareSums = f64x2.splat(0);
let fresh: i32 = 0;
/** What was asked for only to have it fetched. */
let asked: i32 = 0;

/** Begins to play an example, of which so much has been played. */
export function beginFour(first: v128, second: v128, squares: v128, never: i32): void {
  scores0 = first;
  scores1 = second;
  squareSums = squares;
  fresh = never;
}

/** Writes down the sums of the example that was played. */
export function tellFour(scores: usize, sums: usize): void {
  v128.store(scores, scores0);
  v128.store(scores, scores1, 16);
  store<f64>(sums, f64x2.extract_lane(squareSums, 0) + f64x2.extract_lane(squareSums, 1), 8);
  store<f64>(sums, <f64>fresh, 16);
}

/** Has the processor fetch features: every line of its cache that they lie in. */
export function askFour(count: i32, index: usize, state: usize): void {
  let all = asked;
  const end = index + ((<usize>count) << 2);
  for (; index < end; index += 4) {
    const base = state + (<usize>load<i32>(index)) * STRIDE;
    all |= load<i32>(base) | load<i32>(base, 64) | load<i32>(base, STRIDE - 4);
  }
  asked = all;
}

/** Plays the features that `index` names, or 0, 1, … where it is 0. */
export function playFour(
  count: i32,
  index: usize,
  values: usize,
  weights: usize,
  state: usize,
  unfade: f64,
  importance: f64,
): void {
  const ones = v128.load_splat<f64>(CONSTANTS + 16);
  let score0 = scores0;
  let score1 = scores1;
  let sums = squareSums;
  for (let n = 0; n < count; n++, values += 8, weights += LANES) {
    const x = load<f64>(values);
    if (x == 0) continue;
    const feature = <usize>(index == 0 ? n : load<i32>(index + ((<usize>n) << 2)));
    const base = state + feature * STRIDE;
    const before = load<f64>(base);
    const size = Math.abs(x) * importance;
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
    const squares0 = f64x2.add(f64x2.mul(v128.load(base, SQUARES), rhoSquares), ones);
    const squares1 = f64x2.add(f64x2.mul(v128.load(base, SQUARES + 16), rhoSquares), ones);
    const r0 = f64x2.sqrt(squares0);
    const r1 = f64x2.sqrt(squares1);
    const gamma0 = f64x2.pmax(f64x2.neg(r0), f64x2.pmin(r0, f64x2.mul(v128.load(base, GAMMA), rhos)));
    const gamma1 = f64x2.pmax(f64x2.neg(r1), f64x2.pmin(r1, f64x2.mul(v128.load(base, GAMMA + 16), rhos)));
    const weight0 = f64x2.mul(gamma0, f64x2.div(v128.load(base, WEALTH), f64x2.add(squares0, squares0)));
    const weight1 = f64x2.mul(gamma1, f64x2.div(v128.load(base, WEALTH + 16), f64x2.add(squares1, squares1)));
    v128.store(weights, weight0);
    v128.store(weights, weight1, 16);
    score0 = f64x2.add(score0, f64x2.mul(q, weight0));
    score1 = f64x2.add(score1, f64x2.mul(q, weight1));
  }
  scores0 = score0;
  scores1 = score1;
  squareSums = sums;
}

/** Learns from features that were played. */
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
  const limit = v128.load_splat<f64>(CONSTANTS);
  const lowest = v128.load_splat<f64>(CONSTANTS + 8);
  const none = f64x2.splat(0);
  const slope0 = v128.load(slopes);
  const slope1 = v128.load(slopes, 16);
  const keep0 = v128.load(keep);
  const keep1 = v128.load(keep, 16);
  const least0 = v128.load(keep, LANES);
  const least1 = v128.load(keep, LANES + 16);
  for (let n = 0; n < count; n++, values += 8, weights += LANES) {
    const x = load<f64>(values);
    if (x == 0) continue;
    const base = state + (<usize>(index == 0 ? n : load<i32>(index + ((<usize>n) << 2)))) * STRIDE;
    const before = load<f64>(base);
    const size = Math.abs(x) * importance;
    let unit = before * unfade;
    let rho = unfade;
    if (size * unit > 1) {
      unit = 1 / size;
      rho = unit / before;
    }
    const q = f64x2.splat(x * unit);
    const rhos = f64x2.splat(rho);
    const rhoSquares = f64x2.splat(rho * rho);
    const v0 = f64x2.mul(slope0, q);
    const v1 = f64x2.mul(slope1, q);
    const gamma0 = f64x2.pmin(limit, f64x2.pmax(lowest, f64x2.mul(v128.load(base, GAMMA), rhos)));
    const gamma1 = f64x2.pmin(limit, f64x2.pmax(lowest, f64x2.mul(v128.load(base, GAMMA + 16), rhos)));
    const squares0 = f64x2.pmin(limit, f64x2.mul(v128.load(base, SQUARES), rhoSquares));
    const squares1 = f64x2.pmin(limit, f64x2.mul(v128.load(base, SQUARES + 16), rhoSquares));
    const wealth0 = f64x2.sub(f64x2.pmax(least0, v128.load(base, WEALTH)), f64x2.mul(v0, v128.load(weights)));
    const wealth1 = f64x2.sub(f64x2.pmax(least1, v128.load(base, WEALTH + 16)), f64x2.mul(v1, v128.load(weights, 16)));
    store<f64>(base, unit);
    v128.store(base, f64x2.sub(f64x2.add(f64x2.mul(gamma0, keep0), none), v0), GAMMA);
    v128.store(base, f64x2.sub(f64x2.add(f64x2.mul(gamma1, keep1), none), v1), GAMMA + 16);
    v128.store(base, f64x2.add(f64x2.mul(squares0, keep0), f64x2.mul(v0, v0)), SQUARES);
    v128.store(base, f64x2.add(f64x2.mul(squares1, keep1), f64x2.mul(v1, v1)), SQUARES + 16);
    v128.store(base, f64x2.pmin(limit, wealth0), WEALTH);
    v128.store(base, f64x2.pmin(limit, wealth1), WEALTH + 16);
  }
}
