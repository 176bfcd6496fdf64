import fc from "fast-check";
import { describe, expect, it } from "vitest";
import {
  type Classifier,
  classifier,
  type Record as Example,
  load,
  regressor,
  type StandardSchema,
} from "../src/index.ts";
import { parseDate } from "../src/records/date.ts";
import { murmur } from "../src/records/murmur.ts";
import { anyRecord } from "./arbitraries.ts";
import { fingerprint } from "./fingerprint.ts";

/** Two learners that were fed alike come to the same predictions only if they read records alike. */
function expectSame(
  [one, first]: [Classifier, readonly Example[]],
  [other, second]: [Classifier, readonly Example[]],
): void {
  first.forEach((record, t) => {
    expect(other.learn(second[t], t % 2)).toBe(one.learn(record, t % 2));
  });
}

const columnsOf = (learner: { toJSON(): object }) =>
  JSON.parse(JSON.stringify(learner)).columns as { name: string; kind?: string; categories: number }[];

describe("a declared column", () => {
  it("reads texts as what it was declared", () => {
    const schema = { n: "number", b: "boolean", d: "date", c: "category" } as const;
    const texts = [
      { n: "1.5", b: "true", d: "1970-01-01T05:00:00Z", c: "5" },
      { n: " -2e3 ", b: "false", d: "1970-03-01", c: "6" },
      { n: "0x10", b: "true", d: "2024-02-29T23:59:59Z", c: "true" },
      { n: "", b: " ", d: "", c: "5" },
    ];
    const values = [
      { n: 1.5, b: true, d: new Date("1970-01-01T05:00:00Z"), c: 5 },
      { n: -2000, b: false, d: new Date("1970-03-01").getTime(), c: 6 },
      { n: 16, b: 1, d: new Date("2024-02-29T23:59:59Z"), c: true },
      { n: null, b: undefined, d: new Date(Number.NaN), c: "5" },
    ];
    expectSame([classifier({ schema }), texts], [classifier({ schema }), values]);
  });

  it("takes a boolean for 0 or 1, where a number was declared", () => {
    const schema = { n: "number" } as const;
    expectSame(
      [classifier({ schema }), [{ n: true }, { n: false }, { n: true }]],
      [classifier({ schema }), [{ n: 1 }, { n: 0 }, { n: 1 }]],
    );
  });

  it.each([
    ["2024-05-01", Date.UTC(2024, 4, 1)],
    ["2024-05", Date.UTC(2024, 4)],
    ["2024-05-01T10:30", Date.UTC(2024, 4, 1, 10, 30)],
    [" 2024-05-01 10:30:15 ", Date.UTC(2024, 4, 1, 10, 30, 15)],
    ["2024-05-01T10:30:15.25Z", Date.UTC(2024, 4, 1, 10, 30, 15, 250)],
    ["2024-05-01T10:30+02:00", Date.UTC(2024, 4, 1, 8, 30)],
    ["2024-13-01", Number.NaN],
    ["1 May 2024", Number.NaN],
    ["05/01/2024", Number.NaN],
    ["2024", Date.UTC(2024, 0)],
    ["20240501", Number.NaN],
  ])("reads the date %j the same in every zone: %d", (text, time) => {
    expect(parseDate(text)).toBe(time);
  });

  it("refuses what it cannot be", () => {
    const learner = classifier({
      schema: { n: "number", b: "boolean", d: "date", c: "category", t: "tokens" },
    });
    const before = fingerprint(learner);
    for (const record of [
      { n: "many" },
      { n: new Date(0) },
      { b: "yes" },
      { b: ["true"] },
      { d: "tomorrow" },
      { d: true },
      { c: new Date(0) },
      { c: ["a"] },
      { t: "a" },
      { t: 1 },
      { t: true },
    ]) {
      expect(() => learner.learn(record, 0), JSON.stringify(record)).toThrow(
        /^column "[nbdct]": expected an? /,
      );
    }
    expect(fingerprint(learner)).toBe(before);
  });

  it("is an indicator only by declaration or in a sparse vector", () => {
    const sparse = [
      { indices: [0, 2], values: [3, 1] },
      { indices: [2], values: [5] },
      { indices: [0, 1], values: [1, 1] },
    ];
    const objects = [{ 0: 3, 2: 1 }, { 2: 5 }, { 0: 1, 1: 1 }];
    const schema = { 0: "indicator", 1: "indicator", 2: "indicator" } as const;
    expectSame([classifier(), sparse], [classifier({ schema }), objects]);
  });

  it("must be of a kind there is", () => {
    expect(() => classifier({ schema: { age: "numbr" as never } })).toThrow(
      'unknown kind of column "age": "numbr"; did you mean "number"?',
    );
    expect(() => classifier({ schema: 5 as never })).toThrow("schema must be an object of kinds");
  });
});

