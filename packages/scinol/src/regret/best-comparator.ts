import { logistic } from "../losses/logistic.ts";
import { checkLabel, type Loss } from "../losses/loss.ts";
import { softmax } from "../losses/softmax.ts";
import { coordinateWeights, lossOf } from "./comparator.ts";
import { dot, newtonStep } from "./newton-step.ts";
import type { StoredExamples } from "./stored-examples.ts";
import { TotalLoss } from "./total-loss.ts";

/** The weights of least total loss in hindsight, and how sure we are of them. */
export interface BestComparator {
  /** The weight of the constant feature, one an output. */
  readonly intercept: Float64Array;
  /** The weight of feature i for output k at [i · outputs + k], in the features' own units. */
  readonly weights: Float64Array;
  /** The total loss of these weights. */
  readonly loss: number;
  /** The largest slope of the total loss in any weight, features measured in units of their largest value. */
  readonly gradientNorm: number;
  /** Steps taken. */
  readonly iterations: number;
  /** Whether this is a minimum. */
  readonly converged: boolean;
  /** Whether none is in sight: the loss goes on falling, ever less, as weights grow. */
  readonly separable: boolean;
}

export interface BestComparatorOptions {
  readonly loss?: "logistic" | "softmax";
  /** The number of classes for softmax; one more than the largest label unless told otherwise. */
  readonly outputs?: number;
  /** Stops where the next step promises to lower the loss by less than this share of 1 + the loss. */
  readonly tolerance?: number;
  /** Gives up after so many steps. */
  readonly iterations?: number;
}

/** Sums of losses are rounded. A last step that gains less than that is still worth taking for the gradient's sake. */
const ROUNDING = 1e-13;

/**
 * Finds the weights whose total logistic or softmax loss on the examples is least, by Newton's method with
 * backtracking, from zero, on columns divided by their largest value: features at 1e-10 and 1e10 are alike to it,
 * and the same examples always give the same bits. There is no ridge.
 *
 * Where classes can be told apart there is no minimum: the loss falls on for ever, each step leaving about 1/e of what
 * was left to gain. The search stops where that is below the tolerance and says `separable`. Where the values of one
 * column span more digits than doubles have, it may give up with neither said; the loss is then an upper bound.
 * Softmax has a minimum for every constant added to all classes; the weights of a feature are made to sum to 0.
 */
export function bestComparator(
  examples: StoredExamples,
  options: BestComparatorOptions = {},
): BestComparator {
  const { tolerance = 1e-10, iterations: limit = 200 } = options;
  if (!(tolerance > 0)) throw new RangeError(`bestComparator: tolerance must be positive, got ${tolerance}`);
  const loss = solvableLoss(options.loss ?? "logistic");
  const outputs = loss === softmax ? (options.outputs ?? classes(examples)) : 1;
  for (const label of examples.labels) checkLabel(loss, label, outputs);

  const objective = new TotalLoss(examples, loss, outputs);
  const ω = new Float64Array(objective.size);
  let gradient = new Float64Array(objective.size);
  let total = objective.expand(ω, gradient);
  let iterations = 0;
  let converged = steepest(gradient) === 0;
  let separable = false;

  while (!converged && !separable && iterations < limit) {
    const step = descent(objective, gradient);
    const slope = dot(gradient, step);
    const promise = -slope / 2;
    if (promise <= tolerance * (1 + total)) {
      separable = fallsOn(objective, ω, step, total, promise);
      converged = !separable;
    }
    const [before, steep] = [ω.slice(), gradient.slice()];
    const taken = walk(objective, ω, step, slope, total);
    if (!taken) {
      // Not even a small step is downhill beyond rounding: as near to a minimum as doubles come.
      converged ||= !separable && promise <= 1e-6 * (1 + total);
      break;
    }
    iterations++;
    total = objective.expand(ω, gradient);
    // A last step promises so little that rounding may have made it: it stays if it leads to where it is flatter.
    if (converged && steepest(gradient) > steepest(steep)) {
      ω.set(before);
      gradient = steep;
    }
  }

  if (examples.weights.some((weight) => weight > 0) && objective.separates(ω)) {
    converged = false;
    separable = true;
  }
  const { intercept, weights } = inOwnUnits(ω, objective, examples.constant);
  const shape = { features: weights.length / outputs, outputs, constant: examples.constant };
  return {
    intercept,
    weights,
    loss: lossOf(coordinateWeights({ intercept, weights }, shape), examples, loss, outputs),
    gradientNorm: steepest(gradient),
    iterations,
    converged,
    separable,
  };
}

