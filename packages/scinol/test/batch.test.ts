import { describe, expect, it } from "vitest";
import { type Linear, type LinearOptions, type LossName, linear, losses } from "../src/index.ts";
import { type RuleName, rules } from "../src/paper/rules/index.ts";

const ROWS = 60;
const COLUMNS = 7;

/** A third zeros, units from 2⁻⁹ to 2⁹, values that keep growing, and some too small to count. */
function stream(loss: LossName) {
  let seed = 11;
  const random = () => {
    seed = (Math.imul(seed, 1664525) + 1013904223) | 0;
    return (seed >>> 0) / 2 ** 32;
  };
  const values = Float64Array.from({ length: ROWS * COLUMNS }, (_, at) => {
    if (random() < 0.3) return 0;
    if (random() < 0.02) return 1e-305;
    return (random() - 0.5) * 2 ** (3 * (at % COLUMNS) - 9) * (1 + at / 50);
  });
  const { label } = losses[loss];
  const labels = Array.from({ length: ROWS }, () => {
    if (label === "class") return Math.floor(random() * 3);
    return label === "sign" ? (random() < 0.5 ? -1 : 1) : random() * 4 - 2;
  });
  const weights = Array.from({ length: ROWS }, () => (random() < 0.5 ? 1 : 3 * random()));
  return { values, labels, weights };
}

function optionsOf(rule: RuleName, loss: LossName): LinearOptions {
  return { rule: rules[rule], loss, features: COLUMNS, ...(loss === "softmax" ? { outputs: 3 } : {}) };
}

const everyRule = Object.keys(rules) as RuleName[];
const everyLoss = Object.keys(losses) as LossName[];

describe.each(everyRule)("learnBatch with %s", (rule) => {
  it.each(everyLoss)("gives the bits of learn, one by one, with %s", (loss) => {
    const { values, labels, weights } = stream(loss);
    const variants: LinearOptions[] = [{}, { constant: false }];
    for (const variant of variants) {
      const one = linear({ ...optionsOf(rule, loss), ...variant });
      const batch = linear({ ...optionsOf(rule, loss), ...variant });
      const expected = labels.map((label, r) =>
        one.learn(values.subarray(r * COLUMNS, (r + 1) * COLUMNS), label, weights[r]),
      );
      const suffered = new Float64Array(ROWS);
      const half = ROWS / 2;
      const total =
        batch.learnBatch(
          values.subarray(0, half * COLUMNS),
          labels.slice(0, half),
          weights.slice(0, half),
          suffered.subarray(0, half),
        ) +
        batch.learnBatch(
          values.subarray(half * COLUMNS),
          labels.slice(half),
          weights.slice(half),
          suffered.subarray(half),
        );
      expect([...suffered]).toEqual(expected);
      expect(batch.save()).toEqual(one.save());
      const sum = (all: number[]) => all.reduce((a, b) => a + b, 0);
      expect(total).toBe(sum(expected.slice(0, half)) + sum(expected.slice(half)));
    }
  });
});

