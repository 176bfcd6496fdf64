/*
 * e^x of two numbers at once: src/arithmetic/exp.ts and series.ts with vectors in place of numbers, every operation and its
 * order the same, and so the bits.
 */

import { exp } from "./arithmetic/exp";
import { LN2_HIGH, LN2_LOW } from "./arithmetic/series";

/** From here on the result may not be a normal number. */
const FAR: f64 = -708;
/** 2⁵² + 1023: the last bits of its sum with k are the exponent of 2^k. */
const BIAS: f64 = 4503599627371519;

/** e^x, for x up to 0. */
@inline
export function expPair(x: v128): v128 {
  if (i64x2.bitmask(f64x2.gt(x, f64x2.splat(FAR))) != 3) {
    const first = exp(f64x2.extract_lane(x, 0));
    return f64x2.replace_lane(f64x2.splat(first), 1, exp(f64x2.extract_lane(x, 1)));
  }
  const k = f64x2.floor(f64x2.add(f64x2.mul(x, f64x2.splat(Math.LOG2E)), f64x2.splat(0.5)));
  const high = f64x2.sub(x, f64x2.mul(k, f64x2.splat(LN2_HIGH)));
  const low = f64x2.mul(f64x2.neg(k), f64x2.splat(LN2_LOW));
  const whole = f64x2.add(f64x2.splat(1), f64x2.add(high, expTailPair(f64x2.add(high, low), low)));
  return f64x2.mul(whole, pow2Pair(k));
}

/** Of the two series of `expTail`, the odd one and the even one: their coefficients from the first to the last. */
const SERIES: usize = memory.data<f64>([
  0.1666666666666668, 0.00833333333331853, 0.00019841269893337076, 2.755723745713723e-6, 2.511124594294879e-8,
  0.04166666666666641, 0.001388888888903323, 2.4801587025674813e-5, 2.7557526039643047e-7, 2.0838527352295537e-9,
]);

@inline
export function expTailPair(r: v128, low: v128): v128 {
  const r2 = f64x2.mul(r, r);
  const odd = series(SERIES, r2);
  const even = series(SERIES + 40, r2);
  const beyond = f64x2.mul(f64x2.mul(r, r2), f64x2.add(odd, f64x2.mul(r, even)));
  return f64x2.add(f64x2.mul(f64x2.splat(0.5), r2), f64x2.add(beyond, low));
}

/** Five coefficients, fetched: of a number that it knows, an engine makes a vector anew, which takes three instructions. */
@inline
function series(at: usize, x: v128): v128 {
  let sum = v128.load64_splat(at, 32);
  sum = f64x2.add(v128.load64_splat(at, 24), f64x2.mul(x, sum));
  sum = f64x2.add(v128.load64_splat(at, 16), f64x2.mul(x, sum));
  sum = f64x2.add(v128.load64_splat(at, 8), f64x2.mul(x, sum));
  return f64x2.add(v128.load64_splat(at), f64x2.mul(x, sum));
}

/** 2^k, for whole k that are exponents of normal numbers. */
@inline
export function pow2Pair(k: v128): v128 {
  return i64x2.shl(f64x2.add(k, f64x2.splat(BIAS)), 52);
}
