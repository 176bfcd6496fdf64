import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { classifier, type Record as Example, regressor } from "../src/index.ts";

/** An affine change of units, by at most 10⁴ spreads of a column whose values lie between −20 and 20. */
const change = fc.record({
  a: fc
    .tuple(fc.double({ min: -6, max: 6, noNaN: true }), fc.boolean())
    .map(([power, negative]) => (negative ? -1 : 1) * 10 ** power),
  shift: fc.double({ min: -1e4, max: 1e4, noNaN: true }),
});
type Change = { a: number; shift: number };
const apply = ({ a, shift }: Change, x: number) => a * (x + shift);

/** Small whole numbers meet their mean exactly, thirds nearly so: the hardest cases for a change of zero. */
const value = fc.oneof(
  fc.integer({ min: -3, max: 3 }),
  fc.integer({ min: -12, max: 12 }).map((n) => n / 3),
  fc.integer({ min: -20_000, max: 20_000 }).map((n) => n / 1000),
);
const COLUMNS = 3;
const row = fc.array(value, { minLength: COLUMNS, maxLength: COLUMNS });
const rows = fc.array(row, { minLength: 12, maxLength: 60 });
const changes = fc.array(change, { minLength: COLUMNS, maxLength: COLUMNS });

const names = ["one", "two", "three"];
const recordOf = (x: readonly number[]) => Object.fromEntries(x.map((v, i) => [names[i], v]));

/** The probabilities a classifier gives all along a stream. */
function probabilities(records: readonly Example[], labels: readonly number[]): number[] {
  const learner = classifier();
  return records.flatMap((record, t) => {
    const given = [...learner.predict(record).probabilities.values()];
    learner.learn(record, labels[t]);
    return given;
  });
}

function values(records: readonly Example[], labels: readonly number[]): number[] {
  const learner = regressor();
  return records.map((record, t) => {
    const { value } = learner.predict(record);
    learner.learn(record, labels[t]);
    return value;
  });
}

function farthest(got: readonly number[], want: readonly number[], unit = 1): number {
  expect(got.length).toBe(want.length);
  return got.reduce((worst, x, n) => Math.max(worst, Math.abs(x - want[n]) / unit), 0);
}

describe("the default learner is indifferent to every column's unit and zero", () => {
  it.each([2, 3])("with %d classes", (classes) => {
    fc.assert(
      fc.property(rows, changes, fc.infiniteStream(fc.nat(classes - 1)), (xs, units, draws) => {
        const labels = xs.map(() => draws.next().value as number);
        const changed = xs.map((x) => recordOf(x.map((v, i) => apply(units[i], v))));
        const want = probabilities(xs.map(recordOf), labels);
        expect(farthest(probabilities(changed, labels), want)).toBeLessThan(1e-9);
      }),
    );
  });

  it("and to the target's, which its predictions follow", () => {
    fc.assert(
      fc.property(rows, changes, change, fc.infiniteStream(value), (xs, units, unit, draws) => {
        const labels = xs.map(() => draws.next().value as number);
        const changed = xs.map((x) => recordOf(x.map((v, i) => apply(units[i], v))));
        const got = values(
          changed,
          labels.map((y) => apply(unit, y)),
        );
        // Before the first label the answer is 0 in any unit.
        const want = values(xs.map(recordOf), labels).map((y, t) => (t === 0 ? 0 : apply(unit, y)));
        const size = Math.abs(unit.a) * Math.max(1, ...labels.map(Math.abs));
        expect(farthest(got, want, size)).toBeLessThan(1e-9);
      }),
    );
  });
});

/** Anything a record may hold, for the properties in which values stay what they are. */
const anything = fc.oneof(
  value,
  fc.constantFrom("red", "green", "", undefined, null, true, false),
  fc.array(fc.constantFrom("a", "b", "c"), { maxLength: 4 }),
  fc.integer({ min: 0, max: 1e12 }).map((time) => new Date(time)),
);
const mixedRows = fc.array(fc.array(anything, { minLength: COLUMNS, maxLength: COLUMNS }), {
  minLength: 12,
  maxLength: 40,
});
const label = (t: number) => (7 * t * t) % 3;

describe("the default learner is indifferent to how a record is put down", () => {
  it("to the order of columns, which may change from record to record", () => {
    fc.assert(
      fc.property(
        mixedRows,
        fc.infiniteStream(fc.shuffledSubarray([0, 1, 2], { minLength: 3 })),
        (xs, orders) => {
          const labels = xs.map((_, t) => label(t));
          const records = xs.map((x) => Object.fromEntries(x.map((v, i) => [names[i], v])));
          const shuffled = xs.map((x) =>
            Object.fromEntries((orders.next().value as number[]).map((i) => [names[i], x[i]])),
          );
          expect(farthest(probabilities(shuffled, labels), probabilities(records, labels))).toBeLessThan(
            1e-9,
          );
          const targets = xs.map((_, t) => Math.sin(t));
          expect(farthest(values(shuffled, targets), values(records, targets))).toBeLessThan(1e-9);
        },
      ),
    );
  });

  it("to its form: an object, a Map, an array and nested objects come to the same bits", () => {
    fc.assert(
      fc.property(mixedRows, (xs) => {
        const labels = xs.map((_, t) => label(t));
        const forms = [
          (x: unknown[]): Example => Object.fromEntries(x.map((v, i) => [`${i}`, v])),
          (x: unknown[]): Example => new Map(x.map((v, i) => [`${i}`, v])),
          (x: unknown[]): Example => x,
        ].map((form) => probabilities(xs.map(form), labels));
        expect(forms[1]).toEqual(forms[0]);
        expect(forms[2]).toEqual(forms[0]);
        const nested = probabilities(
          xs.map((x) => ({ a: { b: x[0], c: { d: x[1] } }, e: x[2] })),
          labels,
        );
        expect(nested).toEqual(forms[0]);
      }),
    );
  });

  it("to a typed array in an array's place", () => {
    fc.assert(
      fc.property(rows, (xs) => {
        const labels = xs.map((_, t) => label(t));
        const typed = xs.map((x) => Float64Array.from(x));
        expect(probabilities(typed, labels)).toEqual(probabilities(xs, labels));
      }),
    );
  });
});