describe("batches give the bits of learn without a kernel, one by one, where cells are near their limit", () => {
  const count = 20;
  // An odd number: two features are taken at a time.
  const columns = 7;
  const values = Float64Array.from({ length: columns * count }, (_, n) => Math.sin(n) * (1 + n / 10));
  const offsets = Int32Array.from({ length: count + 1 }, (_, row) => columns * row);
  const indices = Int32Array.from({ length: columns * count }, (_, n) => n % columns);
  const ways: { readonly [name: string]: (model: Linear, labels: number[], losses: Float64Array) => number } =
    {
      dense: (model, labels, each) => model.learnBatch(values, labels, undefined, each),
      sparse: (model, labels, each) =>
        model.learnSparseBatch({ offsets, indices, values }, labels, undefined, each),
    };

  it.each([
    ["logistic", "dense"],
    ["logistic", "sparse"],
    ["softmax", "dense"],
    ["softmax", "sparse"],
  ] as const)("%s, %s", (loss, way) => {
    const labels = Array.from({ length: count }, (_, row) =>
      loss === "softmax" ? row % 3 : 2 * (row % 2) - 1,
    );
    const made = { loss, ...(loss === "softmax" ? { outputs: 3 } : {}) };
    for (const constant of [true, false]) {
      for (const slot of [0, 1, 2]) {
        for (const size of [1e280, 9.999e289, 1e290]) {
          const [fast, readable] = [
            linear({ ...made, constant }),
            linear({ ...made, constant, kernel: "js" }),
          ];
          ways[way](fast, labels, new Float64Array(count));
          const saved = fast.save();
          const [features, cells] = [saved[3], saved[4]];
          for (let cell = 0; cell < features * cells; cell++) {
            const at = 5 + Math.floor(cell / cells) * (1 + 3 * cells) + 1 + 3 * (cell % cells) + slot;
            saved[at] = slot === 0 && cell % 2 === 1 ? -size : size;
          }
          fast.load(saved);
          readable.load(saved);
          const each = new Float64Array(count);
          ways[way](fast, labels, each);
          const one = labels.map((label, row) =>
            readable.learn(values.subarray(columns * row, columns * (row + 1)), label),
          );
          expect([...each]).toEqual(one);
          expect(fast.save()).toEqual(readable.save());
        }
      }
    }
  });
});

it.each([5, 8])(
  "batches of %i columns tell values that count as zero from those that hardly do not",
  (columns) => {
    const sizes = [1e-300, 9.999999999999999e-301, 1.0000000000000002e-300];
    const values = Float64Array.from(
      { length: columns * 24 },
      (_, n) => sizes[n % 3] * (n % 2 === 0 ? 1 : -1),
    );
    const labels = Array.from({ length: 24 }, (_, row) => (row % 3 === 0 ? 1 : -1));
    for (const rows of [1, 2, 24]) {
      const [fast, readable] = [linear(), linear({ kernel: "js" })];
      for (let row = 0; row < 24; row += rows) {
        fast.learnBatch(
          values.subarray(columns * row, columns * (row + rows)),
          labels.slice(row, row + rows),
        );
      }
      labels.map((label, row) => readable.learn(values.subarray(columns * row, columns * (row + 1)), label));
      expect(fast.save()).toEqual(readable.save());
    }
  },
);

// Two rows are checked before they are learned from; 18 while they are, and undone where that was a mistake.
describe.each([2, 18])("one value among plain ones, wherever it is in %i rows,", (rows) => {
  const columns = 21;
  const plain = Float64Array.from(
    { length: columns * rows },
    (_, n) => (n % 2 === 0 ? 1 : -1) * (1 + (n % 50) / 10),
  );
  const labels = Array.from({ length: rows }, (_, row) => (row % 3 === 1 ? -1 : 1));
  const places = Array.from(plain.keys()).filter((n) => n % (rows - 1) === 0);

  it.each([0, -0, 5e-324, -1e-310, 9.999999999999999e-301, 1e-300, -1e300])(
    "is learned from as it is: %d",
    (value) => {
      for (const place of places) {
        const [fast, readable] = [linear(), linear({ kernel: "js" })];
        const values = plain.with(place, value);
        fast.learnBatch(values, labels);
        labels.map((label, row) =>
          readable.learn(values.subarray(row * columns, (row + 1) * columns), label),
        );
        expect(fast.save(), `value ${place}`).toEqual(readable.save());
      }
    },
  );

  it.each([Number.NaN, Infinity, -Infinity, 1.0000000000000002e300, -Number.MAX_VALUE])(
    "is refused: %d",
    (value) => {
      const model = linear();
      for (const place of places) {
        const where = `row ${Math.floor(place / columns)}: feature ${place % columns} must be a number`;
        expect(() => model.learnBatch(plain.with(place, value), labels)).toThrow(where);
      }
      expect(model.rounds).toBe(0);
      expect(model.features).toBe(0);
    },
  );
});

