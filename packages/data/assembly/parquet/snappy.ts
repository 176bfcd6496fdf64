import { Column } from "./column";

// Snappy in pieces: as far as the packed bytes at hand reach, or until enough has come out. What it reads and writes lies in
// regions with 80 bytes to spare behind them, so that 64 bytes can be copied where fewer are meant.

/** Elements begin with at most this many bytes besides what they hold. */
const longestTag: usize = 5;
/** Literals longer than this say so behind their tag. */
const longestShort: u32 = 60;
/** What is read for an element at once, its tag included. */
const reach: usize = 65;

/** How unpacking went: enough came out, more must be read, or the bytes make no sense. */
export const enoughCame: i32 = 0;
export const starved: i32 = 1;
export const damaged: i32 = 2;

/** Unpacks until the column's end reaches `enough`, at most 64 bytes behind it. Damaged is damaged however often one asks. */
export function unsnappy(column: Column, enough: usize): i32 {
  const first: usize = column.end;
  let at: usize = column.inputStart;
  let end = first;
  let literal = column.literalLeft;
  const available: usize = min(column.inputEnd - column.inputStart, column.packedLeft);
  const limit = at + available;
  // Whether nothing follows what is at hand.
  const whole = available === column.packedLeft;
  while (end < enough) {
    if (literal > 0) {
      const count = min(<usize>literal, min(enough - end, limit - at));
      if (count === 0) break;
      memory.copy(end, at, count);
      at += count;
      end += count;
      literal -= <u32>count;
      continue;
    }
    if (at + reach <= limit) {
      const before = at;
      unpackShort(at, limit - reach, column.window, end, enough);
      at = shortAt;
      end = shortEnd;
      if (at !== before) continue;
    }
    if (at >= limit || (!whole && at + longestTag > limit)) break;
    const tag = <u32>load<u8>(at);
    const kind = tag & 3;
    let length = (tag >> 2) + 1;
    if (kind === 0) {
      at++;
      if (length > longestShort) {
        const bytes = length - longestShort;
        length = (load<u32>(at) & (0xffffffff >> (32 - 8 * bytes))) + 1;
        at += bytes;
      }
      // A length of 2³² comes out as none.
      if (length === 0 || at > limit) return damaged;
      literal = length;
      continue;
    }
    let back: usize;
    if (kind === 1) {
      length = ((tag >> 2) & 7) + 4;
      back = ((tag >> 5) << 8) | <u32>load<u8>(at + 1);
      at += 2;
    } else if (kind === 2) {
      back = load<u16>(at + 1);
      at += 3;
    } else {
      back = load<u32>(at + 1);
      at += 5;
    }
    // None back is as bad as too far.
    if (back - 1 >= end - column.window || at > limit) return damaged;
    copyBack(end, back, length);
    end += length;
  }
  const unpacked = <u32>(end - first);
  const packed = <u32>at - column.inputStart;
  if (unpacked > column.unpackedLeft) return damaged;
  // Where all is there nothing may be left over.
  if (unpacked === column.unpackedLeft && packed < column.packedLeft) return damaged;
  column.unpackedLeft -= unpacked;
  column.packedLeft -= packed;
  column.inputStart = <u32>at;
  column.literalLeft = literal;
  column.end = <u32>end;
  if (end >= enough) return enoughCame;
  return whole ? damaged : starved;
}

/** Where `unpackShort` stopped. */
let shortAt: usize = 0;
let shortEnd: usize = 0;

/** The same for short elements, which most are, as long as they begin at `last` or before; stops at any other. */
function unpackShort(at: usize, last: usize, window: usize, end: usize, enough: usize): void {
  while (at <= last && end < enough) {
    const tag = load<u32>(at);
    const kind = tag & 3;
    const size = (tag >> 2) & 63;
    if (kind === 0) {
      if (size >= longestShort) break;
      copy64(at + 1, end, size + 1);
      at += size + 2;
      end += size + 1;
    } else {
      // Which of two kinds it is cannot be foreseen, so both are worked out: it is quicker than to guess wrong.
      const near = kind === 1;
      const length = select((size & 7) + 4, size + 1, near);
      const back: usize = select(((tag & 0xe0) << 3) | ((tag >> 8) & 0xff), (tag >> 8) & 0xffff, near);
      if (kind === 3 || back - 1 >= end - window) break;
      copyBack(end, back, length);
      at += kind + 1;
      end += length;
    }
  }
  shortAt = at;
  shortEnd = end;
}

/** Copies at most 64 bytes; writes sixteen, or all of the 64. */
@inline
function copy64(from: usize, to: usize, length: u32): void {
  v128.store(to, v128.load(from));
  if (length > 16) {
    v128.store(to, v128.load(from, 16), 16);
    v128.store(to, v128.load(from, 32), 32);
    v128.store(to, v128.load(from, 48), 48);
  }
}

/** Copies at most 64 bytes from `back` before. Where they overlap themselves each must be there before it is read. */
@inline
function copyBack(end: usize, back: usize, length: u32): void {
  const from = end - back;
  if (back >= 16) copy64(from, end, length);
  else if (back >= 8) for (let i: usize = 0; i < length; i += 8) store<u64>(end + i, load<u64>(from + i));
  else for (let i: usize = 0; i < length; i++) store<u8>(end + i, load<u8>(from + i));
}
