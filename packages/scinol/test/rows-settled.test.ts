import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { type Classifier, classifier, type Regressor, regressor } from "../src/index.ts";
import { VIEW_NUMBERS, views } from "../src/records/views.ts";

/*
 * Once every column has had as many values as its statistics look back over, a thousand, the kernel works out the views of a
 * table in another way. There, too, it comes to the bits of the readable path, whatever comes.
 */

type Learner = Classifier | Regressor;
type Kernel = "auto" | "js";

const learners: { readonly [name: string]: (kernel: Kernel) => Learner } = {
  "two classes": (kernel) => classifier({ classes: [0, 1], kernel }) as Classifier,
  "one memory": (kernel) => classifier({ classes: [0, 1], memory: "all", kernel }) as Classifier,
  numbers: (kernel) => regressor({ kernel }),
};

const hostile = fc.oneof(
  { weight: 8, arbitrary: fc.double({ min: -10, max: 10, noNaN: true }) },
  { weight: 2, arbitrary: fc.integer({ min: -3, max: 3 }) },
  fc.constantFrom(0, -0, Number.NaN, 5e-324, 1e-310, 1e-300, 9.999999999999999e-301, -1e-299, 1e300, -1e300),
);

/** Blocks of a few rows, in some of which a number is missing. */
const blocksOf = (columns: number) =>
  fc.array(
    fc
      .integer({ min: 1, max: 4 })
      .chain((rows) => fc.array(hostile, { minLength: rows * columns, maxLength: rows * columns })),
    { minLength: 8, maxLength: 12 },
  );

/** Teaches rows of numbers, every seventh of them as it is, and a text. */
function teach(learner: Learner, columns: number, blocks: readonly (readonly number[])[]) {
  const learn = learner.table({
    numbers: Array.from({ length: columns }, (_, n) => ({
      name: `x${n}`,
      kind: n % 7 === 6 ? "indicator" : "number",
    })),
    texts: ["t"],
  });
  return blocks.map((numbers) => {
    const rows = numbers.length / columns;
    const codes = Int32Array.from({ length: rows }, (_, row) => row % 2);
    const labels = Float64Array.from({ length: rows }, (_, row) => (Math.cos(row) > 0 ? 1 : 0));
    return learn(
      { rows, numbers: Float64Array.from(numbers), codes, dictionaries: [{ values: ["a", "b"] }] },
      labels,
    );
  });
}

describe.each(Object.entries(learners))(
  "rows of columns that are settled teach what the readable path learns: %s",
  (_, make) => {
    it.each([1, 2, 5, 6, 64, 65, 131])("%i columns", (columns) => {
      for (const unit of [1, 1e-299, 1e299, 0]) {
        const calm = Array.from({ length: 998 * columns }, (_, n) => unit * Math.sin(n * n + 1));
        fc.assert(
          fc.property(blocksOf(columns), (blocks) => {
            const [fast, readable] = (["auto", "js"] as const).map((kernel) => {
              const learner = make(kernel);
              return [teach(learner, columns, [calm, ...blocks]), learner.save()];
            });
            expect(fast).toEqual(readable);
          }),
          { numRuns: columns < 10 ? 3 : 1 },
        );
      }
    });

    it("values so near to the middle of their column that they are it", () => {
      const numbers = Array.from({ length: 1200 }, (_, n) => Math.sin(n * n + 1));
      const statistics = new Float64Array(VIEW_NUMBERS);
      const seen = new Float64Array(VIEW_NUMBERS + 2);
      for (let n = 0; n < numbers.length; n++) {
        const [, , middle, spread] = statistics;
        if (n >= 1000 && n % 3 === 0) numbers[n] = middle + 1e-11 * spread;
        views(Float64Array.of(numbers[n]), 0, statistics, 0, seen);
        statistics.set(seen.subarray(0, VIEW_NUMBERS));
      }
      const [fast, readable] = (["auto", "js"] as const).map((kernel) => {
        const learner = make(kernel);
        return [teach(learner, 1, [numbers.slice(0, 1000), numbers.slice(1000)]), learner.save()];
      });
      expect(fast).toEqual(readable);
    });
  },
);
