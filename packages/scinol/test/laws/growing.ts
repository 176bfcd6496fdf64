import fc from "fast-check";
import { linear } from "../../src/index.ts";
import { rules } from "../../src/paper/rules/index.ts";
import { close, type Law, sameBits, shapes } from "./law.ts";
import { cells, FEATURES, label, runs, streams } from "./streams.ts";

export const featuresMayComeLate: Law = {
  name: "features that come late are as if they had been zero from the start",
  holds(rule) {
    fc.assert(
      fc.property(fc.constantFrom(...shapes(rule)), streams(), fc.nat(20), (options, stream, cut) => {
        const growing = linear(options);
        const ready = linear({ ...options, features: FEATURES });
        stream.forEach(({ x, y, weight }, t) => {
          const few = t < cut ? x.slice(0, 2) : x;
          const all = t < cut ? [...few, 0, 0, 0] : x;
          const target = label(ready, y);
          sameBits([growing.learn(few, target, weight)], [ready.learn(all, target, weight)], "loss");
        });
        growing.learn([0, 0, 0, 0, 0], label(ready, 0));
        ready.learn([0, 0, 0, 0, 0], label(ready, 0));
        sameBits(growing.save(), ready.save(), "saved");
      }),
      runs,
    );
  },
};

export const outputsKeepWhatTheyLearned: Law = {
  name: "growing outputs leaves the ones there as they were",
  holds(rule) {
    fc.assert(
      fc.property(streams(), (stream) => {
        const model = linear({ rule: rules[rule], loss: "softmax", outputs: 2 });
        for (const { x, y, weight } of stream) model.learn(x, y % 2, weight);
        const width = 2;
        const before = Array.from({ length: width }, (_, c) => cells(model, c));
        const scores = model.score(stream[0].x);
        model.growOutputs(4);
        for (let c = 0; c < width; c++) sameBits(cells(model, c), before[c], `cell ${c}`);
        sameBits(model.score(stream[0].x).subarray(0, width), scores, "scores");
        sameBits(model.score(stream[0].x).subarray(width), new Float64Array(width), "scores of the new ones");
      }),
      runs,
    );
  },
};

export const outputsMayComeLate: Law = {
  name: "outputs that come late are as if their slopes had been zero from the start",
  holds(rule) {
    fc.assert(
      fc.property(streams(), fc.nat(20), (stream, cut) => {
        const growing = linear({ rule: rules[rule], loss: "softmax", outputs: 2 });
        const ready = linear({ rule: rules[rule], loss: "softmax", outputs: 3 });
        stream.forEach(({ x, y, weight }, t) => {
          if (t === cut) growing.growOutputs(3);
          const scores = growing.play(x, weight);
          close(ready.play(x, weight).subarray(0, scores.length), scores, "scores");
          const slopes = t < cut ? [0.5, -0.25, 0] : [y / 5, -y / 10, -y / 10];
          growing.slopes.set(slopes.slice(0, scores.length));
          ready.slopes.set(slopes);
          growing.digest();
          ready.digest();
        });
        growing.growOutputs(3);
        sameBits(growing.save(), ready.save(), "saved");
      }),
      runs,
    );
  },
};
