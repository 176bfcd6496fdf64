import fc from "fast-check";
import { linear } from "../../src/index.ts";
import { type Law, sameBits, shapes } from "./law.ts";
import { FEATURES, learn, runs, streams } from "./streams.ts";

export const unitsDoNotMatter: Law = {
  name: "rescaling each feature by a power of two, up to 2^±900, changes no bit of a prediction",
  holds(rule) {
    const exponents = fc.array(
      fc.oneof(fc.integer({ min: -3, max: 3 }), fc.integer({ min: -900, max: 900 })),
      {
        minLength: FEATURES,
        maxLength: FEATURES,
      },
    );
    // Up to 2^±30 themselves, so that M moves by large steps and the scaled ones stay numbers to a model.
    const wide = fc.array(fc.integer({ min: -30, max: 30 }), { minLength: 40, maxLength: 40 });
    fc.assert(
      fc.property(
        fc.constantFrom(...shapes(rule)),
        exponents,
        wide,
        streams(),
        (options, by, sizes, narrow) => {
          const stream = narrow.map((round, t) => ({
            ...round,
            x: round.x.map((x) => tame(x) * 2 ** sizes[t]),
          }));
          const scaled = stream.map((round) => ({ ...round, x: round.x.map((x, i) => x * 2 ** by[i]) }));
          const model = linear(options);
          const other = linear(options);
          sameBits(learn(other, scaled), learn(model, stream), "losses");
          for (let t = 0; t < stream.length; t++) {
            sameBits(other.score(scaled[t].x), model.score(stream[t].x), "scores");
          }
        },
      ),
      runs,
    );
  },
};

/** Doubles of any size down to the smallest would leave the range in which scaling is exact. */
function tame(x: number): number {
  return Math.abs(x) < 2 ** -20 ? 0 : x;
}
