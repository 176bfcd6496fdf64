import { arithmetic, classifier } from "scinol";
import { type RuleName, rules } from "scinol/rules";
import { DEFAULT, titleOf } from "../contestants/contestant.ts";
import { seedOf } from "../datasets/split.ts";
import { random } from "../random.ts";
import { draw, FEATURES, trueWeights } from "../toy.ts";
import type { Experiment, Run } from "./experiment.ts";

const ROUNDS = 2000;
const TEST = 150;

/** Predictions before and after every feature is multiplied by a random factor between 10⁻⁶ and 10⁶. */
export const rescaling: Experiment = {
  name: "rescaling",
  asked: "theory",

  plan: () =>
    [DEFAULT, ...Object.keys(rules)].map(
      (algorithm): Run => ({
        experiment: "rescaling",
        algorithm,
        settings: {},
        run: 1,
        parameters: {},
        cost: 0.1,
      }),
    ),

  execute(run) {
    const u = trueWeights(seedOf("toy", "signs"));
    const training = draw(u, ROUNDS, seedOf("rescaling", "training"));
    const test = draw(u, TEST, seedOf("rescaling", "test"));
    const { uniform } = random(seedOf("rescaling", "factors"));
    const factors = Float64Array.from(u, () => arithmetic.exp((12 * uniform() - 6) * Math.LN10));
    const options = run.algorithm === DEFAULT ? {} : { rule: run.algorithm as RuleName, exact: true };
    const predictions = (scale: (x: number, i: number) => number): number[] => {
      const model = classifier<number>({ ...options, classes: [-1, 1] });
      const layout = {
        numbers: Array.from({ length: FEATURES }, (_, i) => ({ name: `x${i}`, kind: "number" as const })),
        texts: [],
      };
      const learn = model.table(layout);
      const predict = model.predictTable(layout);
      const row = (x: Float64Array) => ({
        rows: 1,
        numbers: x.map(scale),
        codes: new Int32Array(0),
        dictionaries: [],
      });
      training.rows.forEach((x, n) => {
        learn(row(x), [training.labels[n]]);
      });
      return test.rows.map((x) => predict(row(x))[1]);
    };
    return { before: predictions((x) => x), after: predictions((x, i) => x * factors[i]) };
  },

  sections(finished) {
    if (finished.length === 0) return [];
    const gap = (run: (typeof finished)[number]) => {
      const after = run.result.after as number[];
      return Math.max(...(run.result.before as number[]).map((p, n) => Math.abs(p - after[n])));
    };
    return [
      {
        id: "rescaling",
        title: "Other units, same predictions",
        prose: [
          `Every rule learns the toy data twice: as drawn, and with each feature multiplied by a factor of its own, between 10⁻⁶ and 10⁶. A dot is the probability it gives to one of ${TEST} test examples after ${ROUNDS} rounds, before and after. The invariant rules lie on the diagonal to the last digits.`,
        ],
        charts: [
          {
            kind: "scatter",
            name: "rescaling",
            title: "Predictions before and after rescaling every feature",
            x: { label: "before", domain: [0, 1] },
            y: { label: "after", domain: [0, 1] },
            points: finished.flatMap((run) =>
              (run.result.before as number[]).map((x, n) => ({
                facet: titleOf(run.algorithm),
                x,
                y: (run.result.after as number[])[n],
              })),
            ),
          },
        ],
        tables: [
          {
            caption: "The largest difference between the two predictions of an example",
            head: ["algorithm", "largest difference", "invariant"],
            rows: finished.map((run) => [
              titleOf(run.algorithm),
              gap(run).toExponential(1),
              gap(run) < 1e-6 ? "yes" : "no",
            ]),
          },
        ],
      },
    ];
  },
};
