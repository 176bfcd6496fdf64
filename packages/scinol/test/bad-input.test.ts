import { describe, expect, it } from "vitest";
import { huber, type Linear, type LinearOptions, linear, quantile } from "../src/index.ts";
import { rules } from "../src/paper/rules/index.ts";
import { ruleNames, sameBits } from "./laws/law.ts";

/** Calls with what the types forbid. */
// biome-ignore lint/suspicious/noExplicitAny: users of JavaScript have no types to stop them.
const any = (value: unknown) => value as any;

type Case = [what: string, act: (model: Linear) => void, error: typeof RangeError, message: string];

const room = "expected room for 1 scores in a Float64Array";

/** A model of two features and one label, refusing what it is given and staying as it was. */
const refusals: Case[] = [
  // Features.
  [
    "NaN",
    (m) => m.learn([1, Number.NaN], 1),
    RangeError,
    "feature 1 must be a number between ±1e+300, got NaN",
  ],
  [
    "∞",
    (m) => m.learn([Infinity, 1], 1),
    RangeError,
    "feature 0 must be a number between ±1e+300, got Infinity",
  ],
  [
    "1e301",
    (m) => m.learn([1, -1e301], 1),
    RangeError,
    "feature 1 must be a number between ±1e+300, got -1e+301",
  ],
  ["too few features", (m) => m.learn([1], 1), RangeError, "expected 2 features, got 1"],
  ["too many features", (m) => m.learn([1, 2, 3], 1), RangeError, "expected 2 features, got 3"],
  [
    "text for a feature",
    (m) => m.learn(any([1, "2"]), 1),
    TypeError,
    "feature 1 must be a number, got string",
  ],
  [
    "null for a feature",
    (m) => m.learn(any([null, 2]), 1),
    TypeError,
    "feature 0 must be a number, got null",
  ],
  ["a hole", (m) => m.learn(any([1, undefined]), 1), TypeError, "feature 1 must be a number, got undefined"],
  ["nested arrays", (m) => m.learn(any([[1], [2]]), 1), TypeError, "feature 0 must be a number, got array"],
  ["bigints", (m) => m.learn(any([1n, 2n]), 1), TypeError, "feature 0 must be a number, got bigint"],
  ["symbols", (m) => m.learn(any([Symbol("a"), 2]), 1), TypeError, "feature 0 must be a number, got symbol"],
  [
    "bigint arrays",
    (m) => m.learn(any(new BigInt64Array(2)), 1),
    TypeError,
    "feature 0 must be a number, got bigint",
  ],
  ...["null", "undefined", "string", "number", "object", "function"].map(
    (kind): Case => [
      `${kind} for features`,
      (m) =>
        m.learn(
          any({ undefined, null: null, string: "12", number: 2, object: {}, function: () => 2 }[kind]),
          1,
        ),
      TypeError,
      `features must be an array of numbers or { indices, values }, got ${kind}`,
    ],
  ),
  [
    "a length that is none",
    (m) => m.learn({ length: -1 }, 1),
    TypeError,
    "features must be an array of numbers or { indices, values }, got object",
  ],

  // Sparse features.
  [
    "NaN among values",
    at([0, 1], [1, Number.NaN]),
    RangeError,
    "feature 1 must be a number between ±1e+300, got NaN",
  ],
  [
    "∞ among values",
    at([1], [-Infinity]),
    RangeError,
    "feature 1 must be a number between ±1e+300, got -Infinity",
  ],
  ["text among values", at([1], ["1"]), TypeError, "feature 1 must be a number, got string"],
  ["bigints among values", at([0], [1n]), TypeError, "feature 0 must be a number, got bigint"],
  ["an index twice", at([1, 1], [1, 2]), RangeError, "indices must increase: 1 after 1"],
  ["falling indices", at([1, 0], [1, 2]), RangeError, "indices must increase: 0 after 1"],
  ["a negative index", at([-1], [1]), RangeError, "invalid index: -1"],
  ["half an index", at([0.5], [1]), RangeError, "invalid index: 0.5"],
  ["NaN for an index", at([Number.NaN], [1]), RangeError, "invalid index: NaN"],
  ["text for an index", at(["0"], [1]), TypeError, "index must be a number, got string"],
  ["null for an index", at([null], [1]), TypeError, "index must be a number, got null"],
  ["an index beyond the features", at([2], [1]), RangeError, "index 2 is beyond the 2 features"],
  [
    "fewer values than indices",
    at([0, 1], [1]),
    RangeError,
    "expected as many values as indices, got 1 and 2",
  ],
  [
    "more values than indices",
    at([0], [1, 2]),
    RangeError,
    "expected as many values as indices, got 2 and 1",
  ],
  ["a number for indices", at(0, [1]), TypeError, "indices must be an array of numbers, got number"],
  ["null for indices", at(null, [1]), TypeError, "indices must be an array of numbers, got null"],
  ["text for values", at([0], "1"), TypeError, "values must be an array of numbers, got string"],
  [
    "indices without values",
    (m) => m.learn(any({ indices: [0] }), 1),
    TypeError,
    "features must be an array of numbers or { indices, values }, got object",
  ],

  // Labels and importance weights.
  [
    "NaN for a label",
    (m) => m.learn([1, 2], Number.NaN),
    RangeError,
    "label of logistic must be -1 or 1, got NaN",
  ],
  ["0 for a sign", (m) => m.learn([1, 2], 0), RangeError, "label of logistic must be -1 or 1, got 0"],
  ["text for a label", (m) => m.learn([1, 2], any("1")), TypeError, "label must be a number, got string"],
  ["null for a label", (m) => m.learn([1, 2], any(null)), TypeError, "label must be a number, got null"],
  ["true for a label", (m) => m.learn([1, 2], any(true)), TypeError, "label must be a number, got boolean"],
  ["no label", (m) => m.learn([1, 2], any(undefined)), TypeError, "label must be a number, got undefined"],
  [
    "a negative weight",
    (m) => m.learn([1, 2], 1, -1),
    RangeError,
    "weight must be between 0 and 100000000, got -1",
  ],
  [
    "NaN for a weight",
    (m) => m.learn([1, 2], 1, NaN),
    RangeError,
    "weight must be between 0 and 100000000, got NaN",
  ],
  [
    "∞ for a weight",
    (m) => m.learn([1, 2], 1, 1 / 0),
    RangeError,
    "weight must be between 0 and 100000000, got Infinity",
  ],
  [
    "text for a weight",
    (m) => m.learn([1, 2], 1, any("2")),
    TypeError,
    "weight must be a number, got string",
  ],
  ["null for a weight", (m) => m.learn([1, 2], 1, any(null)), TypeError, "weight must be a number, got null"],

  // Questions.
  [
    "a question with NaN",
    (m) => m.predict([NaN, 1]),
    RangeError,
    "feature 0 must be a number between ±1e+300, got NaN",
  ],
  ["a question too short", (m) => m.score([1]), RangeError, "expected 2 features, got 1"],
  [
    "a question with a negative weight",
    (m) => m.play([1, 2], -2),
    RangeError,
    "weight must be between 0 and 100000000, got -2",
  ],
  ["no room for the answer", (m) => m.predictInto([1, 2], new Float64Array(2)), RangeError, room],
  ["an array for the answer", (m) => m.scoreInto([1, 2], any([0])), RangeError, room],

  // Slopes.
  ["NaN for a slope", slope(Number.NaN), RangeError, "slope 0 must be finite, got NaN"],
  ["∞ for a slope", slope(-Infinity), RangeError, "slope 0 must be finite, got -Infinity"],

  // Growing.
  ["more outputs than its loss has", (m) => m.growOutputs(2), RangeError, "logistic has one output"],
];

