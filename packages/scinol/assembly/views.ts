/*
 * The two views of numeric columns, as src/records/views.ts tells them, to the same bits: two columns at a time, side by
 * side in a vector.
 */

import { BELOW_SMALLEST, SMALLEST } from "./bounds";
import { logPair } from "./log-pair";

/** In memory: of a number that it knows, an engine makes a vector anew each time, which takes three instructions. */
const CONSTANTS: usize = memory.data<f64>([1000, 0.001, 1, 10, 2, 0, 1e300, -1e300, 1e-10, SMALLEST, -0.0, BELOW_SMALLEST]);
const HORIZON: usize = 0;
export const SETTLED_PACE: usize = 8;
export const ONE: usize = 16;
const TEN: usize = 24;
const TWO: usize = 32;
export const NONE: usize = 40;
export const LARGEST: usize = 48;
export const LOWEST: usize = 56;
export const NOTHING: usize = 64;
const LEAST: usize = 72;
export const SIGN: usize = 80;
export const TINY: usize = 88;

@inline
export function constant(at: usize): v128 {
  return v128.load_splat<f64>(CONSTANTS + at);
}

/** Columns that are worked out together, and room for as many logarithms, and for which of two columns are bent. */
export const TOGETHER: i32 = 64;
export const LOGARITHMS: usize = memory.data(8 * 66, 16);
const BENT: usize = memory.data(32);

/**
 * Works out the views of `count` columns: values at `x`, statistics n, m, m′, a of each at `statistics`, which move when
 * `learning`; level and bend of each into `views`. No column may be seen for the first time.
 */
export function see(count: i32, x: usize, statistics: usize, views: usize, learning: i32): void {
  for (; count > TOGETHER; count -= TOGETHER) {
    seeSome(TOGETHER, x, statistics, views, learning);
    x += <usize>TOGETHER << 3;
    statistics += <usize>TOGETHER << 5;
    views += <usize>TOGETHER << 4;
  }
  seeSome(count, x, statistics, views, learning);
}

/**
 * The same for as many as are worked out together. Logarithms take longest, and hardly more than every second value needs
 * one: so they are written side by side first, then taken, and then given back to their columns.
 */
function seeSome(count: i32, x: usize, statistics: usize, views: usize, learning: i32): void {
  const pairs = <usize>count >> 1;
  let end = LOGARITHMS;
  for (let i: usize = 0; i < pairs; i++) {
    const at = statistics + (i << 6);
    const a1 = v128.load(at, 16);
    const a2 = v128.load(at, 48);
    const n = f64x2.add(lows(v128.load(at), v128.load(at, 32)), constant(ONE));
    const a = highs(a1, a2);
    const tau = limitOf(n, a);
    const size = sizeOf(f64x2.sub(v128.load(x + (i << 4)), lows(a1, a2)));
    const bent = i64x2.bitmask(isBent(n, a, tau, size));
    const ratio = f64x2.pmin(constant(LARGEST), f64x2.div(size, tau));
    store<u8>(BENT + i, <u8>bent);
    v128.store64_lane(end, ratio, 0);
    end += <usize>(bent & 1) << 3;
    v128.store64_lane(end, ratio, 1);
    end += <usize>(bent >> 1) << 3;
  }
  takeLogarithms(end);
  let log = LOGARITHMS;
  for (let i: usize = 0; i < pairs; i++, x += 16, statistics += 64, views += 32) {
    const bent = <usize>load<u8>(BENT + i);
    const second = log + ((bent & 1) << 3);
    const logs = v128.load64_lane(second, v128.load64_zero(log), 1);
    seeTwo(v128.load(x), statistics, statistics + 32, views, views + 16, logs, learning);
    log = second + ((bent >> 1) << 3);
  }
  // One that is left over is its own neighbour.
  if ((count & 1) != 0) seeAlone(v128.load64_splat(x), statistics, views, learning);
}

/** Of the ratios noted so far. */
export function takeLogarithms(end: usize): void {
  for (let at = LOGARITHMS; at < end; at += 16) v128.store(at, logPair(v128.load(at)));
}

