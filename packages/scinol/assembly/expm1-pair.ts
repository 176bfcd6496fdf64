/*
 * e^x − 1 of two numbers at once: src/arithmetic/expm1.ts and series.ts with vectors in place of numbers, every operation
 * and its order the same, and so the bits.
 */

import { expm1 } from "./arithmetic/expm1";
import { constant, expTailPair, HALF, LN2_HIGH, LOG2_E, MINUS_LN2_LOW, ONE, pow2Pair } from "./exp-pair";

const TINY: f64 = 5.551115123125783e-17; // 2^-54
/** From here on exp is asked instead. */
const FAR: f64 = 40;

/** e^x − 1, for x from 0 on. */
@inline
export function expm1Pair(x: v128): v128 {
  if (v128.any_true(f64x2.ge(x, f64x2.splat(FAR)))) {
    const first = expm1(f64x2.extract_lane(x, 0));
    return f64x2.replace_lane(f64x2.splat(first), 1, expm1(f64x2.extract_lane(x, 1)));
  }
  const one = constant(ONE);
  const k = f64x2.floor(f64x2.add(f64x2.mul(x, constant(LOG2_E)), constant(HALF)));
  const high = f64x2.sub(x, f64x2.mul(k, constant(LN2_HIGH)));
  const low = f64x2.mul(k, constant(MINUS_LN2_LOW));
  const r = f64x2.add(high, low);
  const lostFromR = f64x2.add(f64x2.sub(high, r), low);
  const inverse = pow2Pair(f64x2.neg(k));
  const whole = f64x2.sub(one, inverse);
  const lostFromWhole = f64x2.sub(f64x2.sub(one, whole), inverse);
  const sum = f64x2.add(whole, high);
  const lostFromSum = f64x2.add(f64x2.sub(whole, sum), high);
  const lost = f64x2.add(lostFromWhole, f64x2.add(low, f64x2.mul(lostFromR, r)));
  const tail = expTailPair(r, f64x2.add(lostFromSum, lost));
  const grown = f64x2.mul(f64x2.add(sum, tail), pow2Pair(k));
  return v128.bitselect(x, grown, f64x2.lt(x, f64x2.splat(TINY)));
}
