import { DAY, daysFromCivil, daysInMonth, HOUR, MINUTE } from "./calendar.ts";
import { code, isAsciiLetter, isDigit, isMinus, isSpace } from "./characters.ts";
import type { DateFormat } from "./date-format.ts";
import { isWeekday, monthOf } from "./month-names.ts";
import { plainStyle } from "./number-style.ts";
import { EXACT_POWERS, parseNumber } from "./parse-number.ts";

/** The last moment that a Date can hold, in milliseconds since 1970; the first is as far before. */
export const LATEST_MOMENT = 8.64e15;

/** Zones by name, in minutes east of UTC: those of RFC 2822 and those of Central Europe. */
const zones: ReadonlyMap<string, number> = new Map([
  ["z", 0],
  ["utc", 0],
  ["gmt", 0],
  ["ut", 0],
  ["est", -300],
  ["edt", -240],
  ["cst", -360],
  ["cdt", -300],
  ["mst", -420],
  ["mdt", -360],
  ["pst", -480],
  ["pdt", -420],
  ["cet", 60],
  ["cest", 120],
]);

/** Years of two digits are from 1950 to 2049, as in RFC 2822. */
const FIRST_SHORT_YEAR = 50;

/** Nanoseconds; further digits change no millisecond. */
const MOST_FRACTION_DIGITS = 9;

/** Returns the moment in milliseconds since 1970, UTC; NaN if the text is not a date in this format. */
export function parseDate(text: string, format: DateFormat): number {
  if (format === "epoch s" || format === "epoch ms") {
    const time = parseNumber(text, plainStyle) * (format === "epoch s" ? 1000 : 1);
    return Math.abs(time) <= LATEST_MOMENT ? time : Number.NaN;
  }
  const cursor = new Cursor(text);
  if (!cursor.skipWeekday()) return Number.NaN;
  const isDate = format === "h:m" ? cursor.readMidnight() : readDate(cursor, format);
  if (!isDate || !cursor.readTimeAndZone(format === "h:m")) return Number.NaN;
  if (cursor.year < 0 || !cursor.isAtEnd()) return Number.NaN;
  if (cursor.day < 1 || cursor.day > daysInMonth(cursor.year, cursor.month)) return Number.NaN;
  return daysFromCivil(cursor.year, cursor.month, cursor.day) * DAY + cursor.time - cursor.zone;
}

function readDate(cursor: Cursor, format: DateFormat): boolean {
  switch (format) {
    case "YMD":
      return cursor.readYear(4, 4) && cursor.readMonth(2) && cursor.readDay(2);
    case "D Mon Y":
      return (
        cursor.readDay(1) && cursor.gap() && cursor.readMonthName() && cursor.gap() && cursor.readYear(2, 4)
      );
    case "Y Mon D":
      return (
        cursor.readYear(4, 4) && cursor.gap() && cursor.readMonthName() && cursor.gap() && cursor.readDay(1)
      );
    case "Mon Y":
      return cursor.readMonthName() && cursor.gap() && cursor.readYear(4, 4);
    case "Mon D Y":
      if (!cursor.readMonthName() || !cursor.gap() || !cursor.readDay(1)) return false;
      // In "Tue Dec 31 15:00:00 2024" the year comes last.
      return cursor.gap() && (cursor.isAtClock() || cursor.readYear(2, 4));
    case "Y Q":
      return cursor.readYear(4, 4) && cursor.readQuarter();
    case "Q Y":
      return cursor.readQuarter() && cursor.readYear(4, 4);
    case "M/Y":
      return cursor.readMonth(1) && cursor.skip(code.slash) && cursor.readYear(4, 4);
    case "Y-M":
    case "Y/M":
      return cursor.readYear(4, 4) && cursor.skip(format.charCodeAt(1)) && cursor.readMonth(2);
    default:
      return readNumeric(cursor, format);
  }
}

/** Reads three numbers with one mark between them, in the order of the format's letters. */
function readNumeric(cursor: Cursor, format: DateFormat): boolean {
  for (let at = 0; at < 5; at += 2) {
    if (at > 0 && !cursor.skip(format.charCodeAt(1))) return false;
    const part = format[at];
    const isRead =
      part === "Y"
        ? cursor.readYear(at === 0 ? 4 : 2, 4)
        : part === "M"
          ? cursor.readMonth(1)
          : cursor.readDay(1);
    if (!isRead) return false;
  }
  return true;
}

