import type { Record } from "../records/record.ts";
import { show } from "../show.ts";
import type { TableLayout, TableRows } from "./table-rows.ts";

/** Columns side by side: numbers in typed arrays, anything else in arrays; all of one length. */
export interface Columns {
  readonly [column: string]: ArrayLike<number> | readonly (string | null | undefined)[] | readonly boolean[];
}

/** Where labels and weights are: the name of a column, which is not learned from, or a function of the record. */
export interface ManyOptions<Y> {
  readonly label: string | ((record: Record) => Y);
  readonly weight?: string | ((record: Record) => number);
  /** The rows were learned from before. */
  readonly again?: boolean;
}

/** How learning from many rows went. */
export interface ManyLearned {
  readonly rows: number;
  /** Mean of the losses of the predictions made before learning, weighted by importance. */
  readonly meanLoss: number;
}

/** Rows that are taken from columns at a time. */
const ROWS = 1024;

/** A record without some of its columns, and what was in them. */
export function split<Y>(
  record: Record,
  { label, weight = 1 as never }: ManyOptions<Y>,
): { record: Record; label: Y; weight: number } {
  const rest = { ...(record as { [column: string]: unknown }) };
  const take = (from: unknown): unknown => {
    if (typeof from === "function") return from(record);
    if (typeof from !== "string") return from;
    if (!Object.hasOwn(rest, from)) throw new RangeError(`learnMany: a record has no ${show(from)}`);
    const value = rest[from];
    delete rest[from];
    return value;
  };
  const [y, ν] = [take(label) as Y, take(weight) as number];
  return { record: rest, label: y, weight: ν };
}

/** Whether rows are columns side by side, not records one by one. */
export function areColumns(rows: object): rows is Columns {
  return !(Symbol.iterator in rows) && !(Symbol.asyncIterator in rows);
}

/** Cuts columns into rows of a table, some at a time, with the labels and weights that belong to them. */
export function* tablesOf(
  columns: Columns,
  { label, weight }: { readonly label: string | undefined; readonly weight: string | undefined },
): Generator<{
  layout: TableLayout;
  rows: TableRows;
  labels: readonly unknown[];
  weights: number[] | undefined;
}> {
  const names = Object.keys(columns).filter((name) => name !== label && name !== weight);
  for (const name of [label, weight]) {
    if (name !== undefined && !Object.hasOwn(columns, name))
      throw new RangeError(`learnMany: no column ${show(name)}`);
  }
  const lengths = new Set(Object.values(columns).map(({ length }) => length));
  if (lengths.size > 1) throw new RangeError(`learnMany: columns of ${[...lengths].join(" and ")} rows`);
  const [length = 0] = lengths;
  const isText = (name: string) => !ArrayBuffer.isView(columns[name]) && hasText(columns[name]);
  const texts = names.filter(isText);
  const numbers = names.filter((name) => !texts.includes(name));
  const layout: TableLayout = {
    numbers: numbers.map((name) => ({ name, kind: hasBooleans(columns[name]) ? "boolean" : "number" })),
    texts,
  };
  const codes = texts.map(() => new Map<string, number>());
  const dictionaries = texts.map(() => ({ values: [] as string[] }));
  for (let from = 0; from < length; from += ROWS) {
    const count = Math.min(ROWS, length - from);
    const rows: TableRows = {
      rows: count,
      numbers: new Float64Array(count * numbers.length),
      codes: new Int32Array(count * texts.length).fill(-1),
      dictionaries,
    };
    numbers.forEach((name, n) => {
      const column = columns[name];
      for (let row = 0; row < count; row++) {
        const value = column[from + row] as number | boolean | null | undefined;
        rows.numbers[row * numbers.length + n] =
          value === null || value === undefined ? Number.NaN : Number(value);
      }
    });
    texts.forEach((name, n) => {
      for (let row = 0; row < count; row++) {
        const text = columns[name][from + row];
        if (text === null || text === undefined) continue;
        let code = codes[n].get(String(text));
        if (code === undefined) {
          code = dictionaries[n].values.push(String(text)) - 1;
          codes[n].set(String(text), code);
        }
        rows.codes[row * texts.length + n] = code;
      }
    });
    const part = (name: string | undefined) =>
      name === undefined ? undefined : Array.from({ length: count }, (_, row) => columns[name][from + row]);
    yield { layout, rows, labels: part(label) ?? [], weights: part(weight) as number[] | undefined };
  }
}

function first(column: Columns[string]): unknown {
  for (let n = 0; n < column.length; n++) if (column[n] !== null && column[n] !== undefined) return column[n];
  return undefined;
}

function hasText(column: Columns[string]): boolean {
  return typeof first(column) === "string";
}

function hasBooleans(column: Columns[string]): boolean {
  return typeof first(column) === "boolean";
}