it.each([
  [9, 40],
  [784, 40],
  [2000, 40],
])(
  "a batch of rows of %i values, %i of them, may have one in any row that counts as zero",
  (columns, rows) => {
    const values = Float64Array.from(
      { length: rows * columns },
      (_, n) => (((n * 7) % 31) - 15.5) * 1.25 ** (n % 9),
    );
    const labels = Array.from({ length: rows }, (_, row) => (row % 3 === 0 ? 1 : -1));
    const places = [
      0,
      20 * columns - 1,
      rows * columns - 1,
      ...[1, 2, 3, 4].map((column) => 17 * columns + column),
    ];
    for (const place of places) {
      const some = values.with(place, 1e-310);
      const there = Math.floor(place / columns);
      // Where nothing else is learned, the least that is shows.
      for (const weights of [labels.map(() => 1), labels.map((_, row) => Number(row === there))]) {
        const [model, other] = [linear(), linear({ kernel: "js" })];
        const suffered = new Float64Array(rows);
        model.learnBatch(some, labels, weights, suffered);
        const one = (row: number) =>
          other.learn(some.subarray(row * columns, (row + 1) * columns), labels[row], weights[row]);
        expect([...suffered]).toEqual(labels.map((_, row) => one(row)));
        expect(model.save()).toEqual(other.save());
      }
    }
  },
);

describe("a batch refused in its last row", () => {
  const rows = 40;
  const labels = Array.from({ length: rows }, (_, row) => (row % 3 === 0 ? 1 : -1));
  const valuesOf = (columns: number) =>
    Float64Array.from({ length: rows * columns }, (_, n) => (((n * 7) % 31) - 15) * 1.25 ** (n % 9));

  it.each([
    ["as many features", 9, {}],
    ["an odd number of coordinates", 8, {}],
    ["no constant", 9, { constant: false }],
    ["fewer features than the model has", 4, {}],
    ["more features than the model has", 30, {}],
    ["more than goes into a kernel at a time", 2000, {}],
  ])("leaves no trace: %s", (_, columns, options) => {
    const [model, other] = [linear(options), linear(options)];
    for (const one of [model, other]) one.learnBatch(valuesOf(9), labels);
    const before = model.save();
    const values = valuesOf(columns).with(rows * columns - 1, Number.NaN);
    const suffered = new Float64Array(rows).fill(7);
    const message = `row 39: feature ${columns - 1} must be a number between ±1e+300, got NaN`;
    expect(() => model.learnBatch(values, labels, undefined, suffered)).toThrow(message);
    const block = model.block(rows, columns);
    block.set(values);
    expect(() => model.learnBatch(block, labels)).toThrow(message);
    expect(suffered.every((loss) => loss === 7)).toBe(true);
    expect(model.save()).toEqual(before);
    expect(model.predict(valuesOf(9).subarray(0, 9))).toEqual(other.predict(valuesOf(9).subarray(0, 9)));
    for (const one of [model, other]) one.learnBatch(valuesOf(columns), labels);
    expect(model.save()).toEqual(other.save());
  });

  it("says what was wrong, even if it lay in a block whose memory has moved", () => {
    for (let size = 3216; size < 12_000; size += 97) {
      const model = linear();
      const values = model.block(size, 1).subarray(0, 3200).fill(1);
      values[7] = Number.NaN;
      expect(() => model.learnBatch(values, new Float64Array(16).fill(1)), String(size)).toThrow(
        "row 0: feature 7 must be a number between ±1e+300, got NaN",
      );
    }
  });

  it("may have labels and room for losses in a block whose memory moves: it is learned from, or nothing is", () => {
    for (let size = 3232; size < 12_000; size += 97) {
      const model = linear();
      const room = model.block(size, 1);
      const values = room.subarray(0, 3200).fill(1);
      const suffered = room.subarray(3216, 3232);
      try {
        model.learnBatch(values, room.subarray(3200, 3216).fill(-1), undefined, suffered);
        expect([model.rounds, model.features, suffered[0]]).toEqual([16, 200, Math.LN2]);
      } catch (error) {
        expect((error as Error).message).toBe("expected room for 16 losses, got 0");
        expect([model.rounds, model.features, model.save().length]).toEqual([0, 0, 9]);
      }
    }
  });

  it("has its labels read once, before anything else: they may learn themselves", () => {
    const [fast, readable] = [linear(), linear({ kernel: "js" })];
    for (const model of [fast, readable]) {
      const good = new Float64Array(40).fill(1);
      const ones = new Float64Array(20).fill(1);
      const read: string[] = [];
      const learning = new Proxy(ones.slice(), {
        get(target, name) {
          if (name === "5") model.learnBatch(good, ones);
          if (typeof name === "string") read.push(name);
          return Reflect.get(target, name, target);
        },
      });
      const values = new Float64Array(40).fill(2);
      expect(() => model.learnBatch(values.with(39, Number.NaN), learning)).toThrow(
        "row 19: feature 1 must be",
      );
      expect(model.rounds).toBe(20);
      expect(read).toEqual(["length", ...Array.from(ones.keys(), String)]);
      model.learnBatch(values, learning);
    }
    expect(fast.rounds).toBe(60);
    expect(fast.save()).toEqual(readable.save());
  });

  it("leaves no trace on a round that is half done", () => {
    const [model, other] = [linear(), linear()];
    for (const one of [model, other]) one.learnBatch(valuesOf(9), labels);
    const x = valuesOf(9).subarray(9, 18);
    for (const one of [model, other]) one.play(x);
    expect(() => model.learnBatch(valuesOf(9).with(100, Infinity), labels)).toThrow("row 11: feature 1");
    for (const one of [model, other]) {
      one.slopes[0] = 0.5;
      one.digest();
    }
    expect(model.save()).toEqual(other.save());
  });

  it("is refused for that, whatever is wrong with its labels", () => {
    const values = valuesOf(9).with(0, Infinity);
    const unclear = Float64Array.from(labels).with(3, 0);
    expect(() => linear().learnBatch(values, unclear)).toThrow("row 0: feature 0 must be");
    expect(() => linear().learnBatch(valuesOf(9), unclear)).toThrow("row 3: label of logistic");
  });
});

