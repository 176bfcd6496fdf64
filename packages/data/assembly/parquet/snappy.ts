import { Column } from "./column";

// Snappy in pieces: as far as the packed bytes at hand reach, or until enough has come out. What it reads and writes lies in
// regions with 80 bytes to spare behind them, so that sixteen bytes can be copied where fewer are meant.

/** Elements begin with at most this many bytes besides what they hold. */
const longestTag: usize = 5;
/** Literals longer than this say so behind their tag. */
const longestShort: u32 = 60;

/** How unpacking went: enough came out, more must be read, or the bytes make no sense. */
export const enoughCame: i32 = 0;
export const starved: i32 = 1;
export const damaged: i32 = 2;

/** Unpacks until the column's end reaches `enough`, at most 64 bytes behind it. Damaged is damaged however often one asks. */
export function unsnappy(column: Column, enough: usize): i32 {
  const window: usize = column.window;
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
    if (at >= limit || (!whole && at + longestTag > limit)) break;
    const tag = <u32>load<u8>(at);
    const kind = tag & 3;
    let length = (tag >> 2) + 1;
    if (kind === 0) {
      at++;
      if (length <= longestShort && at + 64 <= limit) {
        copySixteens(at, end, length);
        at += length;
        end += length;
        continue;
      }
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
    // Which of the two short kinds it is cannot be foreseen, so both are worked out: it is quicker than to guess wrong.
    const short = kind === 1;
    const next = <u32>load<u16>(at + 1);
    length = select(((tag >> 2) & 7) + 4, length, short);
    let back: usize = select(((tag >> 5) << 8) | (next & 255), next, short);
    at += kind + 1;
    if (kind === 3) {
      back = load<u32>(at - 3);
      at++;
    }
    // None back is as bad as too far.
    if (back - 1 >= end - window || at > limit) return damaged;
    if (back >= 16) copySixteens(end - back, end, length);
    else {
      // What is copied overlaps itself: each byte must be there before it is read.
      for (let i: usize = 0; i < length; i++) store<u8>(end + i, load<u8>(end + i - back));
    }
    end += length;
  }
  if (end - first > column.unpackedLeft) return damaged;
  column.unpackedLeft -= <u32>(end - first);
  column.packedLeft -= <u32>(at - column.inputStart);
  column.inputStart = <u32>at;
  column.literalLeft = literal;
  column.end = <u32>end;
  if (end >= enough) return enoughCame;
  return whole ? damaged : starved;
}

// @ts-ignore: a decorator of AssemblyScript
@inline
function copySixteens(from: usize, to: usize, length: u32): void {
  const end = to + length;
  do {
    v128.store(to, v128.load(from));
    to += 16;
    from += 16;
  } while (to < end);
}
