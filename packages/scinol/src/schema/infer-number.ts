import { isDigit } from "./characters.ts";
import {
  type DecimalMark,
  type NumberStyle,
  plainStyle,
  type ThousandsMark,
  thousandsMarks,
} from "./number-style.ts";
import { exponentOf, isThousands, parseNumber } from "./parse-number.ts";

/** The styles that read most texts of a column; they differ only in marks that the texts do not decide. */
export interface NumberEvidence {
  readonly styles: readonly NumberStyle[];
  /** The texts that are not numbers in these styles. */
  readonly misfits: ReadonlyMap<string, number>;
}

/** Simplest first: of two readings that fit equally, the first is taken. */
const marks: readonly { decimal: DecimalMark; thousands: ThousandsMark | "" }[] = [
  { decimal: ".", thousands: "" },
  { decimal: ",", thousands: "" },
  { decimal: ".", thousands: "," },
  { decimal: ",", thousands: "." },
  { decimal: ".", thousands: " " },
  { decimal: ",", thousands: " " },
  { decimal: ".", thousands: "'" },
  { decimal: ",", thousands: "'" },
];

/** Longer texts are not looked at, as they may be very long. */
const LONGEST_NUMBER = 400;

/** Currencies that are written in letters before the number. */
const currencies = new Set(
  "USD EUR GBP JPY CNY RMB CHF CAD AUD NZD INR BRL MXN SEK NOK DKK PLN CZK HUF RUB TRY ZAR KRW SGD HKD THB Rs Rs. kr kr. Fr Fr. RM Rp".split(
    " ",
  ),
);

const currencySign = /^\p{L}{0,3}\p{Sc}$/u;
const unitSuffix = /^(?=.*[\p{L}\p{Sc}%‰°"′″])[\p{L}\p{Sc}%‰°"'′″/²³^*·.]{1,8}$/u;
const signs = /[-+()−–\s]/gu;

/**
 * Returns the styles in which all texts but `allowed` are numbers, those that read most; undefined if there are none.
 * `texts` counts how often each text occurs.
 */
export function inferNumber(texts: ReadonlyMap<string, number>, allowed: number): NumberEvidence | undefined {
  let long = 0;
  for (const text of texts.keys()) if (text.length > LONGEST_NUMBER) long += texts.get(text)!;
  if (long > allowed) return undefined;

  let best: NumberEvidence | undefined;
  let fewest = allowed + 1;
  const possible = possibleMarks(texts);
  const attempt = (unit: string, magnitudes: boolean) => {
    for (const { decimal, thousands } of possible) {
      const style: NumberStyle = { decimal, thousands, unit, magnitudes };
      const misfits = misfitsOf(texts, style, Math.min(allowed, fewest));
      if (misfits === undefined) continue;
      const count = sum(misfits);
      if (count < fewest) best = { styles: [style], misfits };
      else if (count === fewest && best !== undefined && best.styles[0].unit === unit) {
        if (best.styles[0].magnitudes === magnitudes) best = { ...best, styles: [...best.styles, style] };
      }
      fewest = Math.min(fewest, count);
    }
  };
  attempt("", false);
  if (fewest === 0) return best;
  for (const { unit, magnitudes } of affixes(texts)) attempt(unit, magnitudes);
  return best;
}

/** Returns the marks whose character between thousands occurs at all; the others would read the texts as these do. */
function possibleMarks(texts: ReadonlyMap<string, number>): typeof marks {
  const found = new Set([""]);
  for (const text of texts.keys()) {
    for (let at = 0; at < text.length; at++) {
      const character = text.charCodeAt(at);
      if (isDigit(character)) continue;
      for (const mark of thousandsMarks) if (isThousands(character, mark)) found.add(mark);
    }
  }
  return marks.filter(({ thousands }) => found.has(thousands));
}

/** Returns the style of a column whose kind is given: the one that reads most texts, however few. */
export function bestNumberStyle(texts: ReadonlyMap<string, number>): readonly NumberStyle[] {
  return inferNumber(texts, sum(texts))?.styles ?? [plainStyle];
}

/** Returns the texts that are no numbers in this style; undefined if they are more than `most`. */
function misfitsOf(
  texts: ReadonlyMap<string, number>,
  style: NumberStyle,
  most: number,
): Map<string, number> | undefined {
  const misfits = new Map<string, number>();
  let count = 0;
  for (const [text, times] of texts) {
    if (Number.isFinite(parseNumber(text, style))) continue;
    count += times;
    if (count > most) return undefined;
    misfits.set(text, times);
  }
  return misfits;
}

/** Returns the units and magnitudes that the texts may have, the likelier first. */
function affixes(texts: ReadonlyMap<string, number>): { unit: string; magnitudes: boolean }[] {
  const prefixes = new Map<string, number>();
  const suffixes = new Map<string, number>();
  for (const [text, times] of texts) {
    const { prefix, suffix } = affixesOf(text);
    add(prefixes, prefix, times);
    add(suffixes, suffix, times);
  }
  // A unit of few values is a remark on these values, not the unit of the column.
  const half = sum(texts) / 2;
  const units = new Set<string>();
  const prefix = commonest(prefixes);
  if (prefix !== undefined && (currencySign.test(prefix) || currencies.has(prefix))) {
    if (prefixes.get(prefix)! >= half) units.add(prefix);
  }
  const suffix = commonest(suffixes);
  if (suffix !== undefined && unitSuffix.test(suffix) && suffixes.get(suffix)! >= half) {
    if (!isMagnitude(suffix)) units.add(suffix);
  }
  const scaled = [...suffixes.keys()].filter((text) => exponentOf(text.charCodeAt(0)) > 0);
  const list = [...units].map((unit) => ({ unit, magnitudes: false }));
  if (scaled.length === 0) return list;
  list.push(...[...units, ""].map((unit) => ({ unit, magnitudes: true })));
  // "12 GB" and "500 MB" are numbers of B.
  const rest = new Map<string, number>();
  for (const text of scaled) add(rest, text.slice(1), suffixes.get(text)!);
  const unit = commonest(rest);
  if (unit !== undefined && unitSuffix.test(unit) && rest.get(unit)! >= half)
    list.push({ unit, magnitudes: true });
  return list;
}

/** Returns what stands before the first digit and behind the last, without signs and spaces. */
function affixesOf(text: string): { prefix: string; suffix: string } {
  let [from, to] = [0, text.length];
  while (from < to && !isDigit(text.charCodeAt(from))) from++;
  while (to > from && !isDigit(text.charCodeAt(to - 1))) to--;
  const prefix = text.slice(0, from).replace(signs, "");
  // "$.50" begins with its decimal point, "Rs.50" with its unit.
  const unit = currencies.has(prefix) ? prefix : prefix.replace(/[.,]$/, "");
  return { prefix: unit, suffix: text.slice(to).replace(signs, "") };
}

function isMagnitude(text: string): boolean {
  return text.length === 1 && exponentOf(text.charCodeAt(0)) > 0;
}

function add(counts: Map<string, number>, text: string, times: number): void {
  if (text !== "") counts.set(text, (counts.get(text) ?? 0) + times);
}

function commonest(counts: ReadonlyMap<string, number>): string | undefined {
  let most = 0;
  let found: string | undefined;
  for (const [text, times] of counts) {
    if (times <= most) continue;
    most = times;
    found = text;
  }
  return found;
}

export function sum(counts: ReadonlyMap<string, number>): number {
  let total = 0;
  for (const times of counts.values()) total += times;
  return total;
}
