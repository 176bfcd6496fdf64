import { Column } from "./column";

/** Reads `count` bytes of the file, or as many as there are, and tells how many. */
@external("host", "read")
declare function read(file: u32, to: u32, count: u32, at: f64): u32;

/** Where nothing is packed no more is read at once, but for literals that are longer, which are read to where they belong. */
const little: u32 = 1 << 12;
/** Snappy's tags are no longer. */
const longestTag: u32 = 5;

/** Reads on in the column's chunk; false when there is no more, or no room. */
export function readMore(column: Column): bool {
  if (column.literalLeft >= little && column.inputStart === column.inputEnd) return readLiteral(column);
  const kept = column.inputEnd - column.inputStart;
  memory.copy(column.input, column.inputStart, kept);
  column.inputStart = column.input;
  column.inputEnd = column.input + kept;
  const room = column.inputLimit - column.inputEnd;
  const count = readNext(column, column.inputEnd, column.packedLeft < column.unpackedLeft ? room : min(room, little));
  column.inputEnd += count;
  return count > 0;
}

/** Reads a literal to where it is unpacked, and the tag behind it to where it is looked for. */
function readLiteral(column: Column): bool {
  const end = column.end;
  const room = min(column.limit - min(end, column.limit), min(column.packedLeft, column.unpackedLeft));
  const wanted = min(column.literalLeft, room);
  const count = readNext(column, end, wanted + (wanted === column.literalLeft ? longestTag : 0));
  const unpacked = min(count, wanted);
  column.literalLeft -= unpacked;
  column.packedLeft -= unpacked;
  column.unpackedLeft -= unpacked;
  column.end += unpacked;
  memory.copy(column.input, end + unpacked, count - unpacked);
  column.inputStart = column.input;
  column.inputEnd = column.input + count - unpacked;
  return count > 0;
}

function readNext(column: Column, to: u32, most: u32): u32 {
  const wanted = <u32>min(<f64>most, column.fileLeft);
  if (wanted === 0) return 0;
  const count = read(column.file, to, wanted, column.fileAt);
  column.fileAt += count;
  column.fileLeft -= count;
  return count;
}
