// Five million rounds over a closed vocabulary: memory must not grow. `npm run soak` (some minutes).
//
// Prints the heap after a full collection, the arrays outside of it, and the size of the saved model, every tenth of the
// way; fails if any of them is more at the end than it was after the first tenth, by more than 5 %.
import { setFlagsFromString } from "node:v8";
import { runInNewContext } from "node:vm";
import { classifier } from "../dist/index.js";

const ROUNDS = Number(process.argv[2] ?? 5_000_000);

setFlagsFromString("--expose-gc");
const collect = runInNewContext("gc");

let state = 1;
const draw = () => {
  state = (Math.imul(state, 1664525) + 1013904223) >>> 0;
  return state / 2 ** 32;
};
const pick = (n) => Math.floor(n * draw());

function record() {
  const some = {
    n: draw(),
    colour: ["red", "green", "blue"][pick(3)],
    words: Array.from({ length: pick(4) }, () => `w${pick(20)}`),
    flag: draw() < 0.5,
    when: new Date(pick(1e12)),
  };
  if (draw() < 0.1) some.n = null;
  return some;
}

const learner = classifier({ crosses: [["colour", "flag"]] });
const sizes = [];
for (let t = 1; t <= ROUNDS; t++) {
  const x = record();
  learner.learn(x, x.flag === draw() < 0.8 ? "yes" : "no");
  if (t % 10 === 0) learner.predict({ ...x, [`unknown ${t}`]: `value ${t}` });
  if (t % Math.ceil(ROUNDS / 10) === 0 || t === ROUNDS) {
    collect();
    const { heapUsed, arrayBuffers } = process.memoryUsage();
    sizes.push({ heapUsed, arrayBuffers, file: learner.save().length });
    console.log(
      `${t} rounds: heap ${(heapUsed / 1e6).toFixed(2)} MB, arrays ${(arrayBuffers / 1e6).toFixed(3)} MB, ` +
        `file ${sizes.at(-1).file} bytes, mean loss ${learner.progress.meanLoss.toFixed(4)}`,
    );
  }
}

for (const what of ["heapUsed", "arrayBuffers", "file"]) {
  const [first, last] = [sizes[0][what], sizes.at(-1)[what]];
  if (last > 1.05 * first) throw new Error(`${what} has grown from ${first} to ${last}`);
}
console.log("flat");
