import { code, isDigit, isMinus, isSpace } from "./characters.ts";
import type { NumberStyle } from "./number-style.ts";

/** Powers of ten that a double holds exactly. */
export const EXACT_POWERS: Float64Array = Float64Array.from({ length: 23 }, (_, k) => Number(`1e${k}`));

/** So many significant digits make a whole number that a double holds exactly. */
const EXACT_DIGITS = 15;

/** Exponents beyond this give 0 or ∞; a limit keeps the sum of exponents small. */
const LARGEST_EXPONENT = 100_000;

/**
 * Returns the number that fills the text, rounded correctly; NaN if the text is not a number in this style.
 *
 * A minus may be in front, behind, or parentheses around all (`(1,200)`); the unit may be on either side. Marks between
 * thousands may be left out, but not misplaced. Large numbers give ±Infinity.
 */
export function parseNumber(text: string, style: NumberStyle): number {
  const { unit } = style;
  let from = 0;
  let to = text.length;
  let hasSign = false;
  let isNegative = false;
  let isOpen = false;
  let hasUnit = unit === "";
  let power = 0;

  for (; from < to; from++) {
    const character = text.charCodeAt(from);
    if (isDigit(character)) break;
    if (!hasUnit && text.startsWith(unit, from)) {
      hasUnit = true;
      from += unit.length - 1;
    } else if (character === code.point || character === code.comma) break;
    else if (isMinus(character) || character === code.open) {
      if (hasSign) return Number.NaN;
      hasSign = isNegative = true;
      isOpen = character === code.open;
    } else if (character === code.plus) {
      if (hasSign) return Number.NaN;
      hasSign = true;
    } else if (!isSpace(character)) return Number.NaN;
  }

  for (let isScaled = !style.magnitudes; to > from; to--) {
    const character = text.charCodeAt(to - 1);
    if (isDigit(character)) break;
    if (!hasUnit && text.endsWith(unit, to) && to - unit.length > from) {
      hasUnit = true;
      to -= unit.length - 1;
    } else if (character === code.point || character === code.comma) break;
    else if (character === code.close) {
      if (!isOpen) return Number.NaN;
      isOpen = false;
    } else if (isMinus(character)) {
      if (hasSign) return Number.NaN;
      hasSign = isNegative = true;
    } else if (!isSpace(character)) {
      const exponent = isScaled ? 0 : exponentOf(character);
      if (exponent === 0) return Number.NaN;
      isScaled = true;
      power = exponent;
    }
  }
  if (isOpen) return Number.NaN;
  const value = parseDigits(text, from, to, power, style);
  return isNegative ? -value : value;
}

/** Returns the exponent of ten that a letter stands for, 0 if none. */
export function exponentOf(letter: number): number {
  switch (letter) {
    case 75: // K
    case 107: // k
      return 3;
    case 77: // M
      return 6;
    case 66: // B
    case 71: // G
      return 9;
    case 84: // T
      return 12;
    default:
      return 0;
  }
}

/** Returns the value of digits, marks and an exponent that fill text[from, to), times 10^scale; else NaN. */
function parseDigits(text: string, from: number, to: number, scale: number, style: NumberStyle): number {
  let power = scale;
  const decimal = style.decimal === "," ? code.comma : code.point;
  const { thousands } = style;
  let at = from;
  let mantissa = 0;
  let significant = 0;
  let digits = 0;
  let group = 0;
  let groups = 0;

  for (; at < to; at++) {
    const character = text.charCodeAt(at);
    const digit = character - code.zero;
    if (digit >= 0 && digit <= 9) {
      group++;
      if (significant > 0 || digit > 0) significant++;
      if (significant <= EXACT_DIGITS) mantissa = mantissa * 10 + digit;
    } else if (character !== decimal && thousands !== "" && isThousands(character, thousands)) {
      // Three digits a group; the Indian system has two in all groups but the last.
      if (groups === 0 ? group === 0 || group > 3 || mantissa === 0 : group < 2 || group > 3)
        return Number.NaN;
      groups++;
      digits += group;
      group = 0;
    } else break;
  }
  if (groups > 0 && group !== 3) return Number.NaN;
  digits += group;

  if (at < to && text.charCodeAt(at) === decimal) {
    const fraction = ++at;
    for (; at < to; at++) {
      const digit = text.charCodeAt(at) - code.zero;
      if (!(digit >= 0 && digit <= 9)) break;
      if (significant > 0 || digit > 0) significant++;
      if (significant <= EXACT_DIGITS) mantissa = mantissa * 10 + digit;
    }
    digits += at - fraction;
    power -= at - fraction;
  }
  if (digits === 0) return Number.NaN;

  const end = at;
  let exponent = 0;
  if (at < to && (text.charCodeAt(at) | 32) === 101) {
    at++;
    const sign = at < to ? text.charCodeAt(at) : 0;
    if (sign === code.hyphen || sign === code.plus) at++;
    const first = at;
    for (; at < to; at++) {
      const digit = text.charCodeAt(at) - code.zero;
      if (!(digit >= 0 && digit <= 9)) break;
      exponent = Math.min(LARGEST_EXPONENT, exponent * 10 + digit);
    }
    if (at === first) return Number.NaN;
    if (sign === code.hyphen) exponent = -exponent;
  }
  if (at !== to) return Number.NaN;

  power += exponent;
  if (significant <= EXACT_DIGITS && power >= -22 && power <= 22) {
    // Both factors are exact, so the one operation rounds once and correctly (Clinger 1990).
    return power < 0 ? mantissa / EXACT_POWERS[-power] : mantissa * EXACT_POWERS[power];
  }
  if (groups === 0 && scale === 0 && decimal === code.point) return Number(text.slice(from, to));
  return Number(`${onlyDigits(text, from, end)}e${power}`);
}

export function isThousands(character: number, mark: string): boolean {
  if (mark === " ") return isSpace(character);
  if (mark === "'") return character === code.apostrophe || character === code.typographicApostrophe;
  return character === mark.charCodeAt(0);
}

function onlyDigits(text: string, from: number, to: number): string {
  let digits = "";
  for (let at = from; at < to; at++) if (isDigit(text.charCodeAt(at))) digits += text[at];
  return digits;
}
