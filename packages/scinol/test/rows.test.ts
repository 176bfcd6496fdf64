import fc from "fast-check";
import { describe, expect, it } from "vitest";
import {
  type Classifier,
  classifier,
  type Record,
  type Regressor,
  regressor,
  type SparseRows,
} from "../src/index.ts";

/** A table of numbers (NaN is missing) and texts (null is missing), with labels and weights. */
interface Table {
  readonly numbers: readonly (readonly number[])[];
  readonly texts: readonly (readonly (string | null)[])[];
  readonly labels: readonly number[];
  readonly weights: readonly number[] | undefined;
}

const number = fc.oneof(
  { weight: 8, arbitrary: fc.double({ min: -1000, max: 1000, noNaN: true }) },
  { weight: 2, arbitrary: fc.integer({ min: -3, max: 3 }) },
  fc.constantFrom(0, -0, Number.NaN, 1e-310, 1e300, 2e300, -1e299, 1e-200),
);

const tables = fc.integer({ min: 1, max: 60 }).chain((rows) =>
  fc.record<Table>({
    numbers: fc.integer({ min: 0, max: 7 }).chain((columns) => matrix(rows, columns, number)),
    texts: fc
      .integer({ min: 0, max: 3 })
      .chain((columns) => matrix(rows, columns, fc.constantFrom("a", "b", "c", "d", null))),
    labels: fc.array(fc.integer({ min: 0, max: 3 }), { minLength: rows, maxLength: rows }),
    weights: fc.option(fc.array(fc.constantFrom(1, 0.5, 0, 3, 20), { minLength: rows, maxLength: rows }), {
      nil: undefined,
    }),
  }),
);

function matrix<T>(rows: number, columns: number, cell: fc.Arbitrary<T>): fc.Arbitrary<T[][]> {
  const row = fc.array(cell, { minLength: columns, maxLength: columns });
  return fc.array(row, { minLength: rows, maxLength: rows });
}

const options = {
  "the default": {},
  "one memory": { memory: "all" },
  "the rule as published": { exact: true },
  "no views": { views: false },
  "a hash table": { hash: 4 },
  "few features": { maxFeatures: 6 },
} as const;

