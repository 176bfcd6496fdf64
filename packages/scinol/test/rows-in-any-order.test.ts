import fc from "fast-check";
import { expect, it } from "vitest";
import { type Classifier, type ClassifierOptions, classifier, load, type Record } from "../src/index.ts";

/** What a column can be like: its value in the nth row of a table, given a number between −1 and 1. */
const characters = {
  plain: (_: number, draw: number) => 1000 * draw,
  constant: () => 3,
  "nothing but zeros": () => 0,
  "every second one zero": (n: number, draw: number) => (n % 2 === 0 ? 0 : draw),
  "often too small to count": (n: number) => [1e-310, 1e-300, 0, -1e-300, -9e-301][n % 5],
  huge: (_: number, draw: number) => 1e300 * draw,
  leaping: (n: number, draw: number) => draw * (n % 7 === 3 ? 1e300 : 1e-290),
  signs: (n: number) => [0, -0, 1, -1][n % 4],
  "sometimes missing": (n: number, draw: number) => (n % 6 === 5 ? Number.NaN : draw),
};

interface Row {
  readonly draws: readonly number[];
  readonly codes: readonly number[];
  readonly entries: readonly (readonly [index: number, value: number])[];
  readonly label: number;
  readonly weight: number;
}

interface Step {
  readonly kind: "table" | "sparse" | "record" | "sparse record" | "predict" | "load";
  readonly rows: readonly Row[];
  /** How far apart rows of a table begin: 20,000 numbers are so far that only three rows are taken at a time. */
  readonly apart: number;
  /** The label or weight of a row that can be read so many times. */
  readonly unreadable:
    | { readonly row: number; readonly what: "labels" | "weights"; readonly reads: number }
    | undefined;
}

interface Program {
  readonly columns: readonly (keyof typeof characters)[];
  readonly texts: number;
  readonly classes: number;
  readonly declared: boolean;
  readonly steps: readonly Step[];
}

const DICTIONARY = { values: ["a", "b", "c", "d"] };

const draw = fc.double({ min: -1, max: 1, noNaN: true });
const sparseValue = fc.oneof(
  { weight: 6, arbitrary: draw },
  fc.constantFrom(0, -0, 1e-310, 1e-300, 1e300, Number.NaN),
);

const programs = fc
  .record({
    columns: fc.array(fc.constantFrom(...(Object.keys(characters) as (keyof typeof characters)[])), {
      maxLength: 9,
    }),
    texts: fc.nat(2),
    classes: fc.constantFrom(1, 2, 2, 2, 3),
    declared: fc.boolean(),
    weights: fc.constantFrom([1], [0, 1, 0.5], [1, 3, 20, 1e8]),
  })
  .chain(({ weights, ...shape }) => {
    const { columns, texts, classes } = shape;
    const row = fc.record<Row>({
      draws: fc.array(draw, { minLength: columns.length, maxLength: columns.length }),
      codes: fc.array(fc.integer({ min: -1, max: 3 }), { minLength: texts, maxLength: texts }),
      entries: fc.uniqueArray(fc.tuple(fc.nat(30), sparseValue), {
        maxLength: 6,
        selector: ([index]) => index,
      }),
      label: fc.nat(classes - 1),
      weight: fc.constantFrom(...weights),
    });
    const step = fc.record<Step>({
      kind: fc.constantFrom(
        "table",
        "table",
        "sparse",
        "sparse",
        "record",
        "sparse record",
        "predict",
        "load",
      ),
      rows: fc.array(row, { minLength: 1, maxLength: 25 }),
      apart: fc.constantFrom(0, 0, 0, 3, 20_000),
      unreadable: fc.option(
        fc.record({
          row: fc.nat(24),
          what: fc.constantFrom("labels" as const, "weights" as const),
          reads: fc.nat(4),
        }),
        { nil: undefined, freq: 8 },
      ),
    });
    return fc.record<Program>({
      columns: fc.constant(columns),
      texts: fc.constant(texts),
      classes: fc.constant(classes),
      declared: fc.constant(shape.declared),
      steps: fc.array(step, { maxLength: 8 }),
    });
  });

const options: { readonly [name: string]: ClassifierOptions } = {
  "the default": {},
  "one memory": { memory: "all" },
  "the rule as published": { exact: true },
  "no views": { views: false },
  "one memory and no views": { memory: "all", views: false },
  "views and the rule as published": { exact: true, views: true },
  // Each memory's first weight is far too large, and some scores are beyond what an exponential can hold.
  "a wealth of 300": { settings: { epsilon: 300 } },
  "a wealth of 1e9": { settings: { epsilon: 1e9 } },
  "the rule as published, with a wealth of 2000": { exact: true, settings: { epsilon: 2000 } },
};

