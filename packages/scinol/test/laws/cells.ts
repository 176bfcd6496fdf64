import fc from "fast-check";
import { linear, rules } from "../../src/index.ts";
import { close, type Law, sameBits } from "./law.ts";
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
        const alone = memories.map((keep) => linear({ rule, memories: [keep] }));
        for (const { x, y, weight } of stream) {
          const scores = together.play(x, weight).slice();
          for (let j = 0; j < memories.length; j++) {
            // One cell a feature sums in two lanes, so scores agree to 12 digits; what is learned, to the bit.
            close(alone[j].play(x, weight), [scores[j]], `memory ${j} plays`);
            alone[j].slopes[0] = together.slopes[j] = slope(y, j);
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
        const alone = [0, 1, 2].map(() => linear({ rule, memories }));
        const groups = memories.length;
        for (const { x, y, weight } of stream) {
          const scores = together.play(x, weight).slice();
          for (let k = 0; k < 3; k++) {
            close(
              alone[k].play(x, weight),
              scores.subarray(k * groups, (k + 1) * groups),
              `output ${k} plays`,
            );
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
