import type { Classification, Classifier, Outcome, Regression } from "scinol";

/** What the metrics keep of an event, as numbers in a row; what does not apply is NaN. */
export const LOSS = 0;
export const WEIGHT = 1;
/** 1 where the class was right. */
export const RIGHT = 2;
/** The probability that is judged: of two classes the second's, of more that of the one predicted. */
export const SAID = 3;
/** 1 where what was judged came true. */
export const CAME = 4;
/** Label − prediction, of a regression. */
export const ERROR = 5;
export const WIDTH = 6;

/** Fills a row from what became of an example. `classes` are those known by now. */
export function scoreClass(
  outcome: Outcome<Classification, unknown>,
  classes: Classifier["classes"],
  row: Float64Array,
): void {
  const { prediction, label, loss, weight = 1 } = outcome;
  // While there is one class its probability is 1, and of another class than will be judged when there are two.
  const judged = classes.length === 2 ? classes[1] : classes.length > 2 ? prediction.label : undefined;
  row[LOSS] = loss;
  row[WEIGHT] = weight;
  row[RIGHT] = prediction.label === label ? 1 : 0;
  row[SAID] = judged === undefined ? Number.NaN : (prediction.probabilities.get(judged) ?? 0);
  row[CAME] = judged === label ? 1 : 0;
  row[ERROR] = Number.NaN;
}

export function scoreValue(
  { prediction, label, loss, weight = 1 }: Outcome<Regression, number>,
  row: Float64Array,
): void {
  row.fill(Number.NaN);
  row[LOSS] = loss;
  row[WEIGHT] = weight;
  row[ERROR] = label - prediction.value;
}

/** The loss alone, for who is compared by it. */
export function scoreLoss(loss: number, weight: number, row: Float64Array): void {
  row.fill(Number.NaN);
  row[LOSS] = loss;
  row[WEIGHT] = weight;
}
