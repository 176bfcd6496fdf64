/** Powers of ten that a double holds exactly. */
export const exactPowers: Float64Array = Float64Array.from({ length: 23 }, (_, k) => Number(`1e${k}`));

/**
 * The decimal number that fills bytes[from, to), rounded correctly; NaN when those bytes are not one, ±Infinity when it
 * is too large for a double.
 *
 * With at most 15 significant digits and a power of ten of at most 22 both factors are exact doubles, so one
 * multiplication or division rounds once and correctly (Clinger 1990). Everything else goes to `Number`.
 */
export function parseDecimal(bytes: Uint8Array, from: number, to: number): number {
  let at = from;
  const sign = at < to ? bytes[at] : 0;
  if (sign === 45 || sign === 43) at++;

  let mantissa = 0;
  let significant = 0;
  let power = 0;
  const whole = at;
  for (; at < to; at++) {
    const digit = bytes[at] - 48;
    if (digit >>> 0 > 9) break;
    if (significant > 0 || digit > 0) significant++;
    if (significant <= 15) mantissa = mantissa * 10 + digit;
  }
  let digits = at - whole;
  if (at < to && bytes[at] === 46) {
    const fraction = ++at;
    for (; at < to; at++) {
      const digit = bytes[at] - 48;
      if (digit >>> 0 > 9) break;
      if (significant > 0 || digit > 0) significant++;
      if (significant <= 15) mantissa = mantissa * 10 + digit;
    }
    digits += at - fraction;
    power = fraction - at;
  }
  if (digits === 0) return Number.NaN;
  if (at < to && (bytes[at] === 101 || bytes[at] === 69)) {
    at++;
    const minus = at < to && bytes[at] === 45;
    if (at < to && (minus || bytes[at] === 43)) at++;
    const first = at;
    let exponent = 0;
    for (; at < to; at++) {
      const digit = bytes[at] - 48;
      if (digit >>> 0 > 9) break;
      // A cap keeps the sum an exact integer; anything this large takes the slow road anyway.
      if (exponent < 1e6) exponent = exponent * 10 + digit;
    }
    if (at === first) return Number.NaN;
    power += minus ? -exponent : exponent;
  }
  if (at !== to) return Number.NaN;

  if (significant <= 15 && power >= -22 && power <= 22) {
    const value = power < 0 ? mantissa / exactPowers[-power] : mantissa * exactPowers[power];
    return sign === 45 ? -value : value;
  }
  return Number(latin1(bytes, from, to));
}

/** The bytes as a string of the same length, one character a byte. */
export function latin1(bytes: Uint8Array, from: number, to: number): string {
  return Buffer.from(bytes.buffer, bytes.byteOffset + from, to - from).toString("latin1");
}

const form = /^[+-]?(?:\d+\.?\d*|\.\d+)(?:[eE][+-]?\d+)?$/;

/** Whether the text has the form of a decimal number, finite or not. */
export function looksDecimal(text: string): boolean {
  return form.test(text);
}
