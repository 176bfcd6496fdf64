/** The area under the ROC curve, from negative and positive weights side by side, in order of their probability. */
export function areaUnder(weights: Float64Array): number {
  let negatives = 0;
  let positives = 0;
  let won = 0;
  for (let i = 0; i < weights.length; i += 2) {
    won += weights[i + 1] * (negatives + weights[i] / 2);
    negatives += weights[i];
    positives += weights[i + 1];
  }
  return won / (positives * negatives);
}
