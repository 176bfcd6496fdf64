/*
 * Many sparse examples with one cell a feature, learned from without leaving WebAssembly, to the same bits as one by one.
 * The state lies as one-cell.ts tells; two features of a row, wherever they are, make a vector.
 *
 * On large models a round waits for memory more than for anything else, so features are asked for some rows ahead, many at a
 * time. As in fused.ts, playing writes the state in the new unit where M moves.
 */

import { atLeast, atMost, LIMIT } from "./bounds";
import { beginBatch, countFresh } from "./fresh";
import { addUp, settle, slopeOf } from "./losses";
import { address, GAMMA, SQUARES, WEALTH } from "./one-cell";
import { addBoth, addTo, gammaOf, put, squaresOf, unitOf, wealthOf } from "./pairs";

/** In memory, as an engine makes a vector of a number that it knows anew each time it is used. */
const CONSTANTS: usize = memory.data<f64>([LIMIT, 1, -0.0]);

/** Bytes of what was played of two features, and where in them ω is. */
const PAIR: usize = 32;
const OMEGA: usize = 16;

/**
 * Learns from rows in compressed form, as src/linear/compressed-rows.ts has them, none of their values zero. Where the
 * features are takes the place of `indices`; `played` has room for 16 bytes an entry of one example, made even, and 32 for a
 * constant. Answers the sum of the losses, added to `total`.
 */
export function learnSparse(
  loss: i32,
  parameter: f64,
  rows: i32,
  constants: i32,
  offsets: usize,
  indices: usize,
  values: usize,
  labels: usize,
  importances: usize,
  losses: usize,
  played: usize,
  state: usize,
  total: f64,
): f64 {
  beginBatch();
  const last = offsets + ((<usize>rows) << 2);
  locate(load<i32>(offsets), load<i32>(last), constants, indices, state);
  let asked = ask(offsets, last, indices);
  for (let r = 0; r < rows; r++) {
    const from = <usize>load<i32>(offsets);
    const count = load<i32>(offsets, 4) - <i32>from;
    const weight = load<f64>(importances + ((<usize>r) << 3));
    const places = indices + (from << 2);
    const score = play(count, constants, values + (from << 3), places, played, state, weight > 1 ? weight : 1);
    offsets += 4;
    if (offsets == asked) asked = ask(offsets, last, indices);
    const eight = (<usize>r) << 3;
    const slope = slopeOf(loss, parameter, score, labels + eight, losses + eight);
    digest(count, constants, places, played, state, weight == 1 ? slope : slope * weight);
  }
  settle(loss, rows, labels, losses);
  return addUp(rows, losses, total);
}

/** From indices to places, four at a time. */
export function locate(from: i32, to: i32, constants: i32, indices: usize, state: usize): void {
  const ones = i32x4.splat(constants);
  const first = i32x4.splat(<i32>state);
  let n = from;
  indices += (<usize>from) << 2;
  for (; n + 3 < to; n += 4, indices += 16) {
    const features = i32x4.add(v128.load(indices), ones);
    const pairs = v128.and(i32x4.shl(features, 5), i32x4.splat(~63));
    const lanes = v128.and(i32x4.shl(features, 3), i32x4.splat(8));
    v128.store(indices, i32x4.add(first, v128.or(pairs, lanes)));
  }
  for (; n < to; n++, indices += 4) {
    store<i32>(indices, <i32>address(state, load<i32>(indices) + constants));
  }
}

/** How many features are asked for at a time, or those of one row, if it has more. */
const AHEAD: i32 = 256;

/**
 * Has the processor fetch the features of some rows, the first of which begins at `offset`: what is loaded nobody needs yet, and
 * many come in the time of one. Answers which row is the first that was not asked for, of those before `last`.
 */
export function ask(offset: usize, last: usize, places: usize): usize {
  if (offset == last) return 0;
  const first = load<i32>(offset);
  do offset += 4;
  while (offset < last && load<i32>(offset) - first < AHEAD);
  const end = places + ((<usize>load<i32>(offset)) << 2);
  let at = places + ((<usize>first) << 2);
  for (; at + 12 < end; at += 16) {
    load<i32>(<usize>load<i32>(at));
    load<i32>(<usize>load<i32>(at, 4));
    load<i32>(<usize>load<i32>(at, 8));
    load<i32>(<usize>load<i32>(at, 12));
  }
  for (; at < end; at += 4) load<i32>(<usize>load<i32>(at));
  return offset;
}

/**
 * Plays a row, whose score it answers. `played` gets what `digest` needs, q and ω: of the constant, then of two features at a
 * time, first both q, then both ω. No call is in here: what lives across a call is not kept in registers.
 */
