import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { looksDecimal, parseDecimal } from "../src/decimal.ts";
import { rowsOf } from "./reading.ts";

const parse = (text: string) => parseDecimal(Buffer.from(`~${text}~`), 1, text.length + 1);

/** Numbers as people and programs write them, short and long, near and far from what a double holds. */
const decimals = fc
  .tuple(
    fc.constantFrom("", "-", "+"),
    fc.stringMatching(/^\d{0,22}$/),
    fc.constantFrom("", "."),
    fc.stringMatching(/^\d{0,22}$/),
    fc.oneof(fc.constant(""), fc.stringMatching(/^[eE][-+]?\d{1,3}$/)),
  )
  .map((parts) => parts.join(""))
  .filter(looksDecimal);

describe("decimals", () => {
  it("are the nearest double, for every way to write one", () => {
    fc.assert(
      fc.property(decimals, (text) => {
        expect(parse(text)).toBe(Number(text));
      }),
      { numRuns: 5000 },
    );
  });

  it("come back from their shortest form", () => {
    fc.assert(
      fc.property(fc.double({ noNaN: true, noDefaultInfinity: true }), (value) => {
        expect(parse(String(value))).toBe(value + 0);
      }),
      { numRuns: 5000 },
    );
  });

  it.each(["", "-", ".", "e5", "1e", "1e+", "1.2.3", "0x10", "Infinity", "NaN", "1_000", " 1", "1 ", "--1"])(
    "are not %j",
    (text) => {
      expect(parse(text)).toBeNaN();
      expect(looksDecimal(text)).toBe(false);
    },
  );

  it("are the nearest double in a file too", async () => {
    await fc.assert(
      fc.asyncProperty(
        fc.array(fc.tuple(decimals, decimals), { minLength: 1, maxLength: 20 }),
        async (pairs) => {
          const finite = pairs.filter((pair) => pair.every((text) => Number.isFinite(Number(text))));
          fc.pre(finite.length > 0);
          const text = finite.map((pair) => `${pair.join(",")}\n`).join("");
          expect(await rowsOf(text, { header: false, delimiter: "," })).toEqual(
            finite.map(([a, b]) => ({ c1: Number(a), c2: Number(b) })),
          );
        },
      ),
      { numRuns: 300 },
    );
  });
});
