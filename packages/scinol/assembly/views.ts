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
  let end = LOGARITHMS;
  for (let i = 0; i < count; i += 2) {
    const first = statistics + ((<usize>i) << 5);
    const second = neighbour(first, 32, i, count);
    const a1 = v128.load(first, 16);
    const a2 = v128.load(second, 16);
    const n = f64x2.add(lows(v128.load(first), v128.load(second)), constant(ONE));
    const a = highs(a1, a2);
    const tau = limitOf(n, a);
    const size = sizeOf(f64x2.sub(valuesOf(x, i, count), lows(a1, a2)));
    const bent = i64x2.bitmask(isBent(n, a, tau, size));
    const ratio = f64x2.pmin(constant(LARGEST), f64x2.div(size, tau));
    store<u8>(BENT + (i >> 1), <u8>bent);
    v128.store64_lane(end, ratio, 0);
    end += <usize>(bent & 1) << 3;
    v128.store64_lane(end, ratio, 1);
    end += <usize>(bent >> 1) << 3;
  }
  takeLogarithms(end);
  let log = LOGARITHMS;
  for (let i = 0; i < count; i += 2) {
    const bent = <usize>load<u8>(BENT + (i >> 1));
    const nextLog = log + ((bent & 1) << 3);
    const logs = v128.load64_lane(nextLog, v128.load64_zero(log), 1);
    const first = statistics + ((<usize>i) << 5);
    const firstViews = views + ((<usize>i) << 4);
    const secondViews = neighbour(firstViews, 16, i, count);
    seeTwo(valuesOf(x, i, count), first, neighbour(first, 32, i, count), firstViews, secondViews, logs, learning);
    log = nextLog + ((bent >> 1) << 3);
  }
}

/** What lies behind what column `i` has; a column that is left over is its own neighbour. */
@inline
function neighbour(at: usize, bytes: usize, i: i32, count: i32): usize {
  return i + 1 < count ? at + bytes : at;
}

/** The values of column `i` and its neighbour. */
@inline
function valuesOf(x: usize, i: i32, count: i32): v128 {
  const at = x + ((<usize>i) << 3);
  return i + 1 < count ? v128.load(at) : v128.load64_splat(at);
}

/** Of the ratios noted so far. */
export function takeLogarithms(end: usize): void {
  for (let at = LOGARITHMS; at < end; at += 16) v128.store(at, logPair(v128.load(at)));
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
