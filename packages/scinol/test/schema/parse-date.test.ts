import { describe, expect, it } from "vitest";
import { daysFromCivil, monthOfDay } from "../../src/schema/calendar.ts";
import { type DateFormat, dateFormats } from "../../src/schema/date-format.ts";
import { parseDate } from "../../src/schema/parse-date.ts";
import { mutated, oneOf, randomBelow, texts } from "./trials.ts";

const iso = (text: string, format: DateFormat) => {
  const time = parseDate(text, format);
  return Number.isNaN(time) ? "none" : new Date(time).toISOString();
};

describe("a date", () => {
  it.each([
    ["2024-05-31", "Y-M-D", "2024-05-31T00:00:00.000Z"],
    [" 2024-05-31 10:30 ", "Y-M-D", "2024-05-31T10:30:00.000Z"],
    ["2024-05-31T10:30:15.25Z", "Y-M-D", "2024-05-31T10:30:15.250Z"],
    ["2024-05-31T10:30:15+02:00", "Y-M-D", "2024-05-31T08:30:15.000Z"],
    ["2024-05-31 10:30-0330", "Y-M-D", "2024-05-31T14:00:00.000Z"],
    ["2024-02-29", "Y-M-D", "2024-02-29T00:00:00.000Z"],
    ["0001-01-01", "Y-M-D", "0001-01-01T00:00:00.000Z"],
    ["2024-05-31T24:00:00", "Y-M-D", "2024-06-01T00:00:00.000Z"],
    ["2024/5/1", "Y/M/D", "2024-05-01T00:00:00.000Z"],
    ["31.12.2024", "D.M.Y", "2024-12-31T00:00:00.000Z"],
    ["31.12.2024, 15:00", "D.M.Y", "2024-12-31T15:00:00.000Z"],
    ["1.2.99", "D.M.Y", "1999-02-01T00:00:00.000Z"],
    ["1.2.49", "D.M.Y", "2049-02-01T00:00:00.000Z"],
    ["12/31/2024 03:00 PM", "M/D/Y", "2024-12-31T15:00:00.000Z"],
    ["12/31/2024 12:00 AM", "M/D/Y", "2024-12-31T00:00:00.000Z"],
    ["12/31/2024 3 p.m.", "M/D/Y", "2024-12-31T15:00:00.000Z"],
    ["31/12/2024", "D/M/Y", "2024-12-31T00:00:00.000Z"],
    ["31-12-2024", "D-M-Y", "2024-12-31T00:00:00.000Z"],
    ["31 Dec 2024", "D Mon Y", "2024-12-31T00:00:00.000Z"],
    ["31-Dec-24", "D Mon Y", "2024-12-31T00:00:00.000Z"],
    ["31. Dezember 2024", "D Mon Y", "2024-12-31T00:00:00.000Z"],
    ["1er août 2024", "D Mon Y", "none"],
    ["1 août 2024", "D Mon Y", "2024-08-01T00:00:00.000Z"],
    ["Tue, 31 Dec 2024 15:00:00 +0100", "D Mon Y", "2024-12-31T14:00:00.000Z"],
    ["31/Dec/2024:15:00:00 +0100", "D Mon Y", "2024-12-31T14:00:00.000Z"],
    ["Dec 31, 2024", "Mon D Y", "2024-12-31T00:00:00.000Z"],
    ["December 31st, 2024 3:04 pm EST", "Mon D Y", "2024-12-31T20:04:00.000Z"],
    ["Tue Dec 31 15:00:00 2024", "Mon D Y", "2024-12-31T15:00:00.000Z"],
    ["Tue Dec 31 15:00:00 +0000 2024", "Mon D Y", "2024-12-31T15:00:00.000Z"],
    ["Tue Dec 31 15:00:00 UTC 2024", "Mon D Y", "2024-12-31T15:00:00.000Z"],
    [
      "Tue Dec 31 2024 15:00:00 GMT+0100 (Central European Standard Time)",
      "Mon D Y",
      "2024-12-31T14:00:00.000Z",
    ],
    ["2024 Dec 31", "Y Mon D", "2024-12-31T00:00:00.000Z"],
    ["Jan 2020", "Mon Y", "2020-01-01T00:00:00.000Z"],
    ["2020-03", "Y-M", "2020-03-01T00:00:00.000Z"],
    ["2024Q2", "Y Q", "2024-04-01T00:00:00.000Z"],
    ["2024-Q4", "Y Q", "2024-10-01T00:00:00.000Z"],
    ["2024Q5", "Y Q", "none"],
    ["Q1 2024", "Q Y", "2024-01-01T00:00:00.000Z"],
    ["5/2024", "M/Y", "2024-05-01T00:00:00.000Z"],
    ["20241231", "YMD", "2024-12-31T00:00:00.000Z"],
    ["15:30", "h:m", "1970-01-01T15:30:00.000Z"],
    ["3:30:15 PM", "h:m", "1970-01-01T15:30:15.000Z"],
    ["1735657200", "epoch s", "2024-12-31T15:00:00.000Z"],
    ["1735657200.5", "epoch s", "2024-12-31T15:00:00.500Z"],
    ["1735657200000", "epoch ms", "2024-12-31T15:00:00.000Z"],
  ] as const)("%j as %s is %s", (text, format, expected) => expect(iso(text, format)).toBe(expected));

  it.each([
    ["", "Y-M-D"],
    ["2024-13-01", "Y-M-D"],
    ["2023-02-29", "Y-M-D"],
    ["1900-02-29", "Y-M-D"],
    ["2024-00-01", "Y-M-D"],
    ["2024-01-00", "Y-M-D"],
    ["24-01-01", "Y-M-D"],
    ["2024-01-01x", "Y-M-D"],
    ["2024-01-01T", "Y-M-D"],
    ["2024-01-01T25:00", "Y-M-D"],
    ["2024-01-01T24:01", "Y-M-D"],
    ["2024-01-01T10:60", "Y-M-D"],
    ["2024-01-01 10", "Y-M-D"],
    ["2024-01-01T10:00+16:00", "Y-M-D"],
    ["2024-01-01T10:00+02:00+02:00", "Y-M-D"],
    ["31.12.024", "D.M.Y"],
    ["31.12.20245", "D.M.Y"],
    ["31.12", "D.M.Y"],
    ["31/12/2024", "D.M.Y"],
    ["10.0.3.7", "D.M.Y"],
    ["12/31/2024 13:00 PM", "M/D/Y"],
    ["12/31/2024 0:00 AM", "M/D/Y"],
    ["31 Foo 2024", "D Mon Y"],
    ["Dec 31", "Mon D Y"],
    ["Tue Dec 31 15:00:00", "Mon D Y"],
    ["2024123", "YMD"],
    ["15", "h:m"],
    ["15:3", "h:m"],
    ["1e300", "epoch s"],
  ] as const)("%j is none as %s", (text, format) => expect(parseDate(text, format)).toBeNaN());

  it("has the calendar of Date", () => {
    const below = randomBelow(3);
    for (let n = 0; n < texts; n++) {
      const days = below(6_000_000) - 3_000_000;
      const date = new Date(days * 86_400_000);
      expect(monthOfDay(days)).toBe(date.getUTCMonth() + 1);
      expect(daysFromCivil(date.getUTCFullYear(), date.getUTCMonth() + 1, date.getUTCDate())).toBe(days);
    }
  });
});

