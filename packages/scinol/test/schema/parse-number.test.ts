import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { completeStyle, type NumberStyle } from "../../src/schema/number-style.ts";
import { parseNumber } from "../../src/schema/parse-number.ts";
import { mutated, oneOf, randomBelow, texts } from "./trials.ts";

const read = (text: string, style: Partial<NumberStyle> = {}) => parseNumber(text, completeStyle(style));

describe("a number", () => {
  it.each([
    ["5", 5],
    [" -5.25 ", -5.25],
    ["+.5", 0.5],
    ["12.", 12],
    ["1e3", 1000],
    ["1.5E-3", 0.0015],
    ["-0", -0],
    ["−7", -7],
    ["–7", -7],
    ["7-", -7],
    ["(1200)", -1200],
    ["0.1234567890123456789", 0.12345678901234568],
    ["9007199254740993", 9007199254740992],
    ["1e999", Number.POSITIVE_INFINITY],
    ["1e-999", 0],
  ])("%j in plain style is %d", (text, value) => expect(read(text)).toBe(value));

  it.each([
    ["740,60", { decimal: "," }, 740.6],
    ["1.234,5", { decimal: ",", thousands: "." }, 1234.5],
    ["1 234,5", { decimal: ",", thousands: " " }, 1234.5],
    ["1\u202f234\u00a0567", { thousands: " " }, 1234567],
    ["1'234.5", { thousands: "'" }, 1234.5],
    ["1’234.5", { thousands: "'" }, 1234.5],
    ["1,234,567.8", { thousands: "," }, 1234567.8],
    ["1234567.8", { thousands: "," }, 1234567.8],
    ["12,34,567", { thousands: "," }, 1234567],
    ["$1,234.50", { thousands: ",", unit: "$" }, 1234.5],
    ["-$5", { unit: "$" }, -5],
    ["$-5", { unit: "$" }, -5],
    ["($5.10)", { unit: "$" }, -5.1],
    ["5 $", { unit: "$" }, 5],
    ["5", { unit: "$" }, 5],
    ["12.3%", { unit: "%" }, 12.3],
    ["12,5 €", { decimal: ",", unit: "€" }, 12.5],
    ["Rs.50", { unit: "Rs." }, 50],
    ["12k", { magnitudes: true }, 12000],
    ["1.1M", { magnitudes: true }, 1100000],
    ["$2.5B", { unit: "$", magnitudes: true }, 2.5e9],
    ["12 GB", { unit: "B", magnitudes: true }, 12e9],
    ["(1,200)", { thousands: "," }, -1200],
  ] as const)("%j in style %j is %d", (text, style, value) => expect(read(text, style)).toBe(value));

  it.each([
    ["", {}],
    [" ", {}],
    [".", {}],
    ["-", {}],
    ["1,5", {}],
    ["1 5", {}],
    ["12a", {}],
    ["a12", {}],
    ["1e", {}],
    ["1e5.5", {}],
    ["--5", {}],
    ["-5-", {}],
    ["(5", {}],
    ["5)", {}],
    ["0x10", {}],
    ["1_000", {}],
    ["NaN", {}],
    ["Infinity", {}],
    ["1.2.3", {}],
    ["1,23", { thousands: "," }],
    ["1,2345", { thousands: "," }],
    ["1234,567", { thousands: "," }],
    ["0,123", { thousands: "," }],
    [",123", { thousands: "," }],
    ["1,234,", { thousands: "," }],
    ["$", { unit: "$" }],
    ["$5$", { unit: "$" }],
    ["12kk", { magnitudes: true }],
    ["k", { magnitudes: true }],
  ] as const)("%j is none in style %j", (text, style) => expect(read(text, style)).toBeNaN());

  it("is read as it was formatted, in every style", () => {
    fc.assert(
      fc.property(
        fc.double({ noNaN: true, noDefaultInfinity: true }),
        fc.constantFrom("." as const, "," as const),
        fc.constantFrom("", "$", "%", "kg"),
        (x, decimal, unit) => {
          const text = `${String(x).replace(".", decimal)}${unit === "" ? "" : ` ${unit}`}`;
          expect(read(text, { decimal, unit })).toBe(x === 0 ? 0 : x);
        },
      ),
    );
  });
});