/** Reads a text from left to right. What is not there is answered with false. */
class Cursor {
  year = -1;
  month = 1;
  day = 1;
  /** Milliseconds since midnight. */
  time = 0;
  /** Milliseconds east of UTC. */
  zone = 0;
  private at = 0;
  private end: number;
  private readonly text: string;

  constructor(text: string) {
    this.text = text;
    this.end = text.length;
    while (this.end > 0 && isSpace(text.charCodeAt(this.end - 1))) this.end--;
    this.skipSpaces();
  }

  isAtEnd(): boolean {
    return this.at === this.end;
  }

  readYear(fewest: number, most: number): boolean {
    const from = this.at;
    const year = this.number(fewest, most);
    const digits = this.at - from;
    if (year < 0 || digits === 3) return false;
    this.year = digits > 2 ? year : year + (year < FIRST_SHORT_YEAR ? 2000 : 1900);
    return true;
  }

  readMonth(fewest: number): boolean {
    this.month = this.number(fewest, 2);
    return this.month > 0;
  }

  readDay(fewest: number): boolean {
    this.day = this.number(fewest, 2);
    if (this.day < 1) return false;
    // "1st", "2nd", "3rd", "4th"
    if (
      this.character(0) > code.nine &&
      /^(?:st|nd|rd|th)(?![a-z])/i.test(this.text.slice(this.at, this.at + 3))
    ) {
      this.at += 2;
    }
    return true;
  }

  /** Reads "Q1" to "Q4" and what stands around it; a quarter is its first month. */
  readQuarter(): boolean {
    this.gap();
    if (!this.skip(81) && !this.skip(113)) return false;
    const quarter = this.number(1, 1);
    this.month = 3 * quarter - 2;
    this.gap();
    return quarter >= 1 && quarter <= 4;
  }

  readMonthName(): boolean {
    const name = this.word();
    this.month = monthOf(name);
    return this.month > 0;
  }

  readMidnight(): boolean {
    [this.year, this.month, this.day] = [1970, 1, 1];
    return true;
  }

  /** Skips a weekday's name, if there is one; other letters are left for the month. */
  skipWeekday(): boolean {
    if (isDigit(this.character(0))) return true;
    const before = this.at;
    const name = this.word();
    if (isWeekday(name)) return this.gap();
    this.at = before;
    return this.at < this.end;
  }

  /** Skips what stands around the name of a month: spaces, commas, points, hyphens, slashes. */
  gap(): boolean {
    const before = this.at;
    for (; this.at < this.end; this.at++) {
      const c = this.character(0);
      const isGap =
        isSpace(c) || c === code.comma || c === code.point || c === code.hyphen || c === code.slash;
      if (!isGap) break;
    }
    return this.at > before;
  }

  skip(character: number): boolean {
    if (this.character(0) !== character) return false;
    this.at++;
    return true;
  }

  isAtClock(): boolean {
    const digits = isDigit(this.character(1)) ? 2 : 1;
    return isDigit(this.character(0)) && this.character(digits) === code.colon;
  }

  /** Reads what follows a date: nothing, or a time, perhaps with a zone, perhaps with the year behind. */
  readTimeAndZone(isNeeded: boolean): boolean {
    if (this.isAtEnd()) return !isNeeded;
    if (!isNeeded && this.year >= 0 && !this.skipToClock()) return false;
    if (!this.readClock()) return false;
    if (!this.readZone()) return false;
    if (this.year < 0 && (!this.gap() || !this.readYear(4, 4))) return false;
    // "15:00:00 GMT+0100 (Central European Standard Time)"
    this.skipComment();
    return true;
  }

  /** Skips what stands between date and time: "T", spaces, a comma, a colon. */
  private skipToClock(): boolean {
    const before = this.at;
    this.skip(code.comma);
    if (this.at === before && this.skip(code.colon)) return true;
    this.skipSpaces();
    if (this.at > before) return true;
    return this.skip(84) || this.skip(116);
  }

