import { type Column, different, evidenceOf, type Rule } from "./column-evidence.ts";
import type { ColumnSample } from "./column-sample.ts";
import { date, namedDate, withNumbers } from "./date-rules.ts";
import { identifier } from "./identifier-rule.ts";
import { inferDate, inferNamedDate } from "./infer-date.ts";
import { bestNumberStyle, sum } from "./infer-number.ts";
import { codes, indicator, number } from "./number-rules.ts";
import { none, type Reading } from "./reading.ts";
import type { SchemaKind } from "./schema.ts";
import { separatorOf } from "./separator.ts";
import { asText, separated, text } from "./text-rules.ts";

/** The first rule that applies decides. */
const rules: readonly Rule[] = [
  nothing,
  lists,
  indicator,
  namedDate,
  codes,
  number,
  date,
  separated,
  text,
  identifier,
];

/** Returns what a column's values are; `kind` overrules the values. */
export function inferColumn(sample: ColumnSample, isTarget: boolean, kind?: SchemaKind): Reading {
  const column = evidenceOf(sample, isTarget);
  if (kind !== undefined) return given(column, kind);
  for (const rule of rules) {
    const reading = rule(column);
    if (reading !== undefined) return reading;
  }
  return { kind: "category", why: `${different(column)} different values` };
}

/** Returns how to read a column whose kind is given: in the style or format that reads most values. */
function given(column: Column, kind: SchemaKind): Reading {
  const why = "as requested";
  const { valueTexts, valueCount } = column;
  switch (kind) {
    case "number": {
      // A date that is requested as a number is its moment.
      const asDate = number(column) === undefined && (namedDate(column) ?? date(column));
      if (asDate && asDate.kind === "date") return { ...asDate, why, level: true };
      return { kind, styles: bestNumberStyle(valueTexts), misfits: none, why };
    }
    case "date": {
      const texts = withNumbers(column);
      const evidence = inferDate(valueTexts, valueCount) ?? undefined;
      const isEpoch =
        evidence === undefined || sum(evidence.misfits) * 2 > valueCount || valueTexts.size === 0;
      const named = isEpoch && valueCount > 0 ? inferNamedDate(texts, column.allowed) : undefined;
      return { kind, formats: ["Y-M-D"], misfits: none, ...(named ?? evidence), why };
    }
    case "text":
      return asText(column.texts, why);
    case "tokens": {
      const separator = separatorOf(column.texts);
      return { kind, why, ...(separator === undefined ? {} : { separator }) };
    }
    default:
      return { kind, why };
  }
}

/** Returns a counter as the numbers that it is, for a table that has no other columns to learn from. */
export function countersAsNumbers(readings: readonly Reading[], target: number): readonly Reading[] {
  const isLeft = readings.some(({ kind }, n) => kind !== "ignored" && n !== target);
  if (isLeft) return readings;
  return readings.map((reading) => {
    if (reading.kind !== "ignored" || reading.styles === undefined) return reading;
    return {
      kind: "number",
      styles: reading.styles,
      misfits: none,
      why: `${reading.why}, but is all there is`,
    };
  });
}

function nothing({ present }: Column): Reading | undefined {
  return present === 0 ? { kind: "ignored", why: "no value in any row" } : undefined;
}

function lists({ lists }: Column): Reading | undefined {
  if (lists.length === 0) return undefined;
  const isTexts = lists.every((list) => Array.from(list).every((item) => typeof item === "string"));
  if (isTexts) return { kind: "tokens", why: "lists of texts" };
  const lengths = lists.map(({ length }) => length);
  const [least, most] = [Math.min(...lengths), Math.max(...lengths)];
  return {
    kind: "ignored",
    why: `lists of ${least} to ${most} values; only lists of one length are columns`,
  };
}
