import fc from "fast-check";
import { describe, expect, it } from "vitest";
import {
  classifier,
  type Record,
  regressor,
  type SparseRows,
  type TableLayout,
  type TableRows,
} from "../../src/index.ts";

/*
 * Rows of tables and of sparse vectors are learned from and predicted as their records would be: the same losses, the same
 * model to the bit.
 */

const layout: TableLayout = {
  numbers: [
    { name: "a", kind: "number" },
    { name: "when", kind: "date" },
    { name: "b", kind: "number" },
    { name: "flag", kind: "boolean" },
    { name: "other", kind: "date" },
    { name: "x", kind: "indicator" },
  ],
  texts: ["c", "d"],
};
const texts = [
  ["red", "green", "blue", "grey"],
  ["u", "v"],
];

const anyRow = fc.record({
  numbers: fc.tuple(
    fc.oneof(fc.integer({ min: -5, max: 5 }), fc.constant(Number.NaN)),
    fc.oneof(fc.integer({ min: 0, max: 1e12 }), fc.constant(Number.NaN)),
    fc.double({ min: -1e6, max: 1e6, noNaN: true }),
    fc.constantFrom(0, 1, Number.NaN),
    fc.oneof(fc.integer({ min: 0, max: 1e12 }), fc.constant(Number.NaN)),
    fc.constantFrom(0.5, 2, Number.NaN),
  ),
  codes: fc.tuple(fc.integer({ min: -1, max: 3 }), fc.integer({ min: -1, max: 1 })),
  label: fc.nat(3),
  weight: fc.constantFrom(1, 1, 1, 0, 2.5),
});
const anyRows = fc.array(anyRow, { minLength: 1, maxLength: 60 });
type Row = typeof anyRow extends fc.Arbitrary<infer T> ? T : never;

function tableOf(rows: readonly Row[]): TableRows {
  return {
    rows: rows.length,
    numbers: Float64Array.from(rows.flatMap(({ numbers }) => numbers)),
    codes: Int32Array.from(rows.flatMap(({ codes }) => codes)),
    dictionaries: texts.map((values) => ({ values })),
  };
}

function recordOf({ numbers, codes }: Row): Record {
  const record: { [name: string]: unknown } = {};
  layout.numbers.forEach(({ name, kind }, n) => {
    const value = numbers[n];
    if (Number.isNaN(value)) record[name] = null;
    else if (kind === "date") record[name] = new Date(value);
    else record[name] = kind === "boolean" ? value === 1 : value;
  });
  layout.texts.forEach((name, n) => {
    record[name] = codes[n] < 0 ? null : texts[n][codes[n]];
  });
  return record;
}

const schema = { x: "indicator" } as const;

