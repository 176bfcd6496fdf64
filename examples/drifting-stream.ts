// A drifting stream: after 20,000 rounds the world turns round. Members that forget notice; those that keep everything do not.
import { classifier, meanLoss, progressive } from "scinol";

function* world() {
  let state = 7;
  const random = () => {
    state = (Math.imul(state, 1664525) + 1013904223) >>> 0;
    return state / 2 ** 32;
  };
  for (let t = 0; t < 20_500; t++) {
    const x = { temperature: 15 + 10 * random(), load: 1e6 * random() };
    const hot = x.temperature > 20 !== t >= 20_000;
    yield { x, y: random() < 0.95 ? hot : !hot };
  }
}

for (const memory of ["adaptive", "all"] as const) {
  const learner = classifier({ memory });
  const run = progressive(learner, world(), { loss: meanLoss({ window: 500 }) }, { every: 500 });
  for await (const { rounds, values } of run) {
    if (rounds >= 20_000) console.log(memory, rounds, values.loss.toFixed(2));
  }
  const [most] = [...learner.shares].sort((one, other) => other.share - one.share);
  console.log("trusted most:", most.member);
}
// → adaptive 20000 0.26
// → adaptive 20500 0.31
// → trusted most: straight, of 1,000 rows
// → all 20000 0.26
// → all 20500 0.46
// → trusted most: stack
