import { describe, expect, it } from "vitest";
import { daysBetween, firstOtherDate, writeDateParts } from "../../src/schema/date-parts.ts";

const points = (time: number, ...parts: ("hour" | "weekday" | "month")[]) => {
  const written = new Float64Array(2 * parts.length);
  writeDateParts(time, parts, written, 0);
  return [...written].map((x) => Math.round(x * 1e6) / 1e6 + 0);
};

describe("the parts of a date", () => {
  it("are points on circles: midnight, Sunday and January at (1, 0)", () => {
    const newYear = Date.UTC(2023, 0, 1);
    expect(points(newYear, "hour", "weekday", "month")).toEqual([1, 0, 1, 0, 1, 0]);
    expect(points(newYear + 6 * 3_600_000, "hour")).toEqual([0, 1]);
    expect(points(Date.UTC(2023, 3, 1), "month")).toEqual([0, 1]);
    expect(points(Date.UTC(1969, 11, 31, 18), "hour")).toEqual([0, -1]);
  });

  it("agree with Date before and after 1970", () => {
    for (let day = -40_000; day < 40_000; day += 97) {
      const date = new Date(day * 86_400_000);
      const turn = (2 * Math.PI * date.getUTCDay()) / 7;
      expect(points(date.getTime(), "weekday")[0]).toBeCloseTo(Math.cos(turn), 5);
      expect(points(date.getTime(), "weekday")[1]).toBeCloseTo(Math.sin(turn), 5);
    }
  });

  it("have a distance in days to the row's first other date", () => {
    expect(daysBetween(Date.UTC(2024, 0, 1), Date.UTC(2024, 0, 2, 12))).toBe(1.5);
    expect(daysBetween(Number.NaN, 0)).toBeNaN();
    expect(firstOtherDate([1, 2, 3], 0)).toBe(1);
    expect(firstOtherDate([1, 2, 3], 2)).toBe(0);
    expect(firstOtherDate([Number.NaN, 2, 3], 2)).toBe(1);
    expect(firstOtherDate([5], 0)).toBe(-1);
  });
});