describe("rows of a table teach a learner what their records do, to the bit", () => {
  for (const [name, chosen] of Object.entries(options)) {
    it(`classes: ${name}`, () => {
      fc.assert(
        fc.property(tables, fc.integer({ min: 2, max: 4 }), fc.nat(20), (table, classes, cut) => {
          const label = (y: number) => y % classes;
          const losses = learnRecords(classifier({ ...chosen, kernel: "js" }), table, label);
          const [many, plain] = [classifier(chosen), classifier({ ...chosen, kernel: "js" })];
          const learned = learnTable(many, table, label, cut);
          expect(learned.losses).toEqual(losses);
          expect(learnTable(plain, table, label, cut)).toEqual(learned);
          expect(many.save()).toEqual(plain.save());
        }),
        { numRuns: 40 },
      );
    });

    it(`numbers: ${name}`, () => {
      fc.assert(
        fc.property(tables, fc.nat(20), (table, cut) => {
          const label = (y: number, row: number) => y * 1e3 + row;
          const losses = learnRecords(regressor({ ...chosen, kernel: "js" }), table, label);
          const [many, plain] = [regressor(chosen), regressor({ ...chosen, kernel: "js" })];
          const learned = learnTable(many, table, label, cut);
          expect(learned.losses).toEqual(losses);
          expect(learnTable(plain, table, label, cut)).toEqual(learned);
          expect(many.save()).toEqual(plain.save());
        }),
        { numRuns: 40 },
      );
    });
  }

  it("also where other numbers stand between the rows", () => {
    const layout = { numbers: [{ name: "a", kind: "number" }], texts: [] } as const;
    const rows = { rows: 4, codes: new Int32Array(0), dictionaries: [] };
    const tight = classifier();
    tight.table(layout)({ ...rows, numbers: Float64Array.of(1, 4, 9, 16) }, [0, 1, 0, 1]);
    const apart = classifier();
    const numbers = Float64Array.of(1, -1, 4, Number.NaN, 9, -1, 16);
    apart.table(layout)({ ...rows, numbers, apart: 2 }, [0, 1, 0, 1]);
    expect(apart.save()).toEqual(tight.save());
  });

  it.each([
    ["overlap", 1, 8],
    ["are all the same", 0, 3],
    ["are not all there", 3, 13],
  ])("also where rows %s", (_, apart, length) => {
    const layout = { numbers: ["a", "b", "c"].map((name) => ({ name, kind: "number" as const })), texts: [] };
    const learnAll = (learner: Classifier) => {
      const learn = learner.table(layout);
      const rows = { rows: 6, codes: new Int32Array(0), dictionaries: [] };
      const labels = [0, 1, 0, 1, 1, 0];
      learn({ ...rows, numbers: Float64Array.from({ length: 18 }, (_, n) => Math.cos(n)) }, labels);
      learn({ ...rows, apart, numbers: Float64Array.from({ length }, (_, n) => Math.sin(n)) }, labels);
      return learner.save();
    };
    expect(learnAll(classifier())).toEqual(learnAll(classifier({ kernel: "js" })));
  });

  it("also where reading a label has another table learned from", () => {
    const layout = { numbers: [{ name: "a", kind: "number" }], texts: [] } as const;
    const rowsOf = (numbers: number[]) => ({
      rows: numbers.length,
      numbers: Float64Array.from(numbers),
      codes: new Int32Array(0),
      dictionaries: [],
    });
    const learnAll = (learner: Classifier) => {
      const [learn, learnOther] = [learner.table(layout), learner.table(layout)];
      learn(rowsOf([1, 2]), [0, 1]);
      // Labels behind one that is new are read when the rows before it have been learned from.
      const labels = [0, 1, 2, 0, 1, 0];
      Object.defineProperty(labels, 4, {
        get() {
          learnOther(rowsOf([7, 3, 8, 5, 9, 6]), [0, 1, 0, 1, 0, 1]);
          return 1;
        },
      });
      learn(rowsOf([4, 1, 5, 2, 6, 3]), labels);
      return learner.save();
    };
    expect(learnAll(classifier())).toEqual(learnAll(classifier({ kernel: "js" })));
  });

  it("also where reading a label fills the rows anew that another table has just learned from", () => {
    const layout = { numbers: [{ name: "a", kind: "number" }], texts: [] } as const;
    const learnAll = (learner: Classifier) => {
      const [learn, learnOther] = [learner.table(layout), learner.table(layout)];
      const rows = {
        rows: 4,
        numbers: Float64Array.of(1, 2, 3, 4),
        codes: new Int32Array(0),
        dictionaries: [],
      };
      learn(rows, [0, 1, 0, 1]);
      // Labels behind one that is new are read when the rows before it have been learned from.
      const labels = [0, 2, 0, 1];
      Object.defineProperty(labels, 3, {
        get() {
          learnOther(rows, [1, 0, 1, 0]);
          rows.numbers.set([8, 6, 7, 5]);
          return 1;
        },
      });
      learn(rows, labels);
      return learner.save();
    };
    expect(learnAll(classifier())).toEqual(learnAll(classifier({ kernel: "js" })));
  });

  it("but not from a label of their own", () => {
    const learner = classifier();
    const learn = learner.table({ numbers: [{ name: "a", kind: "number" }], texts: [] });
    const rows = { rows: 2, numbers: Float64Array.of(1, 2), codes: new Int32Array(0), dictionaries: [] };
    const labels = [0, 1];
    Object.defineProperty(labels, 1, { get: () => learn(rows, [0, 1]) });
    expect(() => learn(rows, labels)).toThrow("rows are being learned from, and their own code called");
    learn(rows, [0, 1]);
    expect(learner.progress.rounds).toBe(3);
  });

  it("also where one table is filled again and again", () => {
    const layout = { numbers: [{ name: "a", kind: "number" }], texts: [] } as const;
    const learnAll = (learner: Classifier) => {
      const learn = learner.table(layout);
      const rows = { rows: 2, numbers: new Float64Array(2), codes: new Int32Array(0), dictionaries: [] };
      for (let n = 0; n < 20; n++) {
        rows.numbers.set([Math.sin(n), Math.cos(n)]);
        learn(rows, [0, 1]);
      }
      return learner.save();
    };
    expect(learnAll(classifier())).toEqual(learnAll(classifier({ kernel: "js" })));
  });

  it("however many there are", () => {
    const columns = 3;
    const count = 40_000;
    const numbers = Float64Array.from({ length: count * columns }, (_, n) => Math.sin(n) * 1000);
    const labels = Float64Array.from({ length: count }, (_, row) => (Math.cos(row) > 0.3 ? 1 : 0));
    const layout = {
      numbers: Array.from({ length: columns }, (_, n) => ({ name: `x${n}`, kind: "number" as const })),
      texts: [],
    };
    const table = { rows: count, numbers, codes: new Int32Array(0), dictionaries: [] };
    const whole = classifier();
    whole.table(layout)(table, labels);
    const plain = classifier({ kernel: "js" });
    plain.table(layout)(table, labels);
    expect(whole.save()).toEqual(plain.save());
  });

  it("also where a column was predicted from before it is learned from", () => {
    const layout = { numbers: [{ name: "a", kind: "number" }], texts: [] } as const;
    const learnAll = (learner: Classifier, predicts: boolean) => {
      const learn = learner.table(layout);
      const rows = {
        rows: 4,
        numbers: Float64Array.of(1, 4, 9, 16),
        codes: new Int32Array(0),
        dictionaries: [],
      };
      learn(rows, [0, 1, 0, 1]);
      if (predicts) learner.predict({ b: 1 });
      learn(rows, [0, 1, 0, 1]);
      learner.learn({ b: 1 }, 1);
      return learner.save();
    };
    const without = learnAll(classifier(), false);
    expect(learnAll(classifier(), true)).toEqual(without);
    expect(learnAll(classifier({ kernel: "js" }), true)).toEqual(without);
  });

  it("and a wrong label or weight stops them where it stands", () => {
    const layout = { numbers: [{ name: "a", kind: "number" }], texts: [] } as const;
    const rows = {
      rows: 4,
      numbers: Float64Array.of(1, 2, 3, 4),
      codes: new Int32Array(0),
      dictionaries: [],
    };
    const learner = classifier({ classes: ["no", "yes"] });
    const learn = learner.table(layout);
    expect(() => learn(rows, ["no", "yes", "maybe" as "no", "yes"])).toThrow("maybe");
    expect(learner.progress.rounds).toBe(2);
    expect(() => learn(rows, ["no", "yes", "no", "yes"], [1, 1, 1, -1])).toThrow("weight must be");
    expect(learner.progress.rounds).toBe(5);
    const unreadable = ["no", "yes", "no", "yes"] as ("no" | "yes")[];
    Object.defineProperty(unreadable, 1, {
      get() {
        throw new Error("unreadable");
      },
    });
    expect(() => learn(rows, unreadable)).toThrow("unreadable");
    expect(learner.progress.rounds).toBe(6);
  });
});