describe("a column's kind", () => {
  it("is settled by its first value that is not missing", () => {
    const learner = classifier();
    learner.learn({ a: null, b: 1, c: "x", d: true, e: ["t"], f: new Date(0), g: 1n }, 0);
    learner.learn({ a: 5 }, 1);
    expect(columnsOf(learner).map(({ name, kind }) => `${name}: ${kind}`)).toEqual([
      "b: number",
      "c: category",
      "d: boolean",
      "e: tokens",
      "f: date",
      "g: number",
      "a: number",
    ]);
  });

  it("makes a value of another kind a category, under its text; true and false are numbers, too", () => {
    const mixed = [
      { n: 1, c: "x", b: true },
      { n: "n/a", c: 5, b: "maybe" },
      { n: true, c: false, b: 0 },
      { n: new Date(0), c: new Date(0), b: new Date(0) },
    ];
    const learner = classifier();
    for (const record of mixed) learner.learn(record, 0);
    const names = learner.weights(0).weights.map(({ name }) => name);
    const date = "1970-01-01T00:00:00.000Z";
    for (const name of ["n=n/a", `n=${date}`, "c=5", "c=false", `c=${date}`, "b=maybe", `b=${date}`]) {
      expect(names).toContain(name);
    }
  });

  it("counts a token as often as it comes: a bag is a column of counts for each", () => {
    const bags = [{ bag: ["a"] }, { bag: ["a", "b", "a", "a"] }, { bag: ["b", "a", "b"] }, { bag: [] }];
    const counts = [{ a: 1 }, { a: 3, b: 1 }, { b: 2, a: 1 }, {}];
    const schema = { a: "indicator", b: "indicator" } as const;
    expectSame([classifier(), bags], [classifier({ schema }), counts]);
  });

  it("and so in a column of another kind", () => {
    const first = [{ x: 1 }, { x: ["a", "a", "b"] }, { x: 2 }, { x: ["b", "a", "b"] }];
    const second = [{ x: 1 }, { bag: ["a", "a", "b"] }, { x: 2 }, { bag: ["b", "a", "b"] }];
    expectSame([classifier(), first], [classifier(), second]);
  });
});

describe("a missing value", () => {
  it("has a coordinate of its own, whatever it is written as", () => {
    const ways = [
      null,
      undefined,
      Number.NaN,
      Number.POSITIVE_INFINITY,
      Number.NEGATIVE_INFINITY,
      1e301,
      new Date(Number.NaN),
      10n ** 400n,
    ];
    const stream = (missing: unknown) => [{ x: 1 }, { x: missing }, { x: 3 }, { x: missing }, { x: 2 }];
    for (const way of ways) expectSame([classifier(), stream(null)], [classifier(), stream(way)]);
  });

  it("can be learned from: what is missing tells the class", () => {
    const learner = classifier({ classes: [0, 1] });
    for (let t = 0; t < 200; t++) learner.learn({ x: t % 2 === 0 ? t % 7 : null }, (t % 2) as 0 | 1);
    expect(learner.predict({ x: null }).label).toBe(1);
    expect(learner.predict({ x: 3 }).label).toBe(0);
  });
});

