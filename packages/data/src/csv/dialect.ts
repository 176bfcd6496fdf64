import { distinctNames, type Evidence, weigh } from "../column.ts";
import type { OpenOptions } from "../options.ts";
import { SampledRows, sampleRows } from "./sampled-rows.ts";
import { spaces } from "./split.ts";

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
  const delimiter =
    options.delimiter?.charCodeAt(0) ??
    tellDelimiter((candidate) => sampleRows(bytes, from, limit, candidate, 100).map((row) => row.length));
  const sample = new SampledRows(bytes, from, limit, delimiter, options.sample + 1, missing);
  const { first, rows } = sample;
  if (first === undefined) return undefined;

  const evidence = (from: number, to: number, count: number) =>
    Array.from({ length: count }, (_, place) => sample.evidence(place, from, to, count));
  const shown = options.header === false ? [] : evidence(1, rows, first.length);
  const header = options.header ?? looksLikeHeader(first, sample, shown, missing);
  const [top, bottom] = header ? [1, rows] : [0, Math.min(rows, options.sample)];
  const below = Array.from({ length: bottom - top }, (_, n) => top + n);
  let count = header ? first.length : usualCount(below.map((row) => sample.length(row))).count;
  // A delimiter at the end of every row makes no column.
  const open = (row: number) => sample.length(row) < count || sample.isEmpty(row, count - 1);
  if (delimiter !== spaces && count > 1 && (!header || first[count - 1] === "") && below.length > 0) {
    if (below.every(open)) count--;
  }
  return {
    delimiter,
    header,
    names: distinctNames(header ? first.slice(0, count) : Array.from({ length: count }, () => "")),
    evidence: header && count === first.length ? shown : evidence(top, bottom, count),
    rows: below.length,
  };
}

function usualCount(lengths: readonly number[]): { count: number; share: number } {
  const times = new Map<number, number>();
  for (const length of lengths) times.set(length, (times.get(length) ?? 0) + 1);
  let [count, most] = [1, 0];
  for (const [length, time] of times) if (time > most) [count, most] = [length, time];
  return { count, share: lengths.length === 0 ? 0 : most / lengths.length };
}

/** The one that cuts most rows into the same number of fields; of several, the one with most fields. */
function tellDelimiter(lengthsBy: (delimiter: number) => number[]): number {
  let best = { delimiter: 44, count: 1, share: 0 };
  for (const delimiter of delimiters) {
    const { count, share } = usualCount(lengthsBy(delimiter));
    if (count === 1 || share < 0.5) continue;
    // A few bad rows must not let a worse explanation win, so shares are compared in steps of a tenth.
    const better = Math.floor(share * 10) - Math.floor(best.share * 10);
    if (better > 0 || (better === 0 && count > best.count)) best = { delimiter, count, share };
  }
  if (best.count > 1) return best.delimiter;
  const spaced = usualCount(lengthsBy(spaces));
  return spaced.count > 1 && spaced.share >= 0.9 ? spaces : best.delimiter;
}

/**
 * A first row is a header when, over typed columns, more of its fields are not of the column's type than are. Where
 * every column is text it is one when no name in it occurs twice, or again in its own column.
 */
function looksLikeHeader(
  first: string[],
  sample: SampledRows,
  evidence: Evidence[],
  missing: ReadonlySet<string>,
): boolean {
  let [unlike, like] = [0, 0];
  const alone = sample.rows === 1;
  first.forEach((text, place) => {
    const own = weigh([text], missing);
    if (text === "" || missing.has(text)) return;
    if (!alone && evidence[place].kind === "text") return;
    const kind = alone ? "number" : evidence[place].kind;
    if (own.kind === kind || own.kind !== "text") like++;
    else unlike++;
  });
  if (unlike !== like) return unlike > like;
  if (like > 0 || first.includes("")) return false;
  const repeats = first.some((text, place) => sample.repeats(text, place));
  return !repeats && new Set(first).size === first.length;
}
