import { describe, expect, it } from "vitest";
import { bestComparator, linear, StoredExamples, trackRegret } from "../src/index.ts";
import { type RuleName, rules } from "../src/paper/rules/index.ts";

describe("a regret tracker", () => {
  it("reports numbers that can be redone by hand", () => {
    const model = linear({ rule: "scinol2", loss: "hinge", constant: false, features: 1 });
    const tracker = trackRegret(model);
    // w = 0; g = −1: G = 2, S² = 4, η = 1.
    expect(tracker.learn([2], 1)).toBe(1);
    // θ = 2/√8, w = θ/(2√8) = 1/8, score 1/4; g = −1: G = 4, S² = 8, η = 1 + 2/8.
    expect(tracker.learn([2], 1)).toBe(0.75);
    const report = tracker.report({ weights: [0.25] });
    expect(report).toMatchObject({
      rounds: 2,
      loss: 1.75,
      comparatorLoss: 1,
      regret: 0.75,
      solver: undefined,
    });
    expect(report.comparator).toEqual({ weights: [0.25] });
    // Ŝ² = 8 + 4, a = ¼ √12.
    const a = Math.sqrt(12) / 4;
    expect(report.bound).toBeCloseTo(1 + 2 * a * (Math.log((3 * a * 12) / 4) - 1), 12);
    expect(report.oracle).toBeCloseTo(0.25 * Math.sqrt(8), 14);
  });

  it("leaves the model as it would be without it", () => {
    const alone = linear({ rule: "scinol1" });
    const watched = linear({ rule: "scinol1" });
    const tracker = trackRegret(watched);
    for (let t = 0; t < 50; t++) {
      const x = [Math.sin(t), 100 * Math.cos(3 * t)];
      expect(tracker.learn(x, t % 3 === 0 ? 1 : -1)).toBe(alone.learn(x, t % 3 === 0 ? 1 : -1));
      if (t % 10 === 0) tracker.report();
    }
    expect(watched.save()).toEqual(alone.save());
  });

  it("finds the best weights itself and says how", () => {
    const tracker = trackRegret(linear({ rule: "scinol2" }));
    const examples = new StoredExamples();
    for (let t = 0; t < 200; t++) {
      const x = [Math.sin(t * t), 1e6 * Math.cos(t)];
      const y = Math.sin(t * t) + Math.sin(7 * t) > 0 ? 1 : -1;
      tracker.learn(x, y);
      examples.add(x, y);
    }
    const best = bestComparator(examples);
    const report = tracker.report();
    expect(report.comparator).toEqual({ intercept: best.intercept, weights: best.weights });
    expect(report.solver).toMatchObject({ converged: true, separable: false, iterations: best.iterations });
    expect(report.comparatorLoss).toBe(best.loss);
    expect(report.regret).toBeGreaterThan(0);
    expect(report.regret).toBeLessThan(report.bound!);
    expect(report.oracle).toBeLessThan(report.bound!);
  });

  it("knows the least of what to compare with before the first round, and that nothing is promised", () => {
    const report = trackRegret(linear({ rule: "scinol2", features: 2 })).report();
    expect(report).toMatchObject({ rounds: 0, loss: 0, comparatorLoss: 0, regret: 0, bound: 0, oracle: 0 });
  });

  it("takes sparse examples, features that grow, and a comparator that knows more of them", () => {
    const tracker = trackRegret(linear({ rule: "scinol2" }));
    tracker.learn({ indices: [0], values: [1] }, 1);
    tracker.learn({ indices: [5], values: [3] }, -1);
    const { bound, regret } = tracker.report({ weights: [1, 0, 0, 0, 0, -1, 9, 9] });
    expect(regret).toBeLessThan(bound!);
    expect(tracker.report().comparator.weights).toHaveLength(6);
  });

  it("multiplies losses by importance weights", () => {
    const tracker = trackRegret(linear({ rule: "scinol2", constant: false }));
    tracker.learn([1], 1, 3);
    tracker.learn([0], -1, 0.5);
    expect(tracker.loss).toBeCloseTo(3.5 * Math.LN2, 14);
    expect(tracker.report({ weights: [0] }).regret).toBe(0);
  });

  it.each(Object.keys(rules) as RuleName[])(
    "works out %s's regret and the oracle's bound from what it stored",
    (rule) => {
      const tracker = trackRegret(
        linear({ rule: rules[rule], constant: false, features: 1, loss: "absolute" }),
      );
      // Labels are far above what any rule answers, so every slope is −1 and S² = 3² + 4².
      for (const x of [3, -4]) tracker.learn([x], 1000);
      const report = tracker.report({ weights: [-2] });
      expect(report.comparatorLoss).toBe(1006 + 992);
      expect(report.regret).toBe(report.loss - report.comparatorLoss);
      expect(report.oracle).toBeCloseTo(2 * 5, 14);
      expect(report.bound === undefined).toBe(!rule.startsWith("scinol"));
    },
  );

  it("forgets nothing that a caller changes afterwards", () => {
    const tracker = trackRegret(linear({ rule: "scinol2" }));
    const x = Float64Array.of(1, 2);
    tracker.learn(x, 1);
    const before = tracker.report({ intercept: [0], weights: [1, 1] });
    x.fill(9);
    expect(tracker.report({ intercept: [0], weights: [1, 1] })).toEqual(before);
  });

  it("is refused for models the theorems say nothing about, with what to do", () => {
    const learned = linear();
    learned.learn([1], 1);
    expect(() => trackRegret(learned)).toThrow(
      "regret: the model has learned 1 rounds already; track a fresh one",
    );
    expect(() => trackRegret(linear({ loss: "squared" }))).toThrow(
      "regret: scinol2 clips the slopes of squared, which may exceed 1; use a loss that is 1-Lipschitz",
    );
    expect(() => trackRegret(linear({ rule: rules.sgd, loss: "squared" }))).not.toThrow();
  });

  it("refuses what would make its sums wrong, and changes nothing", () => {
    const model = linear({ rule: "scinol1", loss: "softmax", outputs: 2, features: 1 });
    const tracker = trackRegret(model);
    tracker.learn([1], 0);
    expect(() => tracker.learn([1], 0, 2)).toThrow(
      "regret: the bound of scinol1 covers weights up to 1, got 2; use scinol2",
    );
    expect(() => tracker.learn([1], 5)).toThrow("label must be a class from 0 to 1, got 5");
    expect(() => tracker.learn([1, 2], 0)).toThrow("expected 1 features, got 2");
    expect(tracker.report().rounds).toBe(1);
    model.growOutputs(3);
    expect(() => tracker.learn([1], 0)).toThrow("regret: the model's outputs grew from 2 to 3");
    const other = linear();
    const bypassed = trackRegret(other);
    other.learn([1], 1);
    expect(() => bypassed.report()).toThrow(
      "regret: the model has learned 1 rounds, the tracker 0; learn through the tracker only",
    );
  });

  it("asks for a comparator where there is no solver, and for one it can score with", () => {
    const tracker = trackRegret(linear({ loss: "absolute" }));
    tracker.learn([1e300], 1);
    expect(() => tracker.report()).toThrow(
      "regret: the best weights are found for logistic and softmax, not absolute; give report() a comparator",
    );
    expect(() => tracker.report({ weights: [1e300] })).toThrow(
      "comparator: its score on example 0 is Infinity; its weights are too large",
    );
    expect(() => tracker.report({ weights: [] })).toThrow("comparator: expected 1 features × 1 outputs");
  });
});