describe("a date", () => {
  const hours = (from: number, to: number, sign: 0 | 1, learner: Classifier<0 | 1>) => {
    for (let day = 0; day < 60; day++) {
      for (let hour = from; hour < to; hour++)
        learner.learn({ at: new Date(Date.UTC(2024, 0, day, hour)) }, sign);
    }
  };

  it("has an hour, whose end lies next to its beginning", () => {
    const learner = classifier({ classes: [0, 1] });
    for (let n = 0; n < 5; n++) {
      hours(21, 24, 1, learner);
      hours(9, 15, 0, learner);
    }
    const at = (hour: number) => learner.predict({ at: new Date(Date.UTC(2024, 1, 1, hour)) }).label;
    // Never seen, but next to what was.
    expect(at(0)).toBe(1);
    expect(at(1)).toBe(1);
    expect(at(12)).toBe(0);
  });

  it("has a weekday and a month on circles of their own", () => {
    const learner = classifier({ classes: [0, 1], memory: "all" });
    const dates = Array.from({ length: 700 }, (_, day) => new Date(Date.UTC(2022, 0, day, 12)));
    for (const at of dates) learner.learn({ at }, at.getUTCDay() === 0 || at.getUTCDay() === 6 ? 1 : 0);
    const weekend = (day: number) => learner.explain({ at: new Date(Date.UTC(2024, 0, day, 12)) }, 1).score;
    // 6 and 7 January 2024 are a weekend.
    expect(Math.min(weekend(6), weekend(7))).toBeGreaterThan(weekend(10));
    const names = learner.weights(1).weights.map(({ name }) => name);
    // At noon the hour is always the same point, of which one coordinate is 0.
    const circles = ["weekday", "month"].flatMap((c) => [`at: ${c} cos`, `at: ${c} sin`]);
    expect(names).toEqual(expect.arrayContaining(circles));
  });
});

describe("a cross", () => {
  it("tells what its columns cannot tell apart", () => {
    const streams = (crosses: string[][]) => {
      const learner = classifier({ classes: [0, 1], crosses });
      let late = 0;
      for (let t = 0; t < 800; t++) {
        const [a, b] = [(t * 7) % 3 === 0, (t * 5) % 4 < 2];
        const loss = learner.learn({ a: a ? "x" : "y", b }, a !== b ? 1 : 0);
        if (t >= 600) late += loss / 200;
      }
      return late;
    };
    expect(streams([["a", "b"]])).toBeLessThan(0.1);
    expect(streams([])).toBeGreaterThan(0.4);
  });

  it("keeps apart what is written alike", () => {
    const learner = classifier({ crosses: [["a", "b"]] });
    learner.learn({ a: "x×y", b: "z" }, 0);
    learner.learn({ a: "x", b: "y×z" }, 1);
    learner.learn({ a: "x\\", b: "y×z" }, 1);
    expect(columnsOf(learner).find(({ name }) => name === "a×b")).toMatchObject({ categories: 3 });
  });

  it("takes a bag token by token, and leaves out a record in which a part is missing", () => {
    const learner = classifier({ crosses: [["words", "lang"]] });
    learner.learn({ words: ["a", "b", "a"], lang: "en" }, 0);
    learner.learn({ words: ["c"], lang: null }, 0);
    learner.learn({ words: ["d"] }, 0);
    const names = learner.weights().weights.map(({ name }) => name);
    expect(names.filter((name) => name.startsWith("words×lang"))).toEqual([
      "words×lang=a×en",
      "words×lang=b×en",
    ]);
  });

  it("takes a bag of any size, but not the product of two huge ones", () => {
    const learner = classifier({ crosses: [["words", "more"]] });
    const words = Array.from({ length: 200_000 }, (_, n) => `${n % 50}`);
    learner.learn({ words, more: "x" }, 0);
    const before = fingerprint(learner);
    expect(() => learner.learn({ words, more: words }, 0)).toThrow(
      'the cross "words×more" has 40000000000 values in one record; shorten its lists',
    );
    expect(fingerprint(learner)).toBe(before);
  });

  it("has a name that no column and no other cross has", () => {
    const learner = classifier({ crosses: [["a", "b"]] });
    expect(() => learner.learn({ a: 1, b: 2, "a×b": 3 }, 0)).toThrow(
      'column "a×b" has the name of a cross; rename it',
    );
    const clash = /^the cross "a×b(×c)?" has the name of a column$/;
    expect(() =>
      classifier({
        crosses: [
          ["a", "b"],
          ["a", "b"],
        ],
      }),
    ).toThrow(clash);
    expect(() =>
      classifier({
        crosses: [
          ["a×b", "c"],
          ["a", "b×c"],
        ],
      }),
    ).toThrow(clash);
    expect(() =>
      classifier({
        crosses: [
          ["a×b", "c"],
          ["a", "b"],
        ],
      }),
    ).toThrow(clash);
    expect(() => classifier({ crosses: [["a", "b"]], schema: { "a×b": "category" } })).toThrow(clash);
    expect(() => classifier({ crosses: [["a", "a"]] })).toThrow(
      "a cross names at least two columns, each once",
    );
    expect(() => classifier({ crosses: [["a"]] })).toThrow("a cross names at least two columns, each once");
  });
});

