import { checkLabel, checkProbability } from "./check.ts";
import { type Classified, probabilityOf } from "./classified.ts";
import { mean } from "./mean.ts";
import type { Metric, Span } from "./metric.ts";

/**
 * Brier's score as he defined it, over all classes: the mean of Σ_k (p_k − [k came])², from 0 (sure and right) to
 * 2 (sure and wrong). With two classes it is twice the squared error of the one probability that some call by this name.
 */
export function brier(span: Span = {}): Metric<Classified, number> {
  return mean("brier", squaredDistance, span);
}

function squaredDistance(outcome: Classified): number {
  const { probabilities } = outcome.prediction;
  const label = checkLabel(outcome.label);
  let distance = (1 - probabilityOf(outcome, label)) ** 2;
  for (const [other, probability] of probabilities) {
    if (other !== label) distance += checkProbability(probability) ** 2;
  }
  return distance;
}
