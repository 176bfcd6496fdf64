import type { Regression } from "../learner.ts";
import { checkNumber } from "./check.ts";
import type { Weighted } from "./metric.ts";

/** What a metric of numbers needs. */
export interface Regressed extends Weighted {
  readonly prediction: Regression;
  readonly label: number;
}

/** How far the prediction is from the label, the largest double at most. */
export function errorOf({ prediction, label }: Regressed): number {
  const error = Math.abs(checkNumber("value", prediction.value) - checkNumber("label", label));
  return Math.min(error, Number.MAX_VALUE);
}

/** Its square, the largest double at most. */
export function squaredErrorOf(outcome: Regressed): number {
  return Math.min(errorOf(outcome) ** 2, Number.MAX_VALUE);
}
