import fc from "fast-check";
import { linear } from "../../src/index.ts";
import { close, type Law, sameBits, shapes } from "./law.ts";
import { FEATURES, label, learn, runs, sparse, streams } from "./streams.ts";

export const sparseIsDense: Law = {
  name: "sparse and dense examples give the same bits",
  holds(rule) {
    fc.assert(
      fc.property(fc.constantFrom(...shapes(rule)), streams(), (options, stream) => {
        const declared = { ...options, features: FEATURES };
        const [dense, thin, zeros, growing] = [
          linear(declared),
          linear(declared),
          linear(declared),
          linear(options),
        ];
        for (const { x, y, weight } of stream) {
          const target = label(dense, y);
          // The same with its zeros spelled out, and into a model that does not know how many features there are.
          const spelled = { indices: x.map((_, i) => i), values: x };
          const losses = [
            dense.learn(x, target, weight),
            thin.learn(sparse(x), target, weight),
            zeros.learn(spelled, target, weight),
            growing.learn(sparse(x), target, weight),
          ];
          sameBits(
            losses,
            losses.map(() => losses[0]),
            "losses",
          );
          sameBits(thin.score(x), dense.score(sparse(x)), "scores");
        }
        sameBits(thin.save(), dense.save(), "saved");
        sameBits(zeros.save(), dense.save(), "saved with zeros");
      }),
      runs,
    );
  },
};

export const orderDoesNotMatter: Law = {
  name: "the order of features does not matter (1e-12)",
  holds(rule) {
    const order = fc.shuffledSubarray([0, 1, 2, 3, 4], { minLength: FEATURES });
    // Features of at most 2 keep every rule's steps short of where it would magnify differences of the last bit.
    const [one, many] = shapes(rule);
    fc.assert(
      fc.property(fc.constantFrom(one, many), order, streams(2), (options, to, stream) => {
        const model = linear(options);
        const shuffled = linear(options);
        const plain = stream.map((round) => ({ ...round, weight: 1 }));
        const moved = plain.map((round) => ({ ...round, x: to.map((i) => round.x[i]) }));
        close(learn(shuffled, moved), learn(model, plain), "losses");
        close(shuffled.score(moved[0].x), model.score(plain[0].x), "scores");
      }),
      runs,
    );
  },
};
