import { logistic } from "../losses/logistic.ts";
import { softmax } from "../losses/softmax.ts";
import type { Linear } from "../paper/linear.ts";
import type { Features } from "../paper/row.ts";
import { type BestComparator, bestComparator } from "./best-comparator.ts";
import { oracleBound, scinol1Bound, scinol2Bound } from "./bounds.ts";
import { type Comparator, coordinateWeights, lossOf } from "./comparator.ts";
import { oracleOfSlopes } from "./slope-sums.ts";
import { StoredExamples } from "./stored-examples.ts";

/** How a learner did beside fixed weights, and how it was promised to. Losses are totals, not means. */
export interface RegretReport {
  readonly rounds: number;
  /** What the learner lost. */
  readonly loss: number;
  /** What the comparator would have lost. */
  readonly comparatorLoss: number;
  /** The difference. */
  readonly regret: number;
  /** What the paper's theorem says the regret is at most; undefined for rules it says nothing about. */
  readonly bound: number | undefined;
  /** What gradient descent is promised with the best step size of every coordinate, known in advance: Σ |u| S. */
  readonly oracle: number;
  readonly comparator: Comparator;
  /** How the comparator was found, where none was given. */
  readonly solver: Omit<BestComparator, "intercept" | "weights"> | undefined;
}

/**
 * Watches a model's regret: learn through the tracker, ask it for a report.
 *
 *     const tracker = trackRegret(linear({ rule: "scinol2" }));
 *     for (const [x, y] of stream) tracker.learn(x, y);
 *     const { regret, bound, oracle } = tracker.report();
 *
 * It keeps every example, since the best weights are known only in hindsight; a report costs a pass over all of
 * them, and without a comparator several.
 *
 * The theorems are about the paper's algorithms: a fresh model, and slopes of at most 1. Importance weights multiply losses
 * and slopes. ScInOL₂'s proof needs |slope · x| ≤ M
 * only, which M sees to; ScInOL₁'s β does not know of weights, and its proof covers those up to 1.
 */
export function trackRegret(model: Linear): RegretTracker {
  return new RegretTracker(model);
}

export class RegretTracker {
  readonly model: Linear;
  /** What the model has lost so far. */
  loss = 0;
  private readonly examples: StoredExamples;
  private readonly outputs: number;
  /** Example t's slope in output k at [t · outputs + k], importance weight included. */
  private readonly slopes: number[] = [];

  constructor(model: Linear) {
    checkModel(model);
    this.model = model;
    this.outputs = model.outputs;
    this.examples = new StoredExamples({ constant: model.constant });
    this.examples.coordinates = model.features + (model.constant ? 1 : 0);
  }

  /** Learns from one example through the model; answers the loss suffered before learning, as the model does. */
  learn(x: Features, label: number, weight = 1): number {
    const { model } = this;
    this.checkInStep();
    if (model.rule.name === "scinol1" && weight > 1) {
      throw new RangeError(`regret: the bound of scinol1 covers weights up to 1, got ${weight}; use scinol2`);
    }
    const loss = model.learn(x, label, weight);
    this.examples.add(x, label, weight);
    for (let k = 0; k < this.outputs; k++) this.slopes.push(model.slopes[k]);
    if (weight !== 0) this.loss += weight * loss;
    return loss;
  }

  /** The regret against a comparator, by default the best there is in hindsight, and what was promised. */
  report(comparator?: Comparator): RegretReport {
    this.checkInStep();
    const { model, examples, outputs, loss } = this;
    const best = comparator === undefined ? this.best() : undefined;
    const against: Comparator = comparator ?? { intercept: best!.intercept, weights: best!.weights };
    const u = coordinateWeights(against, model);
    const comparatorLoss = lossOf(u, examples, model.loss, outputs);
    return {
      rounds: model.rounds,
      loss,
      comparatorLoss,
      regret: loss - comparatorLoss,
      bound: this.bound(against),
      oracle: isScinol(model)
        ? oracleBound(model, against)
        : oracleOfSlopes(u, examples, this.slopes, outputs),
      comparator: against,
      solver: best && {
        loss: best.loss,
        gradientNorm: best.gradientNorm,
        iterations: best.iterations,
        converged: best.converged,
        separable: best.separable,
      },
    };
  }

  private bound(comparator: Comparator): number | undefined {
    switch (this.model.rule.name) {
      case "scinol1":
        return scinol1Bound(this.model, comparator);
      case "scinol2":
        return scinol2Bound(this.model, comparator, this.examples.firstValues());
      default:
        return undefined;
    }
  }

  private best(): BestComparator {
    const { loss } = this.model;
    if (loss === logistic) return bestComparator(this.examples, { loss: "logistic" });
    if (loss === softmax) return bestComparator(this.examples, { loss: "softmax", outputs: this.outputs });
    throw new RangeError(
      `regret: the best weights are found for logistic and softmax, not ${loss.name}; give report() a comparator`,
    );
  }

  private checkInStep(): void {
    const { model, examples, outputs } = this;
    if (model.rounds !== examples.count) {
      throw new RangeError(
        `regret: the model has learned ${model.rounds} rounds, the tracker ${examples.count}; learn through the tracker only`,
      );
    }
    if (model.outputs !== outputs) {
      throw new RangeError(
        `regret: the model's outputs grew from ${outputs} to ${model.outputs}; start with all of them`,
      );
    }
  }
}

function isScinol(model: Linear): boolean {
  return model.rule.name === "scinol1" || model.rule.name === "scinol2";
}

function checkModel(model: Linear): void {
  if (model.rounds > 0) {
    throw new RangeError(`regret: the model has learned ${model.rounds} rounds already; track a fresh one`);
  }
  const { lipschitz, name } = model.loss;
  if (model.rule.bounded && !(lipschitz !== undefined && lipschitz <= 1)) {
    throw new RangeError(
      `regret: ${model.rule.name} clips the slopes of ${name}, which may exceed 1; use a loss that is 1-Lipschitz`,
    );
  }
}
