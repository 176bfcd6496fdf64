/*
 * Many examples with an output a class and the softmax loss, learned from without leaving WebAssembly, to the same bits
 * as one by one. The state lies as many-cells.ts tells, one memory that keeps everything. As in fused.ts, playing writes
 * the state in the new unit where M moves.
 */

import { exp } from "./arithmetic/exp";
import { log } from "./arithmetic/log";
import { LIMIT } from "./bounds";
import { takeDense, takeSparse } from "./entries";
import { expPair } from "./exp-pair";
import { beginBatch, countFresh } from "./fresh";
import { CELLS, weigh } from "./many-cells";

/** Entries of the row before that are digested before the first of a row is played, and by which digesting stays ahead. */
const LEAD: i32 = 16;

/** In memory, as an engine makes a vector of a number that it knows anew each time it is used. */
const CONSTANTS: usize = memory.data<f64>([LIMIT, 1, -0.0]);

/**
 * Learns from rows, dense ones of `columns` values where `offsets` is 0, else compressed. `lanes`: bytes of one slot of
 * all cells, of which `outputs` are meant. `places`, `shares` and `weights` have room for two examples of `entries`
 * entries (four more than there are), `scores` and `slopes` for one number a cell. Answers the sum of the losses, added to `total`.
 */
export function learnSoftmax(
  rows: i32,
  columns: i32,
  constants: i32,
  offsets: usize,
  indices: usize,
  values: usize,
  labels: usize,
  importances: usize,
  losses: usize,
  entries: i32,
  places: usize,
  shares: usize,
  weights: usize,
  scores: usize,
  slopes: usize,
  outputs: i32,
  lanes: usize,
  state: usize,
  total: f64,
): f64 {
  const stride = CELLS + lanes * 3;
  const first = state + (<usize>constants) * stride;
  let oldPlaces = places + ((<usize>entries) << 2);
  let oldShares = shares + ((<usize>entries) << 3);
  let oldWeights = weights + (<usize>entries) * lanes;
  let oldCount = 0;
  beginBatch();
  for (let r = 0; r < rows; r++) {
    const eight = (<usize>r) << 3;
    let count = 0;
    if (constants != 0) {
      store<i32>(places, <i32>state);
      store<f64>(shares, 1);
      count = 1;
    }
    if (offsets == 0) {
      const row = values + (<usize>r) * ((<usize>columns) << 3);
      count = takeDense(columns, row, first, stride, places, shares, count);
    } else {
      const from = load<i32>(offsets + ((<usize>r) << 2));
      const to = load<i32>(offsets + ((<usize>r) << 2), 4);
      count = takeSparse(from, to, indices, values, first, stride, places, shares, count);
    }
    const weight = load<f64>(importances + eight);
    const importance = weight > 1 ? weight : 1;
    digestAndPlay(oldCount, oldPlaces, oldShares, oldWeights, slopes, count, places, shares, weights, scores, lanes, importance);
    const suffered = suffer(outputs, scores, <i32>load<f64>(labels + eight), slopes, weight);
    store<f64>(losses + eight, suffered);
    total += suffered;
    oldCount = count;
    let other = places;
    places = oldPlaces;
    oldPlaces = other;
    other = shares;
    shares = oldShares;
    oldShares = other;
    other = weights;
    weights = oldWeights;
    oldWeights = other;
  }
  digestAndPlay(oldCount, oldPlaces, oldShares, oldWeights, slopes, 0, places, shares, weights, scores, lanes, 1);
  return total;
}

/**
 * Digests a row that was played and plays the next: two sweeps that keep each other company, vector by vector, so that one
 * stores while the other divides. No feature is played that still has to be digested.
 */
function digestAndPlay(
  oldCount: i32,
  oldPlaces: usize,
  oldShares: usize,
  oldWeights: usize,
  slopes: usize,
  count: i32,
  places: usize,
  shares: usize,
  weights: usize,
  scores: usize,
  lanes: usize,
  importance: f64,
): void {
  const limit = v128.load_splat<f64>(CONSTANTS);
  const ones = v128.load_splat<f64>(CONSTANTS + 8);
  const signs = v128.load_splat<f64>(CONSTANTS + 16);
  for (let lane: usize = 0; lane < lanes; lane += 16) v128.store(scores + lane, f64x2.splat(0));
  let old = 0;
  for (let n = 0; ; n++, shares += 8, weights += lanes) {
    const next = n < count ? load<u32>(places + ((<usize>n) << 2)) : u32.MAX_VALUE;
    while (old < oldCount && (old < n + LEAD || load<u32>(oldPlaces) <= next)) {
      const place = <usize>load<i32>(oldPlaces);
      const qs = v128.load64_splat(oldShares);
      for (let lane: usize = 0; lane < lanes; lane += 16) {
        digestTwo(place + lane, lanes, v128.load(slopes + lane), qs, v128.load(oldWeights + lane), limit);
      }
      old++;
      oldPlaces += 4;
      oldShares += 8;
      oldWeights += lanes;
    }
    if (n >= count) break;
    const base = <usize>next;
    const x = load<f64>(shares);
    const before = load<f64>(base);
    const size = Math.abs(x) * importance;
    if (size * before > 1) {
      store<f64>(shares, playMoved(base, x, size, weights, scores, lanes));
      continue;
    }
    // What was the value becomes q.
    const q = x * before;
    store<f64>(shares, q);
    const qs = f64x2.splat(q);
    if (old == oldCount) {
      for (let lane: usize = 0; lane < lanes; lane += 16) {
        playTwo(base + lane, lanes, weights + lane, scores + lane, qs, ones, signs);
      }
      continue;
    }
    const place = <usize>load<i32>(oldPlaces);
    const oldQs = v128.load64_splat(oldShares);
    for (let lane: usize = 0; lane < lanes; lane += 16) {
      playTwo(base + lane, lanes, weights + lane, scores + lane, qs, ones, signs);
      digestTwo(place + lane, lanes, v128.load(slopes + lane), oldQs, v128.load(oldWeights + lane), limit);
    }
    old++;
    oldPlaces += 4;
    oldShares += 8;
    oldWeights += lanes;
  }
}

