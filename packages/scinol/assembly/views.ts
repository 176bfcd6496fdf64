/*
 * The two views of numeric columns, as src/records/views.ts tells them, to the same bits: two columns at a time, side by
 * side in a vector.
 */

import { logPair } from "./log-pair";

const HORIZON: f64 = 1000;
const NOTHING: f64 = 1e-10;
const LARGEST: f64 = 1e300;
const SMALLEST: f64 = 1e-300;

/**
 * Works out the views of `count` columns: values at `x`, statistics n, m, m′, a of each at `statistics`, which move when
 * `learning`; level and bend of each into `views`. No column may be seen for the first time.
 */
export function see(count: i32, x: usize, statistics: usize, views: usize, learning: i32): void {
  let i = 0;
  for (; i + 1 < count; i += 2) {
    seeTwo(v128.load(x), statistics, statistics + 32, views, views + 16, learning);
    x += 16;
    statistics += 64;
    views += 32;
  }
  // One that is left over is its own neighbour.
  if (i < count) seeTwo(f64x2.splat(load<f64>(x)), statistics, statistics, views, views, learning);
}

@inline
function seeTwo(x: v128, first: usize, second: usize, firstViews: usize, secondViews: usize, learning: i32): void {
  const n1 = v128.load(first);
  const n2 = v128.load(second);
  const a1 = v128.load(first, 16);
  const a2 = v128.load(second, 16);
  const n = f64x2.add(lows(n1, n2), f64x2.splat(1));
  const mean = highs(n1, n2);
  const centre = lows(a1, a2);
  const a = highs(a1, a2);

  const settled = f64x2.ge(n, f64x2.splat(HORIZON));
  let pace = f64x2.splat(1 / HORIZON);
  if (!i64x2.all_true(settled)) pace = v128.bitselect(pace, f64x2.div(f64x2.splat(1), n), settled);
  const m = f64x2.add(mean, f64x2.mul(f64x2.sub(x, mean), pace));
  const tau = v128.bitselect(a, f64x2.mul(f64x2.splat(10), a), f64x2.gt(n, f64x2.splat(10)));
  const straight = f64x2.sub(x, centre);
  const size = f64x2.abs(straight);
  const isBent = v128.and(
    v128.and(f64x2.gt(n, f64x2.splat(2)), f64x2.gt(size, tau)),
    f64x2.gt(a, f64x2.splat(0)),
  );
  // Nearly every second value is bent, so that asking would take longer than bending what need not be.
  const ratio = f64x2.pmin(f64x2.splat(LARGEST), f64x2.div(size, tau));
  const bent = f64x2.mul(tau, f64x2.add(f64x2.splat(1), logPair(ratio)));
  const signed = v128.or(v128.and(straight, f64x2.splat(-0.0)), f64x2.abs(bent));
  const delta = v128.bitselect(signed, straight, isBent);

  const distance = f64x2.abs(delta);
  const spread = f64x2.add(a, f64x2.mul(f64x2.sub(distance, a), pace));
  const least = f64x2.mul(f64x2.splat(NOTHING), spread);
  const deviation = f64x2.sub(x, m);
  const level = v128.and(deviation, f64x2.gt(f64x2.abs(deviation), least));
  const bend = v128.and(
    f64x2.div(f64x2.mul(delta, f64x2.sub(f64x2.splat(1), pace)), spread),
    v128.and(f64x2.gt(distance, least), f64x2.gt(spread, f64x2.splat(0))),
  );
  const largest = f64x2.splat(LARGEST);
  const seenLevel = feature(f64x2.pmin(largest, f64x2.pmax(f64x2.neg(largest), level)));
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

/** What is nearer to zero than an example can hold is zero. */
@inline
function feature(x: v128): v128 {
  return v128.and(x, f64x2.ge(f64x2.abs(x), f64x2.splat(SMALLEST)));
}

@inline
function lows(a: v128, b: v128): v128 {
  return v128.shuffle<f64>(a, b, 0, 2);
}

@inline
function highs(a: v128, b: v128): v128 {
  return v128.shuffle<f64>(a, b, 1, 3);
}
