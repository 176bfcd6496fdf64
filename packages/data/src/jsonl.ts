import { isUtf8 } from "node:buffer";
import { gatherSample } from "./bytes/sample.ts";
import type { Window } from "./bytes/window.ts";
import { putText } from "./cell.ts";
import { arrange, type Column, contradiction, type Evidence } from "./column.ts";
import { DataError, quote } from "./data-error.ts";
import { parseDate } from "./date.ts";
import { rejectRow, type Settings } from "./options.ts";
import type { Row, Rows, TableBlock } from "./table.ts";

type Leaf = number | string | boolean | null;

/** The columns that the first lines have: every name that occurs, nested ones joined by dots. */
export async function tellJsonl(window: Window, settings: Settings): Promise<Column[]> {
  await gatherSample(window, settings, 1);
  const file = window.source.name;
  const found = new Map<string, Leaf[]>();
  const limit = window.limit;
  let rows = 0;
  for (let at = window.start; at < limit && rows < settings.sample; ) {
    const to = window.bytes.indexOf(10, at);
    const parsed = parseLine(window.bytes, at, to);
    at = to + 1;
    if (typeof parsed !== "object") continue;
    rows++;
    flatten(parsed, "", (name, value) => {
      const values = found.get(name);
      if (values) values.push(value);
      else found.set(name, [value]);
    });
  }
  if (window.start === window.end && window.ended) throw new DataError({ file }, "the file is empty");
  const named = Array.from(found, ([name, values]) => ({ name, evidence: weighLeaves(values, settings) }));
  // A column that the options speak of exists, even if no early row has it.
  const nothing: Evidence = { kind: "number", binary: false, integer: false, distinct: 0 };
  for (const list of [settings.numeric, settings.categorical, settings.date, settings.ignore]) {
    for (const name of list ?? []) {
      if (found.has(name) || /^-?[1-9]\d*$/.test(name)) continue;
      found.set(name, []);
      named.push({ name, evidence: nothing });
    }
  }
  return arrange(file, named, settings);
}

function weighLeaves(values: Leaf[], settings: Settings): Evidence {
  const present = values.filter(
    (value) => value !== null && !(typeof value === "string" && settings.missingTexts.has(value)),
  );
  const share = (test: (value: Leaf) => boolean) => present.filter(test).length >= present.length * 0.9;
  const isNumber = (value: Leaf) => typeof value === "number";
  const isDate = (value: Leaf) => typeof value === "string" && !Number.isNaN(parseDate(value));
  const kind = share(isNumber)
    ? "number"
    : share((value) => typeof value === "boolean")
      ? "boolean"
      : share(isDate)
        ? "date"
        : "text";
  const numbers = kind === "number" ? present.filter(isNumber) : [];
  return {
    kind,
    binary: numbers.length > 0 && numbers.every((value) => value === 0 || value === 1),
    integer: numbers.length > 0 && numbers.every(Number.isInteger),
    distinct: new Set(present).size,
  };
}

/** Reads one object a line into blocks. */
export async function* readJsonl(
  window: Window,
  rows: Rows,
  settings: Settings,
): AsyncGenerator<TableBlock, void, void> {
  const file = window.source.name;
  const columns = new Map(rows.columns.map((column) => [column.name, column]));
  for await (const limit of window.limits()) {
    while (window.start < limit) {
      let failure: unknown;
      try {
        for (let room = rows.capacity - rows.rows; room > 0 && window.start < limit; room--) {
          const { line } = window;
          const object = nextObject(window, settings);
          if (object !== undefined) putObject(rows, columns, object, line, settings, file);
        }
      } catch (error) {
        failure = error;
      }
      if (rows.rows > 0) yield rows.take(file);
      if (failure !== undefined) throw failure;
    }
  }
}