describe("hashing", () => {
  it("is MurmurHash3 of the text's UTF-8 bytes", () => {
    // From the reference implementation.
    expect(murmur("", 0)).toBe(0);
    expect(murmur("", 1)).toBe(0x514e28b7);
    expect(murmur("aaaa", 0x9747b28c)).toBe(0x5a97808a);
    expect(murmur("abc", 0)).toBe(0xb3dd93fa);
    expect(murmur("Hello, world!", 0x9747b28c)).toBe(0x24884cba);
    expect(murmur("ππππππππ", 0x9747b28c)).toBe(0xd58063c1);
  });

  it("bounds the table, whatever comes, and lets texts share a place", () => {
    const learner = classifier({ hash: 2, classes: [0, 1] });
    for (let t = 0; t < 300; t++)
      learner.learn({ word: `w${t}`, bag: [`b${t}`, `c${t}`, `d${t}`, "e", "e"] }, t % 2 ? 1 : 0);
    expect(learner.weights().weights.length).toBeLessThanOrEqual(4);
    const size = learner.save().length;
    learner.learn({ word: "never seen", bag: ["nor", "this"] }, 0);
    expect(learner.save().length).toBe(size);
  });

  it("keeps numbers out of the table", () => {
    const plain = classifier();
    const hashed = classifier({ hash: 4 });
    fc.assert(
      fc.property(fc.double({ noNaN: true }), fc.nat(1), (x, label) => {
        expect(hashed.learn({ x }, label)).toBe(plain.learn({ x }, label));
      }),
    );
  });

  it("must be of a size that there is room for", () => {
    expect(() => classifier({ hash: 40 })).toThrow("hash must be a whole number from 0 to 25, got 40");
    expect(() => classifier({ hash: 8, maxFeatures: 100 })).toThrow(
      "maxFeatures must be a whole number from 257 to",
    );
  });
});

describe("maxFeatures", () => {
  it("leaves out what is new once there are so many, counts it, and keeps no name of it", () => {
    const learner = classifier({ maxFeatures: 22, classes: [0, 1] });
    learner.learn({ a: 1, b: "x", c: "y" }, 0);
    // The constant, 19 coordinates of a number, two categories: full.
    for (let t = 0; t < 50; t++) learner.learn({ a: t, b: `z${t}`, [`new ${t}`]: t, [`more ${t}`]: "x" }, 1);
    // Each row has a category, a number and a text that are new, and lacks c, which has no room to be missing.
    expect(learner.ignored).toBe(200);
    expect(columnsOf(learner)).toMatchObject([{ name: "a" }, { name: "b", categories: 1 }, { name: "c" }]);
    expect(learner.coordinates).toBe(22);
    expect(
      learner
        .explain({ a: 3, "new 9": 4 })
        .contributions.map(({ column }) => column)
        .sort(),
    ).toEqual(["a", "recent labels"]);
  });

  it("is as if what is left out had never been there", () => {
    const limited = classifier({ maxFeatures: 21 });
    const plain = classifier();
    for (let t = 0; t < 60; t++) {
      const loss = limited.learn({ a: t % 7, b: "x", c: `${t}`, d: t }, t % 2);
      expect(loss).toBe(plain.learn({ a: t % 7, b: "x" }, t % 2));
    }
  });

  it("bounds the names of hashed columns too", () => {
    const learner = classifier({ hash: 2, maxFeatures: 10 });
    for (let t = 0; t < 100; t++) learner.learn({ [`column ${t}`]: "x" }, 0);
    expect(columnsOf(learner).length).toBe(10);
  });
});

