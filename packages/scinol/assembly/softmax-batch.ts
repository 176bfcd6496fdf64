/*
 * Many examples with an output a class and the softmax loss, learned from without leaving WebAssembly, to the same bits
 * as one by one. The state lies as many-cells.ts tells, one memory that keeps everything. As in fused.ts, playing writes
 * the state in the new unit where M moves.
 */

import { exp } from "./arithmetic/exp";
import { log } from "./arithmetic/log";
import { LIMIT, SMALLEST } from "./bounds";
import { beginBatch, countFresh } from "./fresh";
import { CELLS, weigh } from "./many-cells";

/** Entries of the row before that are digested before the first of a row is played, see `learnSoftmax`. */
const LEAD: i32 = 16;

/** Which of four bits are set, a byte each: of 0b1010 the bits 1 and 3. */
const SET_BITS = memory.data<u32>([
  0, 0, 0x01, 0x0100, 0x02, 0x0200, 0x0201, 0x020100, 0x03, 0x0300, 0x0301, 0x030100, 0x0302, 0x030200, 0x030201,
  0x03020100,
]);

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
    memory.fill(scores, 0, lanes);
    let done = digest(0, min(LEAD, oldCount), oldPlaces, oldShares, oldWeights, slopes, lanes);
    for (let n = 0; n < count; n++) {
      const place = <usize>load<i32>(places + ((<usize>n) << 2));
      if (done < oldCount) done = digest(done, done + 1, oldPlaces, oldShares, oldWeights, slopes, lanes);
      while (done < oldCount && <usize>load<i32>(oldPlaces + ((<usize>done) << 2)) <= place) {
        done = digest(done, done + 1, oldPlaces, oldShares, oldWeights, slopes, lanes);
      }
      play(place, shares + ((<usize>n) << 3), weights + (<usize>n) * lanes, scores, lanes, importance);
    }
    digest(done, oldCount, oldPlaces, oldShares, oldWeights, slopes, lanes);
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
  digest(0, oldCount, oldPlaces, oldShares, oldWeights, slopes, lanes);
  return total;
}

/**
 * Notes which values are not zero, where their features are, and how many there are by then: four values at a time
 * without a jump, since nobody could foresee which they are.
 */
function takeDense(
  columns: i32,
  row: usize,
  first: usize,
  stride: usize,
  places: usize,
  shares: usize,
  start: i32,
): i32 {
  const smallest = f64x2.splat(SMALLEST);
  let count = start;
  let i = 0;
  for (; i + 3 < columns; i += 4) {
    const at = row + ((<usize>i) << 3);
    const low = i64x2.bitmask(f64x2.ge(f64x2.abs(v128.load(at)), smallest));
    const high = i64x2.bitmask(f64x2.ge(f64x2.abs(v128.load(at, 16)), smallest));
    const set = low | (high << 2);
    const which = v128.load32_zero(SET_BITS + ((<usize>set) << 2));
    const wide = i32x4.extend_low_i16x8_u(i16x8.extend_low_i8x16_u(which));
    v128.store(places + ((<usize>count) << 2), i32x4.add(wide, i32x4.splat(i)));
    count += popcnt(set);
  }
  for (; i < columns; i++) {
    store<i32>(places + ((<usize>count) << 2), i);
    count += i32(Math.abs(load<f64>(row + ((<usize>i) << 3))) >= SMALLEST);
  }
  for (let n = start; n < count; n++) {
    const column = <usize>load<i32>(places + ((<usize>n) << 2));
    store<i32>(places + ((<usize>n) << 2), <i32>(first + column * stride));
    store<f64>(shares + ((<usize>n) << 3), load<f64>(row + (column << 3)));
  }
  return count;
}

function takeSparse(
  from: i32,
  to: i32,
  indices: usize,
  values: usize,
  first: usize,
  stride: usize,
  places: usize,
  shares: usize,
  count: i32,
): i32 {
  for (let n = from; n < to; n++) {
    const value = load<f64>(values + ((<usize>n) << 3));
    const place = first + (<usize>load<i32>(indices + ((<usize>n) << 2))) * stride;
    store<i32>(places + ((<usize>count) << 2), <i32>place);
    store<f64>(shares + ((<usize>count) << 3), value);
    count += i32(Math.abs(value) >= SMALLEST);
  }
  return count;
}

/** Plays a feature; its value, at `share`, becomes q. */
@inline
function play(base: usize, share: usize, weights: usize, scores: usize, lanes: usize, importance: f64): void {
  const ones = f64x2.splat(1);
  const x = load<f64>(share);
  const before = load<f64>(base);
  const size = Math.abs(x) * importance;
  if (size * before > 1) {
    store<f64>(share, playMoved(base, x, size, weights, scores, lanes));
    return;
  }
  const q = x * before;
  store<f64>(share, q);
  const qs = f64x2.splat(q);
  for (let lane: usize = 0; lane < lanes; lane += 16) {
    const at = base + lane;
    const s1 = f64x2.add(v128.load(at + lanes, CELLS), ones);
    const r = f64x2.sqrt(s1);
    const clamped = f64x2.pmax(f64x2.neg(r), f64x2.pmin(r, v128.load(at, CELLS)));
    const weight = f64x2.mul(f64x2.div(clamped, f64x2.add(s1, s1)), v128.load(at + (lanes << 1), CELLS));
    v128.store(weights + lane, weight);
    v128.store(scores + lane, f64x2.add(v128.load(scores + lane), f64x2.mul(qs, weight)));
  }
}

/** The same for a feature that moves its M; answers q. */
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
  let highest = load<f64>(scores);
  for (let k = 1; k < outputs; k++) {
    const score = load<f64>(scores + ((<usize>k) << 3));
    if (score > highest) highest = score;
  }
  let sum: f64 = 0;
  for (let k = 0; k < outputs; k++) {
    const odds = exp(load<f64>(scores + ((<usize>k) << 3)) - highest);
    store<f64>(slopes + ((<usize>k) << 3), odds);
    sum += odds;
  }
  for (let k = 0; k < outputs; k++) {
    const at = slopes + ((<usize>k) << 3);
    const slope = load<f64>(at) / sum - (k == label ? 1 : 0);
    store<f64>(at, weight == 1 ? slope : slope * weight);
  }
  return log(sum) - (load<f64>(scores + ((<usize>label) << 3)) - highest);
}

/** Digests the entries from `from` up to `to`, which it answers. */
@inline
function digest(
  from: i32,
  to: i32,
  places: usize,
  shares: usize,
  weights: usize,
  slopes: usize,
  lanes: usize,
): i32 {
  const limit = f64x2.splat(LIMIT);
  for (let n = from; n < to; n++) {
    const base = <usize>load<i32>(places + ((<usize>n) << 2));
    const played = weights + (<usize>n) * lanes;
    const qs = v128.load64_splat(shares + ((<usize>n) << 3));
    for (let lane: usize = 0; lane < lanes; lane += 16) {
      const gamma = base + lane;
      const squares = gamma + lanes;
      const wealth = squares + lanes;
      const v = f64x2.mul(v128.load(slopes + lane), qs);
      v128.store(gamma, f64x2.sub(v128.load(gamma, CELLS), v), CELLS);
      v128.store(squares, f64x2.add(v128.load(squares, CELLS), f64x2.mul(v, v)), CELLS);
      const left = f64x2.sub(v128.load(wealth, CELLS), f64x2.mul(v, v128.load(played + lane)));
      v128.store(wealth, f64x2.pmin(limit, left), CELLS);
    }
  }
  return to;
}
