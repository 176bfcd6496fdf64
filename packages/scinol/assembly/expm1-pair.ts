/*
 * e^x − 1 of two numbers at once: src/arithmetic/expm1.ts and series.ts with vectors in place of numbers, every operation
 * and its order the same, and so the bits.
 */

import { expm1 } from "./arithmetic/expm1";
import { LN2_HIGH, LN2_LOW } from "./arithmetic/series";

const TINY: f64 = 5.551115123125783e-17; // 2^-54
/** From here on exp is asked instead. */
const FAR: f64 = 40;
/** 2⁵² + 1023: the last bits of its sum with k are the exponent of 2^k. */
const BIAS: f64 = 4503599627371519;

/** e^x − 1, for x from 0 on. */
@inline
export function expm1Pair(x: v128): v128 {
  if (v128.any_true(f64x2.ge(x, f64x2.splat(FAR)))) {
    const first = expm1(f64x2.extract_lane(x, 0));
    return f64x2.replace_lane(f64x2.splat(first), 1, expm1(f64x2.extract_lane(x, 1)));
  }
  const one = f64x2.splat(1);
  const k = f64x2.floor(f64x2.add(f64x2.mul(x, f64x2.splat(Math.LOG2E)), f64x2.splat(0.5)));
  const minusK = f64x2.neg(k);
  const high = f64x2.sub(x, f64x2.mul(k, f64x2.splat(LN2_HIGH)));
  const low = f64x2.mul(minusK, f64x2.splat(LN2_LOW));
  const r = f64x2.add(high, low);
  const lostFromR = f64x2.add(f64x2.sub(high, r), low);
  const inverse = pow2Pair(minusK);
  const whole = f64x2.sub(one, inverse);
  const lostFromWhole = f64x2.sub(f64x2.sub(one, whole), inverse);
  const sum = f64x2.add(whole, high);
  const lostFromSum = f64x2.add(f64x2.sub(whole, sum), high);
  const lost = f64x2.add(lostFromWhole, f64x2.add(low, f64x2.mul(lostFromR, r)));
  const tail = expTailPair(r, f64x2.add(lostFromSum, lost));
  const grown = f64x2.mul(f64x2.add(sum, tail), pow2Pair(k));
  return v128.bitselect(x, grown, f64x2.lt(x, f64x2.splat(TINY)));
}

/** Of the two series of `expTail`, the odd one and the even one: their coefficients from the first to the last. */
const SERIES: usize = memory.data<f64>([
  0.1666666666666668, 0.00833333333331853, 0.00019841269893337076, 2.755723745713723e-6, 2.511124594294879e-8,
  0.04166666666666641, 0.001388888888903323, 2.4801587025674813e-5, 2.7557526039643047e-7, 2.0838527352295537e-9,
]);

@inline
function expTailPair(r: v128, low: v128): v128 {
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

@inline
function pow2Pair(k: v128): v128 {
  return i64x2.shl(f64x2.add(k, f64x2.splat(BIAS)), 52);
}
