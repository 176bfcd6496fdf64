import { arithmetic, type ClassifierOptions, classifier } from "scinol";
import { seedOf } from "../datasets/split.ts";
import { random } from "../random.ts";
import type { Experiment, Run } from "./experiment.ts";

/** A click has so many fields (site, advertiser, device, …), each one of so many values. */
const FIELDS = 10;
const VALUES = 20_000;
const ROWS = 1_000_000;
const WINDOWS = 40;
const SIGNALS: { readonly [name: string]: { strength: number; bias: number } } = {
  strong: { strength: 1, bias: -6 },
  weak: { strength: 0.3, bias: -3.9 },
};

const LEARNERS: { readonly [name: string]: { title: string; options: ClassifierOptions<number> } } = {
  default: { title: "scinol default", options: {} },
  all: { title: 'default, memory "all"', options: { memory: "all" } },
  scinol2: { title: "ScInOL₂ as published", options: { exact: true } },
  coin: { title: "coin", options: { rule: "coin" } },
  "ftrl 0.05": { title: "FTRL 0.05", options: { rule: "ftrl", settings: { rate: 0.05 } } },
  "ftrl 0.1": { title: "FTRL 0.1 (its default)", options: { rule: "ftrl", settings: { rate: 0.1 } } },
  "ftrl 0.3": { title: "FTRL 0.3", options: { rule: "ftrl", settings: { rate: 0.3 } } },
  "nag 0.1": { title: "NAG 0.1", options: { rule: "nag", settings: { rate: 0.1 } } },
  "nag 0.25": { title: "NAG 0.25", options: { rule: "nag", settings: { rate: 0.25 } } },
  "nag 0.5": { title: "NAG 0.5 (its default)", options: { rule: "nag", settings: { rate: 0.5 } } },
};

/** A million rows of categories with Zipf's distribution and few positives: where other rules, well tuned, are ahead. */
export const clicks: Experiment = {
  name: "clicks",
  asked: "theory",

  plan: ({ quick }) =>
    Object.keys(SIGNALS).flatMap((signal) =>
      Object.keys(LEARNERS).map(
        (algorithm): Run => ({
          experiment: "clicks",
          algorithm,
          settings: {},
          run: 1,
          parameters: { signal, rows: quick ? ROWS / 10 : ROWS },
          cost: (quick ? 0.1 : 1) * (algorithm === "default" ? 8 : 4),
        }),
      ),
    ),

  execute(run) {
    const { strength, bias } = SIGNALS[String(run.parameters.signal)];
    const rows = Number(run.parameters.rows);
    const { uniform, normal } = random(seedOf("clicks", String(run.parameters.signal)));
    const weights = Float64Array.from({ length: FIELDS * VALUES }, () => strength * normal());
    const zipf = zipfTable();
    const model = classifier<number>({ ...LEARNERS[run.algorithm].options, classes: [0, 1] });
    const fields = Array.from({ length: FIELDS }, (_, f) => `field${f}`);
    const learn = model.table({ numbers: [], texts: fields });
    const values = Array.from({ length: VALUES }, (_, v) => String(v));
    const block = {
      rows: 1,
      numbers: new Float64Array(0),
      codes: new Int32Array(FIELDS),
      dictionaries: fields.map(() => ({ values })),
    };
    const loss: number[] = [];
    let positives = 0;
    let sum = 0;
    const window = rows / WINDOWS;
    for (let t = 1; t <= rows; t++) {
      let margin = bias;
      for (let f = 0; f < FIELDS; f++) {
        const value = zipf(uniform());
        block.codes[f] = value;
        margin += weights[f * VALUES + value];
      }
      const label = uniform() < 1 / (1 + arithmetic.exp(-margin)) ? 1 : 0;
      positives += label;
      sum += learn(block, [label]).losses[0];
      if (t % window === 0) loss.push(sum / t);
    }
    return { loss, positives: positives / rows };
  },

  sections(finished) {
    if (finished.length === 0) return [];
    const signals = Object.keys(SIGNALS).filter((name) =>
      finished.some(({ parameters }) => parameters.signal === name),
    );
    const of = (signal: string) => finished.filter(({ parameters }) => parameters.signal === signal);
    return [
      {
        id: "clicks",
        title: "Clicks: where others are ahead",
        prose: [
          `A synthetic stream of ${Number(finished[0].parameters.rows).toLocaleString("en")} clicks: ${FIELDS} fields, each with ${VALUES.toLocaleString("en")} values of Zipf's distribution, one-hot.`,
          ...signals.map((signal) => {
            const best = of(signal).reduce((a, b) => (last(a) < last(b) ? a : b));
            const ours = of(signal).find(({ algorithm }) => algorithm === "default");
            return `${signal} signal, ${(100 * (of(signal)[0].result.positives as number)).toFixed(1)} % positives: the best is ${LEARNERS[best.algorithm].title} with ${last(best).toFixed(4)}${ours === undefined || ours === best ? "" : `; the default learner has ${last(ours).toFixed(4)}, ${(100 * (last(ours) / last(best) - 1)).toFixed(1)} % more`}.`;
          }),
        ],
        charts: signals.map((signal) => ({
          kind: "lines" as const,
          name: `clicks-${signal}`,
          title: `Progressive log loss, ${signal} signal`,
          width: 560,
          x: { label: "rows" },
          y: { label: "mean log loss so far" },
          series: of(signal).map((run) => ({
            name: LEARNERS[run.algorithm].title,
            points: (run.result.loss as number[]).map(
              (loss, n) => [((n + 1) * Number(run.parameters.rows)) / WINDOWS, loss] as const,
            ),
            bold: run.algorithm === "default",
          })),
        })),
        tables: [
          {
            caption: "Progressive log loss of all rows",
            head: ["", ...signals],
            rows: Object.entries(LEARNERS).map(([algorithm, { title }]) => [
              title,
              ...signals.map((signal) => {
                const run = of(signal).find((one) => one.algorithm === algorithm);
                return run === undefined ? "" : last(run).toFixed(4);
              }),
            ]),
            marked: [0],
          },
        ],
      },
    ];
  },
};

function last(run: { readonly result: Readonly<Record<string, number | readonly number[]>> }): number {
  return (run.result.loss as number[]).at(-1)!;
}

/** From a number in [0, 1) to a value: value v has a chance proportional to 1 / (v + 1). */
function zipfTable(): (uniform: number) => number {
  const cumulative = new Float64Array(VALUES);
  let total = 0;
  for (let v = 0; v < VALUES; v++) cumulative[v] = total += 1 / (v + 1);
  return (uniform) => {
    const wanted = uniform * total;
    let low = 0;
    let high = VALUES - 1;
    while (low < high) {
      const middle = (low + high) >> 1;
      if (cumulative[middle] > wanted) high = middle;
      else low = middle + 1;
    }
    return low;
  };
}
