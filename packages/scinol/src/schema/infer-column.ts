import { isDigit } from "./characters.ts";
import { type ColumnSample, splitMissing } from "./column-sample.ts";
import { isCounter, ROWS_OF_COUNTER, saysIdentifier } from "./counter.ts";
import { isPair } from "./indicator.ts";
import { inferDate, inferNamedDate, saysDate } from "./infer-date.ts";
import { bestNumberStyle, inferNumber, type NumberEvidence, sum } from "./infer-number.ts";
import { type NumberStyle, plainStyle } from "./number-style.ts";
import { parseNumber } from "./parse-number.ts";
import { type Counts, none, type Reading } from "./reading.ts";
import { partsRepeat } from "./repeated-parts.ts";
import type { SchemaKind } from "./schema.ts";
import { separatorOf } from "./separator.ts";
import { grouped, percent } from "./wording.ts";
import { countWords, wordsOf } from "./words.ts";

/** So many values may be of another kind before the column is. */
const TOLERANCE = 0.02;
/** A text has at least so many words. */
const WORDS_OF_TEXT = 4;
/** Texts that come back more often than this on average are categories, however long. */
const TEXT_REPEATS = 5;
const MOST_WRITINGS = 8;
const ROWS_OF_IDENTIFIER = 200;
const DISTINCT_OF_IDENTIFIER = 0.9;
const ROWS_OF_NAMES = 20;
/** More values may be others where these are few words, as "Calm" among wind speeds, and the numbers many. */
const TOLERANCE_OF_WORDS = 0.25;
const MOST_ODD_WORDS = 3;
const FEWEST_NUMBERS = 20;
/** More different words than this in the sample are hashed, into 2^18 buckets. */
const MOST_WORDS = 1000;
const WORD_BITS = 18;

/** A column's sample, its texts divided into values and words that mean a missing value. */
interface Column extends ColumnSample {
  readonly valueTexts: Counts;
  /** The rows with a value that is not such a word. */
  readonly known: number;
  /** How many of them may be of another kind. */
  readonly allowed: number;
  /** Whether the column is the target, which is never ignored. */
  readonly isTarget: boolean;
}

type Rule = (column: Column) => Reading | undefined;

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

