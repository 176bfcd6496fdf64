import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { classifier, regressor } from "../src/index.ts";
import { settle } from "../src/options.ts";
import { RecordModel } from "../src/record-model.ts";
import { anyOptions, anyRecord, anyWeight } from "./arbitraries.ts";
import { fingerprint } from "./fingerprint.ts";

const rounds = fc.array(fc.tuple(anyRecord, anyWeight, fc.nat(2), fc.nat(4)), {
  minLength: 5,
  maxLength: 30,
});

describe("learning reports the loss of the prediction made just before", () => {
  it("since a record plays the same bits whether it is learned from or only predicted", () => {
    fc.assert(
      fc.property(anyOptions, rounds, (options, stream) => {
        const model = new RecordModel(settle(options, "classes"), undefined, "softmax");
        for (const [record, weight, slope] of stream) {
          model.read(record, weight);
          const predicted = model.play(false).slice();
          model.read(record, weight);
          expect(model.play(true)).toEqual(predicted);
          model.linear.slopes.fill(slope / 2 - 0.5);
          model.digest();
        }
      }),
      { numRuns: 300 },
    );
  });

  it("and the log loss is that of the probability given to the class", () => {
    fc.assert(
      fc.property(anyOptions, rounds, (options, stream) => {
        const learner = classifier(options);
        for (const [record, weight, label] of stream) {
          const { probabilities } = learner.predict(record, weight);
          const p = probabilities.get(label);
          const loss = learner.learn(record, label, weight);
          // A probability of 0 is that of a class never met, or an underflow.
          if (p !== undefined && p > 1e-300)
            expect(Math.abs(loss + Math.log(p))).toBeLessThan(1e-9 * (1 + loss));
        }
      }),
      { numRuns: 300 },
    );
  });

  it("and the loss of a number is that of the value predicted, in the target's unit", () => {
    fc.assert(
      fc.property(rounds, fc.constantFrom(0.5, 0.9), (stream, τ) => {
        const learner = regressor({ loss: τ });
        for (const [record, weight, , y] of stream) {
          const { value } = learner.predict(record, weight);
          const want = value > y ? (1 - τ) * (value - y) : τ * (y - value);
          const loss = learner.learn(record, y, weight);
          expect(Math.abs(loss - want)).toBeLessThan(1e-9 * (1 + Math.abs(value) + y));
        }
      }),
    );
  });

  it("and looking on the way changes no loss", () => {
    fc.assert(
      fc.property(anyOptions, rounds, (options, stream) => {
        const looked = classifier(options);
        const blind = classifier(options);
        for (const [record, weight, label] of stream) {
          looked.predict(stream[0][0], weight);
          looked.explain(record);
          looked.weights();
          looked.save();
          expect(looked.learn(record, label, weight)).toBe(blind.learn(record, label, weight));
        }
        expect(fingerprint(looked)).toBe(fingerprint(blind));
      }),
    );
  });
});

describe("predicting changes nothing", () => {
  it("whatever is predicted: known records, unknown ones and none at all", () => {
    fc.assert(
      fc.property(anyOptions, rounds, fc.anything(), (options, stream, hostile) => {
        const learner = classifier(options);
        for (const [record, weight, label] of stream) learner.learn(record, label, weight);
        const before = fingerprint(learner);
        for (const [record, weight] of stream) {
          learner.predict(record, weight);
          learner.predict({ ...record, never: "seen", before: 7, tokens: ["x", "y", "x"] });
          learner.explain({ ...record, when: new Date(5) });
        }
        try {
          learner.predict(hostile as never);
        } catch (error) {
          expect(error).toBeInstanceOf(Error);
        }
        expect(fingerprint(learner)).toBe(before);
      }),
    );
  });
});