/** Plays two cells of a feature that does not move its M. */
@inline
function playTwo(at: usize, lanes: usize, weights: usize, scores: usize, qs: v128, ones: v128, signs: v128): void {
  const s1 = f64x2.add(v128.load(at + lanes, CELLS), ones);
  const r = f64x2.sqrt(s1);
  const clamped = f64x2.pmax(v128.xor(r, signs), f64x2.pmin(r, v128.load(at, CELLS)));
  const weight = f64x2.mul(clamped, f64x2.div(v128.load(at + (lanes << 1), CELLS), f64x2.add(s1, s1)));
  v128.store(weights, weight);
  v128.store(scores, f64x2.add(v128.load(scores), f64x2.mul(qs, weight)));
}

/** Digests two cells of a feature with the share and the weights that they were played with. */
@inline
function digestTwo(at: usize, lanes: usize, slopes: v128, qs: v128, weights: v128, limit: v128): void {
  const squares = at + lanes;
  const wealth = squares + lanes;
  const v = f64x2.mul(slopes, qs);
  v128.store(at, f64x2.sub(v128.load(at, CELLS), v), CELLS);
  v128.store(squares, f64x2.add(v128.load(squares, CELLS), f64x2.mul(v, v)), CELLS);
  const left = f64x2.sub(v128.load(wealth, CELLS), f64x2.mul(v, weights));
  v128.store(wealth, f64x2.pmin(limit, left), CELLS);
}

/** Plays all cells of a feature that moves its M; answers q. */
function playMoved(base: usize, x: f64, size: f64, weights: usize, scores: usize, lanes: usize): f64 {
  const before = load<f64>(base);
  const unit = 1 / size;
  const rho = unit / before;
  const limit = f64x2.splat(LIMIT);
  const qs = f64x2.splat(x * unit);
  const rhos = f64x2.splat(rho);
  const rhoSquares = f64x2.splat(rho * rho);
  if (before == Infinity) countFresh(1);
  store<f64>(base, unit);
  for (let lane: usize = 0; lane < lanes; lane += 16) {
    const at = base + CELLS + lane;
    const weight = weigh(at, lanes, rhos, rhoSquares);
    v128.store(weights + lane, weight);
    v128.store(scores + lane, f64x2.add(v128.load(scores + lane), f64x2.mul(qs, weight)));
    const gamma = f64x2.mul(v128.load(at), rhos);
    v128.store(at, f64x2.add(f64x2.pmin(limit, f64x2.pmax(f64x2.neg(limit), gamma)), f64x2.splat(0)));
    v128.store(at + lanes, f64x2.pmin(limit, f64x2.mul(v128.load(at + lanes), rhoSquares)));
  }
  return x * unit;
}

/** The loss on the label, as src/losses/softmax.ts tells it; its slopes, each as much as the example matters. */
function suffer(outputs: i32, scores: usize, label: i32, slopes: usize, weight: f64): f64 {
  const length = (<usize>outputs) << 3;
  // Which score is highest nobody can foresee: no jumps.
  let best = v128.load64_splat(scores);
  for (let at: usize = 8; at < length; at += 8) best = f64x2.pmax(best, v128.load64_splat(scores + at));
  const highest = f64x2.extract_lane(best, 0);
  let sum: f64 = 0;
  let at: usize = 0;
  for (; at + 8 < length; at += 16) {
    const odds = expPair(f64x2.sub(v128.load(scores + at), best));
    v128.store(slopes + at, odds);
    sum += f64x2.extract_lane(odds, 0);
    sum += f64x2.extract_lane(odds, 1);
  }
  if (at < length) {
    const odds = exp(load<f64>(scores + at) - highest);
    store<f64>(slopes + at, odds);
    sum += odds;
  }
  // With an odd number of outputs the last has a companion that nobody asks for, and zero behind it.
  for (at = 0; at < length; at += 16) v128.store(slopes + at, f64x2.div(v128.load(slopes + at), f64x2.splat(sum)));
  const own = slopes + ((<usize>label) << 3);
  store<f64>(own, load<f64>(own) - 1);
  if (weight != 1) {
    for (at = 0; at < length; at += 8) store<f64>(slopes + at, load<f64>(slopes + at) * weight);
  }
  return log(sum) - (load<f64>(scores + ((<usize>label) << 3)) - highest);
}
