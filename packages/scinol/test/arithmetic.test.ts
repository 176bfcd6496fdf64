import { readFileSync } from "node:fs";
import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { exponent, pow2 } from "../src/arithmetic/bits.ts";
import { exp } from "../src/arithmetic/exp.ts";
import { expm1 } from "../src/arithmetic/expm1.ts";
import { log } from "../src/arithmetic/log.ts";
import { log1p } from "../src/arithmetic/log1p.ts";

const functions = { exp, expm1, log, log1p };
type Name = keyof typeof functions;
const names = Object.keys(functions) as Name[];

const goldens: Record<Name, string[]> = JSON.parse(
  readFileSync(new URL("./goldens/arithmetic.json", import.meta.url), "utf8"),
);

const view = new DataView(new ArrayBuffer(8));

function toBits(x: number): bigint {
  view.setFloat64(0, x);
  return view.getBigUint64(0);
}

function fromBits(bits: bigint): number {
  view.setBigUint64(0, bits);
  return view.getFloat64(0);
}

/** The next double away from zero. */
function next(x: number): number {
  return fromBits(toBits(x) + 1n);
}

/** The spacing of doubles at y + residual, where y is the nearest double: finer just inside a power of two. */
function spacing(y: number, residual: number): number {
  const bits = toBits(Math.abs(y));
  const inside = (bits & 0xfffffffffffffn) === 0n && residual * y < 0;
  const biased = Number(bits >> 52n) - (inside ? 1 : 0);
  return biased <= 1 ? Number.MIN_VALUE : Number.EPSILON * pow2(biased - 1023);
}

function ulps(name: Name, golden: string): { x: number; error: number } {
  const [xBits, yBits, residualText] = golden.split(" ");
  const x = fromBits(BigInt(`0x${xBits}`));
  const y = fromBits(BigInt(`0x${yBits}`));
  const residual = Number(residualText);
  const result = functions[name](x);
  if (result === y) return { x, error: Math.abs(residual) };
  const error = Math.abs((result - y) / spacing(y, residual) - residual);
  return { x, error: Number.isNaN(error) ? Infinity : error };
}

