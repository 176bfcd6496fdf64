/*
 * How large and how small many numbers are, roughly. Without their signs doubles are ordered as whole numbers of 64 bits
 * are, infinities and what is no number come last, and their upper halves tell enough. No jump, no rounding, nothing that
 * waits for what came before.
 */

/** The upper halves of 1e-300 and 1e300. */
export const SMALLEST_UPPER: u32 = 0x01a56e1f;
export const LARGEST_UPPER: u32 = 0x7e37e43c;

/** Of the numbers surveyed last: the upper halves of the smallest and of the largest. */
export let leastUpper: u32 = 0;
export let mostUpper: u32 = 0;

/** What takes the sign away; in memory, as an engine makes a vector of what it knows anew each time it is used. */
export const SIZE: usize = memory.data<u64>([0x7fffffffffffffff]);

/** What takes the sign of upper halves away, and the first that is plainly above the smallest. */
const UPPER: usize = memory.data<u32>([0x7fffffff, SMALLEST_UPPER + 1]);

/**
 * Up to where numbers are plainly between the smallest and the largest, eight at a time: then one comparison of their upper
 * halves is enough. The first that are not, among which zeros count, and all behind them are left to `survey`.
 */
export function plainUntil(from: usize, to: usize): usize {
  const size = v128.load32_splat(UPPER);
  const least = v128.load32_splat(UPPER, 4);
  let at = from;
  for (; at + 64 <= to; at += 64) {
    const first = above(size, least, v128.load(at), v128.load(at, 16));
    const second = above(size, least, v128.load(at, 32), v128.load(at, 48));
    const most = i32x4.max_u(first, second);
    if (v128.any_true(i32x4.ge_u(most, i32x4.splat(LARGEST_UPPER - SMALLEST_UPPER - 1)))) break;
  }
  return at;
}

/** How far the upper halves of four numbers are above the smallest; of what is below, far beyond the largest. */
@inline
function above(size: v128, least: v128, first: v128, second: v128): v128 {
  return i32x4.sub(v128.and(v128.shuffle<u32>(first, second, 1, 3, 5, 7), size), least);
}

/*
 * Whether numbers are plainly features, between 2⁻⁵¹² and 2⁵¹², by the way: the two highest bits of their exponents differ
 * then, and adding the lower of the two leaves the higher one set. So of the sums all bits that are 1 in each are kept.
 */

@inline
export function lowerBit(): v128 {
  return i64x2.splat(1 << 61);
}

/** What is kept of two more numbers, and what was kept before. */
@inline
export function keepBits(kept: v128, numbers: v128, lower: v128): v128 {
  return v128.and(kept, i64x2.add(numbers, lower));
}

@inline
export function werePlain(kept: v128): bool {
  return i64x2.bitmask(i64x2.shl(kept, 1)) == 3;
}

/** The same of numbers side by side, all of which are looked at, whatever they are. */
export function arePlain(from: usize, to: usize): bool {
  const lower = lowerBit();
  let kept = i64x2.splat(-1);
  let at = from;
  for (; at + 32 <= to; at += 32) {
    kept = v128.and(kept, v128.and(i64x2.add(v128.load(at), lower), i64x2.add(v128.load(at, 16), lower)));
  }
  for (; at < to; at += 8) kept = keepBits(kept, v128.load_splat<u64>(at), lower);
  return werePlain(kept);
}

/** `less` is taken from the bits before the smallest is looked for: where it is 1, zeros come last. */
export function survey(from: usize, to: usize, less: i64): void {
  const size = v128.load_splat<u64>(SIZE);
  const lesses = i64x2.splat(less);
  let least = i32x4.splat(-1);
  let most = i32x4.splat(0);
  let at = from;
  for (; at + 32 <= to; at += 32) {
    const first = v128.and(v128.load(at), size);
    const second = v128.and(v128.load(at, 16), size);
    most = i32x4.max_u(most, i32x4.max_u(first, second));
    least = i32x4.min_u(least, i32x4.min_u(i64x2.sub(first, lesses), i64x2.sub(second, lesses)));
  }
  for (; at < to; at += 8) {
    const one = v128.and(v128.load_splat<u64>(at), size);
    most = i32x4.max_u(most, one);
    least = i32x4.min_u(least, i64x2.sub(one, lesses));
  }
  leastUpper = min(<u32>i32x4.extract_lane(least, 1), <u32>i32x4.extract_lane(least, 3));
  mostUpper = max(<u32>i32x4.extract_lane(most, 1), <u32>i32x4.extract_lane(most, 3));
}

/** The upper half of the largest number alone. */
export function largestUpper(from: usize, to: usize): u32 {
  const size = v128.load_splat<u64>(SIZE);
  let most = i32x4.splat(0);
  let at = from;
  for (; at + 32 <= to; at += 32) {
    const first = v128.and(v128.load(at), size);
    most = i32x4.max_u(most, i32x4.max_u(first, v128.and(v128.load(at, 16), size)));
  }
  for (; at < to; at += 8) most = i32x4.max_u(most, v128.and(v128.load_splat<u64>(at), size));
  return max(<u32>i32x4.extract_lane(most, 1), <u32>i32x4.extract_lane(most, 3));
}
