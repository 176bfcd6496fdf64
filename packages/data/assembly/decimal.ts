// Decimal numbers, exactly: what is easy here, what is not by the host, which knows every case.

/** The number in bytes [from, to) of the input, NaN when there is none; the host's parseDecimal. */
@external("host", "decimal")
declare function hostDecimal(from: i32, to: i32): f64;

/** 1e0 … 1e22: the powers of ten that a double holds exactly. */
const powers: usize = memory.data<f64>([
  1e0, 1e1, 1e2, 1e3, 1e4, 1e5, 1e6, 1e7, 1e8, 1e9, 1e10, 1e11, 1e12, 1e13, 1e14, 1e15, 1e16, 1e17, 1e18, 1e19, 1e20,
  1e21, 1e22,
]);

/** The same up to 1e8, whole. */
const wholePowers: usize = memory.data<u64>([1, 10, 100, 1000, 10000, 100000, 1000000, 10000000, 100000000]);

/** Where the last number read ended. */
export let end: usize = 0;

/** Eight bytes less '0': the digits among them are now 0 to 9. */
@inline
export function eightAt(p: usize): u64 {
  return load<u64>(p) ^ 0x3030303030303030;
}

/** How many of the eight, from the first, are digits. A byte above 9 sets its high bit; carries only reach those behind. */
@inline
export function digitsIn(eight: u64): u64 {
  const above = ((eight + 0x7676767676767676) | eight) & 0x8080808080808080;
  return ctz<u64>(above) >> 3;
}

/** The number that the first n of eight digits make, n from 1 to 8: in pairs, fours, all; no loop to mispredict. */
@inline
export function numberOf(eight: u64, n: u64): u64 {
  const digits = eight << (64 - (n << 3));
  const pairs = digits * 10 + (digits >> 8);
  const even = (pairs & 0x000000ff000000ff) * 0x000f424000000064;
  const uneven = ((pairs >> 16) & 0x000000ff000000ff) * 0x0000271000000001;
  return (even + uneven) >> 32;
}

/**
 * Reads a number at p that ends before the delimiter, a blank or a newline. A mantissa of at most 2⁵³ and at most 22
 * decimals make one exact division, up to nineteen digits are rounded by `nearest`; whatever else there is, `readHard` reads.
 * Sets `end`; it is `from` when there is nothing. NaN when what is there is no number.
 */
@inline
export function readDecimal(from: usize, input: usize, delimiter: u32): f64 {
  let p = from;
  let c = <u32>load<u8>(p);
  const negative = c === 45;
  p += usize(negative || c === 43);
  let eight = eightAt(p);
  let n = digitsIn(eight);
  // Up to seven digits before the point, and at least one.
  if (n - 1 < 7) {
    let mantissa = numberOf(eight, n);
    let decimals: u64 = 0;
    let digits = n;
    p += <usize>n;
    if (load<u8>(p) === 46) {
      p++;
      // Eight at a time, as long as there are eight, and as many as could matter.
      do {
        eight = eightAt(p);
        n = digitsIn(eight);
        if (n === 0) break;
        mantissa = mantissa * load<u64>(wholePowers + (<usize>n << 3)) + numberOf(eight, n);
        p += <usize>n;
        decimals += n;
      } while (n === 8 && decimals < 24);
      digits += decimals;
    }
    c = <u32>load<u8>(p);
    // Nineteen digits fit into 64 bits, so the mantissa is what was written.
    if (digits <= 19 && (c | 32) !== 101) {
      const value =
        mantissa <= 9007199254740992
          ? <f64>(<i64>mantissa) / load<f64>(powers + (<usize>decimals << 3))
          : nearest(mantissa, -(<i32>decimals));
      if (!isNaN(value)) {
        end = p;
        return negative ? -value : value;
      }
    }
  }
  return readHard(from, input, delimiter);
}