describe("the elementary functions", () => {
  it.each(names)("%s is within one ulp of the 50-digit value", (name) => {
    expect(goldens[name].length).toBeGreaterThan(2000);
    let worst = { x: 0, error: 0 };
    for (const golden of goldens[name]) {
      const measured = ulps(name, golden);
      if (measured.error > worst.error) worst = measured;
    }
    expect(worst.error, `${name}(${worst.x}) is off by ${worst.error} ulp`).toBeLessThanOrEqual(1);
  });

  it.each<[Name, number, number]>([
    ["exp", 0, 1],
    ["exp", -0, 1],
    ["exp", Infinity, Infinity],
    ["exp", -Infinity, 0],
    ["exp", NaN, NaN],
    ["exp", 709.7827128933841, Infinity],
    ["exp", -745, 5e-324],
    ["exp", -745.1332191019411, 5e-324],
    ["exp", -745.1332191019412, 0],
    ["exp", 5e-324, 1],
    ["expm1", 0, 0],
    ["expm1", -0, -0],
    ["expm1", Infinity, Infinity],
    ["expm1", -Infinity, -1],
    ["expm1", NaN, NaN],
    ["expm1", 709.7827128933841, Infinity],
    ["expm1", -40, -1],
    ["expm1", 5e-324, 5e-324],
    ["log", 0, -Infinity],
    ["log", -0, -Infinity],
    ["log", 1, 0],
    ["log", -1, NaN],
    ["log", -5e-324, NaN],
    ["log", Infinity, Infinity],
    ["log", -Infinity, NaN],
    ["log", NaN, NaN],
    ["log", 5e-324, -744.4400719213812],
    ["log1p", 0, 0],
    ["log1p", -0, -0],
    ["log1p", -1, -Infinity],
    ["log1p", -1.0000000000000002, NaN],
    ["log1p", Infinity, Infinity],
    ["log1p", -Infinity, NaN],
    ["log1p", NaN, NaN],
    ["log1p", -5e-324, -5e-324],
  ])("%s(%d) is %d", (name, x, expected) => {
    expect(functions[name](x)).toBe(expected);
  });

  it("exp undoes log, up to the last bit of the logarithm", () => {
    fc.assert(
      fc.property(fc.double({ min: 2.3e-308, max: 1e308, noNaN: true }), (x) => {
        const tolerance = (Math.abs(Math.log(x)) + 2) * Number.EPSILON;
        expect(Math.abs(exp(log(x)) / x - 1)).toBeLessThanOrEqual(tolerance);
      }),
      { numRuns: 2000 },
    );
  });

  it("expm1 undoes log1p, up to the last bit of the logarithm", () => {
    fc.assert(
      fc.property(fc.double({ min: -0.999999, max: 1e308, noNaN: true }), (x) => {
        const tolerance = ((1 + x) * Math.abs(Math.log1p(x)) + 2 * Math.abs(x)) * Number.EPSILON;
        expect(Math.abs(expm1(log1p(x)) - x)).toBeLessThanOrEqual(tolerance);
      }),
      { numRuns: 2000 },
    );
  });

  // Within one ulp, order is certain only where the function moves by more than two ulps between neighbours.
  it("exp keeps the order of neighbours beyond 4 in magnitude", () => {
    fc.assert(
      fc.property(fc.double({ min: 4, max: 708, noNaN: true }), (x) => {
        expect(exp(next(x))).toBeGreaterThan(exp(x));
        expect(exp(next(-x))).toBeLessThan(exp(-x));
      }),
      { numRuns: 2000 },
    );
  });

  it("log keeps the order of neighbours around 1", () => {
    fc.assert(
      fc.property(fc.double({ min: 0.8, max: 1.25, noNaN: true }), (x) => {
        expect(log(next(x))).toBeGreaterThan(log(x));
      }),
      { numRuns: 2000 },
    );
  });

  it.each<[Name, string]>([
    ["exp", "91263908"],
    ["expm1", "7c2ddf95"],
    ["log", "09337cc6"],
    ["log1p", "8c72eda3"],
  ])("%s gives the same bits on every engine: the hash of its results is %s", (name, expected) => {
    expect(hashOfResults(functions[name])).toBe(expected);
  });
});

describe("the binary layout", () => {
  it("pow2 and exponent are inverse over the normal range", () => {
    for (let k = -1022; k <= 1023; k++) {
      expect(pow2(k)).toBe(2 ** k);
      expect(exponent(pow2(k))).toBe(k);
      expect(exponent(-1.999 * pow2(k))).toBe(k);
    }
    expect(exponent(Infinity)).toBe(1024);
  });
});

/** FNV-1a over the little-endian bytes of 40,000 results, at points drawn by a linear congruential generator. */
function hashOfResults(f: (x: number) => number): string {
  let state = 1;
  const draw = (): number => {
    state = (Math.imul(state, 1664525) + 1013904223) >>> 0;
    return state;
  };
  let hash = 0x811c9dc5;
  const absorb = (x: number): void => {
    // Engines may store any NaN; one stands for all.
    const result = f(x);
    view.setFloat64(0, result, true);
    if (Number.isNaN(result)) view.setBigUint64(0, 0x7ff8000000000000n, true);
    for (let i = 0; i < 8; i++) hash = Math.imul(hash ^ view.getUint8(i), 0x01000193);
  };
  for (let i = 0; i < 10_000; i++) {
    const fraction = draw() * pow2(-32) + draw() * pow2(-64);
    absorb(fraction * 1500 - 750);
    absorb(fraction * 4 - 1);
    absorb((fraction - 0.5) * pow2(-(i % 60)));
    // Any sign, exponent and mantissa.
    view.setUint32(0, draw());
    view.setUint32(4, draw());
    absorb(view.getFloat64(0));
  }
  return (hash >>> 0).toString(16).padStart(8, "0");
}
