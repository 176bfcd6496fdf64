/** Lanes of the core's memory in WebAssembly, one at a time: for cores that have nothing to work on in pairs. */
import { exponent, pow2 } from "./bits";

export type Lane = f64;
export type Mask = bool;
export const PAIR: usize = 16;
export const WIDTH: usize = 8;

@inline
export function laneAt(at: usize): f64 {
  return load<f64>(at);
}
@inline
export function putLane(at: usize, x: f64): void {
  store<f64>(at, x);
}
@inline
export function twoAt(at: usize, apart: usize, lane: usize): f64 {
  return load<f64>(lane == 0 ? at : at + apart);
}
@inline
export function putTwo(at: usize, apart: usize, lane: usize, x: f64): void {
  store<f64>(lane == 0 ? at : at + apart, x);
}
@inline
export function bothAt(at: usize): f64 {
  return load<f64>(at);
}
@inline
export function any(mask: bool): bool {
  return mask;
}
@inline
export function exponentOf(x: f64): f64 {
  return exponent(x);
}
@inline
export function powerOf2(k: f64): f64 {
  return pow2(k);
}