  private readClock(): boolean {
    let hour = this.number(1, 2);
    if (hour < 0) return false;
    const hasMinutes = this.skip(code.colon);
    const minute = hasMinutes ? this.number(2, 2) : 0;
    const hasSeconds = hasMinutes && this.skip(code.colon);
    const second = hasSeconds ? this.number(2, 2) : 0;
    if (minute < 0 || minute > 59 || second < 0 || second > 60) return false;
    let fraction = 0;
    if (hasSeconds && (this.character(0) === code.point || this.character(0) === code.comma)) {
      const from = ++this.at;
      let digits = 0;
      for (; isDigit(this.character(0)); this.at++) {
        if (this.at - from < MOST_FRACTION_DIGITS) digits = digits * 10 + this.character(0) - code.zero;
      }
      if (this.at === from) return false;
      fraction = (digits / EXACT_POWERS[Math.min(MOST_FRACTION_DIGITS, this.at - from)]) * 1000;
    }
    const half = this.readHalf();
    if (half === "") {
      if (!hasMinutes || hour > 24 || (hour === 24 && minute + second + fraction > 0)) return false;
    } else {
      if (hour < 1 || hour > 12) return false;
      hour = (hour % 12) + (half === "p" ? 12 : 0);
    }
    this.time = hour * HOUR + minute * MINUTE + second * 1000 + fraction;
    return true;
  }

  /** Reads AM or PM, as "a" or "p"; "" if it is not there. */
  private readHalf(): "a" | "p" | "" {
    const before = this.at;
    this.skipSpaces();
    const first = this.character(0) | 32;
    if (first === 97 || first === 112) {
      this.at++;
      const hasPoint = this.skip(code.point);
      if ((this.character(0) | 32) === 109) {
        this.at++;
        if (hasPoint) this.skip(code.point);
        if (!isAsciiLetter(this.character(0))) return first === 97 ? "a" : "p";
      }
    }
    this.at = before;
    return "";
  }

  /** Reads "Z", "+02:00", "+0200", "+02", "UTC", "GMT+0200", "EST"; no zone is UTC. */
  private readZone(): boolean {
    let before = this.at;
    this.skipSpaces();
    if ((this.character(0) | 32) === 122 && this.at + 1 === this.end) {
      // "Z" at the end is nearly every zone.
      this.at++;
      return true;
    }
    if (isAsciiLetter(this.character(0))) {
      const minutes = zones.get(this.word());
      if (minutes === undefined) return false;
      this.zone = minutes * MINUTE;
      before = this.at;
      this.skipSpaces();
    }
    const sign = this.character(0);
    if (sign !== code.plus && !isMinus(sign)) {
      this.at = before;
      return true;
    }
    this.at++;
    const hours = this.number(2, 2);
    if (hours < 0 || hours > 15) return false;
    const hasMinutes = this.skip(code.colon) || isDigit(this.character(0));
    const minutes = hasMinutes ? this.number(2, 2) : 0;
    if (minutes < 0 || minutes > 59) return false;
    this.zone += (sign === code.plus ? 1 : -1) * (hours * HOUR + minutes * MINUTE);
    return true;
  }

  private skipComment(): void {
    const before = this.at;
    this.skipSpaces();
    if (this.skip(code.open) && this.text.charCodeAt(this.end - 1) === code.close) this.at = this.end;
    else this.at = before;
  }

  private skipSpaces(): void {
    while (this.at < this.end && isSpace(this.text.charCodeAt(this.at))) this.at++;
  }

  private character(ahead: number): number {
    return this.at + ahead < this.end ? this.text.charCodeAt(this.at + ahead) : 0;
  }

  /** Reads so many digits; −1 if they are fewer or more. */
  private number(fewest: number, most: number): number {
    let value = 0;
    let digits = 0;
    for (; digits < most && isDigit(this.character(0)); digits++, this.at++) {
      value = value * 10 + this.character(0) - code.zero;
    }
    return digits < fewest ? -1 : value;
  }

  /** Reads letters, in lower case. */
  private word(): string {
    const from = this.at;
    for (; this.at < this.end; this.at++) {
      const c = this.character(0);
      if (!isAsciiLetter(c) && !(c >= 0xc0 && c <= 0x24f)) break;
    }
    return this.text.slice(from, this.at).toLowerCase();
  }
}
