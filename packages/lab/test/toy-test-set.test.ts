import { linear, losses } from "scinol";
import { type RuleName, rules } from "scinol/rules";
import { describe, expect, it } from "vitest";
import { softplus } from "../src/softplus-table.ts";
import { draw, FEATURES, trueWeights } from "../src/toy.ts";
import { isSum, momentOf, ToyTestSet } from "../src/toy-test-set.ts";

describe("the fast test of the toy data", () => {
  const u = trueWeights(1);
  const training = draw(u, 300, 2);
  const examples = draw(u, 2300, 3);
  const set = new ToyTestSet(examples);

  it.each((Object.keys(rules) as RuleName[]).filter(isSum))(
    "is what scoring one by one gives: %s",
    (rule) => {
      const model = linear({ rule: rules[rule], constant: false, features: FEATURES });
      const moments = [];
      const slow: number[] = [];
      for (let t = 0; t < training.rows.length; t++) {
        model.learn(training.rows[t], training.labels[t]);
        if (![10, 50, 299].includes(t)) continue;
        moments.push(momentOf(model));
        const score = new Float64Array(1);
        const sum = examples.rows.reduce(
          (total, row, n) => total + losses.logistic.loss(model.scoreInto(row, score), examples.labels[n]),
          0,
        );
        slow.push(sum / examples.rows.length);
      }
      set.crossEntropies(moments).forEach((fast, n) => {
        expect(Math.abs(fast / slow[n] - 1)).toBeLessThan(1e-8);
      });
    },
  );

  it("leaves out only coin, whose divisor looks at all features together", () => {
    expect((Object.keys(rules) as RuleName[]).filter((rule) => !isSum(rule))).toEqual(["coin"]);
  });
});

describe("ln(1 + e⁻ᶻ) from a table", () => {
  it("is within 1e-8 everywhere, and 0 far out", () => {
    for (let z = 0; z < 45; z += 0.0137)
      expect(Math.abs(softplus(z) - Math.log1p(Math.exp(-z)))).toBeLessThan(1e-8);
    expect(softplus(1e9)).toBe(0);
  });
});
