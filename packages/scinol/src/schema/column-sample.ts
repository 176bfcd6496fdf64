import { trimmed } from "./characters.ts";
import { isList } from "./flatten.ts";
import { isMissingWord } from "./missing-words.ts";

/** The values of a column in the sample, by type. Texts have no spaces at their ends. */
export interface ColumnSample {
  readonly name: string;
  /** The rows of the sample, with and without a value. */
  readonly rows: number;
  /** The rows without a value. */
  readonly missing: number;
  /** The rows with a value: `texts`, `numbers`, `booleans`, `dates` and `lists` together. */
  readonly present: number;
  /** How often each text occurs. */
  readonly texts: ReadonlyMap<string, number>;
  readonly numbers: readonly number[];
  readonly booleans: readonly boolean[];
  /** Milliseconds since 1970. */
  readonly dates: readonly number[];
  readonly lists: readonly ArrayLike<unknown>[];
  /** The values in their order, null where there is none. */
  readonly values: readonly unknown[];
}

/** Sorts the values of a column by type; `missing` are further texts that mean there is no value. */
export function sampleColumn(
  name: string,
  given: Iterable<unknown>,
  missing: ReadonlySet<string>,
): ColumnSample {
  const texts = new Map<string, number>();
  const numbers: number[] = [];
  const booleans: boolean[] = [];
  const dates: number[] = [];
  const lists: ArrayLike<unknown>[] = [];
  const values: unknown[] = [];
  let present = 0;
  for (const value of given) {
    const item = sampled(value, missing);
    values.push(item);
    if (item === null) continue;
    present++;
    if (typeof item === "string") texts.set(item, (texts.get(item) ?? 0) + 1);
    else if (typeof item === "number") numbers.push(item);
    else if (typeof item === "boolean") booleans.push(item);
    else if (item instanceof Date) dates.push(item.getTime());
    else lists.push(item);
  }
  const rows = values.length;
  return { name, rows, missing: rows - present, present, texts, numbers, booleans, dates, lists, values };
}

type Item = string | number | boolean | Date | ArrayLike<unknown> | null;

function sampled(value: unknown, missing: ReadonlySet<string>): Item {
  switch (typeof value) {
    case "string": {
      const text = trimmed(value);
      return text === "" || missing.has(text) ? null : text;
    }
    case "number":
      return Number.isFinite(value) && !(missing.size > 0 && missing.has(String(value))) ? value : null;
    case "bigint":
      return Number(value);
    case "boolean":
      return value;
    case "object":
      if (value instanceof Date) return Number.isNaN(value.getTime()) ? null : value;
      return isList(value) ? value : null;
    default:
      return null;
  }
}

/** Splits the texts of a column into values and words that mean a missing value. */
export function splitMissing(texts: ReadonlyMap<string, number>): {
  values: ReadonlyMap<string, number>;
  words: ReadonlyMap<string, number>;
} {
  const words = new Map<string, number>();
  for (const text of texts.keys()) if (isMissingWord(text)) words.set(text, texts.get(text)!);
  if (words.size === 0) return { values: texts, words };
  const values = new Map(texts);
  for (const word of words.keys()) values.delete(word);
  return { values, words };
}
