import { DAY } from "./calendar.ts";
import type { ColumnSample } from "./column-sample.ts";
import { type Context, chooseFormat, chooseStyle } from "./context.ts";
import { isCounter } from "./counter.ts";
import type { DateFormat } from "./date-format.ts";
import { type DatePart, dateParts } from "./date-parts.ts";
import { remarkableParts } from "./number-style.ts";
import type { Reading } from "./reading.ts";
import type { DateColumn, SchemaColumn } from "./schema.ts";
import { valueParser } from "./value-parser.ts";

/** Returns the column of the schema, with what the other columns decide. */
export function schemaColumn(sample: ColumnSample, reading: Reading, context: Context): SchemaColumn {
  const { name } = sample;
  switch (reading.kind) {
    case "number":
      return { name, kind: "number", ...remarkableParts(chooseStyle(reading.styles, context)) };
    case "date": {
      const format = chooseFormat(reading.formats, context);
      return dateColumn(sample, format, reading.level);
    }
    case "text":
      return { name, kind: "text", ...(reading.hash === undefined ? {} : { hash: reading.hash }) };
    case "tokens":
      return {
        name,
        kind: "tokens",
        ...(reading.separator === undefined ? {} : { separator: reading.separator }),
      };
    case "ignored":
      return { name, kind: "ignored", because: reading.why };
    default:
      return { name, kind: reading.kind };
  }
}

/** Returns the column with those parts that can differ between its moments. */
function dateColumn(sample: ColumnSample, format: DateFormat, level: boolean | undefined): DateColumn {
  const { name } = sample;
  const column = (parts: readonly DatePart[], level: boolean | undefined): DateColumn => {
    return { name, kind: "date", format, parts, ...(level ? { level } : {}) };
  };
  if (format === "h:m") return column(["hour"], level);
  const parser = valueParser(column([], level));
  const times = sample.values
    .map((value) => parser.parse(value) as number)
    .filter((time) => !Number.isNaN(time));
  const dates = times.map((time) => new Date(time));
  if (times.some((time) => time % DAY !== 0)) return column(dateParts, level);
  if (new Set(dates.map((date) => date.getUTCDate())).size > 1) return column(["weekday", "month"], level);
  if (new Set(dates.map((date) => date.getUTCMonth())).size > 1) return column(["month"], level);
  // 1 January of every year is a year, and a year is a number: it keeps its level unless it counts the rows.
  const years = dates.map((date) => date.getUTCFullYear());
  const hasYears = new Set(years).size > 1 && !isCounter(years);
  return column(hasYears ? [] : ["month"], level || hasYears);
}
