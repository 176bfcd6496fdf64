// Plain decimals: digits, perhaps a minus before them and a point among them, fifteen bytes in all at most. Nothing here
// branches on what a number looks like: signs, lengths and points are as good as random, and guessing them wrong costs more
// than reading the number.

/** Sixteen bytes of ones, then sixteen of zeros: sixteen from the n-th on are ones but for the last n. */
const ones: usize = memory.data<u64>([-1, -1, 0, 0]);

/** What to divide by for 0 to 15 decimals, above and below zero; the sixteenth are for a number without a point. */
const divisors: usize = memory.data<f64>([
  1e0, -1e0, 1e1, -1e1, 1e2, -1e2, 1e3, -1e3, 1e4, -1e4, 1e5, -1e5, 1e6, -1e6, 1e7, -1e7, 1e8, -1e8, 1e9, -1e9, 1e10,
  -1e10, 1e11, -1e11, 1e12, -1e12, 1e13, -1e13, 1e14, -1e14, 1e15, -1e15, 1e0, -1e0,
]);

// Vectors that stay the same are read from memory: the engine would make each anew every time, in three steps.
const lanes: usize = memory.data<u64>([0x0706050403020100, 0x0f0e0d0c0b0a0908]);
const allPoints: usize = memory.data<u64>([0x2e2e2e2e2e2e2e2e, 0x2e2e2e2e2e2e2e2e]);
const allZeros: usize = memory.data<u64>([0x3030303030303030, 0x3030303030303030]);
/** From '9' to the highest signed byte, and what '0' is then above. */
const lift: usize = memory.data<u64>([0x4646464646464646, 0x4646464646464646]);
const liftedBelowZero: usize = memory.data<u64>([0x7575757575757575, 0x7575757575757575]);
/** 2561 eight times; 100 and 1, 10000 and 1, four times. */
const tens: usize = memory.data<u64>([0x0a010a010a010a01, 0x0a010a010a010a01]);
const hundreds: usize = memory.data<u64>([0x0001006400010064, 0x0001006400010064]);
const tenThousands: usize = memory.data<u64>([0x0001271000012710, 0x0001271000012710]);
const eightZeros: usize = memory.data<f64>([1e8, 1e8]);

/** The bytes of a field that ends here, in the last lanes; in those before them, nothing. */
@inline
export function lastBytes(to: usize, length: u32): v128 {
  return v128.andnot(v128.load(to - 16), v128.load(ones + length));
}

/** A bit for each point. */
@inline
export function pointBits(bytes: v128): u32 {
  return <u32>i8x16.bitmask(i8x16.eq(bytes, v128.load(allPoints)));
}

/** A bit for each digit: lifted so that '9' is the highest signed byte, digits are the highest ten, and one test finds them. */
@inline
export function digitBits(bytes: v128): u32 {
  return <u32>i8x16.bitmask(i8x16.gt_s(i8x16.add(bytes, v128.load(lift)), v128.load(liftedBelowZero)));
}

/**
 * 2¹⁶ when digits, at most one point and a minus at the front make up the whole field, else less: one added below their bits
 * carries through to the top only if none of them is missing.
 */
@inline
export function whole(digits: u32, points: u32, minus: u32, length: u32): u32 {
  return digits + (points & -points) + (0x10000 >> (length - minus));
}

/** The bytes without the point: those before it, and it, are their neighbours in front of them. */
@inline
export function withoutPoint(bytes: v128, decimals: u32): v128 {
  return i8x16.swizzle(bytes, i8x16.add(v128.load(lanes), v128.load(ones + decimals)));
}

/** The digits, as numbers of four. Whatever else a field has lies below '0' and counts as 0. */
@inline
export function fours(bytes: v128): v128 {
  const digits = i8x16.sub_sat_u(bytes, v128.load(allZeros));
  // Two digits a, b are the bytes of a + 256 b; times 2561 its upper byte is 10 a + b.
  const pairs = i16x8.shr_u(i16x8.mul(digits, v128.load(tens)), 8);
  return i32x4.dot_i16x8_s(pairs, v128.load(hundreds));
}

/** The upper and the lower eight digits of one number, then of another. */
@inline
export function eights(one: v128, other: v128): v128 {
  return i32x4.dot_i16x8_s(i16x8.narrow_i32x4_s(one, other), v128.load(tenThousands));
}

/** How many decimals the last point leaves; 16 when there is none. */
@inline
export function decimalsOf(points: u32): u32 {
  return clz<u32>(points) - 16;
}

/** Where the divisor is. Mantissas are below 10¹⁵ and it is at most 10¹⁴: both exact, so that dividing rounds correctly. */
@inline
function divisor(decimals: u32, minus: u32): usize {
  return divisors + ((decimals * 2 + minus) << 3);
}

/** The number in so many bytes, at most fifteen; NaN when it is not plain, which says nothing of what else it is. */
@inline
export function plainDecimal(from: usize, length: u32): f64 {
  const bytes = lastBytes(from + length, length);
  const minus = u32(load<u8>(from) === 45);
  const points = pointBits(bytes);
  const digits = digitBits(bytes);
  if (whole(digits, points, minus, length) !== 0x10000 || digits === 0) return NaN;
  const decimals = decimalsOf(points);
  const four = fours(withoutPoint(bytes, decimals));
  return quotient(i64x2.extract_lane(eights(four, four), 0), decimals, minus);
}

/** The number that upper and lower eight digits make, with its decimals and its sign. */
@inline
export function quotient(eights: u64, decimals: u32, minus: u32): f64 {
  const mantissa = <i64>((eights & 0xffffffff) * 100000000 + (eights >> 32));
  return <f64>mantissa / load<f64>(divisor(decimals, minus));
}

/**
 * Stores the numbers in `one` bytes from here on and, behind one more, in `two`; at most fifteen each. Whether both are
 * plain; if not, what was stored is nothing.
 */
@inline
export function plainPair(from: usize, one: u32, two: u32, into: usize): bool {
  const behind = from + one;
  const a = lastBytes(behind, one);
  const b = lastBytes(behind + 1 + two, two);
  const aMinus = u32(load<u8>(from) === 45);
  const bMinus = u32(load<u8>(behind, 1) === 45);
  const aPoints = pointBits(a);
  const bPoints = pointBits(b);
  const aDecimals = decimalsOf(aPoints);
  const bDecimals = decimalsOf(bPoints);
  const both = eights(fours(withoutPoint(a, aDecimals)), fours(withoutPoint(b, bDecimals)));
  const upper = f64x2.convert_low_i32x4_s(v128.shuffle<i32>(both, both, 0, 2, 0, 2));
  const lower = f64x2.convert_low_i32x4_s(v128.shuffle<i32>(both, both, 1, 3, 1, 3));
  const mantissas = f64x2.add(f64x2.mul(upper, v128.load(eightZeros)), lower);
  const aDivisor = v128.load_zero<f64>(divisor(aDecimals, aMinus));
  v128.store(into, f64x2.div(mantissas, v128.load_lane<f64>(divisor(bDecimals, bMinus), aDivisor, 1)));
  const aDigits = digitBits(a);
  const bDigits = digitBits(b);
  const wholes = whole(aDigits, aPoints, aMinus, one) + whole(bDigits, bPoints, bMinus, two);
  if (wholes !== 0x20000) return false;
  if (aDigits === 0) return false;
  return bDigits !== 0;
}
