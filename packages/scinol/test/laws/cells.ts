import fc from "fast-check";
import { linear } from "../../src/index.ts";
import { rules } from "../../src/paper/rules/index.ts";
import { type Law, sameBits } from "./law.ts";
import { cells, runs, streams } from "./streams.ts";

/** A slope for every round and cell, from the numbers a stream has. */
const slope = (y: number, cell: number) => ((y * (cell + 2)) % 7) / 3 - 1;

export const outputsAreApart: Law = {
  name: "an output beside others learns what it would alone from the same slopes",
  holds(rule) {
    fc.assert(
      fc.property(streams(), (stream) => {
        const together = linear({ rule: rules[rule], loss: "softmax", outputs: 3 });
        // Beside one that learns nothing, as one cell a feature would be summed in another order.
        const alone = [0, 1, 2].map(() => linear({ rule: rules[rule], loss: "softmax", outputs: 2 }));
        for (const { x, y, weight } of stream) {
          const scores = together.play(x, weight).slice();
          for (let k = 0; k < 3; k++) {
            sameBits(alone[k].play(x, weight).subarray(0, 1), scores.subarray(k, k + 1), `output ${k} plays`);
            alone[k].slopes.fill(0);
            alone[k].slopes[0] = together.slopes[k] = slope(y, k);
            alone[k].digest();
          }
          together.digest();
        }
        for (let k = 0; k < 3; k++) sameBits(cells(alone[k], 0), cells(together, k), `output ${k}`);
      }),
      runs,
    );
  },
};
