import type { StoredExamples } from "./stored-examples.ts";

/**
 * The oracle's bound Σ |u| S from stored slopes, for rules whose state does not hold S.
 *
 * `slopes` has example t's slope in output k at [t · outputs + k], importance weight included. As in the rules, S is
 * summed relative to the largest value M of its coordinate, S = M √s, so that x² is never formed.
 */
export function oracleOfSlopes(
  u: Float64Array,
  examples: StoredExamples,
  slopes: ArrayLike<number>,
  outputs: number,
): number {
  const { starts, index, value, count } = examples;
  const M = examples.largestValues();
  const s = new Float64Array(M.length * outputs);
  for (let t = 0; t < count; t++) {
    for (let n = starts[t]; n < starts[t + 1]; n++) {
      const i = index[n];
      for (let k = 0; k < outputs; k++) {
        const v = slopes[t * outputs + k] * (value[n] / M[i]);
        s[i * outputs + k] += v * v;
      }
    }
  }
  let total = 0;
  for (let c = 0; c < s.length; c++) {
    if (u[c] !== 0) total += Math.abs(u[c]) * M[Math.floor(c / outputs)] * Math.sqrt(s[c]);
  }
  return total;
}
