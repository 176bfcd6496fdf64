import { distinctNames, type Evidence, weigh } from "../column.ts";
import type { OpenOptions } from "../options.ts";
import { spaces, splitRow } from "./split.ts";

/** How a CSV text is written, as its first rows show it. */
export interface Dialect {
  delimiter: number;
  header: boolean;
  /** One a column. */
  names: string[];
  evidence: Evidence[];
  /** How many rows the sample has below the header. */
  rows: number;
}

// In order of preference where two explain the sample equally well.
const delimiters = [",", ";", "\t", "|"].map((character) => character.charCodeAt(0));

/** Looks at the rows of bytes[from, limit). */
export function tellDialect(
  bytes: Uint8Array,
  from: number,
  limit: number,
  missing: ReadonlySet<string>,
  options: OpenOptions & { sample: number },
): Dialect | undefined {
  const rowsBy = (delimiter: number, count: number) => sampleRows(bytes, from, limit, delimiter, count);
  const delimiter = options.delimiter?.charCodeAt(0) ?? tellDelimiter((candidate) => rowsBy(candidate, 100));
  const rows = rowsBy(delimiter, options.sample + 1);
  if (rows.length === 0) return undefined;

  const body = rows.slice(1);
  const evidence = (below: string[][], count: number) =>
    Array.from({ length: count }, (_, place) =>
      weigh(
        below.filter((row) => row.length >= count).map((row) => row[place]),
        missing,
      ),
    );
  const first = rows[0];
  const header = options.header ?? looksLikeHeader(first, body, evidence(body, first.length), missing);
  const below = header ? body : rows.slice(0, options.sample);
  let count = header ? first.length : usualCount(below).count;
  // A delimiter at the end of every row makes no column.
  const open = (row: string[]) => row.length < count || row[count - 1] === "";
  if (delimiter !== spaces && count > 1 && (!header || first[count - 1] === "") && below.length > 0) {
    if (below.every(open)) count--;
  }
  return {
    delimiter,
    header,
    names: distinctNames(header ? first.slice(0, count) : Array.from({ length: count }, () => "")),
    evidence: evidence(below, count),
    rows: below.length,
  };
}

/** The first complete and readable rows; the real pass reports the others. */
function sampleRows(
  bytes: Uint8Array,
  from: number,
  limit: number,
  delimiter: number,
  count: number,
): string[][] {
  const rows: string[][] = [];
  for (let at = from; at < limit && rows.length < count; ) {
    const row = splitRow(bytes, at, limit, delimiter);
    if (row === undefined) break;
    if (row.problem === undefined && row.fields.length > 0) rows.push(row.fields);
    at = row.next;
  }
  return rows;
}

function usualCount(rows: string[][]): { count: number; share: number } {
  const times = new Map<number, number>();
  for (const row of rows) times.set(row.length, (times.get(row.length) ?? 0) + 1);
  let [count, most] = [1, 0];
  for (const [length, time] of times) if (time > most) [count, most] = [length, time];
  return { count, share: rows.length === 0 ? 0 : most / rows.length };
}

/** The one that cuts most rows into the same number of fields; of several, the one with most fields. */
function tellDelimiter(rowsBy: (delimiter: number) => string[][]): number {
  let best = { delimiter: 44, count: 1, share: 0 };
  for (const delimiter of delimiters) {
    const { count, share } = usualCount(rowsBy(delimiter));
    if (count === 1 || share < 0.5) continue;
    // A few bad rows must not let a worse explanation win, so shares are compared in steps of a tenth.
    const better = Math.floor(share * 10) - Math.floor(best.share * 10);
    if (better > 0 || (better === 0 && count > best.count)) best = { delimiter, count, share };
  }
  if (best.count > 1) return best.delimiter;
  const spaced = usualCount(rowsBy(spaces));
  return spaced.count > 1 && spaced.share >= 0.9 ? spaces : best.delimiter;
}

/**
 * A first row is a header when, over typed columns, more of its fields are not of the column's type than are. Where
 * every column is text it is one when no name in it occurs twice, or again in its own column.
 */
function looksLikeHeader(
  first: string[],
  body: string[][],
  evidence: Evidence[],
  missing: ReadonlySet<string>,
): boolean {
  let [unlike, like] = [0, 0];
  first.forEach((text, place) => {
    const own = weigh([text], missing);
    if (text === "" || missing.has(text)) return;
    if (body.length > 0 && evidence[place].kind === "text") return;
    const kind = body.length > 0 ? evidence[place].kind : "number";
    if (own.kind === kind || own.kind !== "text") like++;
    else unlike++;
  });
  if (unlike !== like) return unlike > like;
  if (like > 0 || first.includes("")) return false;
  const repeats = first.some((text, place) => body.some((row) => row[place] === text));
  return !repeats && new Set(first).size === first.length;
}
