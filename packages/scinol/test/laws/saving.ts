import fc from "fast-check";
import { linear } from "../../src/index.ts";
import { type Law, sameBits, shapes } from "./law.ts";
import { learn, runs, sparse, streams } from "./streams.ts";

export const savingLosesNothing: Law = {
  name: "save, load, go on is the same as going on, at any point, to the bit",
  holds(rule) {
    fc.assert(
      fc.property(fc.constantFrom(...shapes(rule)), streams(), fc.nat(40), (options, stream, cut) => {
        const model = linear(options);
        learn(model, stream.slice(0, cut));
        const saved = model.save();
        const kept = saved.slice();
        const resumed = linear(options);
        // What the model had learned before must leave no trace.
        resumed.learn([7, 7], resumed.loss.label === "class" ? 2 : 1);
        resumed.load(saved);
        sameBits(resumed.save(), saved, "saved");
        const rest = stream.slice(cut);
        sameBits(learn(resumed, rest), learn(model, rest), "losses");
        sameBits(resumed.save(), model.save(), "saved after going on");
        sameBits(resumed.weights().weights, model.weights().weights, "weights");
        sameBits(resumed.predict(sparse(stream[0].x)), model.predict(sparse(stream[0].x)), "predictions");
        sameBits(saved, kept, "the saved numbers themselves");
      }),
      runs,
    );
  },
};
