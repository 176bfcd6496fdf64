import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { classifier, regressor } from "../src/index.ts";
import { fingerprint } from "./fingerprint.ts";

/*
 * Any JavaScript value, as a record, inside one, or as a label, is either learned from or refused by one clear error
 * that leaves the learner as it was.
 */

class Money {
  amount = 5;
  currency = "€";
  get doubled() {
    return 2 * this.amount;
  }
}

const thrower = () => {
  throw new Error("Boom\nwith a second line");
};
const throwNothing = () => {
  throw undefined;
};
const proxied = (trap: string, target: object = { a: 1 }) => new Proxy(target, { [trap]: thrower });

function circle(): object {
  const inner: { [key: string]: unknown } = { b: 1 };
  inner.self = inner;
  return { inner };
}

function circularMap(): Map<string, unknown> {
  const map = new Map<string, unknown>();
  return map.set("again", map);
}

/** 2³² ways through it, and no value at the end of any. */
function labyrinth(): object {
  let level: object = {};
  for (let n = 0; n < 31; n++) level = { a: level, b: level };
  return level;
}

/** An array that tells another story each time it is read. */
function turncoat(): unknown[] {
  let reads = 0;
  return new Proxy([], {
    get: (_, key) => (key === "length" ? 2 : ++reads > 2 ? Symbol("turned") : "token"),
  });
}

const revoked = Proxy.revocable({}, {});
revoked.revoke();

