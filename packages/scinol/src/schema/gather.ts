import { flatten, isList, LONGEST_LIST } from "./flatten.ts";

/** Columns by name, each with its values in the order of the rows. */
export type Columns =
  | ReadonlyMap<string, ArrayLike<unknown>>
  | { readonly [name: string]: ArrayLike<unknown> };

/** Returns up to `rows` values of each column; a list of numbers that has one length in all rows becomes columns. */
export function gather(source: Iterable<unknown> | Columns, rows: number): Map<string, unknown[]> {
  return spread(isColumns(source) ? ofColumns(source, rows) : ofRecords(source, rows));
}

function isColumns(source: Iterable<unknown> | Columns): source is Columns {
  return source instanceof Map || !(Symbol.iterator in source);
}

function ofColumns(source: Columns, rows: number): Map<string, unknown[]> {
  const columns = new Map<string, unknown[]>();
  const named: Iterable<readonly [string, ArrayLike<unknown>]> =
    source instanceof Map ? source : Object.entries(source);
  for (const [name, values] of named) columns.set(name, Array.prototype.slice.call(values, 0, rows));
  return columns;
}

function ofRecords(source: Iterable<unknown>, rows: number): Map<string, unknown[]> {
  const columns = new Map<string, unknown[]>();
  let row = 0;
  const visit = (name: string, value: unknown) => {
    let values = columns.get(name);
    if (values === undefined) {
      values = [];
      columns.set(name, values);
    }
    values[row] = value;
  };
  for (const record of source) {
    flatten(record, visit);
    // Nothing beyond the sample is taken from an iterator.
    if (++row === rows) break;
  }
  // A record that lacks a column left a hole, or ended before.
  for (const [name, values] of columns)
    columns.set(
      name,
      Array.from({ length: row }, (_, n) => values[n]),
    );
  return columns;
}

/** Replaces each column of number lists of one length by a column for each position, named `list.0` and so on. */
function spread(columns: ReadonlyMap<string, unknown[]>): Map<string, unknown[]> {
  const result = new Map<string, unknown[]>();
  for (const [name, values] of columns) {
    const length = commonLength(values);
    if (length === 0) result.set(name, values);
    for (let n = 0; n < length; n++) {
      result.set(
        `${name}.${n}`,
        values.map((list) => (isList(list) ? list[n] : undefined)),
      );
    }
  }
  return result;
}

/** Returns the length of the number lists of a column; 0 if its values are others, or their lengths differ. */
function commonLength(values: readonly unknown[]): number {
  let length = 0;
  for (const value of values) {
    if (value === null || value === undefined) continue;
    if (!isList(value) || value.length === 0 || value.length > LONGEST_LIST) return 0;
    if (length > 0 && value.length !== length) return 0;
    if (Array.from(value).some((item) => typeof item !== "number" && item !== null)) return 0;
    length = value.length;
  }
  return length;
}
