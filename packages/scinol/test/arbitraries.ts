import fc from "fast-check";
import type { LearnerOptions } from "../src/index.ts";

/** Whatever a record can hold: values of every kind, missing ones, and the odd ones among them. */
export const anyValue = fc.oneof(
  fc.integer({ min: -5, max: 5 }),
  fc.double({ noDefaultInfinity: true, min: -1e6, max: 1e6 }),
  fc.constantFrom(-0, Number.NaN, Number.POSITIVE_INFINITY, 1e300, 1e301, -1e300, 1e-310, 10n),
  fc.constantFrom("red", "green", "red×green", "a=b", "", "5", "true", "\ud800", "n/a"),
  fc.boolean(),
  fc.constantFrom(null, undefined),
  fc.array(fc.constantFrom("a", "b", "c", "a×b"), { maxLength: 5 }),
  fc.integer({ min: -1e12, max: 2e12 }).map((time) => new Date(time)),
  fc.constant(new Date(Number.NaN)),
  fc.record({ deep: fc.integer({ min: -5, max: 5 }), other: fc.constantFrom("x", "y") }),
);

/** Records over a few names, so that columns come, go, and change their kind. */
export const anyRecord = fc.dictionary(
  fc.constantFrom("a", "b", "c", "d", "e", "a=b", "__proto__", "constructor"),
  anyValue,
  { maxKeys: 6 },
);

export const anyWeight = fc.oneof(
  { weight: 3, arbitrary: fc.constant(1) },
  { weight: 1, arbitrary: fc.constantFrom(0, 0.25, 2.5, 1e8) },
);

/** The settings that encode records differently, or lead to another arithmetic. */
export const anyOptions: fc.Arbitrary<LearnerOptions> = fc.constantFrom<LearnerOptions>(
  {},
  { memory: "all" },
  { exact: true },

  { hash: 3 },
  { hash: 2, memory: "all", crosses: [["a", "b"]] },
  {
    crosses: [
      ["a", "b"],
      ["c", "a", "d"],
    ],
  },
  { maxFeatures: 9 },
  { rule: "scinol1" },
  { rule: "nag", crosses: [["a", "b"]] },
  { rule: "adam" },
);
