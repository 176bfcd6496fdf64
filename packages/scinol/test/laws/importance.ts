import fc from "fast-check";
import { linear } from "../../src/index.ts";
import { rules } from "../../src/paper/rules/index.ts";
import { type Law, sameBits, shapes } from "./law.ts";
import { label, learn, runs, streams } from "./streams.ts";

export const oneIsNoWeight: Law = {
  name: "an importance weight of 1 is none",
  holds(rule) {
    fc.assert(
      fc.property(fc.constantFrom(...shapes(rule)), streams(), (options, stream) => {
        const [model, other] = [linear(options), linear(options)];
        for (const { x, y } of stream) {
          sameBits([model.learn(x, label(model, y), 1)], [other.learn(x, label(model, y))], "loss");
        }
        sameBits(model.save(), other.save(), "saved");
      }),
      runs,
    );
  },
};

export const zeroWeightIgnoresTheLabel: Law = {
  name: "an importance weight of 0 learns nothing from the label, and counts as a round",
  holds(rule) {
    fc.assert(
      fc.property(fc.constantFrom(...shapes(rule)), streams(), (options, stream) => {
        const [model, other] = [linear(options), linear(options)];
        learn(model, stream);
        learn(other, stream);
        const { x } = stream[0];
        model.learn(x, label(model, 0), 0);
        other.learn(x, label(other, 1), 0);
        sameBits(model.save(), other.save(), "saved");
        sameBits([model.rounds], [stream.length + 1], "rounds");
      }),
      runs,
    );
  },
};

export const weightsMultiplySlopes: Law = {
  name: "an importance weight of at most 1 multiplies the slope, and does nothing else",
  holds(rule) {
    fc.assert(
      fc.property(streams(), fc.constantFrom(0.5, 0.3, 1), (stream, weight) => {
        const [model, other] = [linear({ rule: rules[rule] }), linear({ rule: rules[rule] })];
        for (const { x, y } of stream) {
          sameBits(model.play(x, weight), other.play(x), "scores");
          model.slopes[0] = (y - 2.5) / 3;
          other.slopes[0] = model.slopes[0] * weight;
          model.digest();
          other.digest();
        }
        sameBits(model.save(), other.save(), "saved");
      }),
      runs,
    );
  },
};
