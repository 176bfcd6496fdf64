import { describe, expect, it } from "vitest";
import { type Classifier, type ClassifierOptions, classifier, load, type SparseRows } from "../src/index.ts";
import { readModelFile, writeModelFile } from "../src/model-file.ts";

const options: { readonly [name: string]: ClassifierOptions } = {
  "the default": {},
  "one memory": { memory: "all" },
  "the rule as published": { exact: true },
};

/** There is room for 64 entries of an example at first, and then for twice as many. */
const COUNTS = [
  0, 1, 2, 3, 4, 5, 30, 31, 32, 33, 61, 62, 63, 64, 65, 66, 125, 126, 127, 128, 129, 130, 135, 136,
];

const range = (count: number) => Array.from({ length: count }, (_, n) => n);

/** What kernels and the readable path come to. */
function both(
  chosen: ClassifierOptions,
  learn: (learner: Classifier) => unknown,
): [fast: unknown, readable: unknown] {
  const [fast, readable] = (["auto", "js"] as const).map((kernel) => {
    const learner = classifier({ ...chosen, kernel }) as Classifier;
    return [learn(learner), learner.save()];
  });
  return [fast, readable];
}

function tableOf(columns: number, numbers: Float64Array, kind: "number" | "indicator" = "number") {
  const layout = { numbers: range(columns).map((n) => ({ name: `x${n}`, kind })), texts: [] };
  const rows = { numbers, codes: new Int32Array(0), dictionaries: [] };
  return { layout, rows };
}

describe.each(Object.entries(options))(
  "kernels learn from rows what the readable path does: %s",
  (_, chosen) => {
    it.each(COUNTS)("%i columns", (columns) => {
      const { layout, rows } = tableOf(
        columns,
        Float64Array.from(range(4 * columns), (n) => Math.sin(n)),
      );
      const [fast, readable] = both(chosen, (learner) => {
        const learn = learner.table(layout);
        for (let n = 0; n < 2; n++) learn({ rows: 4, ...rows }, [0, 1, 0, 1]);
      });
      expect(fast).toEqual(readable);
    });

    it.each(COUNTS)("%i entries", (count) => {
      const rows: SparseRows = {
        rows: 4,
        offsets: range(5).map((row) => row * count),
        indices: Uint32Array.from(range(4 * count), (n) => n % count),
        values: Float64Array.from(range(4 * count), (n) => Math.sin(n)),
      };
      const [fast, readable] = both(chosen, (learner) => learner.sparse()(rows, [0, 1, 0, 1]).losses);
      expect(fast).toEqual(readable);
    });

    it.each([0, 1])("sums that vanish and would leave −0, of class %i", (label) => {
      // In a unit 600 decades larger nothing is left of what was learned before, and nothing comes with a weight of 0.
      const values = Float64Array.of(1e-300, 1e-300, 1e300, 1e300);
      const sparse = { rows: 4, offsets: [0, 1, 2, 3, 4], indices: [0, 0, 0, 0], values };
      const { layout, rows } = tableOf(1, values, "indicator");
      const taught = [
        [label, label, 0, 0],
        [1, 1, 0, 0],
      ] as const;
      for (const learn of [
        (learner: Classifier) => learner.sparse()(sparse, ...taught),
        (learner: Classifier) => learner.table(layout)({ rows: 4, ...rows }, ...taught),
      ]) {
        const [fast, readable] = both({ ...chosen, classes: [0, 1] }, learn);
        expect(fast).toEqual(readable);
      }
    });

    it("scores so large that their exponentials are hardly numbers", () => {
      const { layout, rows } = tableOf(1, Float64Array.of(1, 1, 0.9, 1, -1, 1), "indicator");
      const losses: number[] = [];
      for (let epsilon = 800; epsilon < 4000; epsilon *= 1.002) {
        const [fast, readable] = both({ ...chosen, settings: { epsilon }, classes: [0, 1] }, (learner) => {
          const learned = learner.table(layout)({ rows: 6, ...rows }, [1, 0, 0, 1, 0, 1]);
          losses.push(...learned.losses);
          return [learned.losses, learned.answers];
        });
        expect(fast).toEqual(readable);
      }
      // e^−708 is the last that surely is a normal number, e^−745 the last that is not 0.
      expect(losses.filter((loss) => loss > 708 && loss < 745).length).toBeGreaterThan(20);
    });
  },
);

