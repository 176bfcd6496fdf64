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
// @ts-ignore: decorator
@inline
export function eightAt(p: usize): u64 {
  return load<u64>(p) ^ 0x3030303030303030;
}

/** How many of the eight, from the first, are digits. A byte above 9 sets its high bit; carries only reach those behind. */
// @ts-ignore: decorator
@inline
export function digitsIn(eight: u64): u64 {
  const above = ((eight + 0x7676767676767676) | eight) & 0x8080808080808080;
  return ctz<u64>(above) >> 3;
}

/** The number that the first n of eight digits make, n from 1 to 8: in pairs, fours, all; no loop to mispredict. */
// @ts-ignore: decorator
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
 * decimals make one exact division; anything else goes to the host. Sets `end`; it is `from` when there is nothing. NaN
 * when what is there is no number.
 */
// @ts-ignore: decorator
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
      eight = eightAt(++p);
      decimals = digitsIn(eight);
      if (decimals > 0) {
        mantissa = mantissa * load<u64>(wholePowers + (<usize>decimals << 3)) + numberOf(eight, decimals);
        p += <usize>decimals;
        if (decimals === 8) {
          eight = eightAt(p);
          n = digitsIn(eight);
          if (n > 0) {
            mantissa = mantissa * load<u64>(wholePowers + (<usize>n << 3)) + numberOf(eight, n);
            p += <usize>n;
            decimals += n;
            // A further digit, and the host has to look at all of them.
            if (n === 8) decimals = 100;
          }
        }
        digits += decimals;
      }
    }
    c = <u32>load<u8>(p);
    // Eighteen digits fit into 64 bits, so the mantissa is what was written.
    if (digits <= 18 && mantissa <= 9007199254740992 && (c | 32) !== 101) {
      end = p;
      const value = <f64>mantissa / load<f64>(powers + (<usize>decimals << 3));
      return negative ? -value : value;
    }
  }
  return readHard(from, input, delimiter);
}

/** The rest: long ones, those with exponents or without digits before the point, and what is no number at all. */
function readHard(from: usize, input: usize, delimiter: u32): f64 {
  let p = from;
  let c = <u32>load<u8>(p);
  const first = c;
  while (c !== delimiter && c !== 10 && c !== 32 && c !== 13 && c !== 9) c = <u32>load<u8>(++p);
  // A byte that cannot begin a number ends the field here; the row then turns out odd, or the field empty.
  if (first - 48 > 9 && first !== 43 && first !== 45 && first !== 46) p = from;
  end = p;
  return p === from ? NaN : hostDecimal(<i32>(from - input), <i32>(p - input));
}
