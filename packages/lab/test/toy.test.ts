import { linear } from "scinol";
import { type RuleName, rules } from "scinol/rules";
import { describe, expect, it } from "vitest";
import { bestPossible, crossEntropy, draw, scales, trueWeights, zeroVector } from "../src/toy.ts";
import { toyExperiment } from "../src/toy-experiment.ts";
import { toyPicture } from "../src/toy-picture.ts";

describe("the toy data", () => {
  const u = trueWeights(1);
  const examples = draw(u, 20_000, 2);

  it("has 21 features of scale 2⁻¹⁰ … 2¹⁰, and weights that undo the scales", () => {
    expect(scales).toHaveLength(21);
    expect([scales[0], scales[10], scales[20]]).toEqual([2 ** -10, 1, 2 ** 10]);
    expect(u.map((weight, i) => Math.abs(weight) * scales[i])).toEqual(new Float64Array(21).fill(1));
    expect(u.some((weight) => weight < 0) && u.some((weight) => weight > 0)).toBe(true);
  });

  it("spreads every feature by its scale", () => {
    for (let i = 0; i < 21; i++) {
      const variance = examples.rows.reduce((sum, row) => sum + row[i] ** 2, 0) / examples.rows.length;
      expect(Math.abs(variance / scales[i] ** 2 - 1)).toBeLessThan(4 * Math.sqrt(2 / examples.rows.length));
    }
  });

  it("is the same for the same seed, and begins the same however much is drawn", () => {
    const few = draw(u, 10, 2);
    expect(few.rows.map((row) => [...row])).toEqual(examples.rows.slice(0, 10).map((row) => [...row]));
    expect([...few.labels]).toEqual([...examples.labels.slice(0, 10)]);
  });

  it("costs the zero vector ln 2 and the true weights what the quadrature says", () => {
    expect(crossEntropy(new Float64Array(21), examples)).toBeCloseTo(zeroVector, 12);
    expect(bestPossible()).toBeCloseTo(0.2604, 4);
    expect(Math.abs(crossEntropy(u, examples) - bestPossible())).toBeLessThan(0.012);
  });

  it("has a quadrature that gives ln 2 where there is nothing to know", () => {
    expect(bestPossible(0)).toBeCloseTo(Math.LN2, 14);
  });
});

describe("the toy experiment", () => {
  const result = toyExperiment({ test: 2000, checkpoints: [100, 200] });

  it("runs every rule of the table", () => {
    expect(result.rules.map(({ rule }) => rule)).toEqual(Object.keys(rules));
  });

  it("reports a finite loss, never below what is possible, at every checkpoint", () => {
    for (const { loss } of result.rules) {
      expect(loss).toHaveLength(2);
      expect(loss.every((l) => Number.isFinite(l) && l > result.bestOnTest)).toBe(true);
    }
  });

  it("gives the same numbers again", () => {
    expect(toyExperiment({ test: 2000, checkpoints: [100, 200] })).toEqual(result);
  });

  it("tells its progress, from nothing to everything", () => {
    const told: [number, number, RuleName | undefined][] = [];
    toyExperiment({
      test: 10,
      checkpoints: [5, 10],
      rules: ["scinol2", "sgd"],
      progress: (...p) => told.push(p),
    });
    expect(told).toEqual([
      [0, 4, "scinol2"],
      [1, 4, "scinol2"],
      [2, 4, "sgd"],
      [3, 4, "sgd"],
      [4, 4, undefined],
    ]);
  });

  it("comes out near the published means where there are any, after 1,000 rounds", () => {
    const { rules } = toyExperiment({
      test: 5000,
      checkpoints: [1000],
      rules: ["scinol1", "scinol2", "nag", "sfmd"],
    });
    for (const { loss, published } of rules) {
      expect(Math.abs(loss[0] - published!.loss[1000])).toBeLessThan(0.04);
    }
  });

  it("gives every rule that has a rate one that was chosen for the data", () => {
    for (const { settings, tuned } of result.rules) expect(tuned).toBe(settings.rate !== undefined);
  });

  it("has no rate for SGD: a hundredth of the smallest that the paper tries is best, and still near ln 2", () => {
    const u = trueWeights(1);
    const training = draw(u, 5000, 2);
    const test = draw(u, 20_000, 3);
    const losses = [1e-3, 1e-4, 1e-5, 1e-6].map((rate) => {
      const model = linear({ rule: rules.sgd, settings: { rate }, constant: false });
      for (let t = 0; t < 5000; t++) model.learn(training.rows[t], training.labels[t]);
      return crossEntropy(model.weights().weights, test);
    });
    expect(Math.min(...losses)).toBeGreaterThan(0.61);
  });

  it("draws a curve and a name for every rule", () => {
    const picture = toyPicture(result);
    for (const { title } of Object.values(rules)) expect(picture).toContain(`>${title}</text>`);
    expect(picture).not.toMatch(/NaN|Infinity|undefined/);
  });
});
