/** What the core does with memory in WebAssembly however wide its lanes are: see ../memory.ts. */

/** Never called: scripts/vectorise.mjs replaces its calls by memory.data. */
export function table(values: StaticArray<f64>): usize {
  return 0;
}
@inline
export function assert(holds: bool): void {
  if (!holds) unreachable();
}
@inline
export function f64At(at: usize): f64 {
  return load<f64>(at);
}
@inline
export function putF64(at: usize, x: f64): void {
  store<f64>(at, x);
}
@inline
export function i32At(at: usize): i32 {
  return load<i32>(at);
}
@inline
export function putI32(at: usize, x: i32): void {
  store<i32>(at, x);
}
@inline
export function addressAt(at: usize): usize {
  return load<u32>(at);
}
@inline
export function putAddress(at: usize, x: usize): void {
  store<u32>(at, x as u32);
}
@inline
export function fill(at: usize, bytes: usize): void {
  memory.fill(at, 0, bytes);
}
@inline
export function copy(to: usize, from: usize, bytes: usize): void {
  memory.copy(to, from, bytes);
}
@inline
export function whole(x: f64): i32 {
  return x as i32;
}