/** What to feed, by what it is called. */
const values: { [name: string]: () => unknown } = {
  undefined: () => undefined,
  null: () => null,
  true: () => true,
  "a number": () => 5,
  NaN: () => Number.NaN,
  "∞": () => Number.POSITIVE_INFINITY,
  "−∞": () => Number.NEGATIVE_INFINITY,
  "−0": () => -0,
  "1e300": () => 1e300,
  "−1e300": () => -1e300,
  "1e301": () => 1e301,
  "the largest number": () => Number.MAX_VALUE,
  "the smallest number": () => Number.MIN_VALUE,
  "a bigint": () => 7n,
  "a huge bigint": () => 10n ** 400n,
  "a symbol": () => Symbol("s"),
  "a well-known symbol": () => Symbol.iterator,
  "a function": () => thrower,
  "an arrow function of several lines": () => () => {
    return 1;
  },
  "a class": () => Money,
  "an async function": () => async () => {},
  "a generator": () => (function* () {})(),
  "an empty text": () => "",
  blanks: () => " \t\n",
  "a text with line breaks": () => "one\ntwo\u2028three",
  "a very long text": () => "long ".repeat(200_000),
  "a lone surrogate": () => "\ud800",
  "two surrogates the wrong way round": () => "\udc00\ud800",
  "a NUL": () => "\0",
  "a boxed number": () => Object(5),
  "a boxed text": () => Object("ab"),
  "a boxed symbol": () => Object(Symbol("s")),
  "a boxed bigint": () => Object(5n),
  "a date": () => new Date(0),
  "an invalid date": () => new Date(Number.NaN),
  "the last date": () => new Date(8.64e15),
  "a date in name only": () => Object.create(Date.prototype),
  "a date that lies": () =>
    Object.assign(new Date(0), { getTime: thrower, valueOf: thrower, toISOString: thrower }),
  "a proxied date": () => new Proxy(new Date(0), {}),
  "an empty object": () => ({}),
  "an object without a prototype": () => Object.assign(Object.create(null), { a: 1 }),
  "an empty object without a prototype": () => Object.create(null),
  "a class instance": () => new Money(),
  "an own __proto__": () => JSON.parse('{"__proto__": 5, "a": 1}'),
  "a nested own __proto__": () => JSON.parse('{"__proto__": {"polluted": 1}}'),
  "a constructor": () => ({ constructor: 5 }),
  "a prototype chain of names": () => ({ constructor: { prototype: { polluted: 1 } } }),
  toString: () => ({ toString: "text", valueOf: 1, hasOwnProperty: true, toJSON: 3 }),
  "a toString that throws": () => ({ toString: thrower }),
  length: () => ({ length: 3 }),
  "a length that is negative": () => ({ length: -1, 0: "a" }),
  "an array's own names": () => ({ push: 1, map: 2, size: 3 }),
  "a name of nothing": () => ({ "": 1 }),
  "nested names of nothing": () => ({ "": { "": 1 } }),
  "a name with line breaks": () => ({ "a\nb\u2028c": thrower }),
  "a very long name": () => ({ ["n".repeat(100_000)]: thrower }),
  "a lone surrogate as a name": () => ({ "\udfff": 1 }),
  "a symbol as a name": () => ({ [Symbol("hidden")]: thrower, a: 1 }),
  "hidden properties": () => Object.defineProperty({}, "hidden", { value: thrower }),
  "a getter": () => ({
    get a() {
      return 5;
    },
  }),
  "a getter that throws": () => ({
    b: 1,
    get a() {
      return thrower();
    },
  }),
  "a getter that throws nothing": () => ({
    get a() {
      return throwNothing();
    },
  }),
  "a getter that adds columns": () => {
    const record: { [name: string]: unknown } = {
      get a() {
        record[`more ${Math.random()}`] = 1;
        return 1;
      },
    };
    return record;
  },
  "a proxy": () => new Proxy({ a: 1 }, {}),
  "a proxy of an array": () => new Proxy(["a", "b"], {}),
  "a proxy that throws on get": () => proxied("get"),
  "a proxy that throws on has": () => proxied("has"),
  "a proxy that throws on ownKeys": () => proxied("ownKeys"),
  "a proxy that throws on descriptors": () => proxied("getOwnPropertyDescriptor"),
  "a proxy that throws on prototypes": () => proxied("getPrototypeOf", {}),
  "a proxy of an array that throws": () => proxied("get", ["a"]),
  "a revoked proxy": () => revoked.proxy,
  "an array that turns its coat": turncoat,
  "a circle": circle,
  "a circular array": () => {
    const array: unknown[] = [];
    array.push(1, array);
    return array;
  },
  "a circular Map": circularMap,
  "a labyrinth": labyrinth,
  "an empty array": () => [],
  "an array of numbers": () => [1, 2],
  "an array of holes": () => new Array(2),
  "an array with a hole among texts": () => Object.assign(new Array(3), { 0: "a", 2: "b" }),
  "an endless array": () => new Array(2 ** 32 - 1),
  "a proxy of endless length": () =>
    new Proxy([], { get: (_, key) => (key === "length" ? Number.POSITIVE_INFINITY : "a") }),
  "an array of texts": () => ["a", "b", "a"],
  "an array of mixed values": () => ["a", 1, null],
  "an array of symbols": () => [Symbol("s")],
  "nested arrays": () => [[1, 2], [[3]], []],
  "an array of records": () => [{ a: 1 }, { a: 2 }],
  "a deep nest": () => {
    let nest: unknown = 1;
    for (let n = 0; n < 1000; n++) nest = { n: nest };
    return nest;
  },
  "a Map": () => new Map<string, unknown>([["a", 1]]),
  "an empty Map": () => new Map(),
  "a Map with a symbol as a key": () => new Map([[Symbol("s"), 1]]),
  "a Map with an object as a key": () => new Map([[{ toString: thrower }, 1]]),
  "a Map with number and text for one name": () =>
    new Map<unknown, number>([
      [1, 1],
      ["1", 2],
    ]),
  "a Map that iterates badly": () => Object.assign(new Map(), { [Symbol.iterator]: thrower }),
  "a Map in name only": () => Object.create(Map.prototype),
  "a Set": () => new Set(["a"]),
  "a WeakMap": () => new WeakMap(),
  "a promise": () => Promise.resolve({ a: 1 }),
  "an error": () => new Error("mine"),
  "a regular expression": () => /a/,
  "typed arrays": () => Float32Array.of(1, Number.NaN),
  "an empty typed array": () => new Uint8Array(0),
  "an array of bigints": () => BigInt64Array.of(1n, 2n),
  "a Buffer": () => Buffer.from("ab"),
  "an ArrayBuffer": () => new ArrayBuffer(8),
  "a DataView": () => new DataView(new ArrayBuffer(8)),
  "a detached array": () => {
    const array = new Float64Array(2);
    structuredClone(array, { transfer: [array.buffer] });
    return array;
  },
  "a sparse vector": () => ({ indices: [3, 1], values: [1, 2] }),
  "an empty sparse vector": () => ({ indices: [], values: [] }),
  "a sparse vector of other lengths": () => ({ indices: [1], values: [1, 2] }),
  "a sparse vector with an index twice": () => ({ indices: [1, 1], values: [1, 2] }),
  "a sparse vector with a negative index": () => ({ indices: [-1], values: [1] }),
  "a sparse vector with a broken index": () => ({ indices: [0.5], values: [1] }),
  "a sparse vector with an index of no size": () => ({ indices: [Number.POSITIVE_INFINITY], values: [1] }),
  "a sparse vector with a huge index": () => ({ indices: [2 ** 53], values: [1] }),
  "a sparse vector with a symbol as an index": () => ({ indices: [Symbol("s")], values: [1] }),
  "a sparse vector with a text as a value": () => ({ indices: [1], values: ["1"] }),
  "a sparse vector with values that are missing": () => ({ indices: [1, 2], values: [Number.NaN, 1e301] }),
  "a sparse vector with more to it": () => ({ indices: [1], values: [1], more: 1 }),
  "a sparse vector whose values throw": () => ({ indices: [1], values: proxied("get", [1]) }),
  "indices of another kind": () => ({ indices: 5, values: "x" }),
  "two ways to one dotted name": () => ({ a: { b: 1 }, "a.b": 2 }),
  "the name of a cross": () => ({ "a×b": "x" }),
  "a record with a cross's texts": () => ({ a: "x×y", b: "\\" }),
  "10,000 columns": () => Object.fromEntries(Array.from({ length: 10_000 }, (_, i) => [`c${i}`, i])),
  globalThis: () => Object.create(globalThis),
  Math: () => Math,
  JSON: () => JSON,
  arguments: () =>
    (function () {
      // biome-ignore lint/complexity/noArguments: that is what is tried
      return arguments;
    })(),
  "an import": () => import.meta,
};