const sparseRows = fc.array(
  fc.record({
    entries: fc.uniqueArray(fc.tuple(fc.nat(30), number), { maxLength: 8, selector: ([index]) => index }),
    label: fc.integer({ min: 0, max: 2 }),
  }),
  { minLength: 1, maxLength: 60 },
);

describe("rows of sparse vectors teach a learner what their records do, to the bit", () => {
  for (const [name, chosen] of Object.entries(options)) {
    it.each([
      ["classes", classifier],
      ["numbers", regressor],
    ])(`%s: ${name}`, (_, make) => {
      fc.assert(
        fc.property(sparseRows, fc.boolean(), (rows, named) => {
          const values = named ? Array.from({ length: 31 }, (_, index) => `f${index}`) : undefined;
          const one = make({ ...chosen, kernel: "js" }) as Classifier;
          const losses = rows.map(({ entries, label }) => {
            const indices = entries.map(([index]) => values?.[index] ?? index);
            return one.learn({ indices, values: entries.map(([, x]) => x) }, label);
          });
          const many = make(chosen) as Classifier;
          const learned = many.sparse()(
            {
              rows: rows.length,
              offsets: rows.reduce((sums, { entries }) => sums.concat(sums.at(-1)! + entries.length), [0]),
              indices: Uint32Array.from(rows.flatMap(({ entries }) => entries.map(([index]) => index))),
              values: Float64Array.from(rows.flatMap(({ entries }) => entries.map(([, x]) => x))),
              names: values === undefined ? undefined : { values },
            },
            rows.map(({ label }) => label),
          );
          expect([...learned.losses.subarray(0, rows.length)]).toEqual(losses);
          expect(many.save()).toEqual(one.save());
        }),
        { numRuns: 40 },
      );
    });
  }
});

