import { isDigit } from "./characters.ts";
import { type Column, differentOf } from "./column-evidence.ts";
import { isCounter, isIdentifierName, ROWS_OF_COUNTER } from "./counter.ts";
import { identifier, isNearlyUnique } from "./identifier-rule.ts";
import { isPair } from "./indicator.ts";
import { inferNumber, type NumberEvidence, sum } from "./infer-number.ts";
import { type NumberStyle, plainStyle } from "./number-style.ts";
import { parseNumber } from "./parse-number.ts";
import type { Reading } from "./reading.ts";
import { percent } from "./wording.ts";

/** Both words of a pair may be written in several ways ("yes", "Yes"), but not in many. */
const MOST_WRITINGS = 8;
/** More values may be others where these are few words, as "Calm" among wind speeds, and the numbers many. */
const TOLERANCE_OF_WORDS = 0.25;
const MOST_ODD_WORDS = 3;
const FEWEST_NUMBERS = 20;

export function indicator(column: Column): Reading | undefined {
  const { booleans, numbers, dates, valueTexts } = column;
  if (column.valueCount === 0 || dates.length > 0) return undefined;
  if (valueTexts.size > MOST_WRITINGS || numbers.some((x) => x !== 0 && x !== 1)) return undefined;
  const found = new Set(valueTexts.keys());
  for (const value of booleans) found.add(String(value));
  for (const value of numbers) found.add(String(value));
  // A boolean is an indicator even if only one of its two values occurs.
  const isBoolean = [...found].every((text) => /^(?:true|false)$/i.test(text));
  if (!isBoolean && !isPair(found)) return undefined;
  return { kind: "indicator", why: `only ${[...found].sort().join(" and ")}` };
}

/** Digits of one width with leading zeros, such as postcodes, are not quantities. */
export function codes(column: Column): Reading | undefined {
  const { valueTexts, numbers, valueCount } = column;
  if (numbers.length > 0 || valueCount === 0) return undefined;
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

export function number(column: Column): Reading | undefined {
  const { valueTexts, valueCount, allowed, dates, isTarget } = column;
  const others = dates.length;
  if (valueCount === 0 || others > allowed) return undefined;
  const evidence = inferNumber(valueTexts, allowed - others) ?? numbersAmongWords(column);
  if (evidence === undefined) return undefined;
  const ignored = isTarget ? undefined : counterOrIdentifier(column, evidence.styles);
  if (ignored !== undefined) return ignored;
  const fits = valueCount - sum(evidence.misfits) - others;
  const share =
    fits === valueCount ? "all values are numbers" : `${percent(fits, valueCount)} of the values are numbers`;
  return { kind: "number", ...evidence, why: share };
}

function counterOrIdentifier(column: Column, styles: readonly NumberStyle[]): Reading | undefined {
  const [style] = styles;
  const isNamed = isIdentifierName(column.name);
  // The first rows rule out most columns.
  if (!isNamed && !isCounter(numbersOf(column.values.slice(0, ROWS_OF_COUNTER), style), 2)) return undefined;
  const numbers = numbersOf(column.values, style);
  if (numbers.length === column.rows && isCounter(numbers)) {
    return { kind: "ignored", why: `counts the rows: ${numbers[0]}, ${numbers[1]}, …`, styles };
  }
  const distinct = new Set(numbers).size;
  if (!isNamed || !isNearlyUnique(distinct, numbers.length) || !numbers.every(Number.isInteger))
    return undefined;
  return { kind: "ignored", why: `an identifier: ${differentOf(distinct, numbers.length)}` };
}

function numbersAmongWords({ valueTexts, numbers, valueCount }: Column): NumberEvidence | undefined {
  const evidence = inferNumber(valueTexts, Math.floor(valueCount * TOLERANCE_OF_WORDS));
  if (evidence === undefined || evidence.misfits.size > MOST_ODD_WORDS) return undefined;
  const distinct = valueTexts.size - evidence.misfits.size + new Set(numbers).size;
  return distinct > FEWEST_NUMBERS ? evidence : undefined;
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
