import fc from "fast-check";
import { describe, expect, it } from "vitest";
import {
  accuracy,
  auc,
  brier,
  calibration,
  confusion,
  type Label,
  logLoss,
  type Metric,
  mae,
  meanLoss,
  r2,
  rmse,
} from "../src/index.ts";

type Odds = readonly (readonly [Label, number])[];

/** What was predicted, as probabilities (the likeliest class first), and what came. */
function classified(odds: Odds, label: Label, weight = 1) {
  return { prediction: { label: odds[0]?.[0], probabilities: new Map(odds) }, label, weight };
}

function regressed(value: number, label: number, weight = 1) {
  return { prediction: { value }, label, weight };
}

function after<Outcome, Value>(metric: Metric<Outcome, Value>, outcomes: readonly Outcome[]): Value {
  for (const outcome of outcomes) metric.add(outcome);
  return metric.value();
}

/** The probability of true, and what came. */
const probabilities = fc.array(
  fc.record({ p: fc.double({ min: 0, max: 1, noNaN: true }), came: fc.boolean(), weight: fc.nat(3) }),
  { minLength: 1, maxLength: 60 },
);

const coin = ({ p, came, weight }: { p: number; came: boolean; weight: number }) =>
  classified(
    p >= 0.5
      ? [
          [true, p],
          [false, 1 - p],
        ]
      : [
          [false, 1 - p],
          [true, p],
        ],
    came,
    weight,
  );

describe("the mean loss", () => {
  it("is the mean of the losses handed in", () => {
    expect(after(meanLoss(), [{ loss: 1 }, { loss: 2 }, { loss: 6 }])).toBe(3);
  });

  it("counts an example of weight 3 like three of weight 1", () => {
    expect(after(meanLoss(), [{ loss: 1 }, { loss: 5, weight: 3 }])).toBe(4);
  });

  it("of nothing is NaN", () => {
    expect(meanLoss().value()).toBeNaN();
    expect(after(meanLoss(), [{ loss: 1, weight: 0 }])).toBeNaN();
  });

  it("stays a number when losses are as large as numbers get", () => {
    const losses = [
      { loss: Number.MAX_VALUE, weight: 1e8 },
      { loss: -Number.MAX_VALUE, weight: 1e8 },
      { loss: 1 },
    ];
    expect(after(meanLoss(), losses)).not.toBeNaN();
  });
});

describe("accuracy", () => {
  it("is the share of right predictions", () => {
    const said = (label: Label | undefined, truth: Label) => ({ prediction: { label }, label: truth });
    expect(after(accuracy(), [said("a", "a"), said("b", "a"), said("b", "b"), said("b", "b")])).toBe(0.75);
  });

  it("takes no answer for a wrong one", () => {
    expect(after(accuracy(), [{ prediction: { label: undefined }, label: "a" }])).toBe(0);
  });

  it("tells 1 from true and from the text 1", () => {
    expect(after(accuracy(), [{ prediction: { label: 1 }, label: "1" }])).toBe(0);
    expect(after(accuracy(), [{ prediction: { label: true }, label: 1 }])).toBe(0);
  });
});

describe("log loss", () => {
  it("is the mean of −ln of the probability of what came", () => {
    const outcomes = [
      classified(
        [
          ["a", 0.5],
          ["b", 0.5],
        ],
        "a",
      ),
      classified(
        [
          ["b", 0.75],
          ["a", 0.25],
        ],
        "a",
      ),
    ];
    expect(after(logLoss(), outcomes)).toBeCloseTo((Math.log(2) + Math.log(4)) / 2, 14);
  });

  it("of being sure and right is 0", () => {
    expect(after(logLoss(), [classified([["a", 1]], "a")])).toBe(0);
  });

  it("takes a probability below 2^-52, or of a class never seen, for 2^-52", () => {
    const worst = 52 * Math.LN2;
    expect(after(logLoss(), [classified([["a", 1]], "b")])).toBeCloseTo(worst, 12);
    expect(
      after(logLoss(), [
        classified(
          [
            ["a", 1],
            ["b", 1e-300],
          ],
          "b",
        ),
      ]),
    ).toBeCloseTo(worst, 12);
  });
});

