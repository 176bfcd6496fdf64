/*
 * The two views of numeric columns, as src/records/views.ts tells them, to the same bits: many columns in one call.
 */

import { log } from "./arithmetic/log";

const HORIZON: f64 = 1000;
const NOTHING: f64 = 1e-10;
const LARGEST: f64 = 1e300;
const SMALLEST: f64 = 1e-300;

/**
 * Works out the views of `count` columns: values at `x`, statistics n, m, m′, a of each at `statistics`, which move when
 * `learning`; level and bend of each into `views`. No column may be seen for the first time.
 */
export function see(count: i32, x: usize, statistics: usize, views: usize, learning: i32): void {
  for (let i = 0; i < count; i++, x += 8, statistics += 32, views += 16) {
    const value = load<f64>(x);
    const n = load<f64>(statistics) + 1;
    const pace = n < HORIZON ? 1 / n : 1 / HORIZON;
    const mean = load<f64>(statistics, 8);
    const centre = load<f64>(statistics, 16);
    const a = load<f64>(statistics, 24);
    const m = mean + (value - mean) * pace;
    const tau = n > 10 ? a : 10 * a;
    let delta = value - centre;
    if (n > 2 && Math.abs(delta) > tau && a > 0) {
      const ratio = Math.abs(delta) / tau;
      const bent = tau * (1 + log(ratio < 1e300 ? ratio : 1e300));
      delta = delta < 0 ? -bent : bent;
    }
    const spread = a + (Math.abs(delta) - a) * pace;
    const least = NOTHING * spread;
    const level = Math.abs(value - m) > least ? value - m : 0;
    const bend = Math.abs(delta) > least && spread > 0 ? (delta * (1 - pace)) / spread : 0;
    store<f64>(views, feature(level > LARGEST ? LARGEST : level < -LARGEST ? -LARGEST : level));
    store<f64>(views, feature(bend), 8);
    if (learning) {
      store<f64>(statistics, n);
      store<f64>(statistics, m, 8);
      store<f64>(statistics, centre + delta * pace, 16);
      store<f64>(statistics, spread, 24);
    }
  }
}

/** What is nearer to zero than an example can hold is zero. */
@inline
function feature(x: f64): f64 {
  return Math.abs(x) < SMALLEST ? 0 : x;
}
