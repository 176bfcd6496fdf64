/** Lanes of the core's memory in WebAssembly, two at a time: what ../memory.ts says of one. */
export type Lane = v128;
export type Mask = v128;
export const PAIR: usize = 16;
export const WIDTH: usize = 16;

@inline
export function laneAt(at: usize): v128 {
  return v128.load(at);
}
@inline
export function putLane(at: usize, x: v128): void {
  v128.store(at, x);
}
@inline
export function twoAt(at: usize, apart: usize, lane: usize): v128 {
  return v128.load64_lane(at + apart, v128.load64_zero(at), 1);
}
@inline
export function putTwo(at: usize, apart: usize, lane: usize, x: v128): void {
  v128.store64_lane(at, x, 0);
  v128.store64_lane(at + apart, x, 1);
}
@inline
export function bothAt(at: usize): v128 {
  return v128.load64_splat(at);
}
@inline
export function any(mask: v128): bool {
  return v128.any_true(mask);
}

// 2^52, and 2^52 + 1023: integers added to them are the last bits of the sum.
const BITS: usize = memory.data<f64>([4503599627370496, 4503599627371519]);

@inline
export function exponentOf(x: v128): v128 {
  const biased = i64x2.shr_u(v128.and(x, i64x2.splat(i64.MAX_VALUE)), 52);
  return f64x2.sub(v128.or(biased, v128.load64_splat(BITS)), v128.load64_splat(BITS, 8));
}
@inline
export function powerOf2(k: v128): v128 {
  return i64x2.shl(f64x2.add(k, v128.load64_splat(BITS, 8)), 52);
}
