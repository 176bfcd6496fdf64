import fc from "fast-check";
import { describe, expect, it } from "vitest";
import {
  type Features,
  type Linear,
  type LossName,
  linear,
  oracleBound,
  type RegretReport,
  scinol1Bound,
  scinol2Bound,
  trackRegret,
} from "../src/index.ts";
import { rules } from "../src/paper/rules/index.ts";

type Random = () => number;

function scattered(seed: number): Random {
  let state = seed >>> 0;
  return () => {
    state = (Math.imul(state, 1664525) + 1013904223) >>> 0;
    return state / 2 ** 32;
  };
}

const FEATURES = 4;
const CLASSES = 3;
const across = (random: Random) => 2 * random() - 1;

/** What comes in round t. */
const inputs: Record<string, (t: number, random: Random) => Features> = {
  "features of every scale": (_, random) => [0, 1, 2, 3].map((i) => across(random) * 1e3 ** (i - 1)),
  "scales that double every round": (t, random) =>
    [0, 1, 2, 3].map((i) => across(random) * 2 ** (t * (i - 1))),
  "scales that halve every round": (t) => [1, -1, 0.5, 2].map((x, i) => x * 2 ** (-t * (i % 2))),
  "constant features": () => [1, -7, 1e100, 1e-100],
  "features that come late": (t, random) =>
    [0, 1, 2, 3].map((i) => (t > 30 * i ? across(random) * 10 ** i : 0)),
  "one feature at a time": (t, random) => ({ indices: [t % FEATURES], values: [across(random) * 5 ** t] }),
  "a single huge value": (t, random) =>
    [0, 1, 2, 3].map((i) => across(random) * (t === 60 ? 1e12 : 1) * (i + 1)),
  "the ends of the range": (t) => [
    1e300,
    -1e-300,
    t % 7 === 0 ? 1e300 : 1e-300,
    t % 2 === 0 ? 1e-200 : -1e200,
  ],
};

/** How labels are chosen: a sign for one output, a class for more. */
const labels: Record<string, (t: number, scores: Float64Array, random: Random) => number> = {
  "at random": (_, scores, random) => pick(scores, random() * scores.length, random() < 0.5 ? 1 : -1),
  "that flip every round": (t, scores) => pick(scores, t % scores.length, t % 2 === 0 ? 1 : -1),
  "that flip ever more rarely": (t, scores) => {
    const age = Math.floor(Math.log2(t + 1));
    return pick(scores, age % scores.length, age % 2 === 0 ? 1 : -1);
  },
  "that never change": (_, scores) => pick(scores, 1, 1),
  "chosen against the model": (_, scores) =>
    pick(scores, scores.indexOf(Math.min(...scores)), scores[0] > 0 ? -1 : 1),
};

function pick(scores: Float64Array, category: number, sign: number): number {
  return scores.length > 1 ? Math.floor(category) : sign;
}

const losses: LossName[] = ["logistic", "hinge", "absolute", "smoothHinge", "huber", "quantile", "softmax"];

function run(
  rule: "scinol1" | "scinol2",
  loss: LossName,
  input: string,
  label: string,
  rounds: number,
  seed: number,
  epsilon = 1,
) {
  const model = linear({
    rule,
    loss,
    features: FEATURES,
    outputs: loss === "softmax" ? CLASSES : 1,
    settings: { epsilon },
  });
  const tracker = trackRegret(model);
  const random = scattered(seed);
  for (let t = 0; t < rounds; t++) {
    const x = inputs[input](t, random);
    tracker.learn(x, labels[label](t, model.score(x), random));
  }
  return { model, tracker };
}

