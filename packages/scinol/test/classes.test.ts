import { describe, expect, it } from "vitest";
import { classifier, linear } from "../src/index.ts";
import { normal } from "./streams.ts";

describe("classes that are met as they appear", () => {
  it("are none before the first, and one plays against any other while it is alone", () => {
    const learner = classifier();
    const { label, probabilities } = learner.predict({ x: 1 });
    expect([label, probabilities.size]).toEqual([undefined, 0]);
    expect(learner.learn({ x: 1 }, "only")).toBeCloseTo(Math.LN2, 14);
    for (let t = 0; t < 100; t++) learner.learn({ x: t }, "only");
    expect(learner.predict({ x: 2 }).label).toBe("only");
    expect(learner.predict({ x: 2 }).probabilities.get("only")).toBeGreaterThan(0.95);
  });

  it("may be of any type, and 1 is neither true nor a text", () => {
    const learner = classifier();
    for (const label of [1, "1", true, "true", "", -0, 0]) learner.learn({ x: 1 }, label);
    expect(learner.classes).toEqual([1, "1", true, "true", "", 0]);
    expect(Object.is(learner.classes[5], 0)).toBe(true);
  });

  it("cost what was left to any other when the second comes", () => {
    const learner = classifier();
    learner.learn({ x: 1 }, "a");
    const left = 1 - learner.predict({ x: 5 }).probabilities.get("a")!;
    expect(learner.learn({ x: 5 }, "b")).toBeCloseTo(-Math.log(left), 12);
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
      if (learner.classes.length < 2) continue;
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
