/// <reference path="./types.d.ts" />
/*
 * The core's memory in JavaScript: arrays, one lane at a time. targets/ has the same functions for WebAssembly, two lanes
 * at a time. Addresses count bytes; those of f64 are multiples of 8, those of i32 of 4.
 */
import { exponent, pow2 } from "../arithmetic/bits.ts";

/** One memory by three views. Every model lives in a space; many spaces share this code. */
export interface Arrays {
  readonly doubles: Float64Array<ArrayBuffer>;
  readonly i32: Int32Array<ArrayBuffer>;
  readonly u32: Uint32Array<ArrayBuffer>;
}

/** What one lane of a vector holds. */
export type Lane = number;
/** What a comparison of lanes returns. */
export type Mask = boolean;

/** Bytes of a pair of lanes, and of the lanes that are worked on at once. */
export const PAIR = 16;
export const WIDTH = 8;
/** Bytes at the beginning of every space for tables and for the compiler; a multiple of a model's alignment. */
export const STATIC = 8192;

// As in WebAssembly, nothing has the address 0.
const TABLES: usize = 16;
const tables: number[] = [];

let doubles = new Float64Array(0);
let integers = new Int32Array(0);
let unsigned = new Uint32Array(0);

/** Makes `space` the memory of all calls that follow. */
export function use(space: Arrays): void {
  doubles = space.doubles;
  integers = space.i32;
  unsigned = space.u32;
}

/** Writes the tables into a new space. */
export function begin(space: Arrays): void {
  space.doubles.set(tables, TABLES >> 3);
}

/** Returns the address of constants in memory, the same in every space. */
export function table(values: number[]): usize {
  const at = TABLES + 8 * tables.length;
  tables.push(...values);
  // Each table begins at a pair.
  if (tables.length % 2 === 1) tables.push(0);
  assert(TABLES + 8 * tables.length <= STATIC, "tables are longer than STATIC");
  return at;
}

/** Throws unless `holds`. In WebAssembly it is a trap; neither is left out of a release. */
export function assert(holds: bool, message = "assertion failed"): void {
  if (!holds) throw new Error(`core: ${message}`);
}

export function f64At(at: usize): f64 {
  return doubles[at >> 3];
}

export function putF64(at: usize, x: f64): void {
  doubles[at >> 3] = x;
}

export function i32At(at: usize): i32 {
  return integers[at >> 2];
}

export function putI32(at: usize, x: i32): void {
  integers[at >> 2] = x;
}

export function addressAt(at: usize): usize {
  return unsigned[at >> 2];
}

export function putAddress(at: usize, x: usize): void {
  unsigned[at >> 2] = x;
}

export function laneAt(at: usize): Lane {
  return doubles[at >> 3];
}

export function putLane(at: usize, x: Lane): void {
  doubles[at >> 3] = x;
}

/** Returns lanes that lie `apart` bytes from each other; `lane` is 0 in the first and 8 in the second. */
export function twoAt(at: usize, apart: usize, lane: usize): Lane {
  return doubles[(lane === 0 ? at : at + apart) >> 3];
}

export function putTwo(at: usize, apart: usize, lane: usize, x: Lane): void {
  doubles[(lane === 0 ? at : at + apart) >> 3] = x;
}

/** Returns one f64 as both lanes. */
export function bothAt(at: usize): Lane {
  return doubles[at >> 3];
}

/** Whether the mask holds in any lane. */
export function any(mask: Mask): bool {
  return mask;
}

/** Writes zeros; `bytes` is a multiple of 4. */
export function fill(at: usize, bytes: usize): void {
  integers.fill(0, at >> 2, (at + bytes) >> 2);
}

/** Copies `bytes`, a multiple of 4; the two places may overlap. */
export function copy(to: usize, from: usize, bytes: usize): void {
  integers.copyWithin(to >> 2, from >> 2, (from + bytes) >> 2);
}

/** Returns x without its fraction, for |x| < 2^31; 0 for NaN. */
export function whole(x: f64): i32 {
  return x | 0;
}

/** Returns the k for which 2^k <= |x| < 2^(k+1), for a normal x. */
export function exponentOf(x: Lane): Lane {
  return exponent(x);
}

/** Returns 2^k, for an integer k from -1022 to 1023. */
export function powerOf2(k: Lane): Lane {
  return pow2(k);
}
