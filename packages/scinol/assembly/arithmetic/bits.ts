/** The binary layout of a double; the other files of this folder are those of src/arithmetic, see compile-kernels.mjs. */

/** 2^k, for an integer k from -1022 to 1023. */
@inline
export function pow2(k: number): number {
  // 2^52 + k + 1023: the last bits of that are the exponent's.
  return reinterpret<f64>(reinterpret<u64>(k + 4503599627371519) << 52);
}

/** The k for which 2^k <= |x| < 2^(k+1), for a normal x; 1024 for an infinity. */
@inline
export function exponent(x: number): number {
  return <f64>((<i32>(reinterpret<u64>(x) >> 52) & 0x7ff) - 1023);
}
