import { Column } from "./column";
import { need } from "./need";

// Parquet's hybrid of small whole numbers, as src/parquet/runs.ts has it, where they are places in a dictionary of doubles.

/** So many are unpacked at a time: few enough that their bytes can be asked for. */
const most: u32 = 1024;

/** Puts the next `count` values into cells that are `step` bytes apart; false when they make no sense, and for ever then. */
export function spreadPlaces(column: Column, count: u32, to: usize, step: usize): bool {
  while (count > 0) {
    while (column.runLeft === 0) if (!nextRun(column)) return giveUp(column);
    const n = min(min(count, most), column.runLeft);
    if (!(column.runIsPacked ? spreadPacked(column, n, to, step) : spreadSame(column, n, to, step))) {
      return giveUp(column);
    }
    column.runLeft -= n;
    count -= n;
    to += n * step;
  }
  return true;
}

function spreadPacked(column: Column, count: u32, to: usize, step: usize): bool {
  const width = column.width;
  const dictionary: usize = column.dictionary;
  const entries: u64 = column.entries;
  const mask = ((<u64>1) << width) - 1;
  const bits = column.bit + count * width;
  if (!need(column, (bits + 7) >> 3)) return false;
  const from: usize = column.start;
  for (let bit = column.bit; bit < bits; bit += width) {
    const place = (load<u64>(from + (bit >> 3)) >> (bit & 7)) & mask;
    if (place >= entries) return false;
    store<u64>(to, load<u64>(dictionary + <usize>place * 8));
    to += step;
  }
  column.start += bits >> 3;
  column.bit = bits & 7;
  return true;
}

function spreadSame(column: Column, count: u32, to: usize, step: usize): bool {
  if (column.runPlace >= column.entries) return false;
  const value = load<u64>(column.dictionary + column.runPlace * 8);
  for (let i: u32 = 0; i < count; i++) store<u64>(to + i * step, value);
  return true;
}

function nextRun(column: Column): bool {
  let head: u64 = 0;
  let shift: u64 = 0;
  let byte: u64;
  do {
    if (shift > 35 || !need(column, 1)) return false;
    byte = load<u8>(column.start++);
    head |= (byte & 127) << shift;
    shift += 7;
  } while (byte > 127);
  const length = head >> 1;
  column.runIsPacked = <u32>head & 1;
  column.runLeft = <u32>min(head & 1 ? length * 8 : length, u32.MAX_VALUE);
  column.bit = 0;
  if (column.runIsPacked) return true;
  const size = (column.width + 7) >> 3;
  if (!need(column, size)) return false;
  column.runPlace = load<u32>(column.start) & <u32>(((<u64>1) << (8 * size)) - 1);
  column.start += size;
  return true;
}

/** Leaves nothing to be read, for what is read on from the middle of something would be other data. */
function giveUp(column: Column): bool {
  column.runLeft = 0;
  column.start = column.end;
  column.unpackedLeft = 0;
  return false;
}