const english = "jan feb mar apr may jun jul aug sep oct nov dec".split(" ");
const long = "january february march april may june july august september october november december".split(
  " ",
);
const zoneMinutes: { [name: string]: number } = {
  ...{ utc: 0, gmt: 0, ut: 0, z: 0, est: -300, edt: -240, cst: -360, cdt: -300 },
  ...{ mst: -420, mdt: -360, pst: -480, pdt: -420, cet: 60, cest: 120 },
};

const S = "[ \\t]";
const CLOCK = `(\\d{1,2})(?::(\\d\\d)(?::(\\d\\d)(?:[.,](\\d+))?)?)?(?:${S}*([ap])(?:m|\\.m\\.|\\.m)(?![a-z]))?`;
const ZONE = `(?:${S}*(${Object.keys(zoneMinutes).join("|")}))?(?:${S}*([+-])(\\d\\d)(?::?(\\d\\d))?)?`;
const TIME = `(?:(?:,${S}*|${S}+|:|t)${CLOCK}${ZONE})?(?:${S}*\\([^]*\\))?`;
const NAME =
  "(?:mon|monday|tues?|tuesday|wed|wednesday|thu|thurs?|thursday|fri|friday|sat|saturday|sun|sunday|mo|di|mi|do|fr|sa|so)";
const GAP = "[ \\t,./-]+";
const MONTH = `(${[...new Set([...long, "januar", "februar", ...english])].join("|")})`;

/** The formats by regular expressions, in lower case; groups: the three parts, then those of the time. */
const patterns: { [format in DateFormat]?: [RegExp, string] } = {};
for (const format of ["Y-M-D", "Y/M/D", "D.M.Y", "M/D/Y", "D/M/Y", "D-M-Y"] as const) {
  const parts = {
    Y: format.startsWith("Y") ? "(\\d{4})" : "(\\d{4}|\\d\\d)",
    M: "(\\d{1,2})",
    D: "(\\d{1,2}(?:st|nd|rd|th)?)",
  };
  const separator = `\\${format[1]}`;
  const date = [0, 2, 4].map((at) => parts[format[at] as "Y"]).join(separator);
  patterns[format] = [new RegExp(`^(?:${NAME}${GAP})?${date}${TIME}$`), format.replace(/\W/g, "")];
}
const DAY = "(\\d{1,2}(?:st|nd|rd|th)?)";
patterns["D Mon Y"] = [
  new RegExp(`^(?:${NAME}${GAP})?${DAY}${GAP}${MONTH}${GAP}(\\d{4}|\\d\\d)${TIME}$`),
  "DMY",
];
patterns["Mon D Y"] = [
  new RegExp(`^(?:${NAME}${GAP})?${MONTH}${GAP}${DAY}${GAP}(\\d{4}|\\d\\d(?!:))${TIME}$`),
  "MDY",
];

