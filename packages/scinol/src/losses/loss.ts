import { kindOf } from "../kind-of.ts";
import { lossOf, slopeOf } from "./formulas.ts";

/**
 * A loss turns scores and a label into a number and a slope. It knows nothing of rules.
 *
 * A loss over one output uses `scores[0]`; softmax uses as many as there are classes.
 */
export interface Loss {
  readonly name: string;
  /** What a label is: a sign −1 or 1, a class 0 … K−1, or any number. */
  readonly label: "sign" | "class" | "number";
  /** The largest |slope| there is, or undefined where there is none. */
  readonly lipschitz: number | undefined;
  /** The loss of these scores on this label. */
  loss(scores: Float64Array, label: number): number;
  /** The same, and its slope in every score into `slopes`, which may be the scores themselves. */
  suffer(scores: Float64Array, label: number, slopes: Float64Array): number;
  /** From scores to what a person asks for: probabilities or a value. May be done in place. */
  link(scores: Float64Array, answer: Float64Array): void;
}

export interface Formula {
  /** Its number in formulas.ts. */
  readonly number: number;
  /** τ or δ, where it has one. */
  readonly parameter: number;
}

const formulas = new WeakMap<Loss, Formula>();

/** Returns the formula of a loss; undefined of one that is a user's own. */
export function formulaOf(loss: Loss): Formula | undefined {
  return formulas.get(loss);
}

/** Returns `loss`, which the compiled rules know by this formula. */
export function withFormula(number: number, parameter: number, loss: Loss): Loss {
  formulas.set(loss, { number, parameter });
  return loss;
}

/** Returns the loss of one score that formulas.ts has under this number. */
export function scalarLoss(definition: {
  name: string;
  label: Loss["label"];
  lipschitz: number | undefined;
  formula: number;
  parameter?: number;
  link?(score: number): number;
}): Loss {
  const { name, label, lipschitz, formula, parameter = 0, link = (score) => score } = definition;
  return withFormula(formula, parameter, {
    name,
    label,
    lipschitz,
    loss: (scores, label) => lossOf(formula, parameter, scores[0], label),
    suffer(scores, label, slopes) {
      const score = scores[0];
      slopes[0] = slopeOf(formula, parameter, score, label);
      return lossOf(formula, parameter, score, label);
    },
    link(scores, answer) {
      answer[0] = link(scores[0]);
    },
  });
}

/** Whether this is a number that can be learned. */
export function isValue(label: unknown): boolean {
  return typeof label === "number" && Math.abs(label) <= 1e300;
}

/** Throws where a label is not one of this loss. */
export function checkLabel(loss: Loss, label: number, outputs: number): void {
  if (typeof label !== "number") throw new TypeError(`label must be a number, got ${kindOf(label)}`);
  switch (loss.label) {
    case "sign":
      if (label !== 1 && label !== -1)
        throw new RangeError(`label of ${loss.name} must be -1 or 1, got ${label}`);
      return;
    case "class":
      if (!Number.isInteger(label) || label < 0 || label >= outputs) {
        throw new RangeError(`label must be a class from 0 to ${outputs - 1}, got ${label}`);
      }
      return;
    case "number":
      if (!isValue(label)) throw new RangeError(`label must be between ±1e300, got ${label}`);
  }
}
