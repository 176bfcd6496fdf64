/*
 * The natural logarithm of two numbers at once: src/arithmetic/log.ts and series.ts with vectors in place of numbers, every
 * operation and its order the same, and so the bits.
 */

/** In memory: of a number that it knows, an engine makes a vector anew each time, which takes three instructions. */
const CONSTANTS: usize = memory.data<f64>([
  1.4142135623730951, 4503599627371519, 0.25, 1, 0.6931471805598903, 5.497923018708371e-14, 0.5, 2,
  0.6666666666666734, 0.3999999999941432, 0.28571428742474725, 0.22222198563497952,
  0.18183564866130153, 0.15314035847070787, 0.1479610534055418, 0.41,
]);
export const ROOT_2: usize = 0;
const BIAS: usize = 8; // 2⁵² + 1023
const QUARTER: usize = 16;
export const ONE: usize = 24;
export const LN2_HIGH: usize = 32;
export const LN2_LOW: usize = 40;
export const HALF: usize = 48;
export const TWO: usize = 56;
const SERIES: usize = 64;
export const NEAR: usize = 120; // below it log1p needs no reduction
/** 2⁵², whose lowest bit is worth 1: what is put below it is read as a whole number. And 2048. */
const BITS: usize = memory.data<i64>([0x4330000000000000, 2048]);

@inline
export function constant(at: usize): v128 {
  return v128.load_splat<f64>(CONSTANTS + at);
}

/** log(x), for normal x up to 1e300; of anything else some number or other. */
@inline
export function logPair(x: v128): v128 {
  const exponents = i64x2.shr_u(f64x2.mul(x, constant(ROOT_2)), 52);
  const k = f64x2.sub(v128.or(exponents, v128.load64_splat(BITS)), constant(BIAS));
  // 2^(2 − k)
  const power = i64x2.shl(i64x2.sub(v128.load64_splat(BITS, 8), exponents), 52);
  const f = f64x2.sub(f64x2.mul(f64x2.mul(constant(QUARTER), x), power), constant(ONE));
  const whole = f64x2.mul(k, constant(LN2_HIGH));
  const sum = f64x2.add(whole, f);
  const lost = f64x2.add(f64x2.sub(whole, sum), f);
  return f64x2.add(sum, logTailPair(f, f64x2.add(lost, f64x2.mul(k, constant(LN2_LOW)))));
}

@inline
export function logTailPair(f: v128, low: v128): v128 {
  const halfSquare = f64x2.mul(f64x2.mul(constant(HALF), f), f);
  const s = f64x2.div(f, f64x2.add(constant(TWO), f));
  const s2 = f64x2.mul(s, s);
  const s4 = f64x2.mul(s2, s2);
  const first = f64x2.add(line(SERIES, s2), f64x2.mul(s4, line(SERIES + 16, s2)));
  const last = f64x2.add(line(SERIES + 32, s2), f64x2.mul(s4, constant(SERIES + 48)));
  const inner = f64x2.add(first, f64x2.mul(f64x2.mul(s4, s4), last));
  return f64x2.sub(f64x2.add(f64x2.mul(s, f64x2.add(halfSquare, f64x2.mul(s2, inner))), low), halfSquare);
}

/** a + s b, with a and b side by side. */
@inline
function line(at: usize, s: v128): v128 {
  return f64x2.add(constant(at), f64x2.mul(s, constant(at + 8)));
}