describe("the Brier score", () => {
  it("is the squared distance of all probabilities from the truth", () => {
    const odds: Odds = [
      ["a", 0.5],
      ["b", 0.3],
      ["c", 0.2],
    ];
    expect(after(brier(), [classified(odds, "b")])).toBeCloseTo(0.5 ** 2 + 0.7 ** 2 + 0.2 ** 2, 15);
  });

  it("is 0 for sure and right, 2 for sure and wrong, known class or not", () => {
    expect(
      after(brier(), [
        classified(
          [
            ["a", 1],
            ["b", 0],
          ],
          "a",
        ),
      ]),
    ).toBe(0);
    expect(
      after(brier(), [
        classified(
          [
            ["a", 1],
            ["b", 0],
          ],
          "b",
        ),
      ]),
    ).toBe(2);
    expect(after(brier(), [classified([["a", 1]], "b")])).toBe(2);
  });

  it("of no answer at all is 1", () => {
    expect(after(brier(), [classified([], "a")])).toBe(1);
  });
});

describe("the confusion matrix", () => {
  it("counts what was taken for what, classes in order of appearance", () => {
    const said = (label: Label | undefined, truth: Label, weight = 1) => ({
      prediction: { label },
      label: truth,
      weight,
    });
    const outcomes = [
      said(undefined, "cat"),
      said("cat", "dog"),
      said("cat", "cat"),
      said("cow", "dog", 2),
      said("dog", "dog"),
    ];
    expect(after(confusion(), outcomes)).toEqual({
      classes: ["cat", "dog", "cow"],
      counts: [
        [1, 0, 0],
        [1, 1, 2],
        [0, 0, 0],
      ],
      unanswered: [1, 0, 0],
    });
  });

  it("holds every example once, in the place of its pair of classes", () => {
    const pair = fc.tuple(fc.option(fc.nat(12), { nil: undefined }), fc.nat(12));
    fc.assert(
      fc.property(fc.array(pair, { maxLength: 80 }), (pairs) => {
        const { classes, counts, unanswered } = after(
          confusion<number>(),
          pairs.map(([answer, label]) => ({ prediction: { label: answer }, label })),
        );
        classes.forEach((truth, i) => {
          const count = (answer: number | undefined) =>
            pairs.filter(([said, came]) => said === answer && came === truth).length;
          expect(unanswered[i]).toBe(count(undefined));
          expect(counts[i]).toEqual(classes.map(count));
        });
        expect(counts.flat().reduce((a, b) => a + b, 0) + unanswered.reduce((a, b) => a + b, 0)).toBe(
          pairs.length,
        );
      }),
    );
  });
});

describe("AUC", () => {
  const forms = { total: auc({ positive: "yes" }), window: auc({ positive: "yes", window: 10 }) };
  const outcome = (p: number, label: Label, weight = 1) => classified([["yes", p]], label, weight);

  it.each(Object.entries(forms))(
    "(%s) is how often a positive outranks a negative, ties counted half",
    (_, metric) => {
      // 0.9 beats both negatives, 0.4 ties with one and beats the other: (2 + 1.5) / 4.
      const outcomes = [outcome(0.9, "yes"), outcome(0.4, "yes"), outcome(0.4, "no"), outcome(0.1, "never")];
      expect(after(metric, outcomes)).toBe(3.5 / 4);
    },
  );

  it("is NaN until both classes have come", () => {
    expect(after(auc({ positive: "yes", window: 3 }), [outcome(0.3, "yes")])).toBeNaN();
    expect(after(auc({ positive: "yes" }), [outcome(0.3, "no")])).toBeNaN();
  });

  it("over a window equals the comparison of all pairs in it", () => {
    fc.assert(
      fc.property(probabilities, fc.integer({ min: 1, max: 20 }), fc.boolean(), (examples, n, coarse) => {
        const rounded = examples.map((e) => ({ ...e, p: coarse ? Math.round(e.p * 4) / 4 : e.p }));
        const metric = auc({ positive: true, window: n });
        rounded.forEach((example, t) => {
          metric.add(coin(example));
          const want = allPairs(rounded.slice(Math.max(0, t + 1 - n), t + 1));
          if (Number.isNaN(want)) expect(metric.value()).toBeNaN();
          else expect(metric.value()).toBeCloseTo(want, 12);
        });
      }),
    );
  });

  it("over all examples is off by no more than half the pairs that share a bin", () => {
    fc.assert(
      fc.property(probabilities, (examples) => {
        // A bin is at most a 32nd of p or of 1 − p wide.
        const near = (a: number, b: number) =>
          Math.abs(a - b) <= Math.min(a, 1 - a, b, 1 - b) / 16 + 2 ** -32;
        let doubtful = 0;
        let pairs = 0;
        for (const a of examples) {
          for (const b of examples) {
            if (!a.came || b.came) continue;
            pairs += a.weight * b.weight;
            if (near(a.p, b.p)) doubtful += (a.weight * b.weight) / 2;
          }
        }
        const value = after(auc({ positive: true }), examples.map(coin));
        if (pairs === 0) expect(value).toBeNaN();
        else expect(Math.abs(value - allPairs(examples))).toBeLessThanOrEqual(doubtful / pairs + 1e-12);
      }),
    );
  });

  function allPairs(examples: { p: number; came: boolean; weight: number }[]): number {
    let won = 0;
    let pairs = 0;
    for (const a of examples) {
      for (const b of examples) {
        if (!a.came || b.came) continue;
        won += a.weight * b.weight * (a.p > b.p ? 1 : a.p === b.p ? 0.5 : 0);
        pairs += a.weight * b.weight;
      }
    }
    return won / pairs;
  }
});