function seeAlone(x: v128, statistics: usize, views: usize, learning: i32): void {
  const a = v128.load64_splat(statistics, 24);
  const n = f64x2.add(v128.load64_splat(statistics), constant(ONE));
  const size = sizeOf(f64x2.sub(x, v128.load64_splat(statistics, 16)));
  const logs = logPair(f64x2.pmin(constant(LARGEST), f64x2.div(size, limitOf(n, a))));
  seeTwo(x, statistics, statistics, views, views, logs, learning);
}

/** Beyond what values are bent. */
@inline
function limitOf(n: v128, a: v128): v128 {
  return v128.bitselect(a, f64x2.mul(constant(TEN), a), f64x2.gt(n, constant(TEN)));
}

@inline
function isBent(n: v128, a: v128, tau: v128, size: v128): v128 {
  return v128.and(
    v128.and(f64x2.gt(n, constant(TWO)), f64x2.gt(size, tau)),
    f64x2.gt(a, constant(NONE)),
  );
}

/** Two columns, with the logarithms of how far beyond the limit their values are, where they are. */
@inline
function seeTwo(
  x: v128,
  first: usize,
  second: usize,
  firstViews: usize,
  secondViews: usize,
  logs: v128,
  learning: i32,
): void {
  const n1 = v128.load(first);
  const n2 = v128.load(second);
  const a1 = v128.load(first, 16);
  const a2 = v128.load(second, 16);
  const n = f64x2.add(lows(n1, n2), constant(ONE));
  const mean = highs(n1, n2);
  const centre = lows(a1, a2);
  const a = highs(a1, a2);

  const settled = f64x2.ge(n, constant(HORIZON));
  let pace = constant(SETTLED_PACE);
  if (i64x2.bitmask(settled) != 3) pace = v128.bitselect(pace, f64x2.div(constant(ONE), n), settled);
  const m = f64x2.add(mean, f64x2.mul(f64x2.sub(x, mean), pace));
  const straight = f64x2.sub(x, centre);
  const size = sizeOf(straight);
  const tau = limitOf(n, a);
  const bent = sizeOf(f64x2.mul(tau, f64x2.add(constant(ONE), logs)));
  const distance = v128.bitselect(bent, size, isBent(n, a, tau, size));
  const delta = v128.or(distance, v128.and(straight, constant(SIGN)));

  const spread = f64x2.add(a, f64x2.mul(f64x2.sub(distance, a), pace));
  const least = f64x2.mul(constant(NOTHING), spread);
  const deviation = f64x2.sub(x, m);
  const level = v128.and(deviation, f64x2.gt(sizeOf(deviation), least));
  const bend = v128.and(
    f64x2.div(f64x2.mul(delta, f64x2.sub(constant(ONE), pace)), spread),
    v128.and(f64x2.gt(distance, least), f64x2.gt(spread, constant(NONE))),
  );
  const seenLevel = feature(f64x2.pmin(constant(LARGEST), f64x2.pmax(constant(LOWEST), level)));
  const seenBend = feature(bend);
  v128.store(firstViews, lows(seenLevel, seenBend));
  v128.store(secondViews, highs(seenLevel, seenBend));
  if (learning) {
    const moved = f64x2.add(centre, f64x2.mul(delta, pace));
    v128.store(first, lows(n, m));
    v128.store(first, lows(moved, spread), 16);
    v128.store(second, highs(n, m));
    v128.store(second, highs(moved, spread), 16);
  }
}

@inline
function sizeOf(x: v128): v128 {
  return v128.andnot(x, constant(SIGN));
}

/** What is nearer to zero than an example can hold is zero. */
@inline
function feature(x: v128): v128 {
  return v128.and(x, f64x2.ge(sizeOf(x), constant(LEAST)));
}

@inline
function lows(a: v128, b: v128): v128 {
  return v128.shuffle<f64>(a, b, 0, 2);
}

@inline
function highs(a: v128, b: v128): v128 {
  return v128.shuffle<f64>(a, b, 1, 3);
}
