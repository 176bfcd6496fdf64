import { exp } from "../arithmetic/exp.ts";
import { log } from "../arithmetic/log.ts";
import { SOFTMAX } from "./formulas.ts";
import { type Loss, withFormula } from "./loss.ts";

/** Multinomial logistic loss: −ŷ_y + ln Σ e^{ŷ_k}, for classes 0 … K−1; the answer is each class's probability. */
export const softmax: Loss = withFormula(SOFTMAX, 0, {
  name: "softmax",
  label: "class",
  lipschitz: 1,

  loss(scores, label) {
    const highest = maximum(scores);
    let sum = 0;
    for (let k = 0; k < scores.length; k++) sum += exp(scores[k] - highest);
    return log(sum) - (scores[label] - highest);
  },

  suffer(scores, label, slopes) {
    const loss = tellSoftmax(scores, label, slopes);
    slopes[label] -= 1;
    return loss;
  },

  link(scores, answer) {
    tellSoftmax(scores, 0, answer);
  },
});

/** The probability of each class, which may take the place of its score, and the loss on the label. */
export function tellSoftmax(scores: Float64Array, label: number, chances: Float64Array): number {
  const highest = maximum(scores);
  const behind = scores[label] - highest;
  let sum = 0;
  for (let k = 0; k < scores.length; k++) sum += chances[k] = exp(scores[k] - highest);
  for (let k = 0; k < scores.length; k++) chances[k] /= sum;
  return log(sum) - behind;
}

/** Scores are taken relative to the highest, so that no exponential overflows and the sum is at least 1. */
function maximum(scores: Float64Array): number {
  let highest = scores[0];
  for (let k = 1; k < scores.length; k++) if (scores[k] > highest) highest = scores[k];
  return highest;
}
