import { describe, expect, it } from "vitest";
import { type Linear, linear } from "../src/index.ts";

/** Plays x, learns from a slope of −1, answers the score. */
function round(model: Linear, x: number[]): number {
  const [score] = model.play(x);
  model.slopes.fill(-1);
  model.digest();
  return score;
}

/** γ, s and η (β in ScInOL₁) of the first feature. */
const slots = (model: Linear) => [...model.cell(0, 0).slots];

describe("a memory that keeps half of the past", () => {
  it("forgets gradients, not the wealth, in ScInOL₂", () => {
    const model = linear({ constant: false, memories: [0.5] });
    expect(round(model, [1])).toBe(0);
    expect(slots(model)).toEqual([1, 1, 1]);
    // θ = 1/√2, ω = θ / (2√2).
    expect(round(model, [1])).toBeCloseTo(0.25, 15);
    expect(slots(model)).toEqual([1.5, 1.5, 1.25]);
    // γ = 1.5 is below √2.5, so ω = 1.5 · 1.25 / (2 · 2.5).
    expect(round(model, [1])).toBeCloseTo(0.375, 15);
  });

  it("forgets the same gradients in ScInOL₁", () => {
    const model = linear({ rule: "scinol1", constant: false, memories: [0.5] });
    round(model, [1]);
    expect(slots(model).slice(0, 2)).toEqual([1, 1]);
    round(model, [1]);
    expect(slots(model).slice(0, 2)).toEqual([1.5, 1.5]);
  });

  it("forgets nothing of a feature that was zero", () => {
    const model = linear({ constant: false, memories: [0.5] });
    round(model, [1]);
    round(model, [0]);
    expect(slots(model)).toEqual([1, 1, 1]);
  });
});

describe("a scale that keeps half of itself", () => {
  it("fades whenever its feature is seen, and never below what is seen", () => {
    const model = linear({ constant: false, scaleMemory: 0.5 });
    round(model, [4]);
    expect(model.cell(0, 0)).toEqual({ M: 4, slots: Float64Array.of(1, 1, 1) });
    // M = 2, q = ½, γ = 2, s = 4: ω = 2 / (2 · 5).
    expect(round(model, [1])).toBeCloseTo(0.1, 15);
    expect(model.cell(0, 0).M).toBe(2);
    expect(slots(model)).toEqual([2.5, 4.25, 1.1]);
    round(model, [0]);
    expect(model.cell(0, 0).M).toBe(2);
    round(model, [3]);
    expect(model.cell(0, 0).M).toBeCloseTo(3, 15);
  });
});

describe("stakes", () => {
  it("divide scores by the root of how many coordinates are at work, and change nothing else", () => {
    const model = linear({ constant: false, stakes: true });
    const without = linear({ constant: false });
    round(model, [1, 1]);
    round(without, [1, 1]);
    // Two coordinates at work.
    expect(round(model, [1, 1])).toBeCloseTo(0.5 / Math.SQRT2, 15);
    expect(round(without, [1, 1])).toBeCloseTo(0.5, 15);
    // Five in three rounds.
    expect(model.score([1, 0])[0]).toBeCloseTo(without.score([1, 0])[0] / Math.sqrt(5 / 3), 15);
    expect(slots(model)).toEqual(slots(without));
  });
});
