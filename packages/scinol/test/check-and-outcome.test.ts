import { describe, expect, it } from "vitest";
import { classifier, type Label, regressor } from "../src/index.ts";
import { fingerprint } from "./fingerprint.ts";

const colours = ["red", "green", "blue"];
const rows = Array.from({ length: 300 }, (_, n) => ({
  x: { a: ((n * 7919) % 1000) / 10, colour: colours[n % 3], ...(n % 5 === 0 ? { b: null } : { b: n }) },
  y: ((n * 7919) % 1000) / 10 + (n % 3) * 20,
  weight: (n % 4) + 0.5,
}));
const labelOf = (y: number) => (y > 90 ? "high" : y > 40 ? "middle" : "low");

/** Each learner with the labels it learns the rows with. */
const learners = {
  "a classifier that meets its classes": { make: () => classifier(), label: labelOf },
  "a classifier of two classes": {
    make: () => classifier({ classes: [true, false] }),
    label: (y: number) => y > 60,
  },
  "a regressor": { make: () => regressor(), label: (y: number) => y },
} as const;

// biome-ignore lint/suspicious/noExplicitAny: three learners, each with labels of its own.
type Any = any;

for (const [name, { make, label }] of Object.entries(learners)) {
  describe(name, () => {
    it("answers as outcome what predict and learn would have answered, and learns the same bits", () => {
      const one: Any = make();
      const other: Any = make();
      for (const { x, y, weight } of rows) {
        const prediction = one.predict(x, weight);
        const loss = one.learn(x, label(y), weight);
        expect(other.outcome(x, label(y), weight)).toEqual({ prediction, label: label(y), weight, loss });
      }
      expect(fingerprint(other)).toBe(fingerprint(one));
    });

    it("checks without changing anything, between any two rounds", () => {
      const one: Any = make();
      const other: Any = make();
      for (const { x, y, weight } of rows) {
        other.check({ ...x, fresh: y, colour: "never learned" }, label(y), weight);
        expect(() => other.check({ a: { b: 1 }, "a.b": 2 }, label(y))).toThrow("comes twice");
        expect(other.learn(x, label(y), weight)).toBe(one.learn(x, label(y), weight));
      }
      expect(fingerprint(other)).toBe(fingerprint(one));
    });

    it("throws as check what learn would throw", () => {
      const learner: Any = make();
      learner.learn({ a: 1 }, label(1));
      const before = fingerprint(learner);
      const wrong: [record: unknown, label: unknown, weight?: unknown][] = [
        [5, label(1)],
        [{ a: { b: 1 }, "a.b": 2 }, label(1)],
        [{ a: () => 1 }, label(1)],
        [{ a: 1 }, null],
        [{ a: 1 }, Number.NaN],
        [{ a: 1 }, label(1), -1],
        [{ a: 1 }, label(1), Number.POSITIVE_INFINITY],
      ];
      for (const [x, y, weight] of wrong) {
        const message = messageOf(() => learner.learn(x, y, weight));
        expect(message).not.toBe("");
        expect(messageOf(() => learner.check(x, y, weight))).toBe(message);
        expect(messageOf(() => learner.outcome(x, y, weight))).toBe(message);
      }
      expect(fingerprint(learner)).toBe(before);
    });
  });
}

it("a class that was not declared is refused by check", () => {
  const learner = classifier<Label>({ classes: ["a", "b"] });
  expect(() => learner.check({}, "c")).toThrow('label "c" is not among the classes "a", "b"');
});

function messageOf(act: () => void): string {
  try {
    act();
  } catch (error) {
    return (error as Error).message;
  }
  return "";
}
