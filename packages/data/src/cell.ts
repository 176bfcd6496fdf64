import { asBoolean, type Column, contradiction } from "./column.ts";
import { DataError } from "./data-error.ts";
import { parseDate } from "./date.ts";
import { looksDecimal } from "./decimal.ts";
import { missingCode } from "./dictionary.ts";
import type { Settings } from "./options.ts";
import type { Rows } from "./table.ts";

/** Puts a text into the cell of a row, converted to the column's kind; throws when it is not of that kind. */
export function putText(
  rows: Rows,
  row: number,
  column: Column,
  text: string,
  settings: Settings,
  file: string,
): void {
  if (column.ignored) return;
  const missing = text === "" || settings.missingTexts.has(text);
  if (column.kind === "text") {
    const code = missing ? missingCode : rows.dictionaries[column.slot].codeOf(text);
    rows.codes[row * rows.textsPerRow + column.slot] = code;
    return;
  }
  const value = missing ? Number.NaN : convert(column, text);
  if (value === undefined) {
    const position = { file, line: rows.lines[row], column: column.name };
    throw new DataError(position, contradiction(column, text, settings));
  }
  rows.numbers[row * rows.numbersPerRow + column.slot] = value;
}

function convert(column: Column, text: string): number | undefined {
  if (column.kind === "boolean") {
    const flag = asBoolean(text);
    return flag === undefined ? undefined : Number(flag);
  }
  const value = column.kind === "date" ? parseDate(text) : number(text.trim());
  return Number.isFinite(value) ? value : undefined;
}

function number(text: string): number {
  return looksDecimal(text) ? Number(text) : Number.NaN;
}