function reference(given: string, format: DateFormat): number {
  const [pattern, order] = patterns[format]!;
  const found = pattern.exec(given.trim().toLowerCase());
  if (found === null) return Number.NaN;
  const part = (letter: string) => found[1 + order.indexOf(letter)];
  let year = Number(part("Y"));
  if (part("Y").length === 2) year += year < 50 ? 2000 : 1900;
  const month = /\d/.test(part("M")) ? Number(part("M")) : english.indexOf(part("M").slice(0, 3)) + 1;
  const day = Number.parseInt(part("D"), 10);
  const [, , , , h, m, s = "0", fraction = "0", half, zone, sign, zh = "0", zm = "0"] = found;
  const date = new Date(0);
  date.setUTCFullYear(year, month - 1, day);
  if (date.getUTCMonth() !== month - 1 || date.getUTCDate() !== day) return Number.NaN;
  let time = date.getTime();
  if (h !== undefined) {
    if (m === undefined && half === undefined) return Number.NaN;
    let hour = Number(h);
    const [minute, second] = [Number(m ?? 0), Number(s)];
    const rest = Number(`0.${fraction.slice(0, 9)}`);
    if (half !== undefined) {
      if (hour < 1 || hour > 12) return Number.NaN;
      hour = (hour % 12) + (half === "p" ? 12 : 0);
    }
    if (hour > 24 || minute > 59 || second > 60 || (hour === 24 && minute + second + rest > 0))
      return Number.NaN;
    if (Number(zh) > 15 || Number(zm) > 59) return Number.NaN;
    time += ((hour * 60 + minute) * 60 + second) * 1000 + rest * 1000;
    if (zone !== undefined) time -= zoneMinutes[zone] * 60_000;
    if (sign !== undefined) time -= (sign === "+" ? 1 : -1) * (Number(zh) * 60 + Number(zm)) * 60_000;
  }
  return time;
}

const pad = (n: number, width = 2) => String(n).padStart(width, "0");

function anyDate(below: (n: number) => number, format: DateFormat): string {
  const day = 1 + below(31);
  const month = 1 + below(12);
  const year = oneOf(below, [1900 + below(200), 2024]);
  const wide = below(2) === 0;
  const isNamed = format.includes("Mon");
  const name = oneOf(below, [english, long])[month - 1];
  const parts: { [letter: string]: string } = {
    Y: below(4) === 0 && !format.startsWith("Y") ? pad(year % 100) : String(year),
    M: isNamed ? name[0].toUpperCase() + name.slice(1) : wide ? pad(month) : String(month),
    D: (wide ? pad(day) : String(day)) + (isNamed && below(8) === 0 ? "th" : ""),
  };
  const separator = isNamed ? oneOf(below, [" ", "-", ", ", ". ", "/"]) : format[1];
  let text = format
    .replace("Mon", "M")
    .split(isNamed ? " " : format[1])
    .map((letter) => parts[letter])
    .join(separator);
  if (below(8) === 0) text = `${oneOf(below, ["Mon, ", "Tue ", "Friday, "])}${text}`;
  if (below(2) === 0) {
    const half = below(3) === 0 ? oneOf(below, [" AM", " PM", "pm", " a.m."]) : "";
    const hour = half === "" ? below(25) : 1 + below(12);
    text += oneOf(below, [" ", "T", ", ", " "]) + (below(2) === 0 ? pad(hour) : hour);
    if (half === "" || below(2) === 0) text += `:${pad(below(60))}`;
    if (text.at(-3) === ":" && below(2) === 0) text += `:${pad(below(61))}`;
    if (text.at(-6) === ":" && text.at(-3) === ":" && below(2) === 0) text += `.${below(1_000_000)}`;
    text += half;
    if (below(2) === 0) text += oneOf(below, ["Z", "+02:00", "-0330", " UTC", " GMT+0100", " EST", "+05"]);
  }
  return text;
}

describe("the parser of dates", () => {
  it(`agrees with regular expressions and Date on ${texts} texts`, () => {
    const below = randomBelow(2);
    const formats = dateFormats.filter((format) => patterns[format] !== undefined);
    let dates = 0;
    for (let n = 0; n < texts; n++) {
      const format = oneOf(below, formats);
      let text = anyDate(below, format);
      if (below(3) === 0) text = mutated(below, text, "0123456789.,-+/: ");
      const [value, expected] = [parseDate(text, format), reference(text, format)];
      if (!Object.is(value, expected))
        expect({ text, format, value }).toEqual({ text, format, value: expected });
      if (!Number.isNaN(value)) dates++;
    }
    expect(dates / texts).toBeGreaterThan(0.6);
    expect(dates / texts).toBeLessThan(0.95);
  });
});
