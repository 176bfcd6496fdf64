import { classifier, linear, type TableRows } from "scinol";
import { type RuleName, rules } from "scinol/rules";
import { DEFAULT } from "../contestants/contestant.ts";
import { seedOf } from "../datasets/split.ts";
import { toySections } from "../report/toy-sections.ts";
import { draw, type Examples, FEATURES, trueWeights } from "../toy.ts";
import { isSum, momentOf, ToyTestSet } from "../toy-test-set.ts";
import type { Experiment, Run } from "./experiment.ts";

export const TOY_RATES = [0.001, 0.005, 0.01, 0.05, 0.1, 0.5, 1, 5, 10];
export const ROUNDS = 5000;
const TEST = 100_000;
const EVERY = 50;
/** What is not a sum over features is tested at these rounds only, example by example: each test takes a while. */
const SELDOM = [50, 100, 250, 500, 1000, 1500, 2000, 3000, 4000, 5000];
/** The rules that the paper runs at every rate; any other rule takes part with its own settings. */
const TUNED: readonly RuleName[] = ["sgd", "adagrad", "adam", "nag", "sfmd"];
/** NAG with the N of Figure 1, which is averaged over features: its rate is √21 times what it is called. */
export const NAG_OF_FIGURE_1 = "nag-of-figure-1";

/** §4.1 of the paper: one pass over 5,000 examples, tested every 50 rounds; no constant feature. */
export const toy: Experiment = {
  name: "toy",
  asked: "toy",

  plan({ runs }) {
    const algorithms: Pick<Run, "algorithm" | "settings" | "cost">[] = [
      { algorithm: DEFAULT, settings: {}, cost: 3 },
      ...(Object.keys(rules) as RuleName[]).flatMap((algorithm) =>
        TUNED.includes(algorithm)
          ? TOY_RATES.map((rate) => ({ algorithm, settings: { rate }, cost: 0.2 }))
          : [{ algorithm, settings: {}, cost: quick(algorithm) ? 0.2 : 2 }],
      ),
      ...TOY_RATES.map((rate) => ({ algorithm: NAG_OF_FIGURE_1, settings: { rate }, cost: 0.2 })),
    ];
    return Array.from({ length: runs }, (_, n) => n + 1).flatMap((run) =>
      algorithms.map((one) => ({
        experiment: "toy",
        run,
        parameters: { rounds: ROUNDS, test: TEST },
        ...one,
      })),
    );
  },

  execute(run) {
    const u = trueWeights(seedOf("toy", "signs"));
    const training = draw(u, Number(run.parameters.rounds), seedOf("toy", "training", run.run));
    const test = testSet(u, Number(run.parameters.test));
    if (run.algorithm === DEFAULT) return learnByDefault(training, test.examples);
    const asFigure1 = run.algorithm === NAG_OF_FIGURE_1;
    const rule = asFigure1 ? "nag" : (run.algorithm as RuleName);
    const settings = asFigure1 ? { rate: run.settings.rate * Math.sqrt(FEATURES) } : run.settings;
    const model = linear({ rule: rules[rule], settings, constant: false, features: FEATURES });
    const fast = quick(rule);
    const rounds = fast ? everyFew(training.rows.length) : SELDOM.filter((t) => t <= training.rows.length);
    const moments = [];
    const crossEntropy: number[] = [];
    let learned = 0;
    for (const round of rounds) {
      for (; learned < round; learned++) model.learn(training.rows[learned], training.labels[learned]);
      if (isSum(rule)) moments.push(momentOf(model));
      else crossEntropy.push(oneByOne(model, test.examples));
    }
    crossEntropy.push(...test.set.crossEntropies(moments));
    return { rounds, crossEntropy };
  },

  sections: toySections,
};

/** Whether a rule's features add their weight times x over most of the range: then tests are cheap. */
function quick(rule: RuleName): boolean {
  return isSum(rule) && rule !== "k17";
}

function everyFew(rounds: number): number[] {
  return Array.from({ length: Math.floor(rounds / EVERY) }, (_, n) => EVERY * (n + 1));
}

/** One test set for all training sets, kept from run to run. */
let kept: { size: number; examples: Examples; set: ToyTestSet } | undefined;

function testSet(u: Float64Array, size: number): { examples: Examples; set: ToyTestSet } {
  if (kept?.size !== size) {
    const examples = draw(u, size, seedOf("toy", "test"));
    kept = { size, examples, set: new ToyTestSet(examples) };
  }
  return kept;
}

function oneByOne(model: ReturnType<typeof linear>, { rows, labels }: Examples): number {
  const score = new Float64Array(1);
  let sum = 0;
  for (let n = 0; n < rows.length; n++) {
    sum += model.loss.loss(model.scoreInto(rows[n], score), labels[n]);
  }
  return sum / rows.length;
}

function learnByDefault(training: Examples, test: Examples) {
  const model = classifier<number>({ classes: [-1, 1] });
  const layout = {
    numbers: Array.from({ length: FEATURES }, (_, i) => ({ name: `x${i + 1}`, kind: "number" as const })),
    texts: [],
  };
  const learn = model.table(layout);
  const predict = model.predictTable(layout);
  const tableOf = (rows: number, numbers: Float64Array): TableRows => ({
    rows,
    numbers,
    codes: new Int32Array(0),
    dictionaries: [],
  });
  const rounds = SELDOM.filter((t) => t <= training.rows.length);
  const crossEntropy: number[] = [];
  const block = new Float64Array(BLOCK * FEATURES);
  let learned = 0;
  for (const round of rounds) {
    for (; learned < round; learned++) {
      learn(tableOf(1, training.rows[learned]), [training.labels[learned]]);
    }
    let sum = 0;
    for (let from = 0; from < test.rows.length; from += BLOCK) {
      const size = Math.min(BLOCK, test.rows.length - from);
      for (let n = 0; n < size; n++) block.set(test.rows[from + n], n * FEATURES);
      const probabilities = predict(tableOf(size, block));
      for (let n = 0; n < size; n++) {
        sum -= Math.log(Math.max(probabilities[2 * n + (test.labels[from + n] === 1 ? 1 : 0)], 1e-300));
      }
    }
    crossEntropy.push(sum / test.rows.length);
  }
  return { rounds, crossEntropy };
}

const BLOCK = 1000;
