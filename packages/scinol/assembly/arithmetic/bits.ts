/** The binary layout of a double; the other files of this folder are those of src/arithmetic, see compile-kernels.mjs. */

/** 2^k, for an integer k from -1022 to 1023. */
@inline
export function pow2(k: number): number {
  return reinterpret<f64>((<i64>k + 1023) << 52);
}

/** The k for which 2^k <= |x| < 2^(k+1), for a normal x; 1024 for an infinity. */
@inline
export function exponent(x: number): number {
  return <f64>((<i32>(reinterpret<u64>(x) >> 52) & 0x7ff) - 1023);
}