/** Comparators that make sense on these data: in units of 1/M, tiny to large, and along the gradients, the worst way. */
function comparators(model: Linear, random: Random) {
  const { features, outputs } = model;
  const make = (size: (coordinate: number, output: number, unit: number) => number) => {
    const at = (i: number) =>
      Array.from({ length: outputs }, (_, k) => {
        const { M } = model.cell(i, k);
        return M === 0 ? random() : size(i, k, 1 / M);
      });
    return { intercept: at(0), weights: Array.from({ length: features }, (_, i) => at(i + 1)).flat() };
  };
  const along = (length: number) =>
    make((i, k, unit) => {
      const [γ, s] = model.cell(i, k).slots;
      return ((Math.sign(γ) * length) / Math.sqrt(s + 1)) * unit;
    });
  return [
    make(() => 0),
    make((_i, _k, unit) => across(random) * 10 ** (5 * random() - 3) * unit),
    make((_i, _k, unit) => (random() < 0.5 ? 0 : across(random) * 10 * unit)),
    along(0.1),
    along(1),
    along(10),
    model.weights(),
  ];
}

function expectUnderBound({ regret, bound, oracle }: RegretReport): void {
  expect(bound).not.toBeNaN();
  expect(oracle).toBeGreaterThanOrEqual(0);
  expect(regret).toBeLessThanOrEqual(bound! + 1e-9 * (1 + Math.abs(bound!)));
}

describe.each(["scinol1", "scinol2"] as const)("the regret of %s stays under the theorem's bound", (rule) => {
  describe.each(losses)("with the %s loss", (loss) => {
    it.each(Object.keys(inputs))("on %s, whatever the labels and the comparator", (input) => {
      for (const label of Object.keys(labels)) {
        const { model, tracker } = run(rule, loss, input, label, 120, 17);
        for (const u of comparators(model, scattered(5))) expectUnderBound(tracker.report(u));
      }
    });
  });

  it.each(["logistic", "softmax"] as const)(
    "against the best weights in hindsight, with the %s loss",
    (loss) => {
      for (const input of Object.keys(inputs)) {
        for (const label of Object.keys(labels)) {
          const { tracker } = run(rule, loss, input, label, 90, 3);
          const report = tracker.report();
          expectUnderBound(report);
          expect(report.regret).toBeGreaterThanOrEqual(-1e-6 - report.loss);
        }
      }
    },
  );

  it("on random streams, for any ε", () => {
    const value = fc.oneof(
      fc.constant(0),
      fc.double({ min: -1, max: 1, noNaN: true }),
      fc.double({ min: -1e12, max: 1e12, noNaN: true }),
    );
    const round = fc.tuple(fc.tuple(value, value), fc.constantFrom(-1, 1), fc.boolean());
    const size = fc.double({ min: -20, max: 20, noNaN: true });
    fc.assert(
      fc.property(
        fc.constantFrom<LossName>("logistic", "hinge", "absolute"),
        fc.constantFrom(1e-6, 0.1, 1, 3, 1e4),
        fc.array(round, { minLength: 1, maxLength: 40 }),
        fc.tuple(size, size, size),
        (loss, epsilon, rounds, sizes) => {
          const model = linear({ rule, loss, settings: { epsilon } });
          const tracker = trackRegret(model);
          for (const [x, y, spiteful] of rounds) {
            tracker.learn(x, spiteful ? (model.score(x)[0] > 0 ? -1 : 1) : y);
          }
          const [a, b, c] = sizes.map((u, i) => (model.cell(i, 0).M === 0 ? u : u / model.cell(i, 0).M));
          const u = { intercept: [a], weights: [b, c] };
          expectUnderBound(tracker.report(u));
          if (rule === "scinol1") {
            const tight = scinol1Bound(model, u, { tight: true });
            expect(tight).toBeLessThanOrEqual(scinol1Bound(model, u) * (1 + 1e-12));
            expect(tracker.report(u).regret).toBeLessThanOrEqual(tight + 1e-9 * (1 + tight));
          }
        },
      ),
      { numRuns: 400, seed: 11 },
    );
  });

  it("with importance weights as far as the proof goes", () => {
    for (const label of Object.keys(labels)) {
      const model = linear({ rule, features: FEATURES });
      const tracker = trackRegret(model);
      const random = scattered(23);
      for (let t = 0; t < 150; t++) {
        const x = inputs["features of every scale"](t, random);
        const weight = rule === "scinol1" ? random() : 10 ** (4 * random() - 2);
        tracker.learn(x, labels[label](t, model.score(x, weight), random), t % 10 === 0 ? 0 : weight);
      }
      for (const u of comparators(model, scattered(5))) expectUnderBound(tracker.report(u));
      expectUnderBound(tracker.report());
    }
  });
});