const names = Object.keys(values);
const learners = {
  "a classifier": () => classifier({ crosses: [["a", "b"]] }),
  "a hashed classifier": () => classifier({ hash: 5, memory: "all" }),
  "a regressor": () => regressor(),
};

/** Learns, or throws one clear error with nothing changed; and works on as if nothing had been. */
function learnsOrRefuses(
  make: (typeof learners)[keyof typeof learners],
  act: (learner: { learn(record: never, label: never, weight?: never): number }) => unknown,
): "learned" | "refused" {
  const learner = make();
  learner.learn({ a: 1, b: "x" }, 1);
  learner.learn({ a: 2, b: "y" }, 2);
  learner.learn({ a: 4, b: "x" }, 1);
  const before = fingerprint(learner);
  try {
    const loss = act(learner);
    expect(loss).toSatisfy(Number.isFinite);
    expect(learner.progress.rounds).toBe(4);
    return "learned";
  } catch (error) {
    if (!(error instanceof TypeError || error instanceof RangeError)) throw error;
    expect(error.message).toMatch(/^[a-z][^\n\r\u2028\u2029]{10,200}$/);
    expect(fingerprint(learner)).toBe(before);
    return "refused";
  } finally {
    expect(learner.learn({ a: 3, b: "y" }, 2)).toSatisfy(Number.isFinite);
  }
}

describe.each(Object.entries(learners))("%s learns from any value or refuses it", (_, make) => {
  it.each(names)("as a record: %s", (name) => {
    learnsOrRefuses(make, (learner) => learner.learn(values[name]() as never, 1 as never));
  });

  it.each(names)("in a record: %s", (name) => {
    learnsOrRefuses(make, (learner) =>
      learner.learn({ c: 1, a: values[name](), b: "x" } as never, 1 as never),
    );
  });

  it.each(names)("as a label: %s", (name) => {
    learnsOrRefuses(make, (learner) => learner.learn({ a: 1, b: "x" } as never, values[name]() as never));
  });

  it.each(names.filter((name) => name !== "undefined"))("as a weight: %s", (name) => {
    const weight = values[name]();
    learnsOrRefuses(make, (learner) => learner.learn({ a: 1, b: "x" } as never, 1 as never, weight as never));
  });

  it("and whatever else can be put together", () => {
    const outcomes = { learned: 0, refused: 0 };
    const any = fc.anything({
      withBigInt: true,
      withBoxedValues: true,
      withDate: true,
      withMap: true,
      withSet: true,
      withNullPrototype: true,
      withSparseArray: true,
      withTypedArray: true,
      withObjectString: true,
    });
    fc.assert(
      fc.property(fc.oneof(any, fc.object()), any, fc.boolean(), (record, label, plain) => {
        outcomes[
          learnsOrRefuses(make, (learner) => learner.learn(record as never, (plain ? 1 : label) as never))
        ]++;
      }),
      { numRuns: 300 },
    );
    expect(outcomes.learned).toBeGreaterThan(50);
    expect(outcomes.refused).toBeGreaterThan(50);
  });
});

