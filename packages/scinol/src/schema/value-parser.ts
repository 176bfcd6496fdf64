import { trimmed } from "./characters.ts";
import type { DateFormat } from "./date-format.ts";
import { isList } from "./flatten.ts";
import { parseIndicator } from "./indicator.ts";
import { isMissingWord } from "./missing-words.ts";
import { completeStyle, type NumberStyle } from "./number-style.ts";
import { LATEST_MOMENT, parseDate } from "./parse-date.ts";
import { parseNumber } from "./parse-number.ts";
import type { SchemaColumn } from "./schema.ts";
import { splitTokens } from "./separator.ts";
import { wordsOf } from "./words.ts";

/** Numbers beyond this are not learned from. */
const LARGEST = 1e300;

/** Reads the values of one column, whatever type they come in. */
export type ValueParser = NumericParser | CategoryParser | ListParser | IgnoredParser;

export interface NumericParser {
  readonly kind: "number" | "indicator" | "date";
  readonly rejected: Rejected;
  /** Returns the number (a date in milliseconds since 1970); NaN if the value is missing or does not fit. */
  parse(value: unknown): number;
}

export interface CategoryParser {
  readonly kind: "category";
  readonly rejected: Rejected;
  /** Returns the category; undefined if the value is missing. */
  parse(value: unknown): string | undefined;
}

export interface ListParser {
  readonly kind: "text" | "tokens";
  readonly rejected: Rejected;
  /** Returns the words or tokens, as often as they occur; undefined if the value is missing. */
  parse(value: unknown): readonly string[] | undefined;
}

export interface IgnoredParser {
  readonly kind: "ignored";
  readonly rejected: Rejected;
  parse(value: unknown): undefined;
}

/** The values that did not fit a column. They are missing in their rows. */
export class Rejected {
  count = 0;
  /** The first of them. */
  first: unknown = undefined;
  /** The row of the first, from 1, where the caller knows it; else 0. */
  firstRow = 0;

  add(value: unknown): number {
    if (this.count++ === 0) this.first = value;
    return Number.NaN;
  }
}

/** Returns the parser of a column's values; `missing` are texts that mean no value, besides the usual ones. */
export function valueParser(column: SchemaColumn, missing: readonly string[] = []): ValueParser {
  const absent = new Set(missing);
  switch (column.kind) {
    case "number":
      return new NumberParser(completeStyle(column), absent);
    case "indicator":
      return new IndicatorParser(absent);
    case "date":
      return new DateParser(column.format, absent);
    case "category":
      return new TextParser(absent);
    case "text":
      return new WordsParser("text", absent, wordsOf);
    case "tokens": {
      const { separator } = column;
      return new WordsParser("tokens", absent, (text) =>
        separator === undefined ? [text] : splitTokens(text, separator),
      );
    }
    case "ignored":
      return { kind: "ignored", rejected: new Rejected(), parse: () => undefined };
  }
}

class NumberParser implements NumericParser {
  readonly kind = "number";
  readonly rejected = new Rejected();
  private readonly style: NumberStyle;
  private readonly missing: ReadonlySet<string>;

  constructor(style: NumberStyle, missing: ReadonlySet<string>) {
    this.style = style;
    this.missing = missing;
  }

  parse(value: unknown): number {
    if (this.missing.size > 0 && isAbsent(value, this.missing)) return Number.NaN;
    if (typeof value === "string") {
      // JSON and CSV disagree on the sign of −0; adding 0 takes it away.
      const x = parseNumber(value, this.style) + 0;
      if (Math.abs(x) <= LARGEST) return x;
      return isMissingWord(trimmed(value)) ? Number.NaN : this.rejected.add(value);
    }
    const x = numberOf(value) + 0;
    return Math.abs(x) <= LARGEST || isEmpty(value) ? x : this.rejected.add(value);
  }
}

class IndicatorParser implements NumericParser {
  readonly kind = "indicator";
  readonly rejected = new Rejected();
  private readonly missing: ReadonlySet<string>;

  constructor(missing: ReadonlySet<string>) {
    this.missing = missing;
  }

