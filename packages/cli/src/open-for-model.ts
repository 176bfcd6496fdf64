import { open, type Reader } from "@scinol/data";
import type { Notes } from "./notes.ts";
import { openOptions, type ReadingOptions } from "./reading-options.ts";
import { isTable, matchRoles, type Roles } from "./roles.ts";
import { UserError } from "./user-error.ts";

export interface OpenedForModel {
  readonly reader: Reader;
  readonly roles: Roles | undefined;
  /** Every column of the file by name, where it is a table. */
  readonly names: readonly string[];
}

/** Opens files for a model: columns are of the kinds that it learned, whatever a few rows may look like. */
export async function openForModel(
  files: readonly string[],
  reading: ReadingOptions,
  notes: Notes,
  model: string,
  purpose: "score" | "predict" | "keep",
): Promise<OpenedForModel> {
  const file = nameOf(files);
  const wish = { ...pickDialect(notes.plan.reading), ...reading };
  const found = await columnsOf(files, wish);
  const options = openOptions(wish);
  if (notes.shape === "table") {
    const kinds = [...notes.columns];
    const { target, weight, labels } = notes;
    // Whether stdin has a target is not known beforehand, and predicting does without.
    if (found !== undefined || purpose === "score") {
      if (target !== undefined) kinds.push({ name: target, kind: labels === "text" ? "category" : labels });
      if (weight !== undefined) kinds.push({ name: weight, kind: "number" });
    }
    const there = kinds.filter(({ name }) => found === undefined || found.includes(name));
    const of = (...wanted: string[]) =>
      there.filter(({ kind }) => wanted.includes(kind)).map(({ name }) => name);
    options.numeric = [...(options.numeric ?? []), ...of("number", "indicator")];
    const categorical = [...(options.categorical ?? []), ...of("category")];
    options.categorical = categorical;
    options.date = [...(options.date ?? []), ...of("date")];
    if (found !== undefined) {
      const known = new Set(kinds.map(({ name }) => name));
      const others = found.filter((name) => !known.has(name));
      // Columns that are only to be copied are copied as they are written.
      if (purpose === "keep") categorical.push(...others);
      else options.ignore = others;
    }
  }
  const reader = await open([...files], options);
  if (isTable(reader) !== (notes.shape === "table")) {
    await reader.close();
    const [here, there] = isTable(reader) ? ["a table", "sparse rows"] : ["sparse rows", "tables"];
    throw new UserError(`${file}: is ${here}, ${model} learned from ${there}; give a file like those`);
  }
  if (!isTable(reader)) return { reader, roles: undefined, names: [] };
  try {
    const roles = matchRoles(file, reader, notes.columns, notes, model);
    if (purpose === "score" && roles.target === undefined) {
      throw new UserError(`${file}: has no column "${notes.target}" to compare the predictions with`);
    }
    return { reader, roles, names: reader.columns.map(({ name }) => name) };
  } catch (error) {
    await reader.close();
    throw error;
  }
}

/** The names of a table's columns; undefined where looking would use the input up, or there are none. */
async function columnsOf(files: readonly string[], wish: ReadingOptions): Promise<string[] | undefined> {
  if (files.includes("-")) return undefined;
  const { header, delimiter, format, sql, missing } = openOptions(wish);
  const reader = await open([...files], { header, delimiter, format, sql, missing, onError: "skip" });
  await reader.close();
  // Objects may lack any column; the options add it.
  if (!isTable(reader) || reader.format === "jsonl") return undefined;
  return reader.columns.map(({ name }) => name);
}

function pickDialect({ missing, header, delimiter }: ReadingOptions): ReadingOptions {
  return {
    ...(missing === undefined ? {} : { missing }),
    ...(header === undefined ? {} : { header }),
    ...(delimiter === undefined ? {} : { delimiter }),
  };
}

/** What messages call the input. */
export function nameOf(files: readonly string[]): string {
  if (files.length === 0) return "query";
  return files[0] === "-" ? "stdin" : files[0];
}
