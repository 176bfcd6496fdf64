import { show } from "../show.ts";
import { type ColumnSample, splitMissing } from "./column-sample.ts";
import type { Context } from "./context.ts";
import { exchanged } from "./date-format.ts";
import { inferNumber, sum } from "./infer-number.ts";
import { completeStyle } from "./number-style.ts";
import { parseNumber } from "./parse-number.ts";
import type { Reading } from "./reading.ts";
import type { SchemaColumn } from "./schema.ts";
import { grouped, percent } from "./wording.ts";

/** More lines than this about the values of one column are one line. */
const MOST_VALUES = 3;

/** Returns lines on the texts of a numeric column that count as missing. */
export function misfitNotes(sample: ColumnSample, reading: Reading): string[] {
  const isNumeric = reading.kind === "number" || reading.kind === "date";
  if (!isNumeric && reading.kind !== "indicator") return [];
  const { words } = splitMissing(sample.texts);
  const misfits = isNumeric ? [...reading.misfits] : [];
  const absent = [...words, ...misfits];
  if (absent.length === 0) return [];
  const shown = absent
    .slice(0, MOST_VALUES)
    .map(([text, times]) => `${show(text)} (${grouped(times)} of ${grouped(sample.rows)} rows)`);
  const more = absent.length > MOST_VALUES ? ` and ${grouped(absent.length - MOST_VALUES)} other texts` : "";
  const verb = absent.length === 1 ? "counts" : "count";
  return [`column ${show(sample.name)}: ${shown.join(", ")}${more} ${verb} as missing`];
}

/** Returns a line where a text has two meanings and no value decides between them. */
export function ambiguityNotes(
  sample: ColumnSample,
  reading: Reading,
  column: SchemaColumn,
  context: Context,
): string[] {
  const where = `column ${show(sample.name)}`;
  if (reading.kind === "number" && column.kind === "number") {
    if (context.decimal !== undefined) return [];
    const style = completeStyle(column);
    if (new Set(reading.styles.map(({ decimal }) => decimal)).size < 2 || style.thousands === "") return [];
    const example = [...sample.texts.keys()].find((text) => text.includes(style.thousands));
    if (example === undefined || style.thousands === " " || style.thousands === "'") return [];
    const other = style.decimal === "." ? "," : ".";
    return [
      `${where}: ${show(example)} is read as ${parseNumber(example, style)}; "decimal": "${other}" reads it otherwise`,
    ];
  }
  if (reading.kind === "date" && column.kind === "date" && reading.formats.length > 1) {
    if (context.isDayFirst !== undefined) return [];
    const other = exchanged[column.format];
    if (other === undefined || !reading.formats.includes(other)) return [];
    const [example] = sample.texts.keys();
    return [`${where}: ${show(example)} is read as ${column.format}, not ${other}; no value decides`];
  }
  return [];
}

/** Returns lines on columns that are left out, or that lose something. */
export function readingNotes(sample: ColumnSample, reading: Reading, column: SchemaColumn): string[] {
  const where = `column ${show(sample.name)}`;
  if (reading.kind === "ignored") return [`${where} is ignored: ${reading.why}`];
  if (column.kind === "date" && !column.level) {
    return [`${where} is a date, learned by its ${listed(column.parts)}, not by the moment itself`];
  }
  if (reading.kind === "category" || reading.kind === "text") return nearlyNumbers(sample, reading.kind);
  return [];
}

/** Returns a line if most texts of a column are numbers, but too few for a column of numbers. */
function nearlyNumbers(sample: ColumnSample, kind: string): string[] {
  const { values } = splitMissing(sample.texts);
  const valueCount = sum(values) + sample.numbers.length;
  const evidence = valueCount === 0 ? undefined : inferNumber(values, Math.floor(valueCount / 2));
  if (evidence === undefined || evidence.misfits.size === 0) return [];
  const count = valueCount - sum(evidence.misfits);
  const [other] = evidence.misfits.keys();
  return [
    `column ${show(sample.name)} is ${kind}: only ${percent(count, valueCount)} of its values are numbers; ${show(other)} is not`,
  ];
}

function listed(parts: readonly string[]): string {
  return parts.length < 2 ? parts.join("") : `${parts.slice(0, -1).join(", ")} and ${parts.at(-1)}`;
}