describe("the bounds", () => {
  /** One coordinate without a constant, after slopes ½ on x = 2 and −1 on x = 4. */
  function small(rule: "scinol1" | "scinol2", scale = 1): Linear {
    const model = linear({ rule, loss: "absolute", constant: false, features: 1, settings: { epsilon: 2 } });
    for (const [x, slope] of [
      [2, 0.5],
      [4, -1],
    ]) {
      model.play([x * scale]);
      model.slopes[0] = slope;
      model.digest();
    }
    return model;
  }
  // S² = 1 + 16, M = 4, Ŝ² = 33, T = 2, ε = 2.
  const root = Math.sqrt(33);

  it("are the formulas of the paper", () => {
    const u = { weights: [-3] };
    const a = 3 * root;
    expect(scinol1Bound(small("scinol1"), u)).toBeCloseTo(
      2 * a * Math.log(1 + (2 * a * 2) / 2) + 2 * (1 + Math.log(2)),
      10,
    );
    // β: ε after round 1; in round 2 min(2, 2 (1 + 16) / (16 · 2)).
    expect(scinol1Bound(small("scinol1"), u, { tight: true })).toBeCloseTo(
      2 * a * Math.log(1 + (2 * a) / (34 / 32)) + 2 * (1 + Math.log(2)),
      10,
    );
    expect(scinol2Bound(small("scinol2"), u, [2])).toBeCloseTo(
      2 + 2 * a * (Math.log((3 * 3 * root ** 3) / 2 / 2 ** 2) - 1),
      10,
    );
    expect(oracleBound(small("scinol1"), u)).toBeCloseTo(3 * Math.sqrt(17), 12);
    expect(oracleBound(small("scinol2"), u)).toBeCloseTo(3 * Math.sqrt(17), 12);
  });

  it("are their constants alone for the comparator 0", () => {
    const u = { weights: [0] };
    expect(scinol1Bound(small("scinol1"), u)).toBeCloseTo(2 * (1 + Math.log(2)), 14);
    expect(scinol2Bound(small("scinol2"), u, [2])).toBe(2);
    expect(oracleBound(small("scinol2"), u)).toBe(0);
  });

  it("sum over outputs", () => {
    const model = linear({ rule: "scinol2", loss: "softmax", outputs: 3, constant: false, features: 1 });
    model.play([2]);
    model.slopes.set([0.5, -1, 0.5]);
    model.digest();
    const terms = [0.5, -1, 0.5].map((slope, k) => {
      const S = Math.sqrt((slope * 2) ** 2 + 4);
      return 1 + 2 * (k + 1) * S * (Math.log((3 * (k + 1) * S ** 3) / 4) - 1);
    });
    expect(scinol2Bound(model, { weights: [1, -2, 3] }, [2])).toBeCloseTo(terms[0] + terms[1] + terms[2], 10);
    expect(oracleBound(model, { weights: [1, -2, 3] })).toBe(1 + 4 + 3);
  });

  it("do not change with the unit of a feature, from 1e-300 to 1e300", () => {
    for (const scale of [1e-299, 1e-155, 1e-10, 1e10, 1e155, 2e299]) {
      const u = { weights: [3 / scale] };
      const near = (a: number, b: number) => expect(Math.abs(a / b - 1)).toBeLessThan(1e-12);
      near(scinol1Bound(small("scinol1", scale), u), scinol1Bound(small("scinol1"), { weights: [3] }));
      near(
        scinol2Bound(small("scinol2", scale), u, [2 * scale]),
        scinol2Bound(small("scinol2"), { weights: [3] }, [2]),
      );
      near(oracleBound(small("scinol2", scale), u), oracleBound(small("scinol2"), { weights: [3] }));
    }
  });

  it("leave out coordinates that were never non-zero", () => {
    const model = linear({ rule: "scinol1", features: 3, constant: false });
    model.learn([1, 0, 0], 1);
    expect(scinol1Bound(model, { weights: [0, 5, 5] })).toBe(1);
    expect(scinol1Bound(linear({ rule: "scinol1" }), { weights: [7] })).toBe(0);
  });

  it("are far from vacuous: within thirty times the oracle's on a plain stream of 2000 rounds", () => {
    const { tracker } = run("scinol2", "logistic", "features of every scale", "at random", 2000, 1);
    const { bound, oracle } = tracker.report({ intercept: [0.5], weights: [5e2, -0.5, 5e-4, 5e-7] });
    expect(bound! / oracle).toBeLessThan(30);
    expect(bound! / oracle).toBeGreaterThan(2);
  });

  it("are attained: labels chosen against ScInOL₂ take all but a billionth of its stake ε", () => {
    const model = linear({ rule: "scinol2", loss: "hinge", constant: false, settings: { epsilon: 3 } });
    const tracker = trackRegret(model);
    for (let t = 0; t < 500; t++) tracker.learn([2 ** t], model.score([2 ** t])[0] > 0 ? -1 : 1);
    const { regret, bound } = tracker.report({ weights: [0] });
    expect(bound).toBe(3);
    expect(regret).toBeLessThan(3);
    expect(regret).toBeGreaterThan(3 - 3e-9);
  });

  it("do not hold for ScInOL₁ with importance weights above 1, of which its β knows nothing", () => {
    const regret = (rule: "scinol1" | "scinol2", weight: number) => {
      const model = linear({ rule, loss: "hinge", constant: false });
      let lost = 0;
      for (let t = 0; t < 900; t++) {
        const x = [2 ** t];
        // The comparator 0 loses 1 a round.
        lost += weight * (model.learn(x, model.score(x, weight)[0] > 0 ? -1 : 1, weight) - 1);
      }
      return { lost, bound: rule === "scinol1" ? scinol1Bound(model, { weights: [0] }) : 1 };
    };
    const plain = regret("scinol1", 1);
    expect(plain.lost).toBeLessThan(plain.bound);
    const weighted = regret("scinol1", 1e4);
    expect(weighted.lost).toBeGreaterThan(5 * weighted.bound);
    expect(regret("scinol2", 1e4).lost).toBeLessThan(1);
  });

  it("are refused where they do not apply", () => {
    const u = { weights: [1] };
    expect(() => scinol1Bound(small("scinol2"), u)).toThrow(
      "scinol1Bound: expected a model of scinol1, got one of scinol2",
    );
    expect(() => scinol2Bound(small("scinol1"), u, [1])).toThrow("scinol2Bound: expected a model of scinol2");
    expect(() => oracleBound(linear({ rule: rules.sgd }), u)).toThrow(
      "oracleBound: expected a model of scinol1 or scinol2, got one of sgd",
    );
    expect(() => scinol2Bound(small("scinol2"), u, [0])).toThrow("its first value is given as 0");
    expect(() => scinol2Bound(small("scinol2"), { weights: [] }, [2])).toThrow(
      "comparator: expected 1 features × 1 outputs = 1 weights, got 0",
    );
    expect(() => scinol2Bound(small("scinol2"), { weights: [Number.NaN] }, [2])).toThrow(
      "comparator: weight 0 must be a finite number, got NaN",
    );
    expect(() => scinol2Bound(small("scinol2"), { intercept: [1], weights: [1] }, [2])).toThrow(
      "comparator: the model has no constant feature, but intercept 0 is 1; leave it out",
    );
    expect(() => scinol2Bound(small("scinol2"), { intercept: [1, 2], weights: [1] }, [2])).toThrow(
      "comparator: expected an intercept for each of 1 outputs, got 2",
    );
  });
});
