import type { Classification, Label } from "../learner.ts";
import { checkLabel, checkProbability } from "./check.ts";
import type { Weighted } from "./metric.ts";

/** What a metric of the class alone needs. */
export interface Labelled<L extends Label = Label> extends Weighted {
  readonly prediction: { readonly label: L | undefined };
  readonly label: L;
}

/** What a metric of probabilities needs. */
export interface Classified extends Weighted {
  readonly prediction: Classification;
  readonly label: Label;
}

/** Whether the class was right; no answer is a wrong one. */
export function isRight({ prediction, label }: Labelled): boolean {
  return prediction.label === checkLabel(label);
}

export function isPositive({ label }: Pick<Classified, "label">, positive: Label): boolean {
  return checkLabel(label) === positive;
}

/** The probability the prediction gave to a class. */
export function probabilityOf({ prediction }: Pick<Classified, "prediction">, label: Label): number {
  return checkProbability(prediction.probabilities.get(label));
}
