import type { Variant } from "./contestant.ts";

/**
 * NAG as the code released with the paper ran it. Three accidents: weights are not rescaled when a feature's scale
 * grows; N counts every output's cell and the constant's, which makes steps √K smaller; and the round counter runs
 * twice as fast, which makes them √2 larger.
 *
 *     s ← max(s, |x|);   N ← N + K Σ x²/s²;   A ← A + (g x)²;   w ← w − η √(2t / N) g x / (s √A)
 */
export const nagAsReleased: Variant = {
  title: "NAG as released",
  explains: "nag",
  make(features, outputs, { rate }) {
    const width = outputs;
    const s = new Float64Array(features + 1);
    const w = new Float64Array((features + 1) * width);
    const A = new Float64Array((features + 1) * width);
    let N = 0;
    let t = 0;
    return {
      score({ indices, values }, scores) {
        for (let k = 0; k < width; k++) scores[k] = w[features * width + k];
        for (let n = 0; n < indices.length; n++) {
          const at = indices[n] * width;
          for (let k = 0; k < width; k++) scores[k] += w[at + k] * values[n];
        }
      },
      learn({ indices, values }, slopes) {
        t++;
        const count = indices.length;
        for (let n = 0; n <= count; n++) {
          const i = n < count ? indices[n] : features;
          const x = n < count ? values[n] : 1;
          s[i] = Math.max(s[i], Math.abs(x));
          N += width * (x / s[i]) ** 2;
        }
        const step = rate * Math.sqrt((2 * t) / N);
        for (let n = 0; n <= count; n++) {
          const i = n < count ? indices[n] : features;
          const x = n < count ? values[n] : 1;
          for (let k = 0, at = i * width; k < width; k++, at++) {
            const v = slopes[k] * x;
            A[at] += v * v;
            if (A[at] > 0) w[at] -= (step * v) / (s[i] * Math.sqrt(A[at]));
          }
        }
      },
    };
  },
};
