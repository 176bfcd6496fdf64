import type { Loss } from "../losses/loss.ts";
import type { StoredExamples } from "./stored-examples.ts";

/** Fixed weights to compare a learner with, in the features' own units; what `Linear.weights()` answers is one. */
export interface Comparator {
  /** The weight of the constant feature, one an output; 0 where left out. */
  readonly intercept?: ArrayLike<number>;
  /** The weight of feature i for output k at [i · outputs + k]. */
  readonly weights: ArrayLike<number>;
}

/** What a comparator must fit: a model is one. */
export interface Shape {
  readonly features: number;
  readonly outputs: number;
  readonly constant: boolean;
}

/**
 * A comparator's weights coordinate by coordinate, the constant first where there is one: coordinate i, output k at
 * [i · outputs + k]. It may know features that have not come yet, but must know those that have.
 */
export function coordinateWeights(comparator: Comparator, shape: Shape): Float64Array {
  const { features, outputs, constant } = shape;
  const { intercept = new Float64Array(outputs), weights } = comparator;
  if (intercept.length !== outputs) {
    throw new RangeError(
      `comparator: expected an intercept for each of ${outputs} outputs, got ${intercept.length}`,
    );
  }
  if (weights.length % outputs !== 0 || weights.length < features * outputs) {
    throw new RangeError(
      `comparator: expected ${features} features × ${outputs} outputs = ${features * outputs} weights, got ${weights.length}`,
    );
  }
  const shift = constant ? outputs : 0;
  const all = new Float64Array(shift + weights.length);
  for (let k = 0; k < outputs; k++) {
    const weight = finite(intercept[k], "intercept", k);
    if (constant) all[k] = weight;
    else if (weight !== 0) {
      throw new RangeError(
        `comparator: the model has no constant feature, but intercept ${k} is ${weight}; leave it out`,
      );
    }
  }
  for (let c = 0; c < weights.length; c++) all[shift + c] = finite(weights[c], "weight", c);
  return all;
}

/** The total loss that weights, as `coordinateWeights` gives them, would have suffered on these examples. */
export function lossOf(u: Float64Array, examples: StoredExamples, loss: Loss, outputs: number): number {
  const { starts, index, value, labels, weights } = examples;
  const scores = new Float64Array(outputs);
  let total = 0;
  for (let t = 0; t < examples.count; t++) {
    scores.fill(0);
    for (let n = starts[t]; n < starts[t + 1]; n++) {
      for (let k = 0; k < outputs; k++) scores[k] += u[index[n] * outputs + k] * value[n];
    }
    for (let k = 0; k < outputs; k++) {
      if (!Number.isFinite(scores[k])) {
        throw new RangeError(
          `comparator: its score on example ${t} is ${scores[k]}; its weights are too large`,
        );
      }
    }
    // An example of weight 0 does not count, however bad its loss.
    if (weights[t] !== 0) total += weights[t] * loss.loss(scores, labels[t]);
  }
  return total;
}

function finite(weight: number, name: string, position: number): number {
  if (typeof weight !== "number" || !Number.isFinite(weight)) {
    throw new RangeError(`comparator: ${name} ${position} must be a finite number, got ${weight}`);
  }
  return weight;
}
