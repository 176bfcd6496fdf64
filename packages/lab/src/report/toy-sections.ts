import { DEFAULT, titleOf } from "../contestants/contestant.ts";
import { seedOf } from "../datasets/split.ts";
import type { FinishedRun } from "../experiments/experiment.ts";
import { bestPossible, crossEntropy, draw, trueWeights, zeroVector } from "../toy.ts";
import { number, signed } from "./classification-sections.ts";
import { publishedToy, publishedToyCurve } from "./published.ts";
import type { LineChart, Section, Series } from "./section.ts";
import { type Curve, curveOf, grouped } from "./statistics.ts";

/** NAG with the normaliser of Figure 1, see experiments/toy.ts. */
const NAG_OF_FIGURE_1 = "nag-of-figure-1";
/** What the paper's Figure 1 shows. */
const SHOWN = ["sgd", "adagrad", "adam", NAG_OF_FIGURE_1, "sfmd", "scinol1", "scinol2", DEFAULT];

export interface ToyEntrant {
  readonly algorithm: string;
  readonly rate: number | undefined;
  readonly runs: number;
  readonly rounds: readonly number[];
  readonly crossEntropy: Curve;
  /** Published mean at the same rounds; undefined where there is none. */
  readonly published: readonly number[] | undefined;
}

/** All training sets of an algorithm at a rate, together. */
export function toyEntrants(finished: readonly FinishedRun[]): ToyEntrant[] {
  const toy = finished.filter(({ experiment }) => experiment === "toy");
  return [...grouped(toy, ({ algorithm, settings }) => `${algorithm} ${settings.rate}`).values()].map(
    (runs) => {
      const { algorithm, settings, result } = runs[0];
      const rounds = result.rounds as number[];
      const curve = publishedToyCurve(algorithm === NAG_OF_FIGURE_1 ? "nag" : algorithm, settings.rate);
      // Figure 1's NAG is another one than NAG as written: only the variant is held against it.
      const published = algorithm === "nag" ? undefined : curve;
      return {
        algorithm,
        rate: settings.rate,
        runs: runs.length,
        rounds,
        crossEntropy: curveOf(runs.map((run) => run.result.crossEntropy as number[])),
        published: published && rounds.map((t) => published[publishedToy.iterations.indexOf(t)]),
      };
    },
  );
}

export function toySections(finished: readonly FinishedRun[]): Section[] {
  const entrants = toyEntrants(finished);
  if (entrants.length === 0) return [];
  const shown = entrants.filter(({ algorithm }) => SHOWN.includes(algorithm));
  const runs = entrants[0].runs;
  const levels = [
    { y: zeroVector, label: "zero vector" },
    { y: bestPossible(), label: "best possible" },
  ];
  const chart = (
    name: string,
    title: string,
    y: LineChart["y"],
    drawn: readonly ToyEntrant[],
    caption: string,
  ): LineChart => ({
    kind: "lines",
    name,
    title,
    caption,
    x: { label: "iterations" },
    y,
    levels,
    series: drawn.flatMap((one) => seriesOf(one)),
  });
  return [
    {
      id: "toy",
      title: "Toy example (§4.1, Figure 1)",
      prose: [
        `21 normal features of scale 2⁻¹⁰ … 2¹⁰, 5,000 training and 100,000 test examples, ${runs} training set${runs === 1 ? " (the paper: 10)" : "s"}; no constant feature, except the default learner's own. Test cross-entropy with the state of the moment, every 50 iterations; for rules whose score is not a sum over features, and for the default learner, at ten of them. The true weights cost ${bestPossible().toFixed(4)} in expectation and ${bestOnTest(finished).toFixed(4)} on our test examples; which ten training sets were drawn moves all algorithms together, by 0.003 or more from one ten to another, and another draw of test examples by 0.001.`,
        "Lines of one colour are one algorithm at nine rates, 0.001 … 10. Dashed: as published. The NAG of Figure 1 divides its N by the number of features, which makes its rates √21 times what they are called; it is drawn here as that variant, and NAG as written is in the table.",
      ],
      charts: [
        chart(
          "toy-all",
          "Toy example, entire view",
          { label: "test cross-entropy", log: true },
          shown,
          "Figure 1a. Every method above the upper dashed line is worse than knowing nothing.",
        ),
        chart(
          "toy-zoom",
          "Toy example, between the dashed lines",
          { label: "test cross-entropy", domain: [0.25, 0.7] },
          shown,
          "Figure 1b.",
        ),
      ],
      tables: [tableOf(entrants)],
    },
  ];
}

function seriesOf({ algorithm, rounds, crossEntropy, published }: ToyEntrant): Series[] {
  const name = toyTitle(algorithm);
  const cut = (value: number) => Math.min(value, 1e7);
  return [
    {
      name,
      points: rounds.map((t, n) => [t, cut(crossEntropy.mean[n])] as const),
      bold: algorithm === DEFAULT,
    },
    ...(published === undefined
      ? []
      : [{ name, dashed: true, points: rounds.map((t, n) => [t, published[n]] as const) }]),
  ];
}

function tableOf(entrants: readonly ToyEntrant[]) {
  const moments = [500, 1000, 5000];
  return {
    caption:
      "Mean test cross-entropy: ours ± standard deviation of the training sets, published, and the difference after 5,000 in its standard errors, the published mean taken to be as uncertain as ours",
    head: ["algorithm", "rate", ...moments.flatMap((t) => [`${t}`, "published"]), "Δ"],
    rows: entrants.map(({ algorithm, rate, rounds, crossEntropy, published, runs }) => {
      const at = moments.map((t) => rounds.indexOf(t));
      const end = at[2];
      const error = crossEntropy.sd[end] / Math.sqrt(Math.max(1, runs - 1));
      return [
        toyTitle(algorithm),
        rate === undefined ? "" : String(rate),
        ...at.flatMap((n) => [
          n < 0 ? "" : `${short(crossEntropy.mean[n])} ± ${short(crossEntropy.sd[n])}`,
          n < 0 || published === undefined ? "" : short(published[n]),
        ]),
        // The published mean of ten sets has about the same error as ours.
        published === undefined || runs === 1
          ? ""
          : signed((crossEntropy.mean[end] - published[end]) / (error * Math.SQRT2)),
      ];
    }),
    marked: entrants.flatMap(({ algorithm }, n) => (algorithm === DEFAULT ? [n] : [])),
  };
}

export function toyTitle(algorithm: string): string {
  return algorithm === NAG_OF_FIGURE_1 ? "NAG of Figure 1" : titleOf(algorithm);
}

function short(value: number): string {
  return value >= 1e5 ? value.toExponential(2) : number(value);
}

/** What the true weights cost on the test examples themselves: no algorithm does better, but by luck. */
function bestOnTest(finished: readonly FinishedRun[]): number {
  const u = trueWeights(seedOf("toy", "signs"));
  const test = finished.find(({ experiment }) => experiment === "toy")?.parameters.test;
  return crossEntropy(u, draw(u, Number(test), seedOf("toy", "test")));
}
