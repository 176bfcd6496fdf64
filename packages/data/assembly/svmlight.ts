// Lines of `label index:value …` with ascending indices and single numbers; every other line is left to src/svmlight.ts.
import { digitsIn, eightAt, end, numberOf, readDecimal } from "./decimal";

/** Where the scan stands when it returns: the host reads these. */
export let svmAt: i32 = 0;
export let svmLine: i32 = 0;
export let svmRows: i32 = 0;
export let svmCount: i32 = 0;

const empty: i32 = 0;
const full: i32 = 1;
const odd: i32 = 2;

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
    const label = readDecimal(at, input, 32);
    let p = end;
    if (p === at || !(abs<f64>(label) <= f64.MAX_VALUE)) {
      why = odd;
      break;
    }
    let k = count;
    let before: i64 = -1;
    let c = <u32>load<u8>(p);
    while (c === 32) {
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
