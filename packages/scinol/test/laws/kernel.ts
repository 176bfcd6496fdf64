import fc from "fast-check";
import { type Features, type Linear, type LinearOptions, linear } from "../../src/index.ts";
import { rules } from "../../src/paper/rules/index.ts";
import { hostileStreams } from "./hostile.ts";
import { type Law, sameBits, shapes } from "./law.ts";
import { label, runs, sparse, streams } from "./streams.ts";

/** What kernels could get wrong by themselves. */
const own: typeof hostileStreams = {
  "sums that vanish, or are forgotten, and would leave −0": (t) => ({
    x: t % 20 === 0 ? [1e-300, -1e-300] : [1e20, -1e20],
    y: -1,
    weight: t % 20 === 0 ? 1 : 0,
  }),
};

/** For the rules that have a kernel: of the others it could not be false. */
export const kernelsComeToTheSameBits: Law = {
  name: "a kernel comes to the same bits as the readable rule",
  holds(rule) {
    const units = [1, 2 ** -960, 2 ** 960];
    const many: LinearOptions = { rule: rules[rule], loss: "softmax", outputs: 5 };
    for (const options of [...shapes(rule), many]) {
      for (const unit of units) {
        fc.assert(
          fc.property(streams(), fc.boolean(), fc.nat(20), (stream, dense, saved) => {
            const fast = linear(options);
            const readable = linear({ ...options, kernel: "js" });
            stream.forEach(({ x, y, weight }, t) => {
              const scaled = x.map((value) => value * unit);
              const features = dense ? scaled : sparse(scaled);
              sameBits(
                learnAndAsk(fast, features, y, weight),
                learnAndAsk(readable, features, y, weight),
                `round ${t}`,
              );
              // What one saves the other goes on from.
              if (t === saved) {
                const [a, b] = [fast.save(), readable.save()];
                fast.load(b);
                readable.load(a);
              }
            });
            sameBits(fast.save(), readable.save(), "saved");
          }),
          { ...runs, numRuns: 15 },
        );
      }
      for (const [name, stream] of Object.entries({ ...hostileStreams, ...own }))
        survive(options, name, stream);
    }
  },
};

/** What no sensible stream contains must come to the same, too. */
function survive(options: LinearOptions, name: string, stream: (typeof hostileStreams)[string]): void {
  const fast = linear(options);
  const readable = linear({ ...options, kernel: "js" });
  for (let t = 0; t < 60; t++) {
    const { x, y, weight = 1 } = stream(t);
    const [ours, theirs] = [fast, readable].map((model) => learnAndAsk(model, x, y > 0 ? 1 : 0, weight));
    sameBits(ours, theirs, `${name}, round ${t}`);
  }
  sameBits(fast.save(), readable.save(), name);
}

function learnAndAsk(model: Linear, x: Features, y: number, weight: number): number[] {
  const before = model.score(x, weight);
  return [...before, model.learn(x, label(model, y), weight), ...model.score(x)];
}