const SLOTS = { γ: 0, s: 1, η: 2 } as const;

/** What a model has learned, with every γ, s or η of one cell this large. */
function swollen(saved: Uint8Array, cell: number, slot: keyof typeof SLOTS, size: number): Uint8Array {
  const { header, arrays } = readModelFile(saved);
  const model = arrays.model.slice();
  const [features, cells] = [model[3], model[4]];
  for (let feature = 0; feature < features; feature++) {
    const at = 5 + feature * (1 + 3 * cells) + 1 + 3 * cell + SLOTS[slot];
    model[at] = slot === "γ" && feature % 2 === 1 ? -size : size;
  }
  return writeModelFile(header, { ...arrays, model });
}

/** Goes on from a model, with other options. */
function resumed(saved: Uint8Array, others: object): Classifier {
  const { header, arrays } = readModelFile(saved);
  const known = (header as { options?: object }).options;
  return load(writeModelFile({ ...header, options: { ...known, ...others } }, arrays)) as Classifier;
}

const COUNT = 30;
const table = {
  rows: COUNT,
  numbers: Float64Array.from(range(3 * COUNT), (n) => Math.sin(n)),
  codes: Int32Array.from(range(COUNT), (n) => n % 2),
  dictionaries: [{ values: ["a", "b"] }],
};
const sparse = {
  rows: COUNT,
  offsets: range(COUNT + 1).map((row) => 3 * row),
  indices: Uint32Array.from(range(3 * COUNT), (n) => n % 3),
  values: table.numbers,
};

describe.each(Object.entries({ ...options, "three classes": { classes: [0, 1, 2] } }))(
  "rows teach what they do without a kernel: %s",
  (_, chosen) => {
    const classes = chosen.classes ?? [0, 1];
    const labels = range(COUNT).map((n) => n % classes.length);
    const ways: readonly ((learner: Classifier) => unknown)[] = [
      (one) => one.table({ ...tableOf(3, table.numbers).layout, texts: ["t"] })(table, labels),
      (one) => one.table(tableOf(3, table.numbers, "indicator").layout)(table, labels),
      (one) => one.sparse()(sparse, labels),
    ];

    it.each(Object.keys(SLOTS) as (keyof typeof SLOTS)[])("where %s is near its limit", (slot) => {
      for (const learn of ways) {
        const taught = classifier({ ...chosen, classes }) as Classifier;
        learn(taught);
        const cells = readModelFile(taught.save()).arrays.model[4];
        for (const cell of range(Math.min(cells, 5))) {
          for (const size of [9.99e99, 1e100, 9.999e289, 1e290]) {
            const saved = swollen(taught.save(), cell, slot, size);
            const [fast, readable] = ["auto", "js"].map((kernel) => {
              const one = resumed(saved, { kernel });
              return [learn(one), one.save()];
            });
            expect(fast).toEqual(readable);
          }
        }
      }
    });
  },
);

it("rows teach what they do without a kernel, where M fades so quickly that cells come to their limit", () => {
  const { layout, rows } = tableOf(
    1,
    Float64Array.from(range(600), (n) => 2 ** -n),
    "indicator",
  );
  const [fast, readable] = ["auto", "js"].map((kernel) => {
    const learner = resumed(classifier({ classes: [0, 1] }).save(), { kernel, scaleMemory: 0.5 });
    learner.table(layout)(
      { rows: 600, ...rows },
      range(600).map((n) => n % 2),
    );
    return learner.save();
  });
  expect(fast).toEqual(readable);
});
