import { titleOf, variants } from "../contestants/contestant.ts";
import type { Dataset } from "../datasets/dataset.ts";
import type { FinishedRun } from "../experiments/experiment.ts";
import { type Measure, publishedCurve } from "./published.ts";
import { type Curve, curveOf, grouped } from "./statistics.ts";

/** All runs of one algorithm at one rate on a data set, together. */
export interface Entrant {
  readonly algorithm: string;
  readonly title: string;
  readonly rate: number | undefined;
  readonly runs: number;
  readonly crossEntropy: Curve;
  readonly accuracy: Curve;
  /** Whether it stands for its algorithm: the only one, or the rate with the least loss after the last epoch. */
  readonly best: boolean;
  /** Whether its rate is the one of the paper's figures. */
  readonly paperRate: boolean;
}

/** What came out on one data set, told by algorithm. */
export function entrantsOf(entry: Dataset, finished: readonly FinishedRun[]): Entrant[] {
  const byAlgorithm = grouped(finished, ({ algorithm }) => algorithm);
  return [...byAlgorithm].flatMap(([algorithm, runs]) => {
    const byRate = [...grouped(runs, ({ settings }) => String(settings.rate)).values()].map((same) => {
      const rate = same[0].settings.rate;
      return {
        algorithm,
        rate,
        title: rate === undefined ? titleOf(algorithm) : `${titleOf(algorithm)} (${rate})`,
        runs: same.length,
        crossEntropy: curveOf(same.map(({ result }) => result.crossEntropy as number[])),
        accuracy: curveOf(same.map(({ result }) => result.accuracy as number[])),
        paperRate: rate === entry.paper.rates[algorithm as "sgd"],
      };
    });
    const least = Math.min(...byRate.map(last));
    const best = byRate.find((one) => last(one) === least);
    return byRate.map((one) => ({ ...one, best: one === best }));
  });
}

/** The curve that an entrant is to be held against: its own algorithm's, or the one it explains. */
export function publishedOf(entry: Dataset, measure: Measure, { algorithm }: Entrant): Curve | undefined {
  return publishedCurve(entry.name, measure, variants[algorithm]?.explains ?? algorithm);
}

/**
 * Ours minus the published mean in standard deviations of a run: the root mean square of both sides' where we have
 * several runs, else the published one.
 */
export function differenceIn(
  ours: number,
  ourSd: number,
  runs: number,
  published: number,
  publishedSd: number,
): number {
  const sd = runs > 1 ? Math.sqrt((ourSd ** 2 + publishedSd ** 2) / 2) : publishedSd;
  // Published numbers have five digits: less than that is no difference.
  return (ours - published) / Math.max(sd, 5e-5);
}

function last({ crossEntropy }: { crossEntropy: Curve }): number {
  const value = crossEntropy.mean.at(-1)!;
  return Number.isFinite(value) ? value : Number.MAX_VALUE;
}
