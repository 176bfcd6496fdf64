import { setFlagsFromString } from "node:v8";
import { runInNewContext } from "node:vm";
import { linear } from "../../src/index.ts";
import { Broken, type Law, shapes } from "./law.ts";

setFlagsFromString("--expose-gc");
const collect = runInNewContext("gc") as () => void;

const ROUNDS = 20_000;

export const memoryDoesNotGrow: Law = {
  name: "memory does not grow with rounds",
  holds(rule) {
    // The shape with everything switched on: collecting garbage is slow, and once a rule is enough.
    const model = linear(shapes(rule)[2]);
    const x = new Float64Array(2);
    const only = { indices: [1], values: [0.5] };
    const answer = model.score(x);
    let t = 0;
    const grownBy = (rounds: number) => {
      collect();
      const before = held();
      for (const end = t + rounds; t < end; t++) {
        x[0] = (t % 7) - 3;
        x[1] = (t % 5) - 2;
        model.learn(x, 1, 1 + (t % 2));
        model.predictInto(only, answer);
      }
      collect();
      return held() - before;
    };
    grownBy(1000);
    const size = model.save().length;
    // A number kept a round would be 8 bytes a round, every time. Once, something else in the process may have grown.
    const grown = () => grownBy(ROUNDS) > 4 * ROUNDS;
    if (grown() && grown() && grown() && grown()) throw new Broken(`grows by 4 bytes a round or more`);
    if (model.save().length !== size) throw new Broken(`state grew from ${size} to ${model.save().length}`);
  },
};

function held(): number {
  const { heapUsed, arrayBuffers } = process.memoryUsage();
  return heapUsed + arrayBuffers;
}
