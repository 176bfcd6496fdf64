import fc from "fast-check";
import { expect, it } from "vitest";
import { classifier, type Record, regressor } from "../src/index.ts";
import { kernel } from "../src/kernel/kernel.ts";

/** Records with runs of numbers that kernels take together, and what breaks them: texts, missing values, new columns. */
const records = fc.array(
  fc.tuple(
    fc.array(
      fc.oneof(
        { weight: 8, arbitrary: fc.double({ min: -1e6, max: 1e6, noNaN: true }) },
        { weight: 2, arbitrary: fc.integer({ min: -3, max: 3 }) },
        { weight: 1, arbitrary: fc.constantFrom<unknown>(null, "n/a", 1e300, -1e300, 1e-300, true) },
      ),
      { minLength: 6, maxLength: 12 },
    ),
    fc.nat(2),
    fc.constantFrom(1, 1, 0.5, 3),
  ),
  { minLength: 5, maxLength: 30 },
);

it("kernels run here", () => {
  expect(kernel()).toBeDefined();
});

it.each([
  ["a classifier", () => classifier(), () => classifier({ kernel: "js" })],
  [
    "one of one memory",
    () => classifier({ memory: "all" }),
    () => classifier({ memory: "all", kernel: "js" }),
  ],
  ["an exact one", () => classifier({ exact: true }), () => classifier({ exact: true, kernel: "js" })],
  ["a regressor", () => regressor(), () => regressor({ kernel: "js" })],
])("%s learns and saves the same bits with kernels and without", (_, fast, readable) => {
  fc.assert(
    fc.property(records, (stream) => {
      const [one, other] = [fast(), readable()];
      for (const [x, y, weight] of stream) {
        expect(one.predict(x as Record)).toEqual(other.predict(x as Record));
        expect(one.learn(x as Record, y, weight)).toBe(other.learn(x as Record, y, weight));
      }
      expect(one.save()).toEqual(other.save());
    }),
    { numRuns: 60 },
  );
});
