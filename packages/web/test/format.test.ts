import { describe, expect, it } from "vitest";
import { bytes, count, duration, figure, percent, signed } from "../src/format.ts";

describe("a number on the page", () => {
  it.each([
    [0, "0.0000"],
    [0.46821, "0.4682"],
    [-1.2345, "−1.234"],
    [12.345, "12.35"],
    [123.45, "123.5"],
    [12345.6, "12,346"],
    [0.0000123, "1.23e−5"],
    [null, "–"],
    [Number.NaN, "–"],
  ])("has four digits that say something: %d is %s", (value, told) => {
    expect(figure(value)).toBe(told);
  });

  it("has its sign where it is added to something", () => {
    expect([0.5, -0.5, 0].map(signed)).toEqual(["+0.5000", "−0.5000", "0.0000"]);
  });

  it("has a unit that suits it", () => {
    expect([0, 0.012, 3.21, 42, 90, 7200, 200_000].map(duration)).toEqual([
      "0 s",
      "12 ms",
      "3.2 s",
      "42 s",
      "1.5 min",
      "2.0 h",
      "2.3 d",
    ]);
    expect([12, 12_345, 1_234_567].map(bytes)).toEqual(["12 B", "12.3 kB", "1.2 MB"]);
    expect([percent(0.916), count(41_188)]).toEqual(["91.6 %", "41,188"]);
  });
});