it.each(Object.entries(options))(
  "blocks and records in any order teach kernels what their rows, one by one, teach the readable rule: %s",
  (_, chosen) => {
    fc.assert(
      fc.property(programs, (program) => {
        const classes = program.declared
          ? Array.from({ length: Math.max(2, program.classes) }, (_, k) => k)
          : undefined;
        const all = classes === undefined ? chosen : { ...chosen, classes };
        const layout = layoutOf(program);
        let fast = classifier(all) as Classifier;
        let learners = { table: fast.table(layout), sparse: fast.sparse() };
        const readable = classifier({ ...all, kernel: "js" }) as Classifier;
        // Columns of a table are known from the moment it is.
        readable.table(layout);
        let n = 0;
        for (const step of program.steps) {
          const records = step.rows.map((row) =>
            step.kind.startsWith("sparse") ? sparseRecord(row) : recordOf(program, row, n++),
          );
          if (step.kind === "load") {
            fast = load(fast.save()) as Classifier;
            learners = { table: fast.table(layout), sparse: fast.sparse() };
          } else if (step.kind === "predict") {
            for (const record of records) expect(fast.predict(record)).toEqual(readable.predict(record));
          } else {
            const before = fast.progress.rounds;
            const losses =
              step.kind === "table" || step.kind === "sparse"
                ? learnBlock(learners[step.kind] as BlockLearner, program, step, records)
                : records.map((record, row) =>
                    fast.learn(record, step.rows[row].label, step.rows[row].weight),
                  );
            const learned = fast.progress.rounds - before;
            const expected = records
              .slice(0, learned)
              .map((record, row) => readable.learn(record, step.rows[row].label, step.rows[row].weight));
            if (losses !== undefined) expect(losses).toEqual(expected);
            else expect(learned).toBe(step.unreadable!.row);
          }
          expect(fast.shares).toEqual(readable.shares);
          expect(fast.save()).toEqual(readable.save());
        }
      }),
      { numRuns: 60 },
    );
  },
);

function layoutOf({ columns, texts }: Program) {
  return {
    numbers: columns.map((_, n) => ({ name: `x${n}`, kind: "number" as const })),
    texts: Array.from({ length: texts }, (_, n) => `t${n}`),
  };
}

function recordOf({ columns }: Program, { draws, codes }: Row, n: number): Record {
  return Object.fromEntries([
    ...columns.map((character, i) => [`x${i}`, characters[character](n, draws[i])]),
    ...codes.map((code, i) => [`t${i}`, DICTIONARY.values[code] ?? null]),
  ]);
}

function sparseRecord({ entries }: Row): Record {
  return { indices: entries.map(([index]) => index), values: entries.map(([, value]) => value) };
}

type BlockLearner = (rows: object, labels: number[], weights: number[]) => { losses: Float64Array };

/** Learns from a block; the losses, or nothing where it was stopped by what cannot be read. */
function learnBlock(
  learn: BlockLearner,
  program: Program,
  step: Step,
  records: readonly Record[],
): number[] | undefined {
  const given = {
    labels: step.rows.map(({ label }) => label),
    weights: step.rows.map(({ weight }) => weight),
  };
  const { unreadable } = step;
  if (unreadable !== undefined && unreadable.row < step.rows.length) {
    let { reads } = unreadable;
    const value = given[unreadable.what][unreadable.row];
    Object.defineProperty(given[unreadable.what], unreadable.row, {
      get() {
        if (reads-- === 0) throw new Error("unreadable");
        return value;
      },
    });
  }
  const rows = step.kind === "table" ? tableOf(program, step, records) : sparseRowsOf(step);
  try {
    return [...learn(rows, given.labels, given.weights).losses.subarray(0, step.rows.length)];
  } catch (error) {
    expect((error as Error).message).toBe("unreadable");
    return undefined;
  }
}

function tableOf({ columns, texts }: Program, { rows, apart }: Step, records: readonly Record[]) {
  const width = columns.length + apart;
  const numbers = new Float64Array(rows.length * width).fill(7);
  records.forEach((record, row) => {
    for (let n = 0; n < columns.length; n++)
      numbers[row * width + n] = (record as { [name: string]: number })[`x${n}`];
  });
  const codes = Int32Array.from(rows.flatMap((row) => row.codes));
  const dictionaries = Array.from({ length: texts }, () => DICTIONARY);
  return { rows: rows.length, numbers, apart: width, codes, dictionaries };
}

function sparseRowsOf({ rows }: Step) {
  const offsets = [0];
  for (const { entries } of rows) offsets.push(offsets.at(-1)! + entries.length);
  const entries = rows.flatMap((row) => row.entries);
  return {
    rows: rows.length,
    offsets,
    indices: Uint32Array.from(entries, ([index]) => index),
    values: Float64Array.from(entries, ([, value]) => value),
  };
}