/** The same definition by regular expressions and the engine's own conversion. */
function reference(text: string, style: NumberStyle): number {
  const escaped = (mark: string) => mark.replace(/[\\^$.*+?()[\]{}|]/g, "\\$&");
  const space = "[ \\t-\\r\\u00a0\\u202f\\u2000-\\u200a\\u3000]";
  const mark = { "": "(?!)", ",": ",", ".": "\\.", " ": space, "'": "['’]" }[style.thousands];
  const decimal = escaped(style.decimal);
  const grouped = `(?!0*${mark})\\d{1,3}(?:${mark}\\d{2,3})*${mark}\\d{3}`;
  const digits = `(?:(?:${grouped}|\\d+)(?:${decimal}\\d*)?|${decimal}\\d+)(?:[eE][+-]?\\d+)?`;
  const found = new RegExp(`^([^]*?)(${digits})([^]*)$`, "u").exec(text);
  if (found === null) return Number.NaN;
  let [, before, core, after] = found;
  // What is around the digits: each mark at most once, and in any order.
  const strip = (part: string) => part.replace(new RegExp(space, "gu"), "");
  if (style.unit !== "") {
    if (before.includes(style.unit)) before = before.replace(style.unit, "");
    else if (after.includes(style.unit)) after = after.replace(style.unit, "");
  }
  [before, after] = [strip(before), strip(after)];
  let power = 0;
  if (style.magnitudes) {
    const letter = /[kKMGBT]/.exec(after)?.[0];
    if (letter !== undefined) {
      after = after.replace(letter, "");
      power = { k: 3, K: 3, M: 6, G: 9, B: 9, T: 12 }[letter as "k"];
    }
  }
  const signs = `${before}|${after}`;
  if (!/^(?:\||\+\||[-−–]\||\|[-−–]|\(\|\))$/u.test(signs)) return Number.NaN;
  const negative = /[-−–(]/u.test(signs);
  let plain = style.thousands === "" ? core : core.replace(new RegExp(mark, "gu"), "");
  plain = plain.replace(style.decimal, ".");
  const [mantissa, exponent = "0"] = plain.toLowerCase().split("e");
  const value = Number(`${mantissa}e${Number(exponent) + power}`);
  return negative ? -value : value;
}

const styles: NumberStyle[] = [
  {},
  { decimal: "," },
  { thousands: "," },
  { decimal: ",", thousands: "." },
  { thousands: " " },
  { decimal: ",", thousands: " " },
  { thousands: "'" },
  { thousands: ",", unit: "$" },
  { decimal: ",", thousands: ".", unit: "€" },
  { unit: "%" },
  { unit: "kg" },
  { magnitudes: true },
  { unit: "$", magnitudes: true },
  { unit: "B", magnitudes: true },
].map((style) => completeStyle(style as Partial<NumberStyle>));

function anyNumber(below: (n: number) => number, style: NumberStyle): string {
  const digits = (most: number) => Array.from({ length: below(most + 1) }, () => below(10)).join("");
  let whole = oneOf(below, [digits(3), digits(9), digits(20), "0", "1"]);
  if (style.thousands !== "" && below(2) === 0) {
    const mark = style.thousands === " " ? oneOf(below, [" ", "\u00a0", "\u202f"]) : style.thousands;
    whole = whole.replace(/\B(?=(?:\d{3})+$)/g, mark);
  }
  let text = whole + (below(2) === 0 ? style.decimal + digits(oneOf(below, [2, 3, 20])) : "");
  if (below(6) === 0) text += oneOf(below, ["e", "E"]) + oneOf(below, ["", "+", "-"]) + digits(3);
  if (style.magnitudes && below(2) === 0) text += oneOf(below, ["k", "K", "M", "G", "T", " M"]);
  if (style.unit !== "" && below(3) > 0) text = below(2) === 0 ? style.unit + text : text + style.unit;
  const sign = below(8);
  if (sign === 0) text = `(${text})`;
  else if (sign === 1) text = `${text}-`;
  else if (sign < 4) text = oneOf(below, ["-", "+", "−", "–", "- "]) + text;
  return below(8) === 0 ? ` ${text} ` : text;
}

describe("the parser of numbers", () => {
  it(`agrees with regular expressions on ${texts} texts`, () => {
    const below = randomBelow(1);
    let numbers = 0;
    for (let n = 0; n < texts; n++) {
      const style = oneOf(below, styles);
      let text = anyNumber(below, style);
      if (below(3) === 0) text = mutated(below, text, "0123456789.,-+( )e'$%kM€B");
      const expected = reference(text, style);
      const value = parseNumber(text, style);
      if (!Object.is(value, expected)) {
        expect({ text, style, value }).toEqual({ text, style, value: expected });
      }
      if (!Number.isNaN(value)) numbers++;
    }
    // Most of the texts must be numbers, and many must not, for the comparison to mean something.
    expect(numbers / texts).toBeGreaterThan(0.6);
    expect(numbers / texts).toBeLessThan(0.95);
  });
});
