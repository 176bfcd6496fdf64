import fc from "fast-check";
import { linear, rules } from "../../src/index.ts";
import { type Law, sameBits } from "./law.ts";
import { cells, runs, streams } from "./streams.ts";

/** A slope for every round and cell, from the numbers a stream has. */
const slope = (y: number, cell: number) => ((y * (cell + 2)) % 7) / 3 - 1;

export const memoriesAreApart: Law = {
  name: "a memory beside others learns what it would alone from the same slopes",
  holds(rule) {
    const memories = "forget" in rules[rule] ? [1, 0.99, 0.5] : [1, 1, 1];
    fc.assert(
      fc.property(streams(), (stream) => {
        const together = linear({ rule, memories });
        // Twice, as one cell a feature would be summed in another order.
        const alone = memories.map((keep) => linear({ rule, memories: [keep, keep] }));
        for (const { x, y, weight } of stream) {
          const scores = together.play(x, weight).slice();
          for (let j = 0; j < memories.length; j++) {
            sameBits(alone[j].play(x, weight).subarray(0, 1), scores.subarray(j, j + 1), `memory ${j} plays`);
            alone[j].slopes.fill(slope(y, j));
            together.slopes[j] = slope(y, j);
            alone[j].digest();
          }
          together.digest();
        }
        for (let j = 0; j < memories.length; j++)
          sameBits(cells(alone[j], 0), cells(together, j), `memory ${j}`);
      }),
      runs,
    );
  },
};

export const outputsAreApart: Law = {
  name: "an output beside others learns what it would alone from the same slopes",
  holds(rule) {
    const two = "forget" in rules[rule] ? [1, 0.9] : [1, 1];
    fc.assert(
      fc.property(streams(), fc.constantFrom([1], two), (stream, memories) => {
        const together = linear({ rule, loss: "softmax", outputs: 3, memories });
        // Beside one that learns nothing, as one cell a feature would be summed in another order.
        const alone = [0, 1, 2].map(() => linear({ rule, loss: "softmax", outputs: 2, memories }));
        const groups = memories.length;
        for (const { x, y, weight } of stream) {
          const scores = together.play(x, weight).slice();
          for (let k = 0; k < 3; k++) {
            sameBits(
              alone[k].play(x, weight).subarray(0, groups),
              scores.subarray(k * groups, (k + 1) * groups),
              `output ${k} plays`,
            );
            alone[k].slopes.fill(0);
            for (let j = 0; j < groups; j++) {
              alone[k].slopes[j] = together.slopes[k * groups + j] = slope(y, 2 * k + j);
            }
            alone[k].digest();
          }
          together.digest();
        }
        for (let k = 0; k < 3; k++) {
          for (let j = 0; j < groups; j++) {
            sameBits(cells(alone[k], j), cells(together, k * groups + j), `output ${k}, memory ${j}`);
          }
        }
      }),
      runs,
    );
  },
};