/** The rest: long ones, those with exponents or without digits before the point, and what is no number at all. */
function readHard(from: usize, input: usize, delimiter: u32): f64 {
  let p = from;
  let c = <u32>load<u8>(p);
  // A byte that cannot begin a number ends the field here; the row then turns out odd, or the field empty.
  if (c - 48 > 9 && c !== 43 && c !== 45 && c !== 46) {
    end = p;
    return NaN;
  }
  const negative = c === 45;
  if (negative || c === 43) c = <u32>load<u8>(++p);
  let mantissa: u64 = 0;
  let significant = 0;
  let digits = 0;
  let power = 0;
  for (; c - 48 <= 9; c = <u32>load<u8>(++p)) {
    mantissa = mantissa * 10 + (c - 48);
    significant += i32(mantissa !== 0);
    digits++;
  }
  if (c === 46) {
    c = <u32>load<u8>(++p);
    for (; c - 48 <= 9; c = <u32>load<u8>(++p)) {
      mantissa = mantissa * 10 + (c - 48);
      significant += i32(mantissa !== 0);
      digits++;
      power--;
    }
  }
  if ((c | 32) === 101 && digits > 0) {
    c = <u32>load<u8>(++p);
    const down = c === 45;
    if (down || c === 43) c = <u32>load<u8>(++p);
    let exponent = 0;
    if (c - 48 > 9) digits = 0;
    for (; c - 48 <= 9; c = <u32>load<u8>(++p)) if (exponent < 100000) exponent = exponent * 10 + (c - 48);
    power += down ? -exponent : exponent;
  }
  // Nineteen digits fit into 64 bits. The number must end where a field may.
  const ends = c === delimiter || c === 10 || c === 32 || c === 13 || c === 9;
  if (ends && digits > 0 && significant <= 19) {
    const value = nearest(mantissa, power);
    if (!isNaN(value)) {
      end = p;
      return negative ? -value : value;
    }
  }
  while (c !== delimiter && c !== 10 && c !== 32 && c !== 13 && c !== 9) c = <u32>load<u8>(++p);
  end = p;
  return hostDecimal(<i32>(from - input), <i32>(p - input));
}

/** Five to the power -128 … 127, each 128 bits, highest bit set, as the host has put it here: low half, high half. */
const fives: usize = 4096;
const lowest = -128;
const highest = 127;

/**
 * The double nearest to w · 10^q, or NaN where this cannot tell. After Eisel and Lemire (Lemire 2021): the product of w
 * with 128 bits of 5^q holds enough bits to round by, save in rare cases that can be recognised.
 */
function nearest(w: u64, q: i32): f64 {
  if (w === 0) return 0;
  if (w <= 9007199254740992 && q >= -22 && q <= 22) {
    const exact = load<f64>(powers + (<usize>abs<i32>(q) << 3));
    return q < 0 ? <f64>w / exact : <f64>w * exact;
  }
  if (q < lowest || q > highest) return NaN;
  const shift = clz<u64>(w);
  const scaled = w << shift;
  const five = fives + (<usize>(q - lowest) << 4);
  let low = scaled * load<u64>(five, 8);
  let high = upperHalf(scaled, load<u64>(five, 8));
  if ((high & 0x1ff) === 0x1ff) {
    // The bits to round by may still change: add the product with the lower half of 5^q.
    const more = upperHalf(scaled, load<u64>(five));
    low += more;
    if (low < more) high++;
    if (low === 0xffffffffffffffff) return NaN;
  }
  const top = high >> 63;
  const dropped = top + 9;
  // 53 bits of mantissa and one to round by.
  let mantissa = high >> dropped;
  // 217706 / 65536 is the base-2 logarithm of ten, near enough for every q.
  let exponent = <i64>((217706 * q) >> 16) + 63 + <i64>top - <i64>shift + 1023;
  if (exponent <= 0) return NaN;
  // Exactly half way: to the even neighbour. Only a small power of five divides that finely.
  if (low <= 1 && q >= -4 && q <= 23 && (mantissa & 3) === 1 && mantissa << dropped === high) mantissa &= ~1;
  mantissa = (mantissa + (mantissa & 1)) >> 1;
  if (mantissa >= 0x20000000000000) {
    mantissa = 0x10000000000000;
    exponent++;
  }
  if (exponent >= 0x7ff) return NaN;
  return reinterpret<f64>((mantissa & 0xfffffffffffff) | (<u64>exponent << 52));
}

/** The upper 64 of the 128 bits of a product. */
function upperHalf(a: u64, b: u64): u64 {
  const a0 = a & 0xffffffff;
  const a1 = a >> 32;
  const b0 = b & 0xffffffff;
  const b1 = b >> 32;
  const low = a0 * b0;
  const middle = a1 * b0 + (low >> 32);
  const cross = a0 * b1 + (middle & 0xffffffff);
  return a1 * b1 + (middle >> 32) + (cross >> 32);
}
