import { exp } from "../arithmetic/exp.ts";
import { log1p } from "../arithmetic/log1p.ts";
import { LOGISTIC } from "./formulas.ts";
import { scalarLoss } from "./loss.ts";

/** ln(1 + e^{−yŷ}), for labels −1 and 1; the answer is the probability of 1. */
export const logistic = scalarLoss({
  name: "logistic",
  label: "sign",
  lipschitz: 1,
  formula: LOGISTIC,
  link: sigmoid,
});

/** 1 / (1 + e^{−score}), without losing digits where it is small. */
export function sigmoid(score: number): number {
  if (score >= 0) return 1 / (1 + exp(-score));
  const odds = exp(score);
  return odds / (1 + odds);
}

/**
 * All there is to know of a score at once, with one exponential: into `told` go the probabilities of −1 and 1, the loss
 * on the label and its slope, to the same bits as `logistic` gives them one by one.
 */
export function tellLogistic(score: number, label: number, told: Float64Array): void {
  const odds = exp(-Math.abs(score));
  const far = 1 / (1 + odds);
  const near = odds / (1 + odds);
  const margin = score * label;
  told[0] = score >= 0 ? near : far;
  told[1] = score >= 0 ? far : near;
  told[2] = margin > 0 ? log1p(odds) : log1p(odds) - margin;
  told[3] = -label * (-margin >= 0 ? far : near);
}
