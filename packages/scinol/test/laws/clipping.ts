import fc from "fast-check";
import { linear } from "../../src/index.ts";
import { rules } from "../../src/paper/rules/index.ts";
import { Broken, type Law, sameBits } from "./law.ts";
import { learn, runs, streams } from "./streams.ts";

export const squaredIsHuber: Law = {
  name: "squared loss is learned with its slope clipped to 1, as Huber's",
  holds(rule) {
    fc.assert(
      fc.property(streams(), (stream) => {
        const [squared, huber] = [
          linear({ rule: rules[rule], loss: "squared" }),
          linear({ rule: rules[rule], loss: "huber" }),
        ];
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
    let largest = 0;
    const model = linear({ rule: rules[rule], loss: "squared", constant: false });
    for (const weight of [1, 3, 1e8, 0.5, 7]) {
      for (const x of [1, 0.01, 50]) {
        model.learn([x, -2 * x], 100, weight);
        const [slope] = model.slopes;
        for (const [i, each] of [x, -2 * x].entries()) {
          largest = Math.max(largest, Math.abs((slope * each) / model.cell(i, 0).M));
        }
      }
    }
    // 1 and what rounding adds.
    if (!(largest <= 1 + 1e-15)) throw new Broken(`|g q| reached ${largest}`);
    if (largest < 0.99) throw new Error(`|g q| reached only ${largest}: the steepest slopes were not tried`);
  },
};