describe("MAE, RMSE and R²", () => {
  const outcomes = [regressed(1, 2), regressed(5, 3), regressed(7, 7), regressed(4, 0)];

  it("are the mean error, the root of the mean square, and what is left of the labels' variance", () => {
    // Errors 1, 2, 0, 4; labels 2, 3, 7, 0 around 3.
    expect(after(mae(), outcomes)).toBe(7 / 4);
    expect(after(rmse(), outcomes)).toBe(Math.sqrt(21 / 4));
    expect(after(r2(), outcomes)).toBeCloseTo(1 - 21 / 26, 14);
  });

  it("of perfect answers are 0, 0 and 1", () => {
    const perfect = [regressed(2, 2), regressed(3, 3)];
    expect([after(mae(), perfect), after(rmse(), perfect), after(r2(), perfect)]).toEqual([0, 0, 1]);
  });

  it("R² of the mean label is 0, and NaN while all labels are equal", () => {
    expect(after(r2(), [regressed(3, 2), regressed(3, 4)])).toBe(0);
    expect(after(r2(), [regressed(3, 0.1), regressed(3, 0.1), regressed(3, 0.1)])).toBeNaN();
  });

  it("R² keeps its digits when the labels lie far from zero", () => {
    const far = 2 ** 30;
    const moved = outcomes.map(({ prediction, label }) => regressed(prediction.value + far, label + far));
    expect(after(r2(), moved)).toBeCloseTo(1 - 21 / 26, 12);
  });

  it("stay numbers when numbers are as large as they get", () => {
    const large = [regressed(1e308, -1e308), regressed(-1e308, 1e308), regressed(1, 2)];
    expect(after(mae({ window: 2 }), large)).not.toBeNaN();
    expect(after(rmse({ keep: 0.5 }), large)).not.toBeNaN();
    const metric = r2({ window: 2 });
    after(metric, large);
    expect(after(metric, outcomes.slice(0, 2))).toBeCloseTo(1 - 5 / 0.5, 12);
  });
});

describe("calibration", () => {
  it("sets what was predicted beside what came, bin by bin", () => {
    const outcomes = [
      classified([["yes", 0.1]], "no"),
      classified([["yes", 0.3]], "yes"),
      classified([["yes", 0.8]], "yes"),
      classified([["yes", 1]], "yes", 2),
    ];
    const { bins, error } = after(calibration({ positive: "yes", bins: 2 }), outcomes);
    expect(bins).toEqual([
      { from: 0, to: 0.5, weight: 2, predicted: 0.2, observed: 0.5 },
      { from: 0.5, to: 1, weight: 3, predicted: 2.8 / 3, observed: 1 },
    ]);
    expect(error).toBeCloseTo((2 * 0.3 + 3 * (1 - 2.8 / 3)) / 5, 14);
  });

  it("judges the class that was predicted when none is named", () => {
    const outcomes = [
      classified(
        [
          ["a", 0.75],
          ["b", 0.25],
        ],
        "a",
      ),
      classified(
        [
          ["b", 0.75],
          ["a", 0.25],
        ],
        "a",
      ),
    ];
    expect(after(calibration({ bins: 4 }), outcomes)).toEqual({
      bins: [{ from: 0.75, to: 1, weight: 2, predicted: 0.75, observed: 0.5 }],
      error: 0.25,
    });
  });

  it("puts every probability between the edges it shows", () => {
    fc.assert(
      fc.property(fc.integer({ min: 1, max: 1000 }), fc.nat(1000), (bins, k) => {
        const p = Math.min(k / bins, 1);
        const { bins: shown } = after(calibration({ positive: "a", bins }), [classified([["a", p]], "a")]);
        expect(shown[0].from).toBeLessThanOrEqual(p);
        if (p < 1) expect(shown[0].to).toBeGreaterThan(p);
        else expect(shown[0].to).toBe(1);
      }),
    );
  });
});