export function play(
  count: i32,
  constants: i32,
  value: usize,
  places: usize,
  played: usize,
  state: usize,
  importance: f64,
): f64 {
  const ones = v128.load_splat<f64>(CONSTANTS + 8);
  const signs = v128.load_splat<f64>(CONSTANTS + 16);
  let sum = f64x2.splat(0);
  if (constants != 0) {
    sum = addTo(sum, state, playOne(state, 1, importance, played));
    played += PAIR;
  }
  const end = value + ((<usize>count) << 3);
  for (; value < end; value += 16, places += 8, played += PAIR) {
    const a = <usize>load<i32>(places);
    if (value + 8 < end) {
      const b = <usize>load<i32>(places, 4);
      const q = f64x2.mul(v128.load(value), unitOf(a, b));
      // |q| ≤ 1, to the bit: neither moves its M.
      if (importance == 1 && i64x2.bitmask(f64x2.le(f64x2.mul(q, q), ones)) == 3) {
        const weight = weigh(a, b, ones, signs);
        v128.store(played, q);
        v128.store(played, weight, OMEGA);
        sum = addBoth(sum, places, f64x2.mul(q, weight));
        continue;
      }
    }
    sum = addTo(sum, a, playOne(a, load<f64>(value), importance, played));
    if (value + 8 == end) break;
    const b = <usize>load<i32>(places, 4);
    sum = addTo(sum, b, playOne(b, load<f64>(value, 8), importance, played + 8));
  }
  return f64x2.extract_lane(sum, 0) + f64x2.extract_lane(sum, 1);
}

/** ω of two features that do not move their M. */
@inline
function weigh(a: usize, b: usize, ones: v128, signs: v128): v128 {
  const s1 = f64x2.add(squaresOf(a, b), ones);
  const r = f64x2.sqrt(s1);
  const clamped = f64x2.pmax(v128.xor(r, signs), f64x2.pmin(r, gammaOf(a, b)));
  return f64x2.mul(clamped, f64x2.div(wealthOf(a, b), f64x2.add(s1, s1)));
}

/** Plays one feature, and answers what it gives to the score; its state is written anew if M moves. */
@inline
function playOne(at: usize, x: f64, importance: f64, played: usize): f64 {
  const before = load<f64>(at);
  const size = Math.abs(x) * importance;
  let unit = before;
  let gamma = load<f64>(at, GAMMA);
  let squares = load<f64>(at, SQUARES);
  if (size * before > 1) {
    unit = 1 / size;
    const rho = unit / before;
    if (before == Infinity) countFresh(1);
    gamma *= rho;
    squares *= rho * rho;
    store<f64>(at, unit);
    store<f64>(at, atMost(atLeast(gamma, -LIMIT), LIMIT) + 0, GAMMA);
    store<f64>(at, atMost(squares, LIMIT), SQUARES);
  }
  const q = x * unit;
  const s1 = squares + 1;
  const r = Math.sqrt(s1);
  const clamped = gamma > r ? r : gamma < -r ? -r : gamma;
  const weight = clamped * (load<f64>(at, WEALTH) / (s1 + s1));
  store<f64>(played, q);
  store<f64>(played, weight, OMEGA);
  return q * weight;
}

/** Learns from a row that was played. */
export function digest(
  count: i32,
  constants: i32,
  places: usize,
  played: usize,
  state: usize,
  tempered: f64,
): void {
  const slopes = f64x2.splat(tempered);
  const limit = v128.load_splat<f64>(CONSTANTS);
  if (constants != 0) {
    digestOne(state, tempered, played);
    played += PAIR;
  }
  const end = places + ((<usize>count) << 2);
  for (; places + 4 < end; places += 8, played += PAIR) {
    const a = <usize>load<i32>(places);
    const b = <usize>load<i32>(places, 4);
    const v = f64x2.mul(slopes, v128.load(played));
    const gamma = f64x2.sub(gammaOf(a, b), v);
    const squares = f64x2.add(squaresOf(a, b), f64x2.mul(v, v));
    const left = f64x2.sub(wealthOf(a, b), f64x2.mul(v, v128.load(played, OMEGA)));
    put(a, b, gamma, squares, f64x2.pmin(limit, left));
  }
  if (places < end) digestOne(<usize>load<i32>(places), tempered, played);
}

@inline
function digestOne(at: usize, tempered: f64, played: usize): void {
  const v = tempered * load<f64>(played);
  store<f64>(at, load<f64>(at, GAMMA) - v, GAMMA);
  store<f64>(at, load<f64>(at, SQUARES) + v * v, SQUARES);
  store<f64>(at, atMost(load<f64>(at, WEALTH) - v * load<f64>(played, OMEGA), LIMIT), WEALTH);
}