describe("a refusal says what is wrong", () => {
  const learner = classifier({
    crosses: [["a", "b"]],
    schema: { age: "number", on: "date", tags: "tokens" },
  });
  it.each<[string, unknown, string]>([
    ["no record", 5, "a record must be an object, a Map or an array, got 5"],
    ["a function", { a: thrower }, 'column "a": a function is not a value; leave it out of the record'],
    ["a name twice", { a: { b: 1 }, "a.b": 2 }, 'column "a.b" comes twice in one record'],
    ["a cross's name", { "a×b": 1 }, 'column "a×b" has the name of a cross; rename it'],
    ["a circle", circularMap(), "nested deeper than 32 levels, or in a circle"],
    [
      "an own error",
      proxied("get"),
      "a record could not be read: its own code threw an error, which is the cause",
    ],
    [
      "a promise",
      Promise.resolve(),
      "a record: an object without properties that is not a plain one; give its values",
    ],
    [
      "a wrong kind",
      { age: "n/a" },
      'column "age": expected a number, got "n/a"; leave it out where it is missing',
    ],
    [
      "a wrong date",
      { on: "soon" },
      'column "on": expected a date, got "soon"; leave it out where it is missing',
    ],
    [
      "no tokens",
      { tags: 5 },
      'column "tags": expected an array of strings, got 5; leave it out where it is missing',
    ],
    [
      "tokens",
      { age: ["a"] },
      'column "age": expected a number, got an array of strings; leave it out where it',
    ],
    ["an index", { indices: [-1], values: [1] }, "invalid index: -1"],
    ["too much", new Array(2 ** 21), "a record has more than 1048576 values"],
  ])("%s", (_, record, message) => {
    expect(() => learner.predict(record as never)).toThrow(message);
  });

  it.each<[unknown, string]>([
    [undefined, "label must be a string, a number or a boolean, got undefined"],
    [Number.NaN, "label must be a string, a number or a boolean, got NaN"],
    [Symbol("s"), "label must be a string, a number or a boolean, got a symbol"],
    [{}, "label must be a string, a number or a boolean, got an object"],
  ])("of the label %s", (label, message) => {
    expect(() => learner.learn({}, label as never)).toThrow(message);
  });

  it("of a label outside the declared classes", () => {
    expect(() => classifier({ classes: ["spam", "ham"] }).learn({}, "jam" as never)).toThrow(
      'label "jam" is not among the classes "spam", "ham"',
    );
  });

  it("and what the record's own code threw is its cause", () => {
    try {
      learner.predict({
        get a() {
          return thrower();
        },
      });
      expect.unreachable();
    } catch (error) {
      expect((error as Error).cause).toMatchObject({ message: "Boom\nwith a second line" });
    }
  });
});

it("a record whose own code calls the learner cannot make it learn, even if that code hides the error", () => {
  const learner = classifier();
  learner.learn({ a: 1 }, "x");
  const before = fingerprint(learner);
  const nested = {
    get a() {
      return learner.learn({ b: 1 }, "y");
    },
  };
  expect(() => learner.learn(nested, "y")).toThrow("a record could not be read");
  expect(fingerprint(learner)).toBe(before);
  const hiding = {
    get a() {
      try {
        return learner.learn({ b: 1 }, "y");
      } catch {
        return 2;
      }
    },
  };
  learner.learn(hiding, "y");
  expect(learner.classes).toEqual(["x", "y"]);
  expect(learner.progress.rounds).toBe(2);
});

it("a validator that calls the learner meets no class twice", () => {
  let nested = true;
  const learner = classifier({
    schema: {
      "~standard": {
        version: 1,
        validate(value) {
          if (nested) {
            nested = false;
            learner.learn({ a: 1 }, "y");
          }
          return { value };
        },
      },
    },
  });
  learner.learn({ a: 2 }, "y");
  expect(learner.classes).toEqual(["y"]);
});

it("nothing that was fed got into any prototype", () => {
  expect(({} as { polluted?: number }).polluted).toBeUndefined();
  const learner = classifier();
  learner.learn(JSON.parse('{"__proto__": 5, "constructor": "x", "toString": true}'), "__proto__");
  expect(learner.weights().label).toBe("__proto__");
  expect(JSON.parse(JSON.stringify(learner)).columns.map((column: { name: string }) => column.name)).toEqual([
    "__proto__",
    "constructor",
    "toString",
  ]);
});
