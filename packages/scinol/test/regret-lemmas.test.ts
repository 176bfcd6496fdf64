import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { linear } from "../src/index.ts";

/*
 * The two inequalities that the paper's theorems rest on. v is θ before a round, q the gradient that comes, both in
 * units of √(S² + M²). Where v is large both sides are astronomical, so they are compared relative to e^{|v|/2}.
 */

const runs = { numRuns: 5000, seed: 2019 };
const v = fc.oneof(
  fc.double({ min: -3, max: 3, noNaN: true }),
  fc.double({ min: -700, max: 700, noNaN: true }),
  fc.double({ min: -1e-6, max: 1e-6, noNaN: true }),
  fc.constantFrom(0, 1, -1, 3, -3),
);
const q = fc.oneof(
  fc.double({ min: -1, max: 1, noNaN: true }),
  fc.double({ min: -1e-6, max: 1e-6, noNaN: true }),
  fc.constantFrom(0, 1, -1),
);

describe("the main lemma of ScInOL₁", () => {
  /** How much the right-hand side is above the left-hand side, relative to e^{|v|/2}. */
  function slack(v: number, q: number): number {
    const after = Math.abs(v - q) / Math.sqrt(1 + q * q);
    const left = ((q * Math.sign(v)) / 2) * Math.expm1(Math.abs(v) / 2) + Math.exp(after / 2) - after / 2;
    const right = Math.exp(Math.abs(v) / 2) - Math.abs(v) / 2 + q * q;
    return (right - left) / Math.exp(Math.abs(v) / 2);
  }

  it("holds for all v and all q in [−1, 1] within 1e-12", () => {
    fc.assert(
      fc.property(v, q, (v, q) => slack(v, q) >= -1e-12),
      runs,
    );
  });

  it("is an equality where no gradient comes, q = 0, within 1e-12", () => {
    fc.assert(
      fc.property(v, (v) => Math.abs(slack(v, 0)) <= 1e-12),
      runs,
    );
  });

  it("does not hold for gradients beyond the largest value, which is why M is updated first", () => {
    expect(slack(10, 3)).toBeLessThan(0);
  });
});

describe("the main lemma of ScInOL₂", () => {
  const h = (y: number) => (Math.abs(y) <= 1 ? (y * y) / 2 : Math.abs(y) - 0.5);
  const bet = (v: number, q: number) => 1 - (q * Math.sign(v) * Math.min(Math.abs(v), 1)) / 2;
  const slack = (v: number, q: number) =>
    bet(v, q) - Math.exp((h((v - q) / Math.sqrt(1 + q * q)) - h(v) - q * q) / 2);
  const slackAsPrinted = (v: number, q: number) =>
    bet(v, q) - Math.exp((h((v - q) / (1 + q * q)) - h(v) - q * q) / 2);

  it("holds for all v and all q in [−1, 1], with (v − q) / √(1 + q²), within 1e-12", () => {
    fc.assert(
      fc.property(v, q, (v, q) => slack(v, q) >= -1e-12),
      runs,
    );
  });

  it("is an equality where no gradient comes, q = 0, within 1e-12", () => {
    fc.assert(
      fc.property(v, (v) => Math.abs(slack(v, 0)) <= 1e-12),
      runs,
    );
  });

  it("says more than the paper prints, with (v − q) / (1 + q²), which would not do for the proof", () => {
    fc.assert(
      fc.property(v, q, (v, q) => slackAsPrinted(v, q) >= slack(v, q) - 1e-12),
      runs,
    );
    expect(slackAsPrinted(0, 1)).toBeGreaterThan(slack(0, 1) + 0.01);
  });

  it("does not hold for gradients beyond the largest value, which is why M is updated first", () => {
    expect(slack(1, 2.5)).toBeLessThan(0);
  });
});

describe("one round of a model", () => {
  it("turns v into (v − q) / √(1 + q²), θ being v before and after", () => {
    const value = fc.oneof(fc.constant(0), fc.double({ min: -1e3, max: 1e3, noNaN: true }));
    const round = fc.tuple(value, fc.double({ min: -1, max: 1, noNaN: true }));
    fc.assert(
      fc.property(
        fc.constantFrom("scinol1", "scinol2"),
        fc.array(round, { maxLength: 20 }),
        (rule, rounds) => {
          const model = linear({ rule, loss: "absolute", constant: false, features: 1 });
          for (const [x, slope] of rounds) {
            const before = model.cell(0, 0);
            model.play([x]);
            model.slopes[0] = slope;
            model.digest();
            const after = model.cell(0, 0);
            if (after.M === 0) continue;
            const ρ = before.M / after.M;
            const root = Math.sqrt(before.slots[1] * ρ * ρ + 1);
            const v = (before.slots[0] * ρ) / root;
            const q = (slope * (x / after.M)) / root;
            expect(Math.abs(q)).toBeLessThanOrEqual(1 + 1e-15);
            const θ = after.slots[0] / Math.sqrt(after.slots[1] + 1);
            expect(Math.abs(θ - (v - q) / Math.sqrt(1 + q * q))).toBeLessThan(1e-12);
          }
        },
      ),
      { numRuns: 300, seed: 2019 },
    );
  });
});