/** Reads one object a line, as it is, but for missing and ignored values at its top. */
export async function* readJsonlRecords(
  window: Window,
  settings: Settings,
): AsyncGenerator<{ row: Row; line: number }, void, void> {
  const file = window.source.name;
  for await (const limit of window.limits()) {
    while (window.start < limit) {
      const { line } = window;
      const object = nextObject(window, settings);
      if (object === undefined) continue;
      try {
        flatten(object, "", (name, value) => {
          if (typeof value === "number" && !Number.isFinite(value)) throw tooLarge(file, line, name);
        });
      } catch (error) {
        rejectRow(settings, error as DataError);
        continue;
      }
      const kept = Object.entries(object)
        .filter(([name]) => !settings.ignore?.includes(name))
        .map(([name, value]) => [name, settings.missingTexts.has(value) ? null : value]);
      yield { row: Object.fromEntries(kept) as Row, line };
    }
  }
}

/** The object of the window's next line; undefined for a blank line, and for a bad one that is skipped. */
function nextObject(window: Window, settings: Settings): object | undefined {
  const to = window.bytes.indexOf(10, window.start);
  const object = parseLine(window.bytes, window.start, to);
  window.start = to + 1;
  window.line++;
  if (typeof object !== "string") return object;
  rejectRow(settings, new DataError({ file: window.source.name, line: window.line - 1 }, object));
  return undefined;
}

/** Adds the object as a row; one that does not fit is reported or skipped. */
function putObject(
  rows: Rows,
  columns: Map<string, Column>,
  object: object,
  line: number,
  settings: Settings,
  file: string,
): void {
  const row = rows.rows;
  rows.numbers.fill(Number.NaN, row * rows.numbersPerRow, (row + 1) * rows.numbersPerRow);
  rows.codes.fill(-1, row * rows.textsPerRow, (row + 1) * rows.textsPerRow);
  rows.lines[row] = line;
  try {
    flatten(object, "", (name, value) => {
      const column = columns.get(name);
      if (column === undefined) throw unexpected(file, line, name);
      putLeaf(rows, column, value, settings, file);
    });
    rows.rows++;
  } catch (error) {
    rejectRow(settings, error as DataError);
  }
}

/** The object on a line, undefined for a blank one, or what is wrong with it. */
function parseLine(bytes: Uint8Array, from: number, to: number): object | string | undefined {
  const line = Buffer.from(bytes.buffer, bytes.byteOffset + from, to - from);
  if (!isUtf8(line)) return "the text is not UTF-8; save the file as UTF-8";
  const text = line.toString("utf8");
  let value: unknown;
  try {
    value = JSON.parse(text);
  } catch {
    if (text.trim() === "") return undefined;
    return `expected a JSON object, got ${quote(text.trim())}; write one complete object a line`;
  }
  if (typeof value !== "object" || value === null || Array.isArray(value)) {
    return `expected a JSON object, got ${quote(text.trim())}; write one complete object a line`;
  }
  return value;
}

const deepest = 100;

/** Calls back for every value in the object, by its dotted name. */
function flatten(object: object, prefix: string, leaf: (name: string, value: Leaf) => void, depth = 0): void {
  for (const key in object) {
    const value = (object as Record<string, Leaf | object>)[key];
    const name = prefix === "" ? key : `${prefix}.${key}`;
    if (typeof value !== "object" || value === null) leaf(name, value);
    else if (depth < deepest) flatten(value, name, leaf, depth + 1);
  }
}

function putLeaf(rows: Rows, column: Column, value: Leaf, settings: Settings, file: string): void {
  if (column.ignored || value === null) return;
  const row = rows.rows;
  const position = { file, line: rows.lines[row], column: column.name };
  if (typeof value === "string" || column.kind === "text") {
    putText(rows, row, column, String(value), settings, file);
  } else if (typeof value === "number" && !Number.isFinite(value)) {
    throw tooLarge(file, rows.lines[row], column.name);
  } else if (
    column.kind === typeof value ||
    (column.kind === "number" && settings.numeric?.includes(column.name))
  ) {
    rows.numbers[row * rows.numbersPerRow + column.slot] = Number(value);
  } else throw new DataError(position, contradiction(column, String(value), settings));
}

function tooLarge(file: string, line: number, column: string): DataError {
  return new DataError({ file, line, column }, "the value is too large for a number; correct it");
}

function unexpected(file: string, line: number, column: string): DataError {
  const what = "the first rows have no such column; name it in --numeric, --categorical or --ignore";
  return new DataError({ file, line, column }, what);
}
