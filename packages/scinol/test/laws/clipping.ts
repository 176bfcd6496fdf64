import fc from "fast-check";
import { linear } from "../../src/index.ts";
import { type Law, sameBits } from "./law.ts";
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