function at(indices: unknown, values: unknown): (model: Linear) => void {
  return (model) => model.learn(any({ indices, values }), 1);
}

function slope(value: number): (model: Linear) => void {
  return (model) => {
    model.play([1, 2]);
    model.slopes[0] = value;
    model.digest();
  };
}

describe("a model refuses, and stays as it was:", () => {
  it.each(refusals)("%s", (_, act, error, message) => {
    for (const rule of ruleNames) {
      const model = linear({ rule: rules[rule], features: 2 });
      model.learn([1, 2], 1);
      model.learn({ indices: [1], values: [-3] }, -1, 0.5);
      const before = model.save();
      refuses(() => act(model), error, message);
      sameBits(model.save(), before, "saved");
    }
  });

  it("too many features, where their number is not fixed", () => {
    const model = linear();
    refuses(() => model.learn({ length: 2 ** 26 + 1 }, 1), RangeError, "too many features: 67108865");
    refuses(
      () => model.learn({ indices: [2 ** 26], values: [1] }, 1),
      RangeError,
      "index 67108864 is beyond the 67108864 features",
    );
    expect(model.features).toBe(0);
  });

  it("labels that are no class, or outputs that are no number", () => {
    const model = linear({ loss: "softmax", outputs: 3 });
    model.learn([1, 2], 2);
    const before = model.save();
    refuses(() => model.learn([1, 2], 3), RangeError, "label must be a class from 0 to 2, got 3");
    refuses(() => model.learn([1, 2], -1), RangeError, "label must be a class from 0 to 2, got -1");
    refuses(() => model.learn([1, 2], 0.5), RangeError, "label must be a class from 0 to 2, got 0.5");
    refuses(() => model.growOutputs(Number.NaN), RangeError, "invalid outputs: NaN");
    refuses(() => model.growOutputs(-1), RangeError, "invalid outputs: -1");
    refuses(() => model.growOutputs(any("4")), TypeError, "outputs must be a number, got string");
    sameBits(model.save(), before, "saved");
    expect(model.outputs).toBe(3);
  });

  it("labels that are no finite number", () => {
    const model = linear({ loss: "squared" });
    const before = model.save();
    refuses(() => model.learn([1], Infinity), RangeError, "label must be between ±1e300, got Infinity");
    refuses(() => model.learn([1], Number.NaN), RangeError, "label must be between ±1e300, got NaN");
    refuses(() => model.learn([1], -2e300), RangeError, "label must be between ±1e300, got -2e+300");
    sameBits(model.save(), before, "saved");
  });
});

