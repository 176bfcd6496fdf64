import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { type Classifier, classifier, regressor } from "../../src/index.ts";
import { anyRecord } from "../arbitraries.ts";

function weather(days = 600): Classifier<string> {
  const learner = classifier<string>();
  for (let t = 0; t < days; t++) {
    const wind = ["N", "E", "S"][t % 3];
    const warm = 10 * Math.sin(t);
    const label = wind === "S" && warm > 0 ? "storm" : warm > 4 ? "sun" : "rain";
    learner.learn({ warm, wind, wet: t % 5 === 0 }, label);
  }
  return learner;
}

describe("an explanation", () => {
  it("is of the score, to 1e-9, live and steady", () => {
    const learner = weather();
    for (const steady of [false, true]) {
      for (const label of learner.classes) {
        const { score, baseline, contributions } = learner.explain({ warm: 3, wind: "S" }, label, { steady });
        const sum = contributions.reduce((all, { contribution }) => all + contribution, baseline);
        expect(Math.abs(sum - score)).toBeLessThan(1e-9 * Math.max(1, Math.abs(score)));
      }
    }
    const columns = learner
      .explain({ warm: 3, wind: "S", wet: true })
      .contributions.map(({ column }) => column);
    expect(columns).toEqual(expect.arrayContaining(["warm", "wind", "wet", "recent labels"]));
    const steady = learner.explain({ warm: 3 }, undefined, { steady: true });
    expect(steady.contributions.map(({ column }) => column)).not.toContain("recent labels");
  });

  it("of a number is its value, before that is held to the labels' range", () => {
    const learner = regressor();
    for (let t = 0; t < 500; t++)
      learner.learn({ a: t % 10, b: "xy"[t % 2] }, 100 + (t % 10) ** 2 + (t % 2) * 5);
    for (const steady of [false, true]) {
      const { value } = learner.explain({ a: 5, b: "y" }, { steady });
      expect(value).toBeCloseTo(learner.predict({ a: 5, b: "y" }, { steady }).value, 9);
    }
  });

  it("is finite for any record", () => {
    const learner = weather(60);
    fc.assert(
      fc.property(anyRecord, (record) => {
        expect(Number.isFinite(learner.explain(record).score)).toBe(true);
      }),
    );
  });
});

describe("effects", () => {
  it("are a curve of a column in its own unit, with how much data lies where", () => {
    const learner = regressor();
    for (let t = 0; t < 3000; t++) {
      const x = 500 + 100 * Math.sin(t * 12.9898);
      learner.learn({ x }, Math.abs(x - 500));
    }
    const { points } = learner.effects("x");
    const at = (value: number) => {
      const n = points.findIndex((point) => point.value >= value);
      return points[n].effect;
    };
    expect(at(410) - at(500)).toBeGreaterThan(30);
    expect(at(590) - at(500)).toBeGreaterThan(30);
    expect(points.reduce((sum, { data }) => sum + data, 0)).toBeCloseTo(1, 9);
  });

  it("are of categories, the missing one included", () => {
    const learner = weather();
    learner.learn({ warm: 1, wind: null }, "rain");
    const { categories } = learner.effects("wind", "storm");
    const effect = (name: string) => categories.find(({ category }) => category === name)!.effect;
    expect(effect("S")).toBeGreaterThan(effect("N"));
    expect(categories.map(({ category }) => category)).toEqual(["N", "E", "S", "missing"]);
    expect(() => learner.effects("wnd")).toThrow('unknown column "wnd"; did you mean "wind"?');
  });
});

describe("weights", () => {
  it("are what one more unit adds around the centre, in any unit", () => {
    for (const unit of [1, 1e-6, 1e9]) {
      const learner = regressor();
      for (let t = 0; t < 2000; t++) {
        const x = Math.sin(t * 12.9898);
        learner.learn({ x: x * unit }, 7 * x + 3);
      }
      const { intercept, weights } = learner.weights();
      expect(weights[0].weight * unit).toBeGreaterThan(6);
      expect(weights[0].weight * unit).toBeLessThan(8);
      expect(intercept).toBeCloseTo(3, 0);
    }
  });

  it("of hundreds of classes and columns take no time to speak of", () => {
    const learner = classifier({ classes: Array.from({ length: 200 }, (_, k) => `k${k}`) });
    const record = Object.fromEntries(Array.from({ length: 50 }, (_, n) => [`c${n}`, n]));
    learner.learn(record, "k3");
    const json = learner.toJSON() as { weights: { weights: unknown[] }[] };
    expect(json.weights).toHaveLength(200);
    expect(json.weights[0].weights).toHaveLength(50);
  });
});
