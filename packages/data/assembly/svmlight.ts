// Lines of `label index:value …` with ascending indices and single numbers; every other line is left to src/svmlight.ts.
import { digitsIn, eightAt, end, numberOf, readDecimal } from "./decimal";
import { decimalsOf, digitBits, eights, fours, lastBytes, plainDecimal, pointBits, quotient, whole, withoutPoint } from "./plain-decimal";

/** Where the scan stands when it returns: the host reads these. */
export let svmAt: i32 = 0;
export let svmLine: i32 = 0;
export let svmRows: i32 = 0;
export let svmCount: i32 = 0;

const empty: i32 = 0;
const full: i32 = 1;
const odd: i32 = 2;

const colons: usize = memory.data<u64>([0x3a3a3a3a3a3a3a3a, 0x3a3a3a3a3a3a3a3a]);
const spaces: usize = memory.data<u64>([0x2020202020202020, 0x2020202020202020]);
const newlines: usize = memory.data<u64>([0x0a0a0a0a0a0a0a0a, 0x0a0a0a0a0a0a0a0a]);

/** A bit for each space and newline, which is where a label or an entry of a plain line ends. */
@inline
function endBits(bytes: v128): u32 {
  return <u32>i8x16.bitmask(v128.or(i8x16.eq(bytes, v128.load(spaces)), i8x16.eq(bytes, v128.load(newlines))));
}

export function scanSvmlight(
  input: usize,
  atOffset: i32,
  limitOffset: i32,
  firstLine: i32,
  firstRow: i32,
  rowCapacity: i32,
  firstCount: i32,
  capacity: i32,
  offsets: usize,
  indices: usize,
  values: usize,
  labels: usize,
  lines: usize,
): i32 {
  const limit = input + limitOffset;
  let at = input + atOffset;
  let line = firstLine;
  let rows = firstRow;
  let count = firstCount;
  let why = empty;

  while (at < limit) {
    if (rows === rowCapacity) {
      why = full;
      break;
    }
    const width = ctz<u32>(endBits(v128.load(at)));
    let label: f64 = width < 16 ? plainDecimal(at, width) : NaN;
    let p = at + width;
    if (label !== label) {
      label = readDecimal(at, input, 32);
      p = end;
    }
    if (p === at || !(abs<f64>(label) <= f64.MAX_VALUE)) {
      why = odd;
      break;
    }
    let k = count;
    let before: i64 = -1;
    let c = <u32>load<u8>(p);
    while (c === 32) {
      // The usual case: one space, an index of at most eight digits, a colon, a plain number. 32 bytes show where all end.
      const start = p + 1;
      const bytes = v128.load(start);
      const colon = ctz<u32>(<u32>i8x16.bitmask(i8x16.eq(bytes, v128.load(colons))));
      const stop = ctz<u32>(endBits(bytes) | (endBits(v128.load(start, 16)) << 16));
      const length = stop - colon - 1;
      if (colon - 1 < 8 && length < 16) {
        const next = start + stop;
        const left = lastBytes(start + colon, colon);
        const right = lastBytes(next, length);
        const minus = u32(load<u8>(start + colon, 1) === 45);
        const points = pointBits(right);
        const digits = digitBits(right);
        const decimals = decimalsOf(points);
        const both = eights(fours(left), fours(withoutPoint(right, decimals)));
        const index = <i64>i32x4.extract_lane(both, 1);
        const wholes = whole(digitBits(left), 0, 0, colon) + whole(digits, points, minus, length);
        if (wholes === 0x20000 && digits !== 0 && index > before && k < capacity) {
          before = index;
          store<u32>(indices + (<usize>k << 2), <u32>index);
          store<f64>(values + (<usize>k << 3), quotient(i64x2.extract_lane(both, 1), decimals, minus));
          k++;
          p = next;
          c = <u32>load<u8>(p);
          continue;
        }
      }
      do c = <u32>load<u8>(++p);
      while (c === 32);
      if (c === 10) break;
      const eight = eightAt(p);
      const n = digitsIn(eight);
      const index = numberOf(eight, n);
      p += <usize>n;
      // No digit at all, or nine and more, or indices out of order: not for here.
      if (n === 0 || <u32>load<u8>(p) !== 58 || <i64>index <= before) break;
      before = <i64>index;
      const value = readDecimal(++p, input, 32);
      if (end === p || !(abs<f64>(value) <= f64.MAX_VALUE)) break;
      if (k === capacity) break;
      p = end;
      store<u32>(indices + (<usize>k << 2), <u32>index);
      store<f64>(values + (<usize>k << 3), value);
      k++;
      c = <u32>load<u8>(p);
    }
    if (c !== 10) {
      why = k === capacity ? full : odd;
      break;
    }
    store<f64>(labels + (<usize>rows << 3), label);
    store<u32>(lines + (<usize>rows << 2), line);
    rows++;
    line++;
    count = k;
    store<u32>(offsets + (<usize>rows << 2), count);
    at = p + 1;
  }
  svmAt = <i32>(at - input);
  svmLine = line;
  svmRows = rows;
  svmCount = count;
  return why;
}
