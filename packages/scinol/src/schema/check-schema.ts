import { show } from "../show.ts";
import { nearestName } from "../suggest.ts";
import { dateFormats } from "./date-format.ts";
import { dateParts } from "./date-parts.ts";
import { decimalMarks, thousandsMarks } from "./number-style.ts";
import { type Schema, type SchemaColumn, type SchemaKind, type SchemaTarget, schemaKinds } from "./schema.ts";

/** The properties of each kind of column, besides name and kind. */
const properties: { readonly [kind in SchemaKind]: readonly string[] } = {
  number: ["decimal", "thousands", "unit", "magnitudes"],
  indicator: [],
  category: [],
  date: ["format", "parts", "level"],
  text: ["hash"],
  tokens: ["separator"],
  ignored: ["because"],
};

const tasks = ["binary", "multiclass", "regression"];
const LARGEST_HASH = 25;
const LONGEST_UNIT = 16;

/** Returns a copy of a schema; throws a RangeError of one line if anything in it is wrong. */
export function checkSchema(value: unknown): Schema {
  const schema = checkObject("schema", value, ["columns", "target", "missing"]);
  const { columns: list, target, missing } = schema;
  if (!Array.isArray(list)) throw wrong("schema", `"columns" must be a list, got ${show(list)}`);
  const columns = list.map((column, n) => checkColumn(column, n));
  const names = new Set<string>();
  for (const { name } of columns) {
    if (names.has(name)) throw wrong("schema", `two columns are named ${show(name)}; rename one`);
    names.add(name);
  }
  return {
    columns,
    ...(target === undefined ? {} : { target: checkTarget(target, names) }),
    ...(missing === undefined ? {} : { missing: checkTexts("schema", "missing", missing) }),
  };
}

function checkColumn(value: unknown, n: number): SchemaColumn {
  const place = `schema: column ${n + 1}`;
  const { name } = checkObject(place, value);
  if (typeof name !== "string") throw wrong(place, `"name" must be a text, got ${show(name)}`);
  const where = `schema: column ${show(name)}`;
  const { kind } = value as { kind?: unknown };
  checkOneOf(where, "kind", kind, schemaKinds);
  const column = checkObject(where, value, ["name", "kind", ...properties[kind as SchemaKind]]);
  switch (kind as SchemaKind) {
    case "number":
      checkNumber(where, column);
      break;
    case "date":
      checkDate(where, column);
      break;
    case "text":
      checkHash(where, column.hash);
      break;
    case "tokens":
      checkSeparator(where, column.separator);
      break;
    case "ignored":
      if (column.because !== undefined) checkText(where, "because", column.because);
  }
  const parts = column.parts === undefined ? {} : { parts: [...(column.parts as unknown[])] };
  return { ...column, ...parts } as unknown as SchemaColumn;
}

function checkNumber(where: string, { decimal, thousands, unit, magnitudes }: Fields): void {
  if (decimal !== undefined) checkOneOf(where, "decimal", decimal, decimalMarks);
  if (thousands !== undefined) checkOneOf(where, "thousands", thousands, ["", ...thousandsMarks]);
  if (thousands !== undefined && thousands === (decimal ?? ".")) {
    throw wrong(where, `"decimal" and "thousands" are both ${show(thousands)}; they must differ`);
  }
  if (unit !== undefined) {
    checkText(where, "unit", unit);
    const text = unit as string;
    if (text.length > LONGEST_UNIT || /[\d\s+\-−–()]/u.test(text)) {
      throw wrong(
        where,
        `"unit" must be up to ${LONGEST_UNIT} letters or signs without digits, got ${show(text)}`,
      );
    }
  }
  checkFlag(where, "magnitudes", magnitudes);
}

function checkDate(where: string, { format, parts, level }: Fields): void {
  checkOneOf(where, "format", format, dateFormats);
  if (!Array.isArray(parts)) throw wrong(where, `"parts" must be a list, got ${show(parts)}`);
  for (const part of parts) checkOneOf(where, "part", part, dateParts);
  if (new Set(parts).size < parts.length) throw wrong(where, '"parts" has one of them twice');
  checkFlag(where, "level", level);
}

function checkHash(where: string, hash: unknown): void {
  if (
    hash === undefined ||
    (Number.isInteger(hash) && (hash as number) >= 1 && (hash as number) <= LARGEST_HASH)
  )
    return;
  throw wrong(where, `"hash" must be a whole number from 1 to ${LARGEST_HASH}, got ${show(hash)}`);
}

function checkSeparator(where: string, separator: unknown): void {
  if (separator === undefined) return;
  checkText(where, "separator", separator);
  if (separator === "") throw wrong(where, '"separator" must not be empty');
}

function checkTarget(value: unknown, names: ReadonlySet<string>): SchemaTarget {
  const where = "schema: target";
  const target = checkObject(where, value, ["name", "task", "positive"]);
  const { name, task, positive } = target;
  if (typeof name !== "string" || !names.has(name)) {
    throw wrong(where, `there is no column ${show(name)}${hint(name, [...names])}`);
  }
  checkOneOf(where, "task", task, tasks);
  if (positive !== undefined) {
    if (task !== "binary") throw wrong(where, `"positive" is for the task "binary", not ${show(task)}`);
    if (!["string", "number", "boolean"].includes(typeof positive)) {
      throw wrong(where, `"positive" must be a text, a number or a boolean, got ${show(positive)}`);
    }
  }
  return target as unknown as SchemaTarget;
}

type Fields = { readonly [property: string]: unknown };

/** Returns a copy of an object that has no other properties than those given. */
function checkObject(where: string, value: unknown, possible?: readonly string[]): Fields {
  if (value === null || typeof value !== "object" || Array.isArray(value)) {
    throw wrong(where, `must be an object, got ${Array.isArray(value) ? "a list" : show(value)}`);
  }
  for (const property of possible === undefined ? [] : Object.keys(value)) {
    if (!possible!.includes(property)) {
      throw wrong(where, `unknown property ${show(property)}${hint(property, possible!)}`);
    }
  }
  // What JSON leaves out is not there.
  return Object.fromEntries(Object.entries(value).filter(([, field]) => field !== undefined));
}

function checkOneOf(where: string, what: string, value: unknown, possible: readonly string[]): void {
  if (typeof value === "string" && possible.includes(value)) return;
  if (value === undefined) throw wrong(where, `has no "${what}"; one of ${possible.map(quoted).join(", ")}`);
  throw wrong(where, `unknown ${what} ${show(value)}${hint(value, possible)}`);
}

function checkText(where: string, what: string, value: unknown): void {
  if (typeof value !== "string") throw wrong(where, `"${what}" must be a text, got ${show(value)}`);
}

function checkTexts(where: string, what: string, value: unknown): string[] {
  if (!Array.isArray(value)) throw wrong(where, `"${what}" must be a list of texts, got ${show(value)}`);
  for (const text of value) checkText(where, what, text);
  return [...value];
}

function checkFlag(where: string, what: string, value: unknown): void {
  if (value !== undefined && typeof value !== "boolean") {
    throw wrong(where, `"${what}" must be true or false, got ${show(value)}`);
  }
}

function hint(value: unknown, possible: readonly string[]): string {
  const meant = typeof value === "string" ? nearestName(value, possible) : undefined;
  if (meant !== undefined) return `; did you mean ${quoted(meant)}?`;
  return possible.length === 0 ? "" : `; one of ${possible.slice(0, 20).map(quoted).join(", ")}`;
}

function quoted(text: string): string {
  return show(text);
}

function wrong(where: string, what: string): RangeError {
  return new RangeError(`${where}: ${what}`);
}