  parse(value: unknown): number {
    if (this.missing.size > 0 && isAbsent(value, this.missing)) return Number.NaN;
    if (typeof value === "string") {
      const text = trimmed(value);
      const x = parseIndicator(text);
      return x === 0 || x === 1 || isMissingWord(text) ? x : this.rejected.add(value);
    }
    const x = numberOf(value);
    return x === 0 || x === 1 || isEmpty(value) ? x : this.rejected.add(value);
  }
}

class DateParser implements NumericParser {
  readonly kind = "date";
  readonly rejected = new Rejected();
  private readonly format: DateFormat;
  private readonly missing: ReadonlySet<string>;

  constructor(format: DateFormat, missing: ReadonlySet<string>) {
    this.format = format;
    this.missing = missing;
  }

  parse(value: unknown): number {
    if (this.missing.size > 0 && isAbsent(value, this.missing)) return Number.NaN;
    const x = this.time(value);
    if (Math.abs(x) <= LATEST_MOMENT || isEmpty(value)) return x;
    return typeof value === "string" && isMissingWord(trimmed(value)) ? x : this.rejected.add(value);
  }

  private time(value: unknown): number {
    if (typeof value === "string") {
      const time = parseDate(value, this.format);
      // ISO 8601 is read in every column of dates: a client sends it where the file had 31.12.2024.
      return Number.isNaN(time) ? parseDate(value, "Y-M-D") : time;
    }
    if (value instanceof Date) return value.getTime();
    if (typeof value !== "number") return Number.NaN;
    // Only files count seconds, or write a date as one number; by itself a number is milliseconds, as in JavaScript.
    const isWritten = this.format === "epoch s" || this.format === "YMD";
    return isWritten ? parseDate(String(value), this.format) : value;
  }
}

class TextParser implements CategoryParser {
  readonly kind = "category";
  readonly rejected = new Rejected();
  private readonly missing: ReadonlySet<string>;

  constructor(missing: ReadonlySet<string>) {
    this.missing = missing;
  }

  parse(value: unknown): string | undefined {
    const text = textOf(value);
    if (text === undefined && !isEmpty(value)) this.rejected.add(value);
    return text === undefined || this.missing.has(text) ? undefined : text;
  }
}

class WordsParser implements ListParser {
  readonly kind: "text" | "tokens";
  readonly rejected = new Rejected();
  private readonly missing: ReadonlySet<string>;
  private readonly split: (text: string) => string[];

  constructor(kind: "text" | "tokens", missing: ReadonlySet<string>, split: (text: string) => string[]) {
    this.kind = kind;
    this.missing = missing;
    this.split = split;
  }

  parse(value: unknown): readonly string[] | undefined {
    if (isList(value)) return this.parseList(value);
    const text = textOf(value);
    if (text === undefined && !isEmpty(value)) this.rejected.add(value);
    return text === undefined || this.missing.has(text) ? undefined : this.split(text);
  }

  private parseList(list: ArrayLike<unknown>): string[] {
    const texts: string[] = [];
    for (let n = 0; n < list.length; n++) {
      const text = textOf(list[n]);
      if (text === undefined || this.missing.has(text)) continue;
      if (this.kind === "tokens") texts.push(text);
      else texts.push(...this.split(text));
    }
    return texts;
  }
}

/** Whether there is no value, whatever the column. */
function isEmpty(value: unknown): boolean {
  if (value === null || value === undefined) return true;
  if (typeof value === "string") return trimmed(value) === "";
  return Number.isNaN(value) || (value instanceof Date && Number.isNaN(value.getTime()));
}

function isAbsent(value: unknown, missing: ReadonlySet<string>): boolean {
  const text = textOf(value);
  return text !== undefined && missing.has(text);
}

function numberOf(value: unknown): number {
  if (typeof value === "number") return value;
  if (typeof value === "boolean" || typeof value === "bigint") return Number(value);
  return Number.NaN;
}

/** Returns the text of a value without spaces at its ends; undefined if there is none. */
function textOf(value: unknown): string | undefined {
  switch (typeof value) {
    case "string":
      return trimmed(value) || undefined;
    case "number":
      return Number.isNaN(value) ? undefined : String(value);
    case "boolean":
    case "bigint":
      return String(value);
    default:
      return value instanceof Date && !isEmpty(value) ? value.toISOString() : undefined;
  }
}
