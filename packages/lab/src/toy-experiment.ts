import { linear, losses, type Settings } from "scinol";
import { type RuleName, rules } from "scinol/rules";
import { type Published, publishedToy } from "./published-toy.ts";
import { bestPossible, crossEntropy, draw, type Examples, trueWeights, zeroVector } from "./toy.ts";

/**
 * The best on the toy data of the nine rates that the paper tries, 0.001 … 10; rules without a rate have their
 * defaults. NAG's is what the published figures call 0.5, see published-toy.ts. SGD would do better far below the nine.
 */
const bestRates: Partial<Record<RuleName, number>> = {
  sgd: 0.001,
  adagrad: 0.01,
  adam: 0.001,
  nag: 2.3,
  sfmd: 10,
  ftrl: 0.01,
};

export interface ToyOptions {
  readonly rules?: readonly RuleName[];
  readonly test?: number;
  /** Numbers of rounds after which the test loss is taken, increasing. Training ends with the last. */
  readonly checkpoints?: readonly number[];
  readonly seed?: number;
  /** Called before every test, and once more at the end. */
  progress?(done: number, all: number, rule: RuleName | undefined): void;
}

export interface ToyResult {
  readonly experiment: "toy";
  readonly seed: number;
  readonly training: number;
  readonly test: number;
  readonly checkpoints: readonly number[];
  /** Cross-entropy of the zero vector: ln 2. */
  readonly zeroVector: number;
  /** Cross-entropy of the model the labels came from: in expectation, and on these test examples. */
  readonly bestPossible: number;
  readonly bestOnTest: number;
  readonly rules: readonly ToyCurve[];
}

export interface ToyCurve {
  readonly rule: RuleName;
  readonly title: string;
  readonly settings: Settings;
  /** Whether the settings were chosen for this data. */
  readonly tuned: boolean;
  /** Mean test cross-entropy at each checkpoint. */
  readonly loss: readonly number[];
  readonly published?: Published;
}

/** One training set, one pass, every rule; no constant feature, as in the paper. */
export function toyExperiment(options: ToyOptions = {}): ToyResult {
  const { checkpoints = [500, 1000, 2000, 5000], test = 100_000, seed = 1 } = options;
  const names = options.rules ?? (Object.keys(rules) as RuleName[]);
  const training = checkpoints.at(-1) ?? 0;
  const u = trueWeights(seed);
  const trainingSet = draw(u, training, seed + 1);
  const testSet = draw(u, test, seed + 2);

  const curves = names.map((rule, r): ToyCurve => {
    const rate = bestRates[rule];
    const model = linear({
      rule: rules[rule],
      constant: false,
      features: u.length,
      settings: rate === undefined ? {} : { rate },
    });
    let learned = 0;
    const loss = checkpoints.map((checkpoint, c) => {
      options.progress?.(r * checkpoints.length + c, names.length * checkpoints.length, rule);
      for (; learned < checkpoint; learned++)
        model.learn(trainingSet.rows[learned], trainingSet.labels[learned]);
      return testLoss(model, testSet);
    });
    const published = publishedToy[rule];
    return {
      rule,
      title: rules[rule].title,
      settings: model.settings,
      tuned: rate !== undefined,
      loss,
      ...(published && { published }),
    };
  });
  options.progress?.(names.length * checkpoints.length, names.length * checkpoints.length, undefined);

  return {
    experiment: "toy",
    seed,
    training,
    test,
    checkpoints,
    zeroVector,
    bestPossible: bestPossible(),
    bestOnTest: crossEntropy(u, testSet),
    rules: curves,
  };
}

/** The mean loss over examples that are predicted and not learned from. */
function testLoss(model: ReturnType<typeof linear>, { rows, labels }: Examples): number {
  const score = new Float64Array(1);
  let sum = 0;
  for (let n = 0; n < rows.length; n++) {
    sum += losses.logistic.loss(model.scoreInto(rows[n], score), labels[n]);
  }
  return sum / rows.length;
}
