// The scanner of src/csv/scan.ts, compiled. Read that one first: this is the same, statement by statement, over addresses;
// but where numbers follow each other it reads two at a time, as long as they are plain.
import { end, readDecimal } from "./decimal";
import { plainDecimal, plainPair } from "./plain-decimal";

/** Where the scan stands when it returns: the host reads these. */
export let csvAt: i32 = 0;
export let csvLine: i32 = 0;
export let csvRows: i32 = 0;

const empty: i32 = 0;
const full: i32 = 1;
const odd: i32 = 2;

const number: u32 = 1;
const span: u32 = 2;
const twoNumbers: u16 = 0x0101;

/** How many numbers readPairs has read. */
let paired: i32 = 0;

/**
 * Reads plain numbers two by two, as long as two fields are wanted as numbers and the last field is not among them, so that a
 * delimiter is behind both. Where the next field begins.
 */
function readPairs(from: usize, delimiter: u32, actions: usize, last: usize, numbers: usize): usize {
  const delimiters = i8x16.splat(<i8>delimiter);
  let p = from;
  let into = numbers;
  for (let action = actions; action + 1 < last; action += 2) {
    if (load<u16>(action) !== twoNumbers) break;
    const first = <u32>i8x16.bitmask(i8x16.eq(v128.load(p), delimiters));
    const second = <u32>i8x16.bitmask(i8x16.eq(v128.load(p, 16), delimiters));
    const stops = first | (second << 16);
    const one = ctz<u32>(stops);
    const both = ctz<u32>(stops & (stops - 1));
    const two = both - one - 1;
    if ((one | two) > 15) break;
    const next = p + both + 1;
    if (!plainPair(p, one, two, into)) break;
    into += 16;
    p = next;
  }
  paired = <i32>((into - numbers) >> 3);
  return p;
}

export function scanCsv(
  input: usize,
  atOffset: i32,
  limitOffset: i32,
  firstLine: i32,
  firstRow: i32,
  capacity: i32,
  delimiter: u32,
  actions: usize,
  fields: i32,
  numbers: usize,
  numbersPerRow: i32,
  spans: usize,
  spansPerRow: i32,
  lines: usize,
): i32 {
  const limit = input + limitOffset;
  const spaced = delimiter === 32;
  const tab: u32 = delimiter === 9 ? 32 : 9;
  const last = fields - 1;
  const delimiters = i8x16.splat(<i8>delimiter);
  const newlineBytes = i8x16.splat(10);
  let at = input + atOffset;
  let line = firstLine;
  let rows = firstRow;
  let why = empty;
  let numberAt = numbers + ((<usize>(firstRow * numbersPerRow)) << 3);
  let spanAt = spans + ((<usize>(firstRow * spansPerRow)) << 3);

  while (at < limit) {
    if (rows === capacity) {
      why = full;
      break;
    }
    let p = at;
    let c = <u32>load<u8>(p);
    let nextNumber = numberAt;
    let nextSpan = spanAt;
    let newlines = 1;
    let field = 0;
    let blank = false;
    let plain = true;
    // Behind a number that is not plain its like will follow: those are read one by one.
    let pairs = !spaced;
    for (; field <= last; field++) {
      if (pairs) {
        p = readPairs(p, delimiter, actions + field, actions + last, nextNumber);
        nextNumber += paired << 3;
        field += paired;
        c = <u32>load<u8>(p);
      }
      while (c === 32 || c === 13 || c === tab) c = <u32>load<u8>(++p);
      if (c === 10 && field === 0) {
        blank = true;
        break;
      }
      const from = p;
      const doing = <u32>load<u8>(actions + field);
      if (doing === number && c !== 34) {
        // Sixteen bytes at once show where the field ends, so the next one need not wait for this one's value.
        const bytes = v128.load(p);
        const stops = <u32>i8x16.bitmask(v128.or(i8x16.eq(bytes, delimiters), i8x16.eq(bytes, newlineBytes)));
        const length = ctz<u32>(stops);
        let value: f64 = stops !== 0 ? plainDecimal(p, length) : NaN;
        const easy = value === value;
        pairs = easy && !spaced;
        if (easy) p += length;
        else {
          value = readDecimal(p, input, delimiter);
          p = end;
        }
        // NaN where there was something, and infinity, are for the whole grammar to explain.
        if (p !== from && !(abs<f64>(value) <= f64.MAX_VALUE)) {
          plain = false;
          break;
        }
        store<f64>(nextNumber, value);
        nextNumber += 8;
        c = <u32>load<u8>(p);
        // The usual case first: its delimiter right behind it.
        if (c === delimiter && !spaced && field < last) {
          c = <u32>load<u8>(++p);
          continue;
        }
      } else if (c === 34) {
        if (doing === number) {
          plain = false;
          break;
        }
        c = <u32>load<u8>(++p);
        while (c !== 34) {
          if (c === 10) {
            if (p + 1 >= limit) break;
            newlines++;
          }
          c = <u32>load<u8>(++p);
        }
        if (c !== 34) {
          plain = false;
          break;
        }
        if (doing === span) {
          store<i32>(nextSpan, <i32>(from + 1 - input));
          store<i32>(nextSpan, <i32>(p - input), 4);
          nextSpan += 8;
        }
        c = <u32>load<u8>(++p);
        if (c === 34) {
          plain = false;
          break;
        }
      } else {
        if (spaced) while (c !== 10 && c !== 32 && c !== 13 && c !== 9) c = <u32>load<u8>(++p);
        else while (c !== delimiter && c !== 10) c = <u32>load<u8>(++p);
        if (doing === span) {
          let to = p;
          while (to > from) {
            const before = <u32>load<u8>(to - 1);
            if (before !== 32 && before !== 13 && before !== tab) break;
            to--;
          }
          store<i32>(nextSpan, <i32>(from - input));
          store<i32>(nextSpan, <i32>(to - input), 4);
          nextSpan += 8;
        }
      }
      const behind = p;
      while (c === 32 || c === 13 || c === tab) c = <u32>load<u8>(++p);
      if (field < last) {
        if (spaced ? c === 10 || p === behind : c !== delimiter) {
          plain = false;
          break;
        }
        if (!spaced) c = <u32>load<u8>(++p);
      } else {
        if (c === delimiter && !spaced) {
          do c = <u32>load<u8>(++p);
          while (c === 32 || c === 13 || c === tab);
        }
        if (c !== 10) plain = false;
      }
    }
    if (!plain) {
      why = odd;
      break;
    }
    at = p + 1;
    if (blank) {
      line++;
      continue;
    }
    store<i32>(lines + ((<usize>rows) << 2), line);
    rows++;
    line += newlines;
    numberAt = nextNumber;
    spanAt = nextSpan;
  }
  csvAt = <i32>(at - input);
  csvLine = line;
  csvRows = rows;
  return why;
}