describe("one example's number, for an alarm,", () => {
  const outcome = {
    ...classified(
      [
        ["b", 0.75],
        ["a", 0.25],
      ],
      "a",
    ),
    loss: 7,
  };

  it("is what the example adds to the metric", () => {
    expect(meanLoss().number(outcome)).toBe(7);
    expect(accuracy().number(outcome)).toBe(0);
    expect(confusion().number(outcome)).toBe(0);
    expect(logLoss().number(outcome)).toBeCloseTo(Math.log(4), 14);
    expect(brier().number(outcome)).toBe(2 * 0.75 ** 2);
    expect(mae().number(regressed(1, 3))).toBe(2);
    expect(rmse().number(regressed(1, 3))).toBe(4);
    expect(r2().number(regressed(1, 3))).toBe(4);
  });

  it("is the distance from the truth for AUC, with its sign for calibration", () => {
    expect(auc({ positive: "a" }).number(outcome)).toBe(0.75);
    expect(auc({ positive: "b", window: 5 }).number(outcome)).toBe(0.75);
    expect(calibration().number(outcome)).toBe(-0.75);
    expect(calibration({ positive: "a" }).number(outcome)).toBe(0.75);
  });
});

describe("errors", () => {
  it("say what is invalid, and its value", () => {
    expect(() => accuracy({ window: 0 })).toThrow("invalid window: 0");
    expect(() => auc({ positive: 1, window: 1.5 })).toThrow("invalid window: 1.5");
    expect(() => mae({ keep: 0 })).toThrow("invalid keep: 0");
    expect(() => calibration({ bins: -1 })).toThrow("invalid bins: -1");
    expect(() => auc({ positive: Number.NaN })).toThrow("invalid label: NaN");
    expect(() => brier({ window: 5, keep: 0.5 })).toThrow("window: 5 and keep: 0.5 exclude each other");
    expect(() => meanLoss().add({ loss: Number.NaN })).toThrow("invalid loss: NaN");
    expect(() => meanLoss().add({ loss: 1, weight: -1 })).toThrow("invalid weight: -1");
    expect(() => mae().add(regressed(Number.POSITIVE_INFINITY, 1))).toThrow("invalid value: Infinity");
    expect(() => r2().add(regressed(1, Number.NaN))).toThrow("invalid label: NaN");
    expect(() => logLoss().add(classified([["a", 1.5]], "a"))).toThrow("invalid probability: 1.5");
    expect(() => accuracy().add(classified([], undefined as unknown as string))).toThrow(
      "invalid label: undefined",
    );
  });

  it("name hostile labels without choking on them", () => {
    const add = (label: unknown) => () =>
      confusion().add({ prediction: { label: "a" }, label: label as string });
    expect(add(Object.create(null))).toThrow("invalid label: an object");
    expect(add(Symbol("s"))).toThrow("invalid label: Symbol(s)");
    expect(add(1n)).toThrow("invalid label: 1");
    expect(add(null)).toThrow("invalid label: null");
  });

  it("leave a metric as it was", () => {
    const bad = [
      { ...classified([["a", Number.NaN]], Number.NaN), loss: Number.NaN },
      { ...classified([["new", Number.NaN]], "new"), loss: Number.NaN, weight: Number.NaN },
      {
        prediction: { label: "a", probabilities: new Map([["a", 0.5]]) },
        label: null as unknown as string,
        loss: Infinity,
      },
      { ...regressed(Number.NaN, 1), loss: Number.NaN },
      { ...regressed(1, Number.NaN), loss: Number.NEGATIVE_INFINITY },
    ];
    const good = { ...classified([["a", 0.5]], "a"), loss: 1 };
    const spans = [{}, { window: 3 }, { keep: 0.5 }];
    for (const span of spans) {
      const classifying = [meanLoss, accuracy, logLoss, brier, confusion, calibration].map((metric) =>
        metric(span),
      );
      for (const metric of [...classifying, auc({ positive: "a", ...span })] as Metric<unknown, unknown>[]) {
        metric.add(good);
        const before = metric.save();
        for (const outcome of bad.slice(0, 3))
          expect(() => metric.add(outcome), metric.name).toThrow("invalid");
        expect(metric.save(), metric.name).toEqual(before);
      }
      for (const metric of [mae(span), rmse(span), r2(span)] as Metric<unknown, unknown>[]) {
        metric.add(regressed(1, 2));
        const before = metric.save();
        for (const outcome of bad.slice(3)) expect(() => metric.add(outcome), metric.name).toThrow("invalid");
        expect(metric.save(), metric.name).toEqual(before);
      }
    }
  });
});
