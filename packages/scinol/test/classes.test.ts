import { describe, expect, it } from "vitest";
import { classifier, linear } from "../src/index.ts";
import { normal } from "./streams.ts";

const logit = (p: number) => Math.log(p / (1 - p));

describe("classes that are met as they appear", () => {
  it("are none before the first, and certain while there is only one", () => {
    const learner = classifier();
    expect(learner.predict({ x: 1 })).toEqual({ label: undefined, probabilities: new Map() });
    expect(learner.learn({ x: 1 }, "only")).toBe(0);
    expect(learner.predict({ x: 2 })).toEqual({ label: "only", probabilities: new Map([["only", 1]]) });
  });

  it("may be of any type, and 1 is neither true nor a text", () => {
    const learner = classifier();
    for (const label of [1, "1", true, "true", "", -0, 0]) learner.learn({ x: 1 }, label);
    expect(learner.classes).toEqual([1, "1", true, "true", "", 0]);
    expect(Object.is(learner.classes[5], 0)).toBe(true);
  });

  it("cost a fresh output when they first come: ln 2 for the second", () => {
    const learner = classifier();
    learner.learn({ x: 1 }, "a");
    expect(learner.learn({ x: 5 }, "b")).toBeCloseTo(Math.LN2, 14);
  });

  it("a third turns the logistic model into softmax, and no odds change by it", () => {
    const learner = classifier<string>({ memory: "all" });
    const draw = normal(6);
    learner.learn({ x: -1 }, "a");
    for (let t = 0; t < 200; t++) {
      const x = draw();
      learner.learn({ x }, x + draw() > 0 ? "b" : "a");
    }
    const record = { x: 0.7 };
    const score = logit(learner.predict(record).probabilities.get("b")!);
    expect(score).toBeGreaterThan(0.5);
    expect(learner.predict(record).probabilities.has("c")).toBe(false);
    // Three outputs, 0, the score and 0: the loss is that of a class with a fresh one.
    expect(learner.learn(record, "c")).toBeCloseTo(Math.log(2 + Math.exp(score)), 10);
    const { probabilities } = learner.predict({ x: 0.7 });
    expect([...probabilities.keys()]).toEqual(["a", "b", "c"]);
    expect(probabilities.get("b")! / probabilities.get("a")!).toBeGreaterThan(1.4);
  });

  it("are told apart, the third as well as the first two", () => {
    const learner = classifier<number>();
    const draw = normal(7);
    let late = 0;
    for (let t = 0; t < 3000; t++) {
      const [x, y] = [draw(), draw()];
      // The third is met late.
      const label = y > 0.8 && t > 500 ? 2 : x > 0 ? 1 : 0;
      const loss = learner.learn({ x, y }, label);
      if (t >= 2000) late += loss / 1000;
    }
    expect(late).toBeLessThan(0.25);
    expect(learner.predict({ x: 0, y: 2 }).label).toBe(2);
    expect(learner.predict({ x: 2, y: -1 }).label).toBe(1);
    expect(learner.predict({ x: -2, y: -1 }).label).toBe(0);
  });

  it("have probabilities that add up to 1", () => {
    const learner = classifier();
    for (let t = 0; t < 100; t++) {
      learner.learn({ x: t % 11, y: `${t % 3}` }, t % 5);
      const total = [...learner.predict({ x: t }).probabilities.values()].reduce((a, b) => a + b);
      expect(total).toBeCloseTo(1, 12);
    }
  });

  it("are not as many as records", () => {
    const learner = classifier({ exact: true });
    for (let t = 0; t < 12; t++) learner.learn({}, t);
    expect(() => classifier({ classes: Array.from({ length: 10_001 }, (_, t) => t) })).toThrow(
      "more than 10000 classes; predict a number with a regressor instead",
    );
  });
});

describe("classes that are declared", () => {
  it("are equally likely before anything was learned", () => {
    const { probabilities } = classifier({ classes: ["a", "b", "c", "d"] }).predict({ x: 1 });
    expect([...probabilities.values()]).toEqual([0.25, 0.25, 0.25, 0.25]);
  });

  it("two of them are the paper's one-output logistic model", () => {
    const learner = classifier({ classes: [-1, 1], exact: true });
    const model = linear();
    const draw = normal(8);
    for (let t = 0; t < 300; t++) {
      const x = [draw(), 100 * draw() + 50];
      const y = x[0] > 0 ? 1 : -1;
      expect(learner.learn({ indices: [0, 1], values: x }, y)).toBeCloseTo(model.learn(x, y), 12);
    }
  });
});