describe("a model loads no state that cannot be its own:", () => {
  const model = linear({ features: 2 });
  model.learn([1, 2], 1);
  const saved = model.save();
  // Five counters; then 1/M, γ, s and η of the constant and two features.
  const wanted = "this model takes 5 and then 4 for each of 3 features";

  const damage = (at: number, value: number) => {
    const copy = saved.slice();
    copy[at] = value;
    return copy;
  };

  const states: [what: string, state: unknown, error: typeof RangeError, message: string][] = [
    ["nothing in it", new Float64Array(0), RangeError, `state has 0 numbers; ${wanted}`],
    ["one number missing", saved.slice(0, -1), RangeError, `state has 16 numbers; ${wanted}`],
    ["one number too many", Float64Array.of(...saved, 0), RangeError, `state has 18 numbers; ${wanted}`],
    ["that of three features", linear({ features: 3 }).save(), RangeError, `state has 21 numbers; ${wanted}`],
    [
      "that of three outputs",
      linear({ features: 2, loss: "softmax" }).save(),
      RangeError,
      `state has 26 numbers; ${wanted}`,
    ],
    ["NaN in a cell", damage(6, Number.NaN), RangeError, "state is damaged: number 6 is NaN"],
    ["∞ in a cell", damage(7, Infinity), RangeError, "state is damaged: number 7 is Infinity"],
    ["NaN for 1/M", damage(5, Number.NaN), RangeError, "state is damaged: number 5 is NaN"],
    ["a negative 1/M", damage(9, -1), RangeError, "state is damaged: number 9 is -1"],
    ["half a round", damage(0, 1.5), RangeError, "state is damaged: number 0 is 1.5"],
    ["NaN for a counter", damage(1, Number.NaN), RangeError, "state is damaged: number 1 is NaN"],
    ["a negative count", damage(2, -1), RangeError, "state is damaged: number 2 is -1"],
    ["null", null, TypeError, "state must be a Float64Array, got null"],
    ["an array", [...saved], TypeError, "state must be a Float64Array, got array"],
    ["bytes", new Uint8Array(17), TypeError, "state must be a Float64Array, got object"],
    ["text", "state", TypeError, "state must be a Float64Array, got string"],
  ];

  it.each(states)("%s", (_, state, error, message) => {
    refuses(() => model.load(any(state)), error, message);
    sameBits(model.save(), saved, "saved");
  });

  it("a number that is not 1 for the unit of a rule that has none", () => {
    const sgd = linear({ rule: rules.sgd, constant: false, features: 1 });
    refuses(
      () => sgd.load(Float64Array.of(1, 0, 0, 1, 1, 2, 0)),
      RangeError,
      "state is damaged: number 5 is 2",
    );
  });
});

