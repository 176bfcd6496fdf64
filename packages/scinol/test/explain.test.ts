import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { classifier, type LearnerOptions, regressor } from "../src/index.ts";
import { anyOptions, anyRecord } from "./arbitraries.ts";
import { normal } from "./streams.ts";

const rounds = fc.array(fc.tuple(anyRecord, fc.nat(1)), { minLength: 5, maxLength: 40 });
const sumOf = (list: readonly { contribution: number }[]) =>
  list.reduce((sum, one) => sum + one.contribution, 0);
const logit = (p: number) => Math.log(p / (1 - p));

describe("an explanation", () => {
  it("of two classes with one memory adds up to the logit of the probability", () => {
    const oneMemory = anyOptions.map((options): LearnerOptions => ({ ...options, memory: "all" }));
    fc.assert(
      fc.property(oneMemory, rounds, anyRecord, (options, stream, record) => {
        const learner = classifier({ ...options, classes: [0, 1] });
        for (const [x, label] of stream) learner.learn(x, label as 0 | 1);
        const p = learner.predict(record).probabilities.get(1)!;
        const { score, baseline, contributions } = learner.explain(record, 1);
        expect(score).toBeCloseTo(baseline + sumOf(contributions), 10);
        // Near 0 and 1 the probability has no digits left to tell the score by.
        if (Math.abs(logit(p)) < 10) expect(score).toBeCloseTo(logit(p), 8);
        expect(learner.explain(record, 0).score).toBeCloseTo(-score, 10);
      }),
      { numRuns: 300 },
    );
  });

  it("of a value adds up to the value", () => {
    fc.assert(
      fc.property(anyOptions, rounds, anyRecord, (options, stream, record) => {
        const learner = regressor(options);
        stream.forEach(([x], t) => {
          learner.learn(x, 100 + 3 * Math.sin(t));
        });
        const { value } = learner.predict(record);
        const told = learner.explain(record);
        expect(told.value).toSatisfy(Number.isFinite);
        // Beyond this answers stop growing, and their parts do not.
        if (Math.abs(value) > 1e280) return;
        expect(Math.abs(told.value - value)).toBeLessThan(1e-9 * (1 + Math.abs(value)));
        expect(Math.abs(told.baseline + sumOf(told.contributions) - value)).toBeLessThan(
          1e-9 * (1 + Math.abs(value)),
        );
      }),
    );
  });

  it("of many classes is of the scores that the memories' probabilities come from", () => {
    const learner = classifier<string>({ memory: "all" });
    const draw = normal(3);
    for (let t = 0; t < 300; t++) learner.learn({ x: draw(), y: draw() }, ["a", "b", "c"][t % 3]);
    const record = { x: 1, y: -2 };
    const scores = ["a", "b", "c"].map((label) => learner.explain(record, label).score);
    const total = scores.reduce((sum, score) => sum + Math.exp(score), 0);
    const { probabilities, label } = learner.predict(record);
    ["a", "b", "c"].forEach((name, k) => {
      expect(probabilities.get(name)).toBeCloseTo(Math.exp(scores[k]) / total, 10);
    });
    expect(learner.explain(record).label).toBe(label);
    expect(() => learner.explain(record, "d")).toThrow('class "d" is not known');
  });

  it("with four memories is their average, by their shares", () => {
    const learner = classifier({ classes: [0, 1] });
    const draw = normal(4);
    const records = Array.from({ length: 200 }, () => ({ x: draw(), y: draw() }));
    for (const record of records) learner.learn(record, record.x > 0 ? 1 : 0);
    // Where the memories agree, the logit of their average is the average of their logits, to second order.
    const near = { x: 0.1, y: 0 };
    expect(learner.explain(near, 1).score).toBeCloseTo(logit(learner.predict(near).probabilities.get(1)!), 1);
    expect(learner.shares.reduce((a, b) => a + b)).toBeCloseTo(1, 12);
  });

  it("puts the most telling column first, and names each once", () => {
    const learner = classifier({ classes: [false, true], crosses: [["sky", "wind"]] });
    for (let t = 0; t < 200; t++) {
      const sunny = t % 3 !== 0;
      learner.learn(
        { sky: sunny ? "sun" : "rain", wind: t % 2, when: new Date(t * 1e7), words: ["a", "b"] },
        sunny,
      );
    }
    const { contributions } = learner.explain(
      { sky: "sun", wind: 1, when: new Date(0), words: ["b", "b"] },
      true,
    );
    expect(contributions[0].column).toBe("sky");
    expect(contributions[0].contribution).toBeGreaterThan(0);
    const sizes = contributions.map(({ contribution }) => Math.abs(contribution));
    expect(sizes).toEqual([...sizes].sort((a, b) => b - a));
    expect(contributions.map(({ column }) => column).sort()).toEqual([
      "sky",
      "sky×wind",
      "when",
      "wind",
      "words",
    ]);
  });

  it("is right for a rule that moves all coordinates every round", () => {
    const learner = classifier({ classes: [false, true], rule: "adam", settings: { rate: 0.1 } });
    for (let t = 0; t < 300; t++)
      learner.learn({ noise: (t * 7) % 5, sky: t % 2 === 0 ? "sun" : "rain" }, t % 2 === 0);
    // The columns in another order than they were met in, and one left out.
    expect(learner.explain({ sky: "sun", noise: 2 }, true).contributions[0].column).toBe("sky");
    expect(learner.explain({ sky: "sun" }, true).contributions.map(({ column }) => column)).toEqual(["sky"]);
  });
});