describe.each(["auto", "js"] as const)("a batch with others' code behind it (kernel: %s)", (kernel) => {
  const rows = 20;
  const values = Float64Array.from({ length: 2 * rows }, (_, n) => ((n * 7) % 11) - 5);
  const labels = Array.from({ length: rows }, (_, row) => (row % 3 === 0 ? 1 : -1));
  const sparse = {
    offsets: Array.from({ length: rows + 1 }, (_, row) => 2 * row),
    indices: Array.from(values, (_, n) => n % 2),
    values: Array.from(values),
  };

  it.each([[[]], [null], [new Float32Array(rows)], [new BigInt64Array(rows)], [{ length: rows, set() {} }]])(
    "has no room for losses but a Float64Array: %o",
    (losses) => {
      const model = linear({ kernel });
      const message = "room for losses must be a Float64Array, got";
      expect(() => model.learnBatch(values, labels, undefined, losses as never)).toThrow(message);
      expect(() => model.learnBatch(values.subarray(0, 4), [1, 1], undefined, losses as never)).toThrow(
        message,
      );
      expect(() => model.learnSparseBatch(sparse, labels, undefined, losses as never)).toThrow(message);
      expect(model.rounds).toBe(0);
    },
  );

  /** Numbers that are others whenever they are read again. */
  const fickle = (numbers: readonly number[], later: number): ArrayLike<number> => {
    const read = new Set<string | symbol>();
    return new Proxy(numbers, {
      get(list, key) {
        if (key !== "length" && read.has(key)) return later;
        read.add(key);
        return Reflect.get(list, key);
      },
    });
  };

  it.each([Number.NaN, 1e300, -1])(
    "reads every number once: those that would be %d the next time",
    (later) => {
      const [model, other] = [linear({ kernel }), linear({ kernel })];
      const weights = labels.map((_, row) => 1 + (row % 2));
      model.learnBatch(values, fickle(labels, later), fickle(weights, later));
      other.learnBatch(values, labels, weights);
      model.learnSparseBatch(
        {
          offsets: fickle(sparse.offsets, later),
          indices: fickle(sparse.indices, later),
          values: fickle(sparse.values, later),
        },
        fickle(labels, later),
        fickle(weights, later),
      );
      other.learnSparseBatch(sparse, labels, weights);
      expect(model.save()).toEqual(other.save());
    },
  );
});

