import { Column } from "./column";
import { readMore } from "./read";
import { damaged, starved, unsnappy } from "./snappy";

/** How far back Snappy refers: compressors cut their input into parts of this size. */
const history: u32 = 1 << 16;
/** A literal of which as much is left makes sliding worth while. */
const long: u32 = history / 2;

/** Sees to it that so many bytes are unpacked and not yet taken; false when there are not so many, or they make no sense. */
export function need(column: Column, count: u32): bool {
  while (column.end - column.start < count) {
    if (count > column.end - column.start + column.unpackedLeft) return false;
    if (column.start + count > column.limit) slide(column);
    if (column.start + count > column.limit) return false;
    // As much as there is room for: what Snappy refers to is in the processor's cache now, and will not be later.
    const how = unsnappy(column, min(column.limit, column.end + column.unpackedLeft));
    if (how === damaged) return false;
    if (how === starved) {
      if (column.literalLeft >= long) slide(column);
      if (!readMore(column)) return false;
    }
  }
  return true;
}

/** Makes room behind what is unpacked. What Snappy may refer to stays, but for what the literal at hand will make up of it. */
function slide(column: Column): void {
  const window = column.window;
  const end = column.end;
  const kept = min(end - window, history - min(history, column.literalLeft));
  const from = min(column.start, end - kept);
  memory.copy(window, from, end - from);
  column.start -= from - window;
  column.end -= from - window;
}
