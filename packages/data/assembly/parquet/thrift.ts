// The part of Thrift's compact protocol that there is a lot of: descriptions of chunks and headers of pages. They are mostly
// statistics, which nobody asks for. src/parquet/thrift.ts reads the rest.

/** Fields with larger numbers are passed over. */
const fields: u32 = 16;
/** Deeper than anything in Parquet goes. */
const deepest: u32 = 32;

const yes: u32 = 1;
const no: u32 = 2;
const byte: u32 = 3;
const firstInt: u32 = 4;
const lastInt: u32 = 6;
const double: u32 = 7;
const binary: u32 = 8;
const list: u32 = 9;
const set: u32 = 10;
const struct: u32 = 12;

/** Where the next byte is; behind the end once something made no sense. */
let at: usize = 0;
let end: usize = 0;

/**
 * Reads the struct at [from, to) and returns where it ends, or 0 when it makes no sense. Of field i there is a number in
 * `values` at i, of field j of a struct in it at 16 i + j: whole numbers and truths as they are, of a list of small numbers
 * the sum of 2^n, of anything else 1, and NaN where there is none.
 */
export function readNumbers(from: usize, to: usize, values: usize): usize {
  at = from;
  end = to;
  for (let i: u32 = 0; i < fields * fields; i++) store<f64>(values + i * 8, NaN);
  readStruct(values, 0);
  return at <= end ? at : 0;
}

/** Of structs in structs only the outer two, of depth 0 and 1, have values; what is passed over is deeper. */
function readStruct(values: usize, depth: u32): void {
  let id: u64 = 0;
  for (;;) {
    const head = nextByte();
    const type = head & 15;
    if (type === 0 || at > end) return;
    id = head >> 4 === 0 ? zigzag() : id + (head >> 4);
    if (depth > 1 || id === 0 || id >= fields) {
      skip(type, depth + 2);
      continue;
    }
    const place = values + <usize>id * 8;
    const inner = values + <usize>id * fields * 8;
    let value: f64 = 1;
    if (type <= no) value = type === yes ? 1 : 0;
    else if (type >= firstInt && type <= lastInt) value = <f64>(<i64>zigzag());
    else if (type === struct && depth === 0) readStruct(inner, 1);
    else if (type === list) value = readList(depth + 2);
    else skip(type, depth + 2);
    store<f64>(place, value);
  }
}

function readList(depth: u32): f64 {
  const head = nextByte();
  const type = head & 15;
  const count = head >> 4 === 15 ? varint() : head >> 4;
  let sum: u64 = 0;
  for (let i: u64 = 0; i < count && at <= end; i++) {
    if (type >= firstInt && type <= lastInt) sum |= <u64>1 << min<u64>(zigzag(), 31);
    // Alone in a list a truth takes a byte.
    else if (type <= no) at++;
    else skip(type, depth + 1);
  }
  return type >= firstInt && type <= lastInt ? <f64>sum : 1;
}

function skip(type: u32, depth: u32): void {
  if (depth > deepest) fail();
  else if (type <= no) return;
  else if (type === byte) at++;
  else if (type === double) at += 8;
  else if (type === binary) pass(varint());
  else if (type === list || type === set) readList(depth);
  else if (type === struct) readStruct(0, depth);
  else if (type >= firstInt && type <= lastInt) varint();
  else fail();
}

function pass(count: u64): void {
  if (at > end || count > end - at) fail();
  else at += <usize>count;
}

function fail(): void {
  at = end + 1;
}

@inline
function nextByte(): u32 {
  if (at >= end) {
    fail();
    return 0;
  }
  return load<u8>(at++);
}

function varint(): u64 {
  let value: u64 = 0;
  // More than ten bytes are no number.
  for (let shift: u64 = 0; shift < 70; shift += 7) {
    const next = nextByte();
    value |= <u64>(next & 127) << shift;
    if (next < 128) return value;
  }
  fail();
  return 0;
}

function zigzag(): u64 {
  const value = varint();
  return (value >> 1) ^ -(value & 1);
}