describe("rows of a table", () => {
  for (const options of [
    { schema },
    { schema, hash: 3 },
    { schema, memory: "all" as const },
    { schema, engine: "js" as const },
  ])
    it(`are learned from as their records: ${JSON.stringify(options)}`, () => {
      fc.assert(
        fc.property(anyRows, fc.nat(60), (rows, cut) => {
          const [one, many] = [classifier(options), classifier(options)];
          const losses = rows.map((row) => one.learn(recordOf(row), row.label, row.weight));
          const table = many.table(layout);
          const learned: number[] = [];
          for (const part of [rows.slice(0, cut), rows.slice(cut)]) {
            const weights = part.map(({ weight }) => weight);
            const { losses } = table(
              tableOf(part),
              part.map(({ label }) => label),
              weights,
            );
            learned.push(...losses.subarray(0, part.length));
          }
          expect(learned).toEqual(losses);
          expect(many.progress.toJSON().rounds).toBe(rows.length);
          // Columns may have been met in another order within the first row.
          for (const row of rows.slice(0, 5)) {
            expect(many.predict(recordOf(row)).probabilities).toEqual(
              one.predict(recordOf(row)).probabilities,
            );
          }
        }),
        { numRuns: 60 },
      );
    });

  it("are predicted as their records, live and steadily, and nothing of them stays", () => {
    fc.assert(
      fc.property(anyRows, anyRows, fc.boolean(), (rows, asked, steady) => {
        const learner = regressor({ schema });
        for (const row of rows) learner.learn(recordOf(row), row.label);
        const { coordinates } = learner;
        const answers = learner.predictTable(layout)(tableOf(asked), steady);
        asked.forEach((row, n) => {
          expect(answers[n]).toBe(learner.predict(recordOf(row), { steady }).value);
        });
        expect(learner.coordinates).toBe(coordinates);
      }),
    );
  });

  it("that contradict themselves are refused once, before anything is learned", () => {
    const learner = classifier();
    const table = learner.table({ numbers: [{ name: "a", kind: "number" }], texts: ["c"] });
    const good = {
      rows: 2,
      numbers: Float64Array.of(1, 2),
      codes: Int32Array.of(0, 0),
      dictionaries: [{ values: ["x"] }],
    };
    expect(() => table({ ...good, codes: Int32Array.of(0, 1) }, [0, 1])).toThrow(
      'column "c" has code 1, and 1 texts',
    );
    expect(() => table({ ...good, numbers: Float64Array.of(1) }, [0, 1])).toThrow(
      "2 rows of 1 numbers, got 1 numbers",
    );
    expect(() => table({ ...good, codes: Int32Array.of(0) }, [0, 1])).toThrow(
      "2 rows of 1 texts, got 1 codes",
    );
    expect(learner.progress.rounds).toBe(0);
  });

  it("behind whose labels the learner is called are refused", () => {
    const learner = classifier();
    const table = learner.table({ numbers: [{ name: "a", kind: "number" }], texts: [] });
    const rows = { rows: 1, numbers: Float64Array.of(1), codes: new Int32Array(0), dictionaries: [] };
    const labels = {
      length: 1,
      get 0() {
        return learner.learn({ a: 2 }, "x") > 0 ? "x" : "y";
      },
    };
    expect(() => table(rows, labels)).toThrow("called by the code of a record, a label or a weight");
    expect(learner.progress.rounds).toBe(0);
  });
});

describe("rows of sparse vectors", () => {
  const anyEntries = fc.array(fc.tuple(fc.nat(20), fc.constantFrom(1, 1, -2, 0.5, 1e200)), { maxLength: 8 });

  it("are learned from as their records, equal indices added", () => {
    fc.assert(
      fc.property(fc.array(anyEntries, { minLength: 1, maxLength: 30 }), (rows) => {
        const [one, many] = [classifier(), classifier()];
        const losses = rows.map((entries, t) => {
          const sum = new Map<number, number>();
          for (const [index, value] of entries) sum.set(index, (sum.get(index) ?? 0) + value);
          return one.learn({ indices: [...sum.keys()], values: [...sum.values()] }, t % 2);
        });
        const sparse: SparseRows = {
          rows: rows.length,
          offsets: offsetsOf(rows),
          indices: rows.flat().map(([index]) => index),
          values: rows.flat().map(([, value]) => value),
        };
        const labels = rows.map((_, t) => t % 2);
        expect([...many.sparse()(sparse, labels).losses.subarray(0, rows.length)]).toEqual(losses);
        expect(many.hash).toBe(one.hash);
        const asked = many.predictSparse()(sparse);
        expect(asked[0]).toBe(one.predict(entriesOf(rows[0])).probabilities.get(0));
      }),
    );
  });

  function entriesOf(entries: readonly (readonly [number, number])[]): Record {
    const sum = new Map<number, number>();
    for (const [index, value] of entries) sum.set(index, (sum.get(index) ?? 0) + value);
    return { indices: [...sum.keys()], values: [...sum.values()] };
  }
});

/** Where each row begins, and where the last one ends. */
function offsetsOf(rows: readonly { readonly length: number }[]): number[] {
  const offsets = [0];
  for (const { length } of rows) offsets.push(offsets[offsets.length - 1] + length);
  return offsets;
}
