import { describe, expect, it } from "vitest";
import { type Classifier, type ClassifierOptions, classifier, load, regressor } from "../../src/index.ts";

/* Cases in which an earlier state of the learner came to another model than it should, refused its own file, or said NaN. */

const table = (learner: Classifier, numbers: readonly string[], texts: readonly string[]) =>
  learner.table({ numbers: numbers.map((name) => ({ name, kind: "number" as const })), texts });

const none = new Int32Array(0);
const oneNumber = (value: number) => ({
  rows: 1,
  numbers: Float64Array.of(value),
  codes: none,
  dictionaries: [],
});
const pair = (options: ClassifierOptions): [Classifier, Classifier] => [
  classifier({ classes: ["p", "q"], ...options }) as Classifier,
  classifier({ classes: ["p", "q"], ...options }) as Classifier,
];

describe("a model that was saved", () => {
  it.each(["category", "date"] as const)("misses a declared %s as before", (kind) => {
    const [whole] = pair({ schema: { c: kind } });
    const value = kind === "date" ? new Date(1e12) : "u";
    whole.learn({ c: value }, "p");
    const loaded = load(whole.save()) as Classifier;
    for (const label of ["p", "q"]) expect(loaded.learn({ x: 1 }, label)).toBe(whole.learn({ x: 1 }, label));
    expect(loaded.hash).toBe(whole.hash);
  });

  it("can be loaded whatever weights and sizes there were", () => {
    const [small] = pair({});
    small.learn({ indices: [1], values: [1] }, "p", 2.2e-7);
    small.learn({ indices: [1], values: [1e6] }, "p", 0);
    expect((load(small.save()) as Classifier).hash).toBe(small.hash);
    const [large] = pair({});
    for (let t = 0; t < 30; t++) large.learn({ x: -1e300 }, t % 2 ? "p" : "q");
    large.learn({ x: 1e300 }, "p", 1e8);
    large.learn({ x: 2 }, "p");
    expect((load(large.save()) as Classifier).hash).toBe(large.hash);
    const dear = regressor();
    dear.learn({ x: 1 }, 0);
    dear.learn({ x: 1 }, 1e300, 1e8);
    dear.learn({ x: 1 }, -5e299, 1e8);
    expect(load(dear.save()).hash).toBe(dear.hash);
  });
});

describe("what was only predicted", () => {
  it("does not hide that a record has two dates", () => {
    const learners = pair({});
    for (const learner of learners) {
      learner.learn({ d1: new Date(1e12) }, "p");
      learner.learn({ d2: new Date(1.1e12) }, "q");
    }
    const record = { d1: new Date(1e12), d2: new Date(1.2e12) };
    learners[0].predict(record);
    for (const learner of learners) learner.learn(record, "p");
    expect(learners[0].hash).toBe(learners[1].hash);
  });
});

describe("a table", () => {
  it("has crosses", () => {
    const [one, many] = pair({ crosses: [["a", "b"]] });
    one.learn({ a: "1", b: "2" }, "p");
    const dictionaries = [{ values: ["1"] }, { values: ["2"] }];
    table(
      many,
      [],
      ["a", "b"],
    )({ rows: 1, numbers: new Float64Array(0), codes: Int32Array.of(0, 0), dictionaries }, ["p"]);
    expect(many.hash).toBe(one.hash);
  });

  it("misses a declared column that only records have", () => {
    const [many, one] = pair({ schema: { a: "number", b: "number" } });
    const learnRow = table(many, ["a"], []);
    const learn = (a: number, label: string) => {
      learnRow(oneNumber(a), [label]);
      one.learn({ a }, label);
    };
    learn(1, "p");
    learn(2, "q");
    for (const learner of [many, one]) learner.learn({ a: 1, b: 7 }, "p");
    learn(5, "p");
    expect(many.hash).toBe(one.hash);
  });

  it("reports its answers by the classes of their time", () => {
    const [one, many] = [classifier(), classifier()];
    const labels = Array.from({ length: 12 }, (_, t) => (t === 11 ? "z" : t % 2 ? "B" : "A"));
    const numbers = Float64Array.from(labels, (_, t) => t % 2);
    const expected = labels.map((label, t) => {
      const before = one.predict({ x: t % 2 }).label;
      one.learn({ x: t % 2 }, label);
      return before === undefined ? 0 : one.classes.indexOf(before);
    });
    const { answers } = table(many, ["x"], [])({ rows: 12, numbers, codes: none, dictionaries: [] }, labels);
    // Before its first label a class cannot have been predicted.
    expect([...answers.subarray(1, 12)]).toEqual(expected.slice(1));
  });

  it("that is refused leaves the model as it was", () => {
    const learner = classifier();
    learner.learn({ b: "x" }, "p");
    const { hash } = learner;
    const rows = { rows: 1, numbers: Float64Array.of(1, 2), codes: none, dictionaries: [] };
    expect(() => table(learner as Classifier, ["a", "b"], [])(rows, ["p"])).toThrow(
      "is a number here, a category",
    );
    expect(learner.hash).toBe(hash);
  });
});

describe("sparse rows", () => {
  it("that are refused leave the model as it was", () => {
    const learner = classifier({ crosses: [["a", "b"]] });
    learner.learn({ a: "1", b: "2" }, "p");
    const { hash } = learner;
    const rows = {
      rows: 1,
      offsets: [0, 2],
      indices: [0, 1],
      values: [1, 1],
      names: { values: ["new", "a×b"] },
    };
    expect(() => learner.sparse()(rows, ["other"])).toThrow("has the name of a cross");
    expect([learner.hash, learner.classes]).toEqual([hash, ["p"]]);
  });

  it("come to the model of their records where columns are numbers or categories", () => {
    for (const value of [1, "1"]) {
      const [one, many] = pair({});
      for (const learner of [one, many]) {
        learner.learn({ x: value }, "p");
        learner.learn({ x: typeof value === "number" ? 3 : "3" }, "q");
      }
      one.learn({ indices: ["x"], values: [2] }, "p");
      many.sparse()({ rows: 1, offsets: [0, 1], indices: [0], values: [2], names: { values: ["x"] } }, ["p"]);
      expect(many.hash).toBe(one.hash);
    }
  });
});

describe("no NaN", () => {
  it.each(["huber", "squared", "absolute", 0.9] as const)(
    "comes of labels that hardly differ, by %s",
    (loss) => {
      const learner = regressor({ loss });
      for (const y of [-1, 1, 1e-161, 1e-310, 1e-310, 0.5]) learner.learn({ x: 1 }, y);
      expect(Number.isFinite(learner.predict({ x: 1 }).value)).toBe(true);
    },
  );

  it("comes of what was said before labels had a unit", () => {
    const learner = regressor();
    learner.learn({ x: 1 }, 5);
    const { said } = learner.predict({ x: 1 });
    expect(learner.outcome({ x: 1 }, 7, { said }).prediction.value).toBe(5);
  });
});

it("what is said of thousands of classes can be handed back", () => {
  const learner = classifier({ classes: Array.from({ length: 3000 }, (_, k) => k) });
  learner.learn({ a: 1 }, 7);
  const { said } = learner.predict({ a: 1 });
  expect(learner.learn({ a: 1 }, 7, { said })).toBeGreaterThan(0);
});

it("a first record of thousands of categories is read in no time to speak of", () => {
  const learner = classifier();
  const record = Object.fromEntries(Array.from({ length: 20_000 }, (_, n) => [`c${n}`, `v${n % 3}`]));
  learner.learn(record, "p");
  expect(learner.coordinates).toBe(20_001);
});
