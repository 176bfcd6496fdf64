import { arithmetic, losses } from "scinol";
import { random } from "./random.ts";

/**
 * The toy data of the paper's §4.1: 21 normal features of scale 2⁻¹⁰ … 2¹⁰, and labels drawn from a logistic model
 * whose weights undo the scales. Every feature tells equally much; only its unit differs.
 */

export const FEATURES = 21;

/** σᵢ = 2^{i−11} for i = 1 … 21. */
export const scales: readonly number[] = Array.from({ length: FEATURES }, (_, i) => 2 ** (i - 10));

/** What knowing nothing costs: the cross-entropy of the zero vector. */
export const zeroVector = arithmetic.log(2);

export interface Examples {
  readonly rows: readonly Float64Array[];
  /** −1 or 1. */
  readonly labels: Int8Array;
}

/** The model the labels are drawn from: uᵢ = ±1/σᵢ, with random signs. */
export function trueWeights(seed: number): Float64Array {
  const { uniform } = random(seed);
  return Float64Array.from(scales, (σ) => (uniform() < 0.5 ? 1 : -1) / σ);
}

/** Examples of the model u. The same seed gives the same examples, and the first of many are those of few. */
export function draw(u: Float64Array, count: number, seed: number): Examples {
  const { normal, uniform } = random(seed);
  const numbers = new Float64Array(count * FEATURES);
  const labels = new Int8Array(count);
  const rows: Float64Array[] = [];
  const probability = new Float64Array(1);
  for (let n = 0; n < count; n++) {
    const row = numbers.subarray(n * FEATURES, (n + 1) * FEATURES);
    for (let i = 0; i < FEATURES; i++) row[i] = normal() * scales[i];
    probability[0] = dot(row, u);
    losses.logistic.link(probability, probability);
    labels[n] = uniform() < probability[0] ? 1 : -1;
    rows.push(row);
  }
  return { rows, labels };
}

/**
 * The cross-entropy of the true model, which no other can beat: x·u is N(0, 21), so it is one integral over z of the
 * entropy of sigmoid(z). The trapezoidal rule is right to 14 digits here, as for any smooth function that dies away.
 */
export function bestPossible(variance = FEATURES): number {
  const { exp, log1p } = arithmetic;
  const deviation = Math.sqrt(variance);
  const step = 1 / 64;
  let sum = 0;
  let mass = 0;
  for (let k = -640; k <= 640; k++) {
    const z = k * step * deviation;
    const density = exp(-(k * step * k * step) / 2);
    // p ln(1/p) + (1 − p) ln(1/(1 − p)), told for |z|, whose likelier side has probability 1/(1 + e^{−|z|}).
    const size = Math.abs(z);
    const odds = exp(-size);
    sum += density * (log1p(odds) + (size * odds) / (1 + odds));
    mass += density;
  }
  return sum / mass;
}

/** The mean cross-entropy of fixed weights. */
export function crossEntropy(u: Float64Array, { rows, labels }: Examples): number {
  const score = new Float64Array(1);
  let sum = 0;
  for (let n = 0; n < rows.length; n++) {
    score[0] = dot(rows[n], u);
    sum += losses.logistic.loss(score, labels[n]);
  }
  return sum / rows.length;
}

function dot(x: Float64Array, u: Float64Array): number {
  let sum = 0;
  for (let i = 0; i < u.length; i++) sum += x[i] * u[i];
  return sum;
}
