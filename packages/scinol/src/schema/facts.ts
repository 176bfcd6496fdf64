import type { ColumnSample } from "./column-sample.ts";
import type { SchemaColumn, SchemaKind } from "./schema.ts";
import { valueParser } from "./value-parser.ts";

/** What `scinol look` shows of a column. */
export interface ColumnFacts {
  readonly name: string;
  readonly kind: SchemaKind;
  readonly why: string;
  /** The rows of the sample. */
  readonly rows: number;
  readonly missing: number;
  /** The number of different values. */
  readonly distinct: number;
  /** Of numbers and dates; dates in ISO 8601. */
  readonly smallest?: number | string;
  readonly largest?: number | string;
  /** Of the other kinds, the most frequent value, word or token. */
  readonly commonest?: { readonly value: string; readonly rows: number };
  /** The first three different values, as they are written. */
  readonly examples: readonly string[];
}

const EXAMPLES = 3;

/** Returns the facts of a column, its values read as its schema has it. */
export function columnFacts(
  sample: ColumnSample,
  column: SchemaColumn,
  why: string,
  missingTexts: readonly string[] | undefined,
): ColumnFacts {
  const { name, rows } = sample;
  const parser = valueParser(column.kind === "ignored" ? { name, kind: "category" } : column, missingTexts);
  const counts = new Map<string | number, number>();
  let missing = 0;
  for (const value of sample.values) {
    const read = parser.parse(value);
    if (read === undefined || Number.isNaN(read)) missing++;
    else if (typeof read === "object") for (const word of new Set(read)) add(counts, word);
    else add(counts, read);
  }
  const facts = { name, kind: column.kind, why, rows, missing, distinct: counts.size };
  const examples = examplesOf(sample.values);
  if (column.kind === "number" || column.kind === "date") {
    if (counts.size === 0) return { ...facts, examples };
    const [smallest, largest] = extremes(counts.keys() as Iterable<number>);
    const show = column.kind === "date" ? (time: number) => new Date(time).toISOString() : (x: number) => x;
    return { ...facts, smallest: show(smallest), largest: show(largest), examples };
  }
  const first = commonest(counts);
  return { ...facts, ...(first === undefined ? {} : { commonest: first }), examples };
}

function add(counts: Map<string | number, number>, value: string | number): void {
  counts.set(value, (counts.get(value) ?? 0) + 1);
}

function extremes(numbers: Iterable<number>): [number, number] {
  let [smallest, largest] = [Number.POSITIVE_INFINITY, Number.NEGATIVE_INFINITY];
  for (const x of numbers) {
    if (x < smallest) smallest = x;
    if (x > largest) largest = x;
  }
  return [smallest, largest];
}

function commonest(counts: ReadonlyMap<string | number, number>): ColumnFacts["commonest"] | undefined {
  let found: ColumnFacts["commonest"] | undefined;
  for (const [value, rows] of counts) {
    if (found === undefined || rows > found.rows) found = { value: String(value), rows };
  }
  return found;
}

function examplesOf(values: readonly unknown[]): string[] {
  const examples = new Set<string>();
  for (const value of values) {
    if (value === null) continue;
    examples.add(
      typeof value === "string" ? value : value instanceof Date ? value.toISOString() : JSON.stringify(value),
    );
    if (examples.size === EXAMPLES) break;
  }
  return [...examples];
}
