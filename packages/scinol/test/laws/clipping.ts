import fc from "fast-check";
import { linear, type Rule, rules } from "../../src/index.ts";
import { Broken, type Law, sameBits } from "./law.ts";
import { learn, runs, streams } from "./streams.ts";

export const squaredIsHuber: Law = {
  name: "squared loss is learned with its slope clipped to 1, as Huber's",
  holds(rule) {
    fc.assert(
      fc.property(streams(), (stream) => {
        const [squared, huber] = [linear({ rule, loss: "squared" }), linear({ rule, loss: "huber" })];
        learn(squared, stream);
        learn(huber, stream);
        sameBits(squared.save(), huber.save(), "saved");
      }),
      runs,
    );
  },
};

export const noStepBeyondOne: Law = {
  name: "whatever the loss and the importance weight, |g q| stays within 1",
  holds(rule) {
    const watched = rules[rule] as { update: Rule["update"] };
    const { update } = watched;
    let largest = 0;
    watched.update = (cells, at, q, ρ, slope, ω, round) => {
      largest = Math.max(largest, Math.abs(slope * q));
      update(cells, at, q, ρ, slope, ω, round);
    };
    try {
      // A kernel never calls the rule that is watched here.
      const model = linear({ rule, loss: "squared", kernel: "js" });
      for (const weight of [1, 3, 1e8, 0.5, 7]) {
        for (const x of [1, 0.01, 50]) model.learn([x, -2 * x], 100, weight);
      }
    } finally {
      watched.update = update;
    }
    // 1 and what rounding adds.
    if (!(largest <= 1 + 1e-15)) throw new Broken(`|g q| reached ${largest}`);
    if (largest < 0.99) throw new Error(`|g q| reached only ${largest}: the steepest slopes were not tried`);
  },
};
