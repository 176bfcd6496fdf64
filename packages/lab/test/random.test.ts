import { describe, expect, it } from "vitest";
import { fromState, random } from "../src/random.ts";

const many = <T>(count: number, draw: () => T) => Array.from({ length: count }, draw);
const mean = (values: number[]) => values.reduce((sum, v) => sum + v, 0) / values.length;

describe("the generator", () => {
  it("is xoshiro128** 1.1, by hand: 2 · 5 rotated by 7 is 1280, times 9 is 11520", () => {
    const { word } = fromState(1, 2, 3, 4);
    expect(many(4, word)).toEqual([11520, 0, 5927040, 70819200]);
  });

  it("gives the same numbers for the same seed, and others for the next", () => {
    expect(many(5, random(7).word)).toEqual(many(5, random(7).word));
    expect(many(5, random(7).word)).not.toEqual(many(5, random(8).word));
  });

  it("begins with these numbers for seed 1, which every table depends on", () => {
    const { uniform, normal } = random(1);
    expect([uniform(), normal(), normal(), uniform()]).toMatchInlineSnapshot(`
      [
        0.5686059948349658,
        0.9915005147200233,
        -0.0749049867525407,
        0.35296769838967534,
      ]
    `);
  });

  it.each([-1, 1.5, 2 ** 32, Number.NaN])("refuses the seed %s", (seed) => {
    expect(() => random(seed)).toThrow(RangeError);
  });
});

describe("uniform deviates", () => {
  const values = many(100_000, random(3).uniform);

  it("lie in [0, 1)", () => {
    expect(values.every((v) => v >= 0 && v < 1)).toBe(true);
  });

  it("fill twenty bins evenly: χ² with 19 degrees of freedom stays below its 99.9 % quantile", () => {
    const bins = new Array<number>(20).fill(0);
    for (const v of values) bins[Math.floor(20 * v)]++;
    const chiSquared = bins.reduce((sum, n) => sum + (n - 5000) ** 2 / 5000, 0);
    expect(chiSquared).toBeLessThan(43.82);
  });

  it("have no correlation with their successors", () => {
    const products = values.slice(1).map((v, n) => (v - 0.5) * (values[n] - 0.5) * 12);
    expect(Math.abs(mean(products))).toBeLessThan(4 / Math.sqrt(100_000));
  });
});

describe("normal deviates", () => {
  const values = many(100_000, random(5).normal);

  it("have moments 0, 1, 0 and 3, within four standard errors", () => {
    const error = 4 / Math.sqrt(values.length);
    expect(Math.abs(mean(values))).toBeLessThan(error);
    expect(Math.abs(mean(values.map((v) => v ** 2)) - 1)).toBeLessThan(error * Math.sqrt(2));
    expect(Math.abs(mean(values.map((v) => v ** 3)))).toBeLessThan(error * Math.sqrt(15));
    expect(Math.abs(mean(values.map((v) => v ** 4)) - 3)).toBeLessThan(error * Math.sqrt(96));
  });

  it("exceed 1.96 in size one time in twenty", () => {
    const share = mean(values.map((v) => (Math.abs(v) > 1.959964 ? 1 : 0)));
    expect(Math.abs(share - 0.05)).toBeLessThan(4 * Math.sqrt((0.05 * 0.95) / values.length));
  });
});