/** Returns what a column's values are; `kind` overrules what the values say. */
export function inferColumn(sample: ColumnSample, isTarget: boolean, kind?: SchemaKind): Reading {
  const { values, words } = splitMissing(sample.texts);
  const known = sample.present - sum(words);
  const allowed = Math.floor(known * TOLERANCE);
  const column: Column = { ...sample, valueTexts: values, known, allowed, isTarget };
  if (kind !== undefined) return given(column, kind);
  for (const rule of rules) {
    const reading = rule(column);
    if (reading !== undefined) return reading;
  }
  return { kind: "category", why: `${different(column)} different values` };
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

function indicator(column: Column): Reading | undefined {
  const { booleans, numbers, dates, valueTexts } = column;
  if (column.known === 0 || dates.length > 0) return undefined;
  // Both words of a pair may be written in several ways ("yes", "Yes"), but not in many.
  if (valueTexts.size > MOST_WRITINGS || numbers.some((x) => x !== 0 && x !== 1)) return undefined;
  const found = new Set(valueTexts.keys());
  for (const value of booleans) found.add(String(value));
  for (const value of numbers) found.add(String(value));
  // The type says boolean also where only one of the two has occurred.
  const isBoolean = [...found].every((text) => /^(?:true|false)$/i.test(text));
  if (!isBoolean && !isPair(found)) return undefined;
  return { kind: "indicator", why: `only ${[...found].sort().join(" and ")}` };
}

function namedDate(column: Column): Reading | undefined {
  if (!saysDate(column.name) || column.known === 0) return undefined;
  const texts = withNumbers(column);
  if (sum(texts) < column.known) return undefined;
  const evidence = inferNamedDate(texts, column.allowed);
  if (evidence === undefined) return undefined;
  return { kind: "date", ...evidence, why: `${evidence.formats[0]}, as the column's name says` };
}

/** Digits of one width with leading zeros, such as postcodes, are not quantities. */
function codes(column: Column): Reading | undefined {
  const { valueTexts, numbers, known } = column;
  if (numbers.length > 0 || known === 0) return undefined;
  let width = 0;
  let hasZero = false;
  for (const text of valueTexts.keys()) {
    width ||= text.length;
    if (text.length < 3 || text.length !== width) return undefined;
    for (let at = 0; at < width; at++) if (!isDigit(text.charCodeAt(at))) return undefined;
    hasZero ||= text.startsWith("0");
  }
  if (!hasZero || width === 0) return undefined;
  const counter = column.isTarget ? undefined : counterOrIdentifier(column, [plainStyle]);
  if (counter !== undefined) return counter;
  const reading = identifier(column) ?? { kind: "category", why: "" };
  return { kind: reading.kind as "category" | "ignored", why: `codes of ${width} digits with leading zeros` };
}

function number(column: Column): Reading | undefined {
  const { valueTexts, known, allowed, dates, isTarget } = column;
  const others = dates.length;
  if (known === 0 || others > allowed) return undefined;
  const evidence = inferNumber(valueTexts, allowed - others) ?? numbersAmongWords(column);
  if (evidence === undefined) return undefined;
  const ignored = isTarget ? undefined : counterOrIdentifier(column, evidence.styles);
  if (ignored !== undefined) return ignored;
  const fits = known - sum(evidence.misfits) - others;
  const share =
    fits === known ? "all values are numbers" : `${percent(fits, known)} of the values are numbers`;
  return { kind: "number", ...evidence, why: share };
}

function counterOrIdentifier(column: Column, styles: readonly NumberStyle[]): Reading | undefined {
  const [style] = styles;
  const isNamed = saysIdentifier(column.name);
  // The first rows rule out most columns.
  if (!isNamed && !isCounter(numbersOf(column.values.slice(0, ROWS_OF_COUNTER), style), 2)) return undefined;
  const numbers = numbersOf(column.values, style);
  if (numbers.length === column.rows && isCounter(numbers)) {
    return { kind: "ignored", why: `counts the rows: ${numbers[0]}, ${numbers[1]}, …`, styles };
  }
  if (!isNamed || !isNearlyUnique(numbers) || !numbers.every(Number.isInteger)) return undefined;
  return { kind: "ignored", why: `an identifier: ${differentOf(new Set(numbers).size, numbers.length)}` };
}

function numbersAmongWords({ valueTexts, numbers, known }: Column): NumberEvidence | undefined {
  const evidence = inferNumber(valueTexts, Math.floor(known * TOLERANCE_OF_WORDS));
  if (evidence === undefined || evidence.misfits.size > MOST_ODD_WORDS) return undefined;
  const distinct = valueTexts.size - evidence.misfits.size + new Set(numbers).size;
  return distinct > FEWEST_NUMBERS ? evidence : undefined;
}

function date(column: Column): Reading | undefined {
  const { valueTexts, known, allowed, numbers, booleans } = column;
  const others = numbers.length + booleans.length;
  if (known === 0 || others > allowed) return undefined;
  const evidence = inferDate(valueTexts, allowed - others);
  if (evidence === undefined) return undefined;
  const fits = known - sum(evidence.misfits) - others;
  return { kind: "date", ...evidence, why: `${percent(fits, known)} of the values are dates` };
}

function separated(column: Column): Reading | undefined {
  const separator = separatorOf(column.texts);
  if (separator === undefined || column.texts.size === 0) return undefined;
  return { kind: "tokens", separator, why: `lists with ${JSON.stringify(separator)} between their texts` };
}

function text(column: Column): Reading | undefined {
  const { texts } = column;
  const count = sum(texts);
  if (count * 2 < column.present || texts.size * TEXT_REPEATS <= count) return undefined;
  const words = typicalWords(texts);
  if (words >= WORDS_OF_TEXT) return asText(texts, `${words} words in a typical value`);
  const areNames = count >= ROWS_OF_NAMES && texts.size * 2 > count;
  if (!areNames || areMostlyNumbers(texts, count) || !partsRepeat(texts.keys())) return undefined;
  return asText(texts, "the parts of the values repeat");
}

/** The parts of numbers repeat too, but mean nothing. */
function areMostlyNumbers(texts: Counts, count: number): boolean {
  return inferNumber(texts, Math.floor(count / 2)) !== undefined;
}

function asText(texts: Counts, why: string): Reading {
  const words = new Set<string>();
  for (const value of texts.keys()) for (const word of wordsOf(value)) words.add(word);
  return { kind: "text", why, ...(words.size > MOST_WORDS ? { hash: WORD_BITS } : {}) };
}

function identifier(column: Column): Reading | undefined {
  const { present, isTarget } = column;
  const distinct = different(column);
  if (isTarget || present < ROWS_OF_IDENTIFIER || distinct <= present * DISTINCT_OF_IDENTIFIER)
    return undefined;
  return { kind: "ignored", why: `an identifier: ${differentOf(distinct, present)}` };
}

/** Returns how to read a column whose kind is given: in the style or format that reads most values. */
function given(column: Column, kind: SchemaKind): Reading {
  const why = "as asked for";
  const { valueTexts, known } = column;
  switch (kind) {
    case "number": {
      // A date that is asked for as a number is its moment.
      const asDate = number(column) === undefined && (namedDate(column) ?? date(column));
      if (asDate && asDate.kind === "date") return { ...asDate, why, level: true };
      return { kind, styles: bestNumberStyle(valueTexts), misfits: none, why };
    }
    case "date": {
      const texts = withNumbers(column);
      const evidence = inferDate(valueTexts, known) ?? undefined;
      const isEpoch = evidence === undefined || sum(evidence.misfits) * 2 > known || valueTexts.size === 0;
      const named = isEpoch && known > 0 ? inferNamedDate(texts, column.allowed) : undefined;
      return { kind, formats: ["Y-M-D"], misfits: none, ...(named ?? evidence), why };
    }
    case "text":
      return { ...asText(column.texts, why) };
    case "tokens": {
      const separator = separatorOf(column.texts);
      return { kind, why, ...(separator === undefined ? {} : { separator }) };
    }
    default:
      return { kind, why };
  }
}

/** Returns the texts and the numbers as texts. */
function withNumbers({ valueTexts, numbers }: Column): Counts {
  if (numbers.length === 0) return valueTexts;
  const texts = new Map(valueTexts);
  for (const value of numbers) texts.set(String(value), (texts.get(String(value)) ?? 0) + 1);
  return texts;
}

/** Returns the numbers of a column in their order, without those that are missing. */
function numbersOf(values: readonly unknown[], style: NumberStyle): number[] {
  const numbers: number[] = [];
  for (const value of values) {
    const x = typeof value === "string" ? parseNumber(value, style) : value;
    if (typeof x === "number" && Number.isFinite(x)) numbers.push(x);
  }
  return numbers;
}

function isNearlyUnique(numbers: readonly number[]): boolean {
  const distinct = new Set(numbers).size;
  return numbers.length >= ROWS_OF_IDENTIFIER && distinct > numbers.length * DISTINCT_OF_IDENTIFIER;
}

/** Returns the number of words of the middle value. */
function typicalWords(texts: Counts): number {
  const counts: number[] = [];
  for (const [value, times] of texts) {
    const words = countWords(value);
    for (let n = 0; n < times; n++) counts.push(words);
  }
  counts.sort((a, b) => a - b);
  return counts[counts.length >> 1];
}

/** Returns the number of different values of a column without lists. */
function different({ texts, numbers, booleans, dates }: ColumnSample): number {
  return texts.size + new Set(numbers).size + new Set(booleans).size + new Set(dates).size;
}

function differentOf(distinct: number, rows: number): string {
  return `${grouped(distinct)} different values in ${grouped(rows)} rows`;
}