it.each([{}, { loss: "softmax" }] as const)(
  "rows in a block whose memory moves are learned from, or nothing is: %o",
  (options) => {
    let moved = 0;
    for (let rows = 40; rows < 56; rows++) {
      const [model, other] = [linear({ ...options, features: 1000 }), linear({ ...options, features: 1000 })];
      const block = model.block(1000 * rows, 1).fill(0.5);
      block[7] = rows % 2 === 0 ? 1 : 1e-310;
      const values = block.slice();
      const labels = new Float64Array(rows).fill(1);
      try {
        model.learnBatch(block, labels);
        other.learnBatch(values, labels);
      } catch (error) {
        expect((error as Error).message).toBe("rows lie in memory that has moved; ask for the block anew");
      }
      expect(model.save()).toEqual(other.save());
      if (block.length === 0) moved++;
    }
    expect(moved).toBeGreaterThan(0);
  },
);

it.each(["auto", "js"] as const)("numbers beyond the last sparse row are nobody's (kernel: %s)", (kernel) => {
  const model = linear({ kernel });
  const values = [1, 5n, { valueOf: () => model.learn([1], 1) }] as number[];
  model.learnSparseBatch({ offsets: [0, 1], indices: [0, 1, 2], values }, [1]);
  expect(model.rounds).toBe(1);
});

it("sparse rows in a block whose memory moves are learned from all the same", () => {
  for (const entries of [40_000, 50_000, 60_000]) {
    const [model, other] = [linear(), linear()];
    const block = model.block(entries, 1);
    for (let n = 0; n < entries; n++) block[n] = (n % 7) - 3;
    const values = block.slice();
    const indices = Int32Array.from(values, (_, n) => n % 10_000);
    const offsets = Int32Array.from({ length: entries / 10_000 + 1 }, (_, row) => 10_000 * row);
    const labels = Array.from({ length: entries / 10_000 }, (_, row) => (row % 2 === 0 ? 1 : -1));
    model.learnSparseBatch({ offsets, indices, values: block }, labels);
    other.learnSparseBatch({ offsets, indices, values }, labels);
    expect(model.save()).toEqual(other.save());
  }
});

it("losses of sparse rows in plain arrays are told, or nothing is learned, where they lie in a block that moves", () => {
  for (let size = 40; size < 6000; size += 97) {
    const model = linear();
    const losses = model.block(size, 1).subarray(0, 2);
    const indices = [0, 1, 2000 + size];
    try {
      model.learnSparseBatch({ offsets: [0, 1, 3], indices, values: [1, 2, 3] }, [1, -1], undefined, losses);
      expect([model.rounds, losses[0]]).toEqual([2, Math.LN2]);
    } catch (error) {
      expect((error as Error).message).toBe("expected room for 2 losses, got 0");
      expect([model.rounds, model.features, model.save().length]).toEqual([0, 0, 9]);
    }
  }
});

