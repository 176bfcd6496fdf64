/* Two features of the layout that one-cell.ts tells, wherever they are, as vectors: one at `a`, the other at `b`. */

import { GAMMA, SQUARES, WEALTH } from "./one-cell";

/** Which of the two sums, of even and of odd features, a feature is added to. */
const LANES = memory.data<u64>([-1, 0, 0, -1], 16);

/** Adds what a feature gives to the sum of even or of odd ones; zero, to the other, leaves it as it is. */
@inline
export function addTo(sum: v128, place: usize, given: f64): v128 {
  return f64x2.add(sum, v128.and(f64x2.splat(given), v128.load(LANES + ((place & 8) << 1))));
}

/** The same for two features, whose places lie one behind the other: first the one, then the other. */
@inline
export function addBoth(sum: v128, places: usize, given: v128): v128 {
  const odd = i64x2.lt_s(i64x2.shl(v128.load_ext<u32>(places), 60), i64x2.splat(0));
  const toEven = v128.andnot(given, odd);
  const toOdd = v128.and(given, odd);
  const first = v128.shuffle<u64>(toEven, toOdd, 0, 2);
  const second = v128.shuffle<u64>(toEven, toOdd, 1, 3);
  return f64x2.add(f64x2.add(sum, first), second);
}

/* The compiler wants to be told a slot's offset as a plain number, so each has a function. */

@inline
export function unitOf(a: usize, b: usize): v128 {
  return v128.load64_lane(b, v128.load64_zero(a), 1);
}

@inline
export function gammaOf(a: usize, b: usize): v128 {
  return v128.load64_lane(b, v128.load64_zero(a, GAMMA), 1, GAMMA);
}

@inline
export function squaresOf(a: usize, b: usize): v128 {
  return v128.load64_lane(b, v128.load64_zero(a, SQUARES), 1, SQUARES);
}

@inline
export function wealthOf(a: usize, b: usize): v128 {
  return v128.load64_lane(b, v128.load64_zero(a, WEALTH), 1, WEALTH);
}

/** Writes all slots but 1/M. */
@inline
export function put(a: usize, b: usize, gamma: v128, squares: v128, wealth: v128): void {
  v128.store64_lane(a, gamma, 0, GAMMA);
  v128.store64_lane(b, gamma, 1, GAMMA);
  v128.store64_lane(a, squares, 0, SQUARES);
  v128.store64_lane(b, squares, 1, SQUARES);
  v128.store64_lane(a, wealth, 0, WEALTH);
  v128.store64_lane(b, wealth, 1, WEALTH);
}
