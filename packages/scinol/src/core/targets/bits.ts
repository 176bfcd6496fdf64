/** The binary layout of a double in WebAssembly: ../../arithmetic/bits.ts says what these return. */

@inline
export function pow2(k: number): number {
  // 2^52 + k + 1023: the last bits of that are the exponent's.
  return reinterpret<f64>(reinterpret<u64>(k + 4503599627371519) << 52);
}

@inline
export function exponent(x: number): number {
  return <f64>((<i32>(reinterpret<u64>(x) >> 52) & 0x7ff) - 1023);
}
