/*
 * e^x of two numbers at once: src/arithmetic/exp.ts and series.ts with vectors in place of numbers, every operation and its
 * order the same, and so the bits.
 */

import { exp } from "./arithmetic/exp";

/** In memory: of a number that it knows, an engine makes a vector anew each time, which takes three instructions. */
const CONSTANTS: usize = memory.data<f64>([
  1.4426950408889634, 0.5, 0.6931471805598903, -5.497923018708371e-14, 1, 4503599627371519, -708,
]);
export const LOG2_E: usize = 0;
export const HALF: usize = 8;
export const LN2_HIGH: usize = 16;
export const MINUS_LN2_LOW: usize = 24;
export const ONE: usize = 32;
const BIAS: usize = 40; // 2⁵² + 1023: the last bits of its sum with k are the exponent of 2^k
const FAR: usize = 48; // from here on the result may not be a normal number

@inline
export function constant(at: usize): v128 {
  return v128.load64_splat(CONSTANTS + at);
}

/** e^x, for x up to 0. */
@inline
export function expPair(x: v128): v128 {
  if (i64x2.bitmask(f64x2.gt(x, constant(FAR))) != 3) {
    const first = exp(f64x2.extract_lane(x, 0));
    return f64x2.replace_lane(f64x2.splat(first), 1, exp(f64x2.extract_lane(x, 1)));
  }
  const k = f64x2.floor(f64x2.add(f64x2.mul(x, constant(LOG2_E)), constant(HALF)));
  const high = f64x2.sub(x, f64x2.mul(k, constant(LN2_HIGH)));
  const low = f64x2.mul(k, constant(MINUS_LN2_LOW));
  const whole = f64x2.add(constant(ONE), f64x2.add(high, expTailPair(f64x2.add(high, low), low)));
  return f64x2.mul(whole, pow2Pair(k));
}

/** The coefficients of `expTail`. */
const SERIES: usize = memory.data<f64>([
  0.1666666666666668, 0.04166666666666641, 0.00833333333331853, 0.001388888888903323,
  0.00019841269893337076, 2.4801587025674813e-5, 2.755723745713723e-6, 2.7557526039643047e-7,
  2.511124594294879e-8, 2.0838527352295537e-9,
]);

@inline
export function expTailPair(r: v128, low: v128): v128 {
  const r2 = f64x2.mul(r, r);
  const r4 = f64x2.mul(r2, r2);
  const first = f64x2.add(line(SERIES, r), f64x2.mul(r2, line(SERIES + 16, r)));
  const second = f64x2.add(line(SERIES + 32, r), f64x2.mul(r2, line(SERIES + 48, r)));
  const all = f64x2.add(first, f64x2.mul(r4, f64x2.add(second, f64x2.mul(r4, line(SERIES + 64, r)))));
  return f64x2.add(f64x2.mul(constant(HALF), r2), f64x2.add(f64x2.mul(f64x2.mul(r, r2), all), low));
}

/** a + r b, with a and b side by side. */
@inline
function line(at: usize, r: v128): v128 {
  return f64x2.add(v128.load64_splat(at), f64x2.mul(r, v128.load64_splat(at, 8)));
}

/** 2^k, for whole k that are exponents of normal numbers. */
@inline
export function pow2Pair(k: v128): v128 {
  return i64x2.shl(f64x2.add(k, constant(BIAS)), 52);
}
