import { closeSync, fstatSync, openSync, readSync } from "node:fs";
import type { Kind } from "../column.ts";
import { codec, leastRoom } from "./column-bytes.ts";
import { Damaged } from "./damaged.ts";
import { type Chunk, type Footer, type Group, type Leaf, readFooter } from "./footer.ts";
import {
  days,
  doubles,
  floats,
  ints,
  longDecimals,
  longs,
  type PlainNumbers,
  timestamps,
} from "./plain-numbers.ts";
import { encoding } from "./values.ts";

/** What a column's values are, as DuckDB would have it. */
export interface PlainColumn {
  name: string;
  kind: Kind;
  optional: boolean;
  /** How its numbers lie; none for texts and truths. */
  numbers: PlainNumbers | undefined;
}

/** A file that can be read here: flat columns of ordinary types, written and packed in ordinary ways. */
export interface PlainFile {
  path: string;
  columns: PlainColumn[];
  groups: Group[];
  rows: number;
  /** Says how all columns are written; files with the same may be read as one. */
  schema: string;
}

/** The file as far as its footer tells; undefined when it is one for DuckDB, be it only to say what is wrong with it. */
export function plainFile(path: string): PlainFile | undefined {
  // DuckDB takes folders called so for columns.
  if (/=[^/\\]*[/\\]/.test(path)) return undefined;
  const { footer, size } = footerOf(path) ?? {};
  if (footer?.leaves === undefined) return undefined;
  const { leaves, groups } = footer;
  const columns = leaves.map(plainColumn);
  const names = new Set(leaves.map(({ name }) => name.toLowerCase()));
  const sound = groups.every((group) => isPlain(group, leaves, size!));
  if (!sound || names.size < leaves.length || leaves.some(({ name }) => name === "")) return undefined;
  if (!columns.every((column) => column !== undefined)) return undefined;
  const rows = groups.reduce((sum, group) => sum + group.rows, 0);
  return { path, columns, groups, rows, schema: JSON.stringify(leaves) };
}

const magic = "PAR1";
/** No footer is larger, but for files that a table of chunks alone would make too large for memory. */
const largestFooter = 1 << 26;

function footerOf(path: string): { footer: Footer; size: number } | undefined {
  const file = openSync(path, "r");
  try {
    const { size } = fstatSync(file);
    const tail = Buffer.alloc(8);
    if (size < 12 || readSync(file, tail, 0, 8, size - 8) < 8) return undefined;
    const length = tail.readUInt32LE(0);
    if (tail.toString("latin1", 4) !== magic || length > Math.min(size - 12, largestFooter)) return undefined;
    const bytes = new Uint8Array(length);
    if (readSync(file, bytes, 0, length, size - 8 - length) < length) return undefined;
    return { footer: readFooter(bytes), size };
  } catch (error) {
    if (error instanceof Damaged) return undefined;
    throw error;
  } finally {
    closeSync(file);
  }
}

const encodings = Object.values(encoding).reduce((sum: number, each) => sum + 2 ** each, 0);
const codecs: readonly number[] = Object.values(codec);

function isPlain({ rows, chunks }: Group, leaves: readonly Leaf[], fileSize: number): boolean {
  return (
    chunks.length === leaves.length &&
    chunks.every(
      (chunk, place) =>
        !chunk.elsewhere &&
        chunk.type === leaves[place].type &&
        chunk.values === rows &&
        codecs.includes(chunk.codec) &&
        (chunk.encodings & ~encodings) === 0 &&
        isWithin(chunk, fileSize),
    )
  );
}

function isWithin({ at, size, values, unpackedSize }: Chunk, fileSize: number): boolean {
  const counts = [at, size, values, unpackedSize];
  return counts.every((count) => Number.isSafeInteger(count) && count >= 0) && at + size <= fileSize;
}

/** Bytes that all columns together may take. */
const budget = 3 << 24;

/** The share of a column of the budget; undefined when there are too many columns of too large chunks for it. */
export function shareOf(columns: number, largestChunk: number): number | undefined {
  const share = Math.floor(budget / Math.max(1, columns));
  return share >= Math.min(leastRoom.input + leastRoom.window, 2 * largestChunk) ? share : undefined;
}

const physical = { boolean: 0, int32: 1, int64: 2, float: 4, double: 5, byteArray: 6 } as const;
const converted = { utf8: 0, decimal: 5, date: 6, timestampMillis: 9, timestampMicros: 10 } as const;
/** The converted types UINT_8 … UINT_64 and INT_8 … INT_64. */
const [firstUnsigned, firstSigned, lastSigned] = [11, 15, 18];
/** A larger power of ten is no double. */
const largestScale = 22;

function plainColumn(leaf: Leaf): PlainColumn | undefined {
  const { name, optional } = leaf;
  const column = (kind: Kind, numbers?: PlainNumbers) => ({ name, kind, optional, numbers });
  switch (leaf.type) {
    case physical.boolean:
      return column("boolean");
    case physical.double:
      return leaf.converted === undefined ? column("number", doubles) : undefined;
    case physical.float:
      return leaf.converted === undefined ? column("number", floats) : undefined;
    case physical.byteArray:
      return leaf.converted === converted.utf8 ? column("text") : undefined;
    case physical.int32:
    case physical.int64:
      return wholeNumbers(leaf, leaf.type === physical.int64, column);
    default:
      return undefined;
  }
}

function wholeNumbers(
  leaf: Leaf,
  long: boolean,
  column: (kind: Kind, numbers: PlainNumbers) => PlainColumn,
): PlainColumn | undefined {
  const { logical, scale } = leaf;
  if (logical?.timestamp !== undefined) {
    const { utc, unit } = logical.timestamp;
    if (utc || !long) return undefined;
    return column("date", timestamps({ ms: 1, us: 1e3, ns: 1e6 }[unit]));
  }
  switch (leaf.converted) {
    case undefined:
      if (logical !== undefined) return undefined;
      return column("number", long ? longs(true) : ints(true, 1));
    case converted.date:
      return long ? undefined : column("date", days);
    case converted.decimal:
      if (scale < 0 || scale > largestScale) return undefined;
      return column("number", long ? longDecimals(scale) : ints(true, 10 ** scale));
    default: {
      if (leaf.converted < firstUnsigned || leaf.converted > lastSigned) return undefined;
      const signed = leaf.converted >= firstSigned;
      return column("number", long ? longs(signed) : ints(signed, 1));
    }
  }
}