describe("a Standard Schema validator", () => {
  /** Asks for { size: a text with "cm" }, and gives the number in it. */
  const sizes: StandardSchema = {
    "~standard": {
      version: 1,
      validate(value) {
        const { size } = value as { size?: unknown };
        const text = /^([0-9.]+) cm$/.exec(String(size));
        if (text !== null) return { value: { size: Number(text[1]) } };
        // As some libraries do, with a value beside the issues.
        return { value, issues: [{ message: "must be\nin cm", path: ["size"] }] };
      },
    },
  };

  it("passes on its output, here and in what is frozen or loaded", () => {
    const validated = classifier({ schema: sizes });
    const plain = classifier();
    for (let t = 0; t < 20; t++) {
      expect(validated.learn({ size: `${t % 7} cm` }, t % 2)).toBe(plain.learn({ size: t % 7 }, t % 2));
    }
    const want = plain.predict({ size: 3 }, { steady: true });
    expect(validated.freeze().predict({ size: "3 cm" })).toEqual(want);
    expect(load(validated.save(), { schema: sizes }).predict({ size: "3 cm" }, { steady: true })).toEqual(
      want,
    );
    expect(load(validated.freeze().save(), { schema: sizes }).predict({ size: "3 cm" })).toEqual(want);
  });

  it("is asked for by load, since no file can hold it", () => {
    const validated = regressor({ schema: sizes });
    expect(() => load(validated.save())).toThrow("give it to load as { schema }");
    expect(() => load(regressor().save(), { schema: sizes })).toThrow("load it without");
  });

  it("refuses records with its own words, on one line, and nothing is learned", () => {
    const learner = classifier({ schema: sizes });
    learner.learn({ size: "3 cm" }, 0);
    const before = fingerprint(learner);
    expect(() => learner.learn({ size: "3 inches" }, 0)).toThrow('column "size": must be in cm');
    expect(fingerprint(learner)).toBe(before);
  });

  it("tells issues of the whole record, of several columns, and of nested ones", () => {
    const failing = (
      issues: readonly { message: string; path?: readonly (PropertyKey | { key: PropertyKey })[] }[],
    ) => classifier({ schema: { "~standard": { version: 1, validate: () => ({ issues }) } } });
    expect(() => failing([{ message: "no" }]).predict({})).toThrow("a record does not fit the schema: no");
    expect(() =>
      failing([
        { message: "no", path: ["a", { key: "b" }, 0] },
        { message: "neither", path: ["c"] },
      ]).predict({}),
    ).toThrow('column "a.b.0": no; column "c": neither');
  });

  it("must not be asynchronous", () => {
    const later: StandardSchema = { "~standard": { version: 1, validate: async (value) => ({ value }) } };
    expect(() => classifier({ schema: later }).predict({})).toThrow("the schema validates asynchronously");
  });
});

describe("options", () => {
  it.each<[object, string]>([
    [{ memry: "all" }, 'unknown option "memry"; did you mean "memory"?'],
    [{ loss: "huber" }, 'unknown option "loss"'],
    [{ rule: "scinl2" }, 'unknown rule "scinl2"; did you mean "scinol2"?'],
    [{ memory: "some" }, 'unknown memory "some"'],
    [{ hash: 1.5 }, "hash must be a whole number from 0 to 25, got 1.5"],
    [{ crosses: "ab" }, 'crosses must be an array, got "ab"'],
    [{ settings: { rate: 1 } }, "settings: only another rule has them"],
    [{ views: false }, "views: only another rule has them"],
    [{ exact: true, settings: { rate: 1 } }, 'unknown setting of scinol2 "rate"'],
    [{ classes: ["one"] }, "classes must be an array of at least two"],
    [{ classes: "ab" }, "classes must be an array of at least two"],
    [{ classes: ["a", "a"] }, 'class "a" is declared twice'],
    [{ classes: ["a", null] }, "label must be a string, a number or a boolean, got null"],
  ])("%j is refused: %s", (options, message) => {
    expect(() => classifier(options)).toThrow(message);
  });

  it("may say that nothing else is asked for", () => {
    expect(classifier({ exact: false }).engine.name).toBe("simd");
    expect(regressor({ exact: false }).task).toBe("regression");
  });

  it("of a regressor are checked too", () => {
    expect(() => regressor({ loss: "hubert" as never })).toThrow(
      'unknown loss "hubert"; did you mean "huber"?',
    );
    expect(() => regressor(null as never)).toThrow("options must be an object, got null");
    expect(() => regressor({ loss: 1.5 })).toThrow("quantile must lie between 0 and 1, got 1.5");
    expect(() => regressor({ classes: [1, 2] } as never)).toThrow('unknown option "classes"');
  });
});

