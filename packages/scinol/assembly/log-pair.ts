/*
 * The natural logarithm of two numbers at once: src/arithmetic/log.ts and series.ts with vectors in place of numbers, every
 * operation and its order the same, and so the bits.
 */

import { LN2_HIGH, LN2_LOW } from "./arithmetic/series";

/** 2⁵², whose lowest bit is worth 1: what is put below it is read as a whole number. */
const WHOLE: i64 = 0x4330000000000000;

/** log(x), for x from 1 to 1e300; of anything else some number or other. */
@inline
export function logPair(x: v128): v128 {
  const exponents = i64x2.shr_u(f64x2.mul(x, f64x2.splat(Math.SQRT2)), 52);
  const k = f64x2.sub(v128.or(exponents, i64x2.splat(WHOLE)), f64x2.splat(4503599627370496 + 1023));
  // 2^(2 − k)
  const power = i64x2.shl(i64x2.sub(i64x2.splat(2048), exponents), 52);
  const f = f64x2.sub(f64x2.mul(f64x2.mul(f64x2.splat(0.25), x), power), f64x2.splat(1));
  const whole = f64x2.mul(k, f64x2.splat(LN2_HIGH));
  const sum = f64x2.add(whole, f);
  const lost = f64x2.add(f64x2.sub(whole, sum), f);
  return f64x2.add(sum, logTailPair(f, f64x2.add(lost, f64x2.mul(k, f64x2.splat(LN2_LOW)))));
}

@inline
function logTailPair(f: v128, low: v128): v128 {
  const halfSquare = f64x2.mul(f64x2.mul(f64x2.splat(0.5), f), f);
  const s = f64x2.div(f, f64x2.add(f64x2.splat(2), f));
  const s2 = f64x2.mul(s, s);
  const s4 = f64x2.mul(s2, s2);
  const first = f64x2.add(
    line(0.6666666666666734, 0.3999999999941432, s2),
    f64x2.mul(s4, line(0.28571428742474725, 0.22222198563497952, s2)),
  );
  const last = f64x2.add(line(0.18183564866130153, 0.15314035847070787, s2), f64x2.mul(s4, f64x2.splat(0.1479610534055418)));
  const inner = f64x2.add(first, f64x2.mul(f64x2.mul(s4, s4), last));
  return f64x2.sub(f64x2.add(f64x2.mul(s, f64x2.add(halfSquare, f64x2.mul(s2, inner))), low), halfSquare);
}

/** a + s b */
@inline
function line(a: f64, b: f64, s: v128): v128 {
  return f64x2.add(f64x2.splat(a), f64x2.mul(s, f64x2.splat(b)));
}
