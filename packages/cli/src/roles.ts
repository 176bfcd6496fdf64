import { type Column, DataError, findColumn, type Reader, type TableReader } from "@scinol/data";
import type { TableLayout } from "scinol";
import { UserError } from "./user-error.ts";

type LayoutKind = TableLayout["numbers"][number]["kind"] | "category";

/** A column that is learned from. */
export interface LearnedColumn {
  readonly name: string;
  readonly kind: LayoutKind;
}

/** Which column of a table is what, and where it is found in a row. */
export interface Roles {
  readonly layout: TableLayout;
  readonly columns: readonly LearnedColumn[];
  readonly target: Column | undefined;
  readonly weight: Column | undefined;
  /** For each number of the layout its place among the reader's numbers, −1 where the file has no such column. */
  readonly numberSlots: readonly number[];
  readonly textSlots: readonly number[];
}

export interface RoleNames {
  readonly target?: string | undefined;
  readonly weight?: string | undefined;
  /** Columns that stay numbers, though they hold only 0 and 1. */
  readonly numeric?: readonly string[] | undefined;
}

/** The roles in a table that is to be learned from for the first time. */
export function tellRoles(file: string, reader: TableReader, names: RoleNames): Roles {
  const { columns } = reader;
  const all = columns.map(({ name }) => name);
  const find = (reference: string) => columns[findColumn(file, all, reference)];
  if (names.target === undefined) {
    throw new UserError(
      `${file}: which column is to be predicted? --target ${JSON.stringify(all.at(-1))}, say`,
    );
  }
  const target = find(names.target);
  const weight = names.weight === undefined ? undefined : find(names.weight);
  checkRole(file, "target", target);
  if (weight !== undefined) {
    checkRole(file, "weight", weight);
    if (weight === target)
      throw new UserError(`${file}: column "${weight.name}" cannot be target and weight`);
    if (weight.kind !== "number")
      throw new UserError(`${file}: column "${weight.name}": a weight is a number`);
  }
  const staying = new Set((names.numeric ?? []).map((reference) => find(reference).name));
  const learned = columns
    .filter((column) => !column.ignored && column !== target && column !== weight)
    .map((column) => ({ name: column.name, kind: kindOf(column, staying) }));
  if (learned.length === 0) {
    throw new UserError(
      `${file}: there is no column to learn from but "${target.name}"; check the delimiter`,
    );
  }
  return place(columns, learned, target, weight);
}

/** The roles in a table for a model that has learned from such tables before. */
export function matchRoles(
  file: string,
  reader: TableReader,
  learned: readonly LearnedColumn[],
  names: { target?: string | undefined; weight?: string | undefined },
  model: string,
): Roles {
  const { columns, format } = reader;
  const byName = new Map(columns.filter(({ ignored }) => !ignored).map((column) => [column.name, column]));
  for (const { name, kind } of learned) {
    const column = byName.get(name);
    if (column === undefined) {
      // An object of JSON Lines lacks what is missing; a table has a place for it.
      if (format === "jsonl") continue;
      const has = columns.map((other) => JSON.stringify(other.name)).slice(0, 6);
      throw new UserError(
        `${file}: has no column "${name}", which ${model} learned from; it has ${has.join(", ")}${columns.length > 6 ? ", …" : ""}`,
      );
    }
    if ((column.kind === "text") !== (kind === "category")) {
      throw new UserError(
        `${file}: column "${name}" is ${column.kind} here, ${kind} in ${model}; give a file with the same columns`,
      );
    }
  }
  const target = names.target === undefined ? undefined : byName.get(names.target);
  const weight = names.weight === undefined ? undefined : byName.get(names.weight);
  return place(columns, learned, target, weight);
}

/** Tables are learned from by column, sparse rows by feature. */
export function isTable(reader: Reader): reader is TableReader {
  return reader.shape === "table";
}

function place(
  columns: readonly Column[],
  learned: readonly LearnedColumn[],
  target: Column | undefined,
  weight: Column | undefined,
): Roles {
  const slots = new Map(
    columns.filter(({ ignored }) => !ignored).map((column) => [column.name, column.slot]),
  );
  const numbers = learned.filter(({ kind }) => kind !== "category") as {
    name: string;
    kind: TableLayout["numbers"][number]["kind"];
  }[];
  const texts = learned.filter(({ kind }) => kind === "category").map(({ name }) => name);
  return {
    layout: { numbers, texts },
    columns: learned,
    target,
    weight,
    numberSlots: numbers.map(({ name }) => slots.get(name) ?? -1),
    textSlots: texts.map((name) => slots.get(name) ?? -1),
  };
}

function kindOf(column: Column, staying: ReadonlySet<string>): LayoutKind {
  if (column.kind === "text") return "category";
  if (column.kind !== "number") return column.kind;
  return column.binary && !staying.has(column.name) ? "boolean" : "number";
}

function checkRole(file: string, role: string, column: Column): void {
  if (column.ignored)
    throw new DataError({ file }, `column "${column.name}" is the ${role}; it cannot be ignored`);
  if (column.kind === "date") {
    throw new DataError(
      { file },
      `column "${column.name}" is the ${role}, and a date; name it in --categorical`,
    );
  }
}