it("records of any shape in any order keep every loss finite", () => {
  fc.assert(
    fc.property(
      fc.array(fc.tuple(anyRecord, fc.double({ min: -1e300, max: 1e300, noNaN: true })), { maxLength: 30 }),
      (stream) => {
        const classes = classifier();
        const numbers = regressor();
        for (const [record, y] of stream) {
          expect(classes.learn(record, y > 0)).toSatisfy(Number.isFinite);
          expect(numbers.learn(record, y, 1e8)).toSatisfy(Number.isFinite);
          expect(numbers.predict(record).value).toSatisfy(Number.isFinite);
        }
      },
    ),
  );
});

it("numbers too small to be halved leave no NaN in the model", () => {
  for (const engine of ["auto", "js"] as const) {
    const learner = classifier({ classes: [0, 1], engine });
    for (const x of [5e-324, 0, 5e-324, 1]) learner.learn([x, x, x, x, x], x === 0 ? 0 : 1);
    expect(learner.predict([0, 0, 0, 0, 0]).probabilities.get(1)).toSatisfy(Number.isFinite);
  }
});

describe("records of other shapes than those before them", () => {
  // Five columns in a row are worked out together; every shape has them whole, in part, in another order, or not at all.
  const shapes: ((x: number) => Example)[] = [
    (x) => ({ a: x, b: 2 * x, c: -x, d: x * x, e: 1 - x, f: "t" }),
    (x) => ({ a: x, b: 2 * x, c: "none", d: x * x, e: 1 - x, f: "t" }),
    (x) => ({ a: x, b: 2 * x, c: Number.NaN, d: x * x, e: 1 - x, f: "u" }),
    (x) => ({ e: x, d: 2 * x, c: -x, b: x * x, a: 1 - x, f: "t" }),
    (x) => ({ a: x, b: 2 * x, c: -x, d: x * x, e: 1 - x }),
    (x) => ({ a: x, b: 2 * x, c: -x, d: x * x, e: 1 - x, f: "t", g: x - 2, h: x }),
    (x) => [x, 2 * x, -x, x * x, 1 - x],
  ];
  const anyShapes = fc.array(
    fc.record({ shape: fc.nat(shapes.length - 1), x: fc.integer({ min: -9, max: 9 }) }),
    {
      minLength: 20,
      maxLength: 60,
    },
  );

  it.each(["auto", "js"] as const)("are read as if each were the first of its shape: engine %s", (engine) => {
    fc.assert(
      fc.property(anyShapes, (rounds) => {
        const [one, other] = [classifier({ engine }), classifier({ engine })];
        for (const [t, { shape, x }] of rounds.entries()) {
          // Nothing is left of how the record before it was read.
          other.predict({});
          const record = shapes[shape](x);
          expect(one.learn(record, t % 3 === 0)).toBe(other.learn(record, t % 3 === 0));
        }
        expect(fingerprint(one)).toBe(fingerprint(other));
      }),
      { numRuns: 50 },
    );
  });

  it.each(["auto", "js"] as const)("even after one that was refused half-way: engine %s", (engine) => {
    const [one, other] = [regressor({ engine }), regressor({ engine })];
    for (const learner of [one, other])
      for (let t = 0; t < 9; t++) learner.learn([1 + t, 2 - t, 3 * t, 4 - t * t, t, 1], t);
    for (const refused of [[1, 2, 3, 4, () => 1, 1], [1, 2, 3, 4, 5, 6, () => 1], [() => 1]]) {
      for (const record of [[1, 2, 3, 4], [1, 2, 3, 4, 5, 6], []]) {
        expect(() => one.check(refused, 1)).toThrow("is not a value");
        expect(one.predict(record)).toEqual(other.predict(record));
      }
    }
  });

  it.each(["auto", "js"] as const)(
    "even after rows of tables, in any order of their columns: engine %s",
    (engine) => {
      const names = [..."abcdef"];
      const anyNumber = fc.oneof(
        { weight: 3, arbitrary: fc.integer({ min: -9, max: 9 }) },
        fc.constantFrom(null, Number.NaN),
      );
      const anyRound = fc.record({
        numbers: fc.array(anyNumber, { minLength: 6, maxLength: 6 }),
        order: fc.constantFrom(names, [...names].reverse()),
        asRow: fc.boolean(),
      });
      fc.assert(
        fc.property(fc.array(anyRound, { minLength: 5, maxLength: 40 }), (rounds) => {
          const [one, other] = [regressor({ engine }), regressor({ engine })];
          for (const [t, { numbers, order, asRow }] of rounds.entries()) {
            const record = Object.fromEntries(order.map((name, n) => [name, numbers[n]]));
            if (asRow) {
              const layout = { numbers: order.map((name) => ({ name, kind: "number" as const })), texts: [] };
              const values = Float64Array.from(numbers, (number) => number ?? Number.NaN);
              one.table(layout)({ rows: 1, numbers: values, codes: new Int32Array(0), dictionaries: [] }, [
                t,
              ]);
            } else one.learn(record, t);
            other.predict({});
            other.learn(record, t);
            expect(one.predict({ a: 1, f: 2 })).toEqual(other.predict({ a: 1, f: 2 }));
          }
        }),
        { numRuns: 50 },
      );
    },
  );

  it.each(["auto", "js"] as const)("a row of the same kinds has other columns: engine %s", (engine) => {
    const [one, other] = [regressor({ engine }), regressor({ engine })];
    const layout = { numbers: [..."abcdef"].map((name) => ({ name, kind: "number" as const })), texts: [] };
    const learn = one.table(layout);
    // The row first: its columns are the ones that follow one another.
    for (let t = 0; t < 9; t++) {
      const numbers = Float64Array.of(3 + t, 2 * t, t % 3, t * t, 5 - t, t < 3 ? 1 : Number.NaN);
      learn({ rows: 1, numbers, codes: new Int32Array(0), dictionaries: [] }, [t]);
      other.learn(Object.fromEntries(layout.numbers.map(({ name }, n) => [name, numbers[n]])), t);
      const record = { f: t, e: 2 - t, d: 3 * t, c: 4 - t * t, b: t % 2, a: t < 3 ? 1 : null };
      expect(one.learn(record, t)).toBe(other.learn(record, t));
    }
  });

  it("a getter cannot have rows learned from, either", () => {
    const learner = classifier();
    const learn = learner.table({ numbers: [{ name: "a", kind: "number" }], texts: [] });
    const rows = {
      rows: 2,
      numbers: Float64Array.of(Number.NaN, 1),
      codes: new Int32Array(0),
      dictionaries: [],
    };
    const record = {
      get a() {
        return learn(rows, [0, 1]).losses[0];
      },
    };
    expect(() => learner.learn(record, 1)).toThrow("a record could not be read");
    expect(learner.progress.rounds).toBe(0);
  });

  it("a row of a table with other columns in their places counts as one", () => {
    const [one, other] = [classifier(), classifier()];
    const layout = { numbers: ["b", "a"].map((name) => ({ name, kind: "number" as const })), texts: [] };
    const learn = one.table(layout);
    for (let t = 0; t < 20; t++) {
      const record = { a: t, b: -3 * t };
      expect(one.learn(record, t % 3)).toBe(other.learn(record, t % 3));
      // What is missing is for no kernel.
      const numbers = Float64Array.of(Number.NaN, t * t);
      learn({ rows: 1, numbers, codes: new Int32Array(0), dictionaries: [] }, [t % 2]);
      other.learn({ b: Number.NaN, a: t * t }, t % 2);
    }
  });
});
