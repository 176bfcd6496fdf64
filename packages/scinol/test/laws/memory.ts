import { setFlagsFromString } from "node:v8";
import { runInNewContext } from "node:vm";
import { linear } from "../../src/index.ts";
import { type Law, shapes } from "./law.ts";

setFlagsFromString("--expose-gc");
const collect = runInNewContext("gc") as () => void;

const ROUNDS = 20_000;

export const memoryDoesNotGrow: Law = {
  name: "memory does not grow with rounds",
  holds(rule) {
    for (const options of shapes(rule)) {
      const model = linear(options);
      const x = new Float64Array(2);
      const only = { indices: [1], values: [0.5] };
      const answer = model.score(x);
      const go = (from: number, to: number) => {
        for (let t = from; t < to; t++) {
          x[0] = (t % 7) - 3;
          x[1] = (t % 5) - 2;
          model.learn(x, 1, 1 + (t % 2));
          model.predictInto(only, answer);
        }
      };
      go(0, 1000);
      const size = model.save().length;
      collect();
      const before = held();
      go(1000, ROUNDS);
      collect();
      const grown = held() - before;
      if (model.save().length !== size) throw new Error(`state grew from ${size} to ${model.save().length}`);
      // A number kept a round would be 8 bytes a round.
      if (grown > 4 * ROUNDS) throw new Error(`${grown} bytes more after ${ROUNDS} rounds`);
    }
  },
};

function held(): number {
  const { heapUsed, arrayBuffers } = process.memoryUsage();
  return heapUsed + arrayBuffers;
}
