/*
 * log(1 + x) of two numbers between 0 and 1: src/arithmetic/log1p.ts with vectors in place of numbers, every operation and
 * its order the same, and so the bits. Both of its ways are gone, and each lane takes the result of its own: which one
 * that is nobody could foresee, least of all a processor.
 */

import { constant, HALF, LN2_HIGH, LN2_LOW, logTailPair, NEAR, ONE, ROOT_2, TWO } from "./log-pair";

@inline
export function log1pPair(x: v128): v128 {
  const one = constant(ONE);
  const near = f64x2.lt(x, constant(NEAR));

  const u = f64x2.add(one, x);
  const xInU = f64x2.sub(u, one);
  const lostFromU = f64x2.add(f64x2.sub(one, f64x2.sub(u, xInU)), f64x2.sub(x, xInU));
  // The exponent k of u √2 is 0 or 1.
  const isOne = f64x2.ge(f64x2.mul(u, constant(ROOT_2)), constant(TWO));
  const reduced = f64x2.sub(f64x2.mul(u, v128.bitselect(constant(HALF), one, isOne)), one);
  const whole = v128.and(constant(LN2_HIGH), isOne);
  const sum = f64x2.add(whole, reduced);
  const lostFromSum = f64x2.add(f64x2.sub(whole, sum), reduced);
  const low = f64x2.add(lostFromSum, f64x2.add(f64x2.div(lostFromU, u), v128.and(constant(LN2_LOW), isOne)));

  const tail = logTailPair(v128.bitselect(x, reduced, near), v128.andnot(low, near));
  return f64x2.add(v128.bitselect(x, sum, near), tail);
}
