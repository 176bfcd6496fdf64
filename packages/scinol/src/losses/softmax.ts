import { exp } from "../arithmetic/exp.ts";
import { log } from "../arithmetic/log.ts";
import type { Loss } from "./loss.ts";

/** Multinomial logistic loss: −ŷ_y + ln Σ e^{ŷ_k}, for classes 0 … K−1; the answer is each class's probability. */
export const softmax: Loss = {
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
    const loss = softmax.loss(scores, label);
    softmax.link(scores, slopes);
    slopes[label] -= 1;
    return loss;
  },

  link(scores, answer) {
    const highest = maximum(scores);
    let sum = 0;
    for (let k = 0; k < scores.length; k++) sum += answer[k] = exp(scores[k] - highest);
    for (let k = 0; k < scores.length; k++) answer[k] /= sum;
  },
};

/** Scores are taken relative to the highest, so that no exponential overflows and the sum is at least 1. */
function maximum(scores: Float64Array): number {
  let highest = scores[0];
  for (let k = 1; k < scores.length; k++) if (scores[k] > highest) highest = scores[k];
  return highest;
}
