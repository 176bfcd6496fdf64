import type { ModelDetails, WireRecord } from "scinol/client";

export type ColumnInfo = ModelDetails["columns"][number];

/** What was typed into a column's field, as a value of a record; undefined if nothing was. */
export function parseField(kind: string, typed: string): unknown {
  const text = typed.trim();
  if (text === "") return undefined;
  if (kind === "number" || kind === "indicator") return Number(text);
  if (kind === "boolean") return text === "true";
  if (kind === "tokens") return text.split(/\s+/);
  return text;
}

/** How a value of a record is typed. */
export function typedOf(value: unknown): string {
  if (value === null || value === undefined) return "";
  return Array.isArray(value) ? value.join(" ") : String(value);
}

/** The record that a form's fields make; what was left empty is missing. */
export function recordOf(
  columns: readonly ColumnInfo[],
  typed: { readonly [name: string]: string },
): WireRecord {
  const entries = columns
    .map(({ name, kind }) => [name, parseField(kind, typed[name] ?? "")] as const)
    .filter(([, value]) => value !== undefined);
  return Object.fromEntries(entries);
}

/** A record's values by the names of its columns, as the learner takes nested ones apart: `address.city`. */
export function flatten(record: WireRecord, prefix = ""): [name: string, value: unknown][] {
  return Object.entries(record).flatMap(([key, value]) => {
    const name = prefix === "" ? key : `${prefix}.${key}`;
    const nested = value !== null && typeof value === "object" && !Array.isArray(value);
    return nested ? flatten(value as WireRecord, name) : [[name, value] as [string, unknown]];
  });
}

/** Texts that a column has lately had, to choose from. */
export function textsOf(name: string, records: readonly WireRecord[]): string[] {
  const texts = new Set<string>();
  for (const record of records) {
    for (const [column, value] of flatten(record)) {
      if (column === name && typeof value === "string") texts.add(value);
    }
  }
  return [...texts].sort();
}
