/**
 * The binary layout of a double, gathered here because it is all that a WebAssembly build writes differently.
 */

const LOWEST_EXPONENT = -1022;
const HIGHEST_EXPONENT = 1023;

// Reading a double right after writing one of its halves stalls the processor; reading a stored power does not.
const powers = new Float64Array(HIGHEST_EXPONENT - LOWEST_EXPONENT + 1);
powers[0] = 2.2250738585072014e-308;
for (let i = 1; i < powers.length; i++) powers[i] = 2 * powers[i - 1];

/** 2^k, for an integer k from -1022 to 1023. */
export function pow2(k: number): number {
  // The compiler indexes with an integer once it is told that k is one.
  return powers[(k | 0) - LOWEST_EXPONENT];
}

const value = new Float64Array([1]);
const words = new Int32Array(value.buffer);
const HIGH_WORD = words[0] === 0 ? 1 : 0;

/** The k for which 2^k <= |x| < 2^(k+1), for a normal x; 1024 for an infinity. */
export function exponent(x: number): number {
  value[0] = x;
  return ((words[HIGH_WORD] >>> 20) & 0x7ff) - 1023;
}