it.each(["auto", "js"] as const)(
  "a quantile that was told is no loss, not even −0 (kernel: %s)",
  (kernel) => {
    const model = linear({ loss: "quantile", kernel });
    const losses = new Float64Array(20).fill(7);
    expect(Object.is(model.learn([1], -0), 0)).toBe(true);
    linear({ loss: "quantile", kernel }).learnBatch(
      new Float64Array(20),
      new Float64Array(20).fill(-0),
      undefined,
      losses,
    );
    expect(Object.is(losses[0], 0)).toBe(true);
  },
);

describe("predictBatch", () => {
  it("gives what predict gives, row after row, and changes nothing", () => {
    const { values, labels } = stream("softmax");
    const model = linear(optionsOf("scinol2", "softmax"));
    model.learnBatch(values, labels);
    const before = model.save();
    const expected = labels.flatMap((_, r) => [
      ...model.predict(values.subarray(r * COLUMNS, (r + 1) * COLUMNS)),
    ]);
    expect([...model.predictBatch(values)]).toEqual(expected);
    const answers = new Float64Array(expected.length);
    expect(model.predictBatch(values, answers)).toBe(answers);
    expect([...answers]).toEqual(expected);
    expect(model.save()).toEqual(before);
  });

  it("says what does not fit", () => {
    const model = linear({ features: 2 });
    expect(() => model.predictBatch(new Float64Array(5))).toThrow(
      "expected 2 rows of 2 features, got 5 numbers",
    );
    expect(() => model.predictBatch(new Float64Array(4), new Float64Array(1))).toThrow("room for 2 answers");
  });
});

describe("a batch with something wrong in it", () => {
  const rows = (wrong: number) => Float64Array.of(1, 2, 3, 4, 5, wrong);
  it.each([
    ["NaN", rows(NaN), [1, 1, 1], undefined, "row 2: feature 1 must be a number between ±1e+300, got NaN"],
    ["∞", rows(Infinity), [1, 1, 1], undefined, "row 2: feature 1 must be a number"],
    ["a value beyond 1e300", rows(-2e300), [1, 1, 1], undefined, "row 2: feature 1 must be a number"],
    [
      "a label that is none",
      rows(6),
      [1, 0, 1],
      undefined,
      "row 1: label of logistic must be -1 or 1, got 0",
    ],
    ["a negative weight", rows(6), [1, 1, 1], [1, 1, -1], "row 2: weight must be between 0 and"],
    ["too few weights", rows(6), [1, 1, 1], [1], "expected a weight for each of 3 rows, got 1"],
    [
      "too few numbers",
      rows(6).subarray(1),
      [1, 1, 1],
      undefined,
      "expected 3 rows of 2 features, got 5 numbers",
    ],
  ])("such as %s leaves the model as it was", (_, values, labels, weights, message) => {
    const model = linear({ features: 2 });
    model.learn([1, -1], 1);
    const before = model.save();
    expect(() => model.learnBatch(values, labels, weights)).toThrow(message);
    expect(model.save()).toEqual(before);
  });

  it("must be a Float64Array", () => {
    expect(() => linear().learnBatch([1, 2] as unknown as Float64Array, [1])).toThrow(TypeError);
  });

  it("that is empty teaches nothing", () => {
    const model = linear();
    expect(model.learnBatch(new Float64Array(0), [])).toBe(0);
    expect(model.rounds).toBe(0);
  });
});

it("learnBatch takes as many features as come where none were declared", () => {
  const one = linear();
  const batch = linear();
  one.learn([1, 2], 1);
  one.learn([3, -4], -1);
  batch.learnBatch(Float64Array.of(1, 2, 3, -4), [1, -1]);
  expect(batch.features).toBe(2);
  expect(batch.save()).toEqual(one.save());
});