describe("weights", () => {
  const draw = normal(5);

  it("make the score of a record near the centre, with their intercept", () => {
    const learner = classifier({ classes: [false, true], memory: "all" });
    for (let t = 0; t < 3000; t++) {
      const [age, income] = [40 + 10 * draw(), 30_000 + 5000 * draw()];
      learner.learn({ age, income }, age / 10 - income / 5000 + draw() > -2);
    }
    const { intercept, weights, label } = learner.weights();
    expect(label).toBe(true);
    expect(weights.map(({ name }) => name)).toEqual(["age", "income"]);
    const [age, income] = weights.map(({ weight }) => weight);
    expect(age).toBeGreaterThan(0);
    expect(income).toBeLessThan(0);
    const centre = learner.explain({ age: 40, income: 30_000 }, true).score;
    expect(intercept + age * 40 + income * 30_000).toBeCloseTo(centre, 1);
    // One unit more is worth the slope.
    const slope =
      learner.explain({ age: 40.5, income: 30_000 }, true).score -
      learner.explain({ age: 39.5, income: 30_000 }, true).score;
    expect(slope / age).toBeCloseTo(1, 1);
    const other = learner.weights(false);
    expect(other.weights[0].weight).toBe(-age);
    expect(other.intercept).toBe(-intercept);
  });

  it("of a regressor are in units of the target a unit of the column", () => {
    const learner = regressor();
    for (let t = 0; t < 5000; t++) {
      const x = 200 + 20 * draw();
      learner.learn({ x }, 7 + 3 * x + draw());
    }
    const { intercept, weights } = learner.weights();
    expect(weights[0].weight).toBeCloseTo(3, 1);
    expect(intercept + 200 * weights[0].weight).toBeCloseTo(607, 0);
  });

  it("name categories, tokens, missing values, hours and crosses", () => {
    const learner = classifier({ classes: [0, 1], crosses: [["a", "b"]] });
    learner.learn({ a: "x", b: true, t: ["u"], d: new Date(0), n: 1 }, 0);
    learner.learn({ a: "y", b: null, t: ["v"], d: new Date(1e9), n: 2 }, 1);
    expect(learner.weights().weights.map(({ name }) => name)).toEqual([
      "a=x",
      "a=y",
      "b",
      "b is missing",
      "a×b=x×true",
      "t=u",
      "t=v",
      "d",
      "d: hour cos",
      "d: hour sin",
      "d: weekday cos",
      "d: weekday sin",
      "d: month cos",
      "d: month sin",
      "n",
    ]);
  });

  it("of a hashed learner are those of its table", () => {
    const learner = classifier({ classes: [0, 1], hash: 3 });
    for (let t = 0; t < 9; t++) learner.learn({ word: `w${t % 3}` }, t % 3 === 0 ? 1 : 0);
    const { weights } = learner.weights();
    expect(weights.length).toBeGreaterThan(0);
    for (const { name } of weights) expect(name).toMatch(/^#[0-7]$/);
  });

  it("are none before anything was learned", () => {
    expect(classifier().weights()).toEqual({ label: undefined, intercept: 0, weights: [] });
    expect(regressor().weights()).toEqual({ intercept: 0, weights: [] });
  });
});

describe("a frozen learner", () => {
  it("gives the same predictions to the bit, learns nothing, and has a file that is no larger", () => {
    fc.assert(
      fc.property(anyOptions, rounds, anyRecord, (options, stream, record) => {
        const learner = classifier(options);
        const numbers = regressor(options);
        stream.forEach(([x, label], t) => {
          learner.learn(x, label);
          numbers.learn(x, Math.sin(t));
        });
        for (const [frozen, whole] of [
          [learner.freeze(), learner],
          [numbers.freeze(), numbers],
        ] as const) {
          expect(frozen.predict(record)).toEqual(whole.predict(record));
          expect(frozen.explain(record)).toEqual(whole.explain(record));
          expect(frozen.weights()).toEqual(whole.weights());
          expect(() => (frozen as never as typeof learner).learn(record, 1)).toThrow(
            "frozen: it only predicts",
          );
          expect(frozen.save().length).toBeLessThan(whole.save().length);
        }
      }),
    );
  });

  it("goes its own way: what its source learns later does not reach it", () => {
    const learner = classifier({ classes: [0, 1] });
    learner.learn({ x: 1 }, 0);
    learner.learn({ x: 2 }, 1);
    const frozen = learner.freeze();
    const before = frozen.predict({ x: 2 });
    for (let t = 0; t < 50; t++) learner.learn({ x: t % 5, y: t }, t % 2 === 0 ? 0 : 1);
    expect(frozen.predict({ x: 2 })).toEqual(before);
  });
});
