import { variants } from "../contestants/contestant.ts";
import { catalogue } from "../datasets/catalogue.ts";
import type { Dataset } from "../datasets/dataset.ts";
import type { FinishedRun } from "../experiments/experiment.ts";
import { number, signed } from "./classification-sections.ts";
import { differenceIn, type Entrant, entrantsOf, publishedOf } from "./contest.ts";

export interface Difference {
  readonly dataset: string;
  readonly algorithm: string;
  readonly ours: string;
  readonly published: string;
  readonly inDeviations: string;
  readonly explanation: string;
}

/** Every algorithm whose cross-entropy after the last epoch is more than two standard deviations from the published. */
export function differences(finished: readonly FinishedRun[]): Difference[] {
  return catalogue.flatMap((entry) => {
    const runs = finished.filter(({ experiment }) => experiment === entry.name);
    if (runs.length === 0) return [];
    const entrants = entrantsOf(entry, runs);
    return entrants.flatMap((one): Difference[] => {
      const gap = gapOf(entry, one);
      if (gap === undefined || !(one.best || one.paperRate) || Math.abs(gap.inDeviations) <= 2) return [];
      return [
        {
          dataset: entry.title,
          algorithm: one.title,
          ours: number(gap.ours),
          published: number(gap.published),
          inDeviations: signed(gap.inDeviations),
          explanation: explanationOf(entry, one, entrants),
        },
      ];
    });
  });
}

interface Gap {
  readonly ours: number;
  readonly published: number;
  readonly inDeviations: number;
}

function gapOf(entry: Dataset, one: Entrant): Gap | undefined {
  const published = publishedOf(entry, "crossEntropy", one);
  if (published === undefined) return undefined;
  const end = one.crossEntropy.mean.length - 1;
  const [ours, sd] = [one.crossEntropy.mean[end], one.crossEntropy.sd[end]];
  const inDeviations = differenceIn(ours, sd, one.runs, published.mean[end], published.sd[end]);
  return { ours, published: published.mean[end], inDeviations };
}

/** What can be said of a difference from the numbers that are there, and what is only a guess. */
function explanationOf(entry: Dataset, one: Entrant, entrants: readonly Entrant[]): string {
  const { algorithm } = one;
  const reasons: string[] = [];
  const paperRate = entry.paper.rates[algorithm as "sgd"];
  if (one.rate !== undefined && paperRate !== undefined && !one.paperRate) {
    reasons.push(`at rate ${one.rate}, the published curve at ${paperRate}`);
  }
  const variant = entrants.find((other) => variants[other.algorithm]?.explains === algorithm);
  const variantGap = variant && gapOf(entry, variant);
  const ownGap = gapOf(entry, one);
  if (variant !== undefined && variantGap !== undefined && ownGap !== undefined) {
    const told = `${variant.title}: ${number(variantGap.ours)}, ${signed(variantGap.inDeviations)}`;
    if (Math.abs(variantGap.inDeviations) <= 2) reasons.push(`explained by the variant (${told})`);
    else if (Math.abs(variantGap.inDeviations) < Math.abs(ownGap.inDeviations)) {
      reasons.push(`the variant is nearer, but does not explain all of it (${told})`);
    } else reasons.push(`not explained: the variant is no nearer (${told})`);
  }
  if (variants[algorithm] !== undefined) {
    reasons.push(
      "not explained: the accident that this variant imitates, found on other sets, does not give this curve",
    );
  }
  if (reasons.length === 0) {
    reasons.push(
      "not explained; untested guesses: the released code runs in single precision, and tests with the weights of the last round and without the test x in M",
    );
  }
  if (one.runs === 1) reasons.push("one run only");
  return reasons.join("; ");
}