describe("learnSparseBatch", () => {
  const rows = { offsets: [0, 2, 2, 3], indices: Int32Array.of(0, 3, 1), values: Float64Array.of(1, -2, 4) };

  it.each(["auto", "js"] as const)("gives the bits of learn, one by one (kernel: %s)", (kernel) => {
    const [one, batch, plain] = [linear({ kernel }), linear({ kernel }), linear({ kernel })];
    const losses = [
      one.learn({ indices: [0, 3], values: [1, -2] }, 1),
      one.learn({ indices: [], values: [] }, -1, 3),
      one.learn({ indices: [1], values: [4] }, 1),
    ];
    const suffered = new Float64Array(3);
    expect(batch.learnSparseBatch(rows, [1, -1, 1], [1, 3, 1], suffered)).toBe(
      losses[0] + losses[1] + losses[2],
    );
    expect([...suffered]).toEqual(losses);
    expect(batch.save()).toEqual(one.save());
    plain.learnSparseBatch({ ...rows, indices: [0, 3, 1], values: [1, -2, 4] }, [1, -1, 1], [1, 3, 1]);
    expect(plain.save()).toEqual(one.save());
  });

  it("goes through more rows than are brought into a kernel at a time", () => {
    const count = 20_000;
    const indices = Int32Array.from({ length: 3 * count }, (_, k) => 5 * (k % 3) + ((k * 7) % 5));
    const values = Float64Array.from({ length: 3 * count }, (_, k) => ((k * 13) % 29) - 14);
    const offsets = Int32Array.from({ length: count + 1 }, (_, r) => 3 * r);
    const labels = Float64Array.from({ length: count }, (_, r) =>
      values[3 * r] > values[3 * r + 1] ? 1 : -1,
    );
    const [fast, readable] = [linear({ features: 15 }), linear({ features: 15, kernel: "js" })];
    expect(fast.learnSparseBatch({ offsets, indices, values }, labels)).toBe(
      readable.learnSparseBatch({ offsets, indices, values }, labels),
    );
    expect(fast.save()).toEqual(readable.save());
  });

  it.each([
    ["offsets that do not fit", { offsets: [0, 2, 3] }, "expected 4 offsets for 3 rows, got 3"],
    ["offsets that fall", { offsets: [0, 2, 1, 3] }, "offset 2 must be a whole number from 2 to 3, got 1"],
    [
      "offsets beyond the entries",
      { offsets: [0, 2, 2, 4] },
      "offset 3 must be a whole number from 2 to 3, got 4",
    ],
    ["indices that fall", { indices: Int32Array.of(3, 0, 1) }, "row 0: indices must increase: 0 after 3"],
    ["a negative index", { indices: Int32Array.of(0, 3, -1) }, "row 2: invalid index: -1"],
    ["an index beyond", { indices: Int32Array.of(0, 3, 4) }, "row 2: index 4 is beyond the 4 features"],
    ["an index that is none", { indices: [0, 2.5, 1] }, "row 0: invalid index: 2.5"],
    [
      "NaN",
      { values: Float64Array.of(1, 2, NaN) },
      "row 2: feature 1 must be a number between ±1e+300, got NaN",
    ],
    [
      "what is no number",
      { values: [1, "2", 3] as number[] },
      "row 0: feature 3 must be a number, got string",
    ],
  ])("says what is wrong: %s, and leaves the model as it was", (_, wrong, message) => {
    for (const kernel of ["auto", "js"] as const) {
      const model = linear({ features: 4, kernel });
      model.learn([1, 2, 3, 4], 1);
      const before = model.save();
      expect(() => model.learnSparseBatch({ ...rows, ...wrong }, [1, 1, 1])).toThrow(message);
      expect(model.save()).toEqual(before);
    }
  });
});