describe("a model is not made of", () => {
  const elsewhere = 'other rules are values: import { rules } from "scinol/rules"';
  const cases: [what: string, options: unknown, error: typeof RangeError, message: string][] = [
    ["null", null, TypeError, "options must be an object, got null"],
    ["a name alone", "sgd", TypeError, "options must be an object, got string"],
    ["a misspelt option", { featurs: 3 }, RangeError, 'unknown option "featurs"; did you mean "features"?'],
    [
      "a setting among the options",
      { rule: rules.sgd, learningRate: 0.1 },
      RangeError,
      'unknown option "learningRate"; one of rule, settings, loss, features, outputs, constant, kernel',
    ],
    [
      "a misspelt rule",
      { rule: "scinl2" },
      RangeError,
      `unknown rule "scinl2"; did you mean "scinol2"?; ${elsewhere}`,
    ],
    [
      "the name of a rule that it does not ship",
      { rule: "nag" },
      RangeError,
      `unknown rule "nag"; one of scinol2, scinol1; ${elsewhere}`,
    ],
    [
      "a rule unlike any",
      { rule: "perceptron" },
      RangeError,
      `unknown rule "perceptron"; one of scinol2, scinol1; ${elsewhere}`,
    ],
    [
      "what every object inherits",
      { rule: "toString" },
      RangeError,
      `unknown rule "toString"; one of scinol2, scinol1; ${elsewhere}`,
    ],
    [
      "a number for a rule",
      { rule: 2 },
      TypeError,
      'rule must be a rule of "scinol/rules" or a name, got number',
    ],
    [
      "an array for a rule",
      { rule: ["sgd"] },
      TypeError,
      'rule must be a rule of "scinol/rules" or a name, got array',
    ],
    ["a misspelt loss", { loss: "hinges" }, RangeError, 'unknown loss "hinges"; did you mean "hinge"?'],
    ["a number for a loss", { loss: 2 }, TypeError, "loss must be a name or a loss, got number"],
    ["a loss that is none", { loss: {} }, TypeError, "loss must be a name or a loss, got object"],
    [
      "a misspelt setting",
      { rule: rules.sgd, settings: { rat: 1 } },
      RangeError,
      'unknown setting of sgd "rat"; did you mean "rate"?',
    ],
    ["a number for settings", { settings: 0.1 }, TypeError, "settings must be an object, got number"],
    [
      "a rate of 0",
      { rule: rules.sgd, settings: { rate: 0 } },
      RangeError,
      "rate must be between 1e-100 and 10000000000, got 0",
    ],
    [
      "a negative ε",
      { settings: { epsilon: -1 } },
      RangeError,
      "epsilon must be between 1e-100 and 10000000000, got -1",
    ],
    [
      "NaN for ε",
      { settings: { epsilon: Number.NaN } },
      RangeError,
      "epsilon must be between 1e-100 and 10000000000, got NaN",
    ],
    ["text for ε", { settings: { epsilon: "1" } }, TypeError, "epsilon must be a number, got string"],
    [
      "a negative λ₁",
      { rule: rules.ftrl, settings: { l1: -1 } },
      RangeError,
      "l1 must be between 0 and 10000000000, got -1",
    ],
    [
      "means that never move",
      { rule: rules.adam, settings: { beta1: 1 } },
      RangeError,
      "beta1 must be between 0 and 0.999999999, got 1",
    ],
    ["a negative number of features", { features: -1 }, RangeError, "invalid features: -1"],
    ["half a feature", { features: 0.5 }, RangeError, "invalid features: 0.5"],
    ["text for features", { features: "3" }, TypeError, "features must be a number, got string"],
    ["no outputs", { loss: "softmax", outputs: 0 }, RangeError, "invalid outputs: 0"],
    ["more outputs than its loss has", { outputs: 3 }, RangeError, "logistic has one output, got 3"],
    ["text for a switch", { constant: "no" }, TypeError, "constant must be true or false, got string"],
  ];

  it.each(cases)("%s", (_, options, error, message) => {
    refuses(() => linear(options as LinearOptions), error, message);
  });

  it("a loss without its parameter", () => {
    refuses(() => huber(0), RangeError, "huber threshold must be positive, got 0");
    refuses(() => huber(Number.NaN), RangeError, "huber threshold must be positive, got NaN");
    refuses(() => huber(any("1")), TypeError, "huber threshold must be a number, got string");
    refuses(() => quantile(1), RangeError, "quantile must lie between 0 and 1, got 1");
    refuses(() => quantile(-0.1), RangeError, "quantile must lie between 0 and 1, got -0.1");
    refuses(() => quantile(any("0.5")), TypeError, "quantile must be a number, got string");
  });
});

/** Exactly this error, with exactly these words: one line, lower case. */
function refuses(act: () => void, error: typeof RangeError, message: string): void {
  let thrown: unknown;
  try {
    act();
  } catch (caught) {
    thrown = caught;
  }
  expect(thrown).toBeInstanceOf(error);
  expect((thrown as Error).message).toBe(message);
}
