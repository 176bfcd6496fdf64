import { trimmed } from "./characters.ts";
import { dateParts } from "./date-parts.ts";
import { isList } from "./flatten.ts";
import { isMissingWord } from "./missing-words.ts";
import { parseDate } from "./parse-date.ts";
import type { SchemaColumn } from "./schema.ts";
import { countWords, WORDS_OF_TEXT } from "./words.ts";

/**
 * Returns the column that a stream's first value makes where nothing was inferred before: its type is its kind.
 * A missing value has no kind: undefined.
 */
export function columnOfValue(name: string, value: unknown): SchemaColumn | undefined {
  switch (typeof value) {
    case "number":
      return Number.isNaN(value) ? undefined : { name, kind: "number" };
    case "bigint":
      return { name, kind: "number" };
    case "boolean":
      return { name, kind: "indicator" };
    case "string":
      return columnOfText(name, trimmed(value));
    case "object":
      if (value instanceof Date) return Number.isNaN(value.getTime()) ? undefined : dateColumn(name);
      return isTexts(value) ? { name, kind: "tokens" } : undefined;
    default:
      return undefined;
  }
}

function columnOfText(name: string, text: string): SchemaColumn | undefined {
  if (isMissingWord(text)) return undefined;
  if (!Number.isNaN(parseDate(text, "Y-M-D"))) return dateColumn(name);
  return { name, kind: countWords(text) >= WORDS_OF_TEXT ? "text" : "category" };
}

/** Whether the value is a list of texts; an empty list has no kind, and one of numbers is a group of columns. */
function isTexts(value: unknown): boolean {
  return isList(value) && value.length > 0 && Array.from(value).every((item) => typeof item === "string");
}

function dateColumn(name: string): SchemaColumn {
  return { name, kind: "date", format: "Y-M-D", parts: dateParts };
}