describe("block", () => {
  it("has room for losses, or refuses, where they lie in a block whose memory moves", () => {
    const indices = Int32Array.from({ length: 3000 }, (_, n) => n);
    const values = new Float64Array(3000).fill(1);
    for (let size = 100; size < 9000; size += 97) {
      const model = linear();
      const suffered = model.block(size, 1).subarray(0, 1);
      try {
        model.learnSparseBatch({ offsets: [0, 3000], indices, values }, [1], undefined, suffered);
        expect([model.rounds, model.features, suffered[0]]).toEqual([1, 3000, Math.LN2]);
      } catch (error) {
        expect((error as Error).message).toBe("expected room for 1 losses, got 0");
        expect([model.rounds, model.features]).toEqual([0, 0]);
      }
    }
  });

  it("refuses more than there is memory for, and leaves the model as it was", () => {
    const model = linear({ loss: "softmax", outputs: 3 });
    const other = linear({ loss: "softmax", outputs: 3 });
    for (const one of [model, other]) one.learn([1, 2], 1);
    expect(() => model.block(2 ** 20, 2 ** 10)).toThrow(RangeError);
    expect(() => model.learn({ indices: [2 ** 26 - 1], values: [1] }, 0)).toThrow(RangeError);
    expect(() => model.growOutputs(2 ** 24)).toThrow(RangeError);
    expect(model.save()).toEqual(other.save());
    for (const one of [model, other]) one.learn([3, -1, 4], 2);
    expect(model.save()).toEqual(other.save());
  });

  it("is room that learnBatch and predictBatch take rows from, whole or in part, with a kernel and without", () => {
    for (const kernel of ["auto", "js"] as const) {
      const [model, other] = [linear({ features: 2, kernel }), linear({ features: 2, kernel })];
      const block = model.block(3, 2);
      expect([...block]).toEqual([0, 0, 0, 0, 0, 0]);
      block.set([1, 2, 3, -4, 5, 6]);
      expect(model.learnBatch(block.subarray(2), [1, -1])).toBe(
        other.learnBatch(Float64Array.of(3, -4, 5, 6), [1, -1]),
      );
      expect(model.predictBatch(block)).toEqual(other.predictBatch(Float64Array.of(1, 2, 3, -4, 5, 6)));
      expect(model.save()).toEqual(other.save());
    }
  });

  it("keeps what is in it when it is asked for anew", () => {
    const model = linear();
    model.block(2, 2).set([1, 2, 3, 4]);
    model.learn(new Float64Array(100_000).fill(1), 1);
    expect([...model.block(3, 2)]).toEqual([1, 2, 3, 4, 0, 0]);
  });

  it("taken before the model has grown is refused, not learned from as if it were empty", () => {
    const model = linear();
    const block = model.block(2, 2);
    block.set([1, 2, 3, 4]);
    model.learn(new Float64Array(100_000).fill(1), 1);
    const before = model.save();
    expect(block.length).toBe(0);
    expect(() => model.learnBatch(block, [1, -1])).toThrow(
      "rows lie in memory that has moved; ask for the block anew",
    );
    expect(model.save()).toEqual(before);
  });

  it("of another shape than it was asked for is learned from all the same, even if the model must grow for it", () => {
    const [model, other] = [linear(), linear()];
    const block = model.block(100_000, 2);
    block.forEach((_, i) => {
      block[i] = (i % 7) - 3;
    });
    const values = block.slice();
    expect(model.learnBatch(block, [1, -1])).toBe(other.learnBatch(values, [1, -1]));
    expect(model.save()).toEqual(other.save());
  });
});

it.each([8, 7, 6, 5, 4, 3, 2, 1, 0])("rows of nine features may be followed by rows of %i", (fewer) => {
  const draw = (row: number, column: number) => Math.sin(row * 31 + column * 7 + 1);
  for (const constant of [true, false]) {
    const batch = linear({ constant });
    const readable = linear({ constant, kernel: "js" });
    for (const columns of [9, fewer, 9]) {
      const rows = Array.from({ length: 12 }, (_, r) =>
        Array.from({ length: columns }, (_, i) => draw(r, i)),
      );
      const labels = rows.map((_, r) => (r % 3 === 0 ? -1 : 1));
      const suffered = new Float64Array(rows.length);
      batch.learnBatch(Float64Array.from(rows.flat()), labels, undefined, suffered);
      expect([...suffered]).toEqual(rows.map((x, r) => readable.learn(x, labels[r])));
      expect(batch.save()).toEqual(readable.save());
    }
  }
});