/**
 * Newton's step, unless it misses what the gradient shows. No weight's curvature exceeds a quarter of all importance
 * ν, so a steep slope promises a gain; where doubles see no curvature at all (examples taken for certain and wrong)
 * Newton's step would not go there, and a plain step down the gradient does.
 */
function descent(objective: TotalLoss, gradient: Float64Array): Float64Array {
  const step = newtonStep(objective, gradient);
  const { importance, size } = objective;
  const explained = -dot(gradient, step) * importance * size;
  return explained >= steepest(gradient) ** 2 ? step : gradient.map((g) => (-4 * g) / importance);
}

/**
 * Whether the loss falls on like e^{−margin}. Then a step moves some margin by about 1 however little there is left to
 * gain, and ten steps at once gain all of it, twice what one promises; near a minimum steps are minute, and ten of
 * them lead far up its other side.
 */
function fallsOn(
  objective: TotalLoss,
  ω: Float64Array,
  step: Float64Array,
  total: number,
  promise: number,
): boolean {
  if (objective.farthest(step) < 0.5) return false;
  const far = ω.map((weight, c) => weight + 10 * step[c]);
  return total - objective.value(far) > 1.2 * promise + ROUNDING * total;
}

/** Goes the step, or the first half, quarter … of it that lowers the loss as it should; says whether any did. */
function walk(
  objective: TotalLoss,
  ω: Float64Array,
  step: Float64Array,
  slope: number,
  total: number,
): boolean {
  if (!(slope < 0)) return false;
  const next = new Float64Array(ω.length);
  for (let length = 1; length > 1e-30; length /= 2) {
    for (let c = 0; c < ω.length; c++) next[c] = ω[c] + length * step[c];
    if (objective.value(next) <= total + 1e-4 * length * slope + ROUNDING * total) {
      ω.set(next);
      return true;
    }
  }
  return false;
}

function inOwnUnits(
  ω: Float64Array,
  { M, outputs }: TotalLoss,
  constant: boolean,
): { intercept: Float64Array; weights: Float64Array } {
  const u = new Float64Array(ω.length);
  for (let i = 0; i < M.length; i++) {
    if (M[i] === 0) continue;
    let mean = 0;
    if (outputs > 1) for (let k = 0; k < outputs; k++) mean += ω[i * outputs + k] / outputs;
    for (let k = 0; k < outputs; k++) {
      const weight = (ω[i * outputs + k] - mean) / M[i];
      u[i * outputs + k] = Math.min(Math.max(weight, -Number.MAX_VALUE), Number.MAX_VALUE);
    }
  }
  return constant
    ? { intercept: u.slice(0, outputs), weights: u.slice(outputs) }
    : { intercept: new Float64Array(outputs), weights: u };
}

function solvableLoss(name: string): Loss {
  if (name === "logistic") return logistic;
  if (name === "softmax") return softmax;
  throw new RangeError(`bestComparator: expected the loss logistic or softmax, got ${name}`);
}

function classes(examples: StoredExamples): number {
  return examples.labels.reduce((most, label) => Math.max(most, label + 1), 2);
}

function steepest(gradient: Float64Array): number {
  let steepest = 0;
  for (let c = 0; c < gradient.length; c++) steepest = Math.max(steepest, Math.abs(gradient[c]));
  return steepest;
}