describe("rows of sparse vectors come to the same with a kernel as without", () => {
  function learnAll(
    kernel: "auto" | "js",
    rows: SparseRows,
    labels: ArrayLike<number>,
  ): [number[], Uint8Array] {
    const learner = classifier({ kernel });
    const { losses } = learner.sparse()(rows, labels);
    return [[...losses.subarray(0, rows.rows)], learner.save()];
  }

  it("however many there are, and whichever have to be taken by themselves", () => {
    const count = 4000;
    const width = 12;
    const entries = Array.from({ length: count * width }, (_, k) => k);
    const rows = {
      rows: count,
      offsets: Uint32Array.from({ length: count + 1 }, (_, row) => row * width),
      // Far apart, so that what is known of them has to be made longer again and again; and one that is not worth knowing.
      indices: Uint32Array.from(entries, (k) =>
        k % 9973 === 0 ? 2 ** 25 : ((k * k) % 700) * width + (k % width),
      ),
      values: Float64Array.from(entries, (k) =>
        k % 5003 === 4 ? Number.NaN : k % 17 === 0 ? 0 : Math.sin(k),
      ),
    };
    const labels = Float64Array.from({ length: count }, (_, row) => Math.floor(row / 1000) % 3);
    expect(learnAll("auto", rows, labels)).toEqual(learnAll("js", rows, labels));
  });

  it("also where an index is no whole number", () => {
    const rows = { rows: 3, offsets: [0, 2, 3, 5], indices: [1, 1.5, 1, -1, 1.5], values: [1, 2, 3, 4, 5] };
    expect(learnAll("auto", rows, [0, 1, 0])).toEqual(learnAll("js", rows, [0, 1, 0]));
  });

  it.each([
    ["ends before it begins", [0, 2, 5, 3, 5]],
    ["ends behind all there is", [0, 2, 5, 9, 9]],
  ])("also where a row %s", (_, offsets) => {
    const entries = { indices: Uint32Array.of(0, 1, 0, 1, 2), values: Float64Array.of(1, 2, 3, 4, 5) };
    const rows = { rows: 4, offsets, ...entries };
    expect(learnAll("auto", rows, [0, 1, 0, 1])).toEqual(learnAll("js", rows, [0, 1, 0, 1]));
  });
});

