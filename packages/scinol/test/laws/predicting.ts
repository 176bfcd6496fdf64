import fc from "fast-check";
import { linear } from "../../src/index.ts";
import { type Law, sameBits, shapes } from "./law.ts";
import { FEATURES, label, learn, runs, sparse, streams } from "./streams.ts";

export const predictingWritesNothing: Law = {
  name: "predicting writes nothing",
  holds(rule) {
    fc.assert(
      fc.property(fc.constantFrom(...shapes(rule)), streams(), (options, stream) => {
        const model = linear(options);
        learn(model, stream);
        const before = model.save();
        const unseen = { indices: [1, FEATURES + 3], values: [2, -7] };
        for (const x of [stream[0].x, sparse(stream[0].x), unseen, [1, 2, 3, 4, 5, 6, 7]]) {
          model.score(x);
          model.predict(x, 3);
          model.weights();
          model.play(x);
          sameBits(model.save(), before, "saved");
        }
      }),
      runs,
    );
  },
};

export const predictingDisturbsNoRound: Law = {
  name: "predicting, even between the halves of a round, changes nothing that comes after",
  holds(rule) {
    fc.assert(
      fc.property(fc.constantFrom(...shapes(rule)), streams(), (options, stream) => {
        const asked = linear(options);
        const left = linear(options);
        for (const { x, weight } of stream) {
          sameBits(asked.play(x, weight), left.play(x, weight), "scores");
          asked.predict({ indices: [0, 9], values: [100, 1] }, 5);
          asked.slopes.fill(0.5);
          left.slopes.fill(0.5);
          asked.digest();
          left.digest();
        }
        sameBits(asked.save(), left.save(), "saved");
      }),
      runs,
    );
  },
};

export const learningReportsThePredictionsLoss: Law = {
  name: "learning reports the loss predicting would have had, to the bit",
  holds(rule) {
    fc.assert(
      fc.property(fc.constantFrom(...shapes(rule)), streams(), (options, stream) => {
        const model = linear(options);
        for (const { x, y, weight } of stream) {
          const target = label(model, y);
          const promised = model.loss.loss(model.score(x, weight), target);
          sameBits([model.learn(x, target, weight)], [promised], "loss");
        }
      }),
      runs,
    );
  },
};