describe("blocks of sparse rows, by whatever names, records and predictions in any order", () => {
  const steps = fc.array(
    fc.record({
      kind: fc.constantFrom("block", "named", "named anew", "record", "predict", "weights", "save"),
      rows: sparseRows,
    }),
    { maxLength: 8 },
  );

  /** The column that the prediction makes up must not be found again by the records. */
  const zero: [number, number][] = [[0, 0]];
  const madeUp = [
    { kind: "block" as const, rows: [{ entries: [], label: 2 }] },
    { kind: "predict" as const, rows: [{ entries: zero, label: 0 }] },
    {
      kind: "block" as const,
      rows: [
        { entries: zero, label: 2 },
        { entries: [], label: 0 },
      ],
    },
    {
      kind: "record" as const,
      rows: [
        { entries: zero, label: 0 },
        { entries: [], label: 0 },
      ],
    },
  ];

  it.each(Object.entries(options))("come to the same with kernels as without: %s", (_, chosen) => {
    fc.assert(
      fc.property(steps, (stream) => {
        const [fast, readable] = [run(classifier(chosen)), run(classifier({ ...chosen, kernel: "js" }))];
        for (const { kind, rows } of stream) expect(fast(kind, rows)).toEqual(readable(kind, rows));
        expect(fast("save", [])).toEqual(readable("save", []));
      }),
      { numRuns: 40, examples: [[madeUp]] },
    );
  });

  type Rows = { entries: [number, number][]; label: number }[];

  function run(learner: Classifier): (kind: string, rows: Rows) => unknown {
    const sparse = learner.sparse();
    const other = learner.sparse();
    const names = { values: Array.from({ length: 31 }, (_, index) => String(30 - index)) };
    const record = ({ entries }: Rows[number]) => ({
      indices: entries.map(([index]) => index),
      values: entries.map(([, x]) => x),
    });
    return (kind, rows) => {
      if (kind === "record") return rows.map((row) => learner.learn(record(row), row.label));
      if (kind === "predict") return rows.map((row) => learner.predict(record(row)).probabilities);
      if (kind === "weights") return learner.weights();
      if (kind === "save") return learner.save();
      const learn = kind === "named anew" ? other : sparse;
      const { losses } = learn(
        {
          rows: rows.length,
          offsets: rows.reduce((sums, { entries }) => sums.concat(sums.at(-1)! + entries.length), [0]),
          indices: Uint32Array.from(rows.flatMap(({ entries }) => entries.map(([index]) => index))),
          values: Float64Array.from(rows.flatMap(({ entries }) => entries.map(([, x]) => x))),
          names: kind === "block" ? undefined : kind === "named" ? names : { ...names },
        },
        rows.map(({ label }) => label),
      );
      return losses.slice(0, rows.length);
    };
  }
});

/** Learns from one record after the other; the losses. */
function learnRecords(
  learner: Classifier | Regressor,
  table: Table,
  label: (y: number, row: number) => number,
): number[] {
  return table.labels.map((y, row) => {
    const record: { [name: string]: number | string | null } = {};
    table.numbers[row].forEach((x, n) => {
      record[`x${n}`] = x;
    });
    table.texts[row].forEach((text, n) => {
      record[`t${n}`] = text;
    });
    return learner.learn(record as Record, label(y, row) as never, table.weights?.[row] ?? 1);
  });
}

/** Learns from the rows as tables, in two parts; the losses and what was predicted. */
function learnTable(
  learner: Classifier | Regressor,
  table: Table,
  label: (y: number, row: number) => number,
  cut: number,
): { losses: number[]; answers: number[] } {
  const numbers = table.numbers[0].map((_, n) => ({ name: `x${n}`, kind: "number" as const }));
  const texts = table.texts[0].map((_, n) => `t${n}`);
  const learn = learner.table({ numbers, texts });
  const dictionaries = texts.map(() => ({ values: ["d", "a", "c", "b"] }));
  const [losses, answers]: number[][] = [[], []];
  const labels = table.labels.map(label);
  for (const [from, to] of [
    [0, Math.min(cut, labels.length)],
    [Math.min(cut, labels.length), labels.length],
  ]) {
    const rows = {
      rows: to - from,
      numbers: Float64Array.from(table.numbers.slice(from, to).flat()),
      codes: Int32Array.from(
        table.texts
          .slice(from, to)
          .flatMap((row) =>
            row.map((text, n) => (text === null ? -1 : dictionaries[n].values.indexOf(text))),
          ),
      ),
      dictionaries,
    };
    const learned = learn(rows, labels.slice(from, to) as never, table.weights?.slice(from, to));
    losses.push(...learned.losses.subarray(0, to - from));
    answers.push(...learned.answers.subarray(0, to - from));
  }
  return { losses, answers };
}
