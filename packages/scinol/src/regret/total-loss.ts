import type { Loss } from "../losses/loss.ts";
import { softmax } from "../losses/softmax.ts";
import type { StoredExamples } from "./stored-examples.ts";

/**
 * The total logistic or softmax loss of fixed weights on stored examples, with its gradient and its curvature.
 *
 * Columns are taken relative to their largest value, q = x / M, and weights as ω = u M: coordinate i, output k at
 * [i · outputs + k]. The units of the features are gone, and with them most of what makes the problem ill-conditioned.
 *
 * The curvature of one example in its scores is ν (diag(p) − p pᵀ): p are softmax's probabilities, or for the logistic
 * loss, with its one score, the probability of the wrong label. `expand` fixes the p that `diagonal`, `matrix` and
 * `product` use.
 */
export class TotalLoss {
  readonly outputs: number;
  /** How many weights there are. */
  readonly size: number;
  /** The importance of all examples together, Σ ν. */
  readonly importance: number;
  /** The largest |x| of every coordinate. */
  readonly M: Float64Array;
  private readonly q: Float64Array;
  private readonly p: Float64Array;
  private readonly examples: StoredExamples;
  private readonly loss: Loss;
  private readonly scores: Float64Array;
  private readonly slopes: Float64Array;

  constructor(examples: StoredExamples, loss: Loss, outputs: number) {
    this.examples = examples;
    this.loss = loss;
    this.outputs = outputs;
    this.size = examples.coordinates * outputs;
    this.importance = examples.weights.reduce((sum, weight) => sum + weight, 0);
    this.M = examples.largestValues();
    this.q = Float64Array.from(examples.value, (x, n) => x / this.M[examples.index[n]]);
    this.p = new Float64Array(examples.count * outputs);
    this.scores = new Float64Array(outputs);
    this.slopes = new Float64Array(outputs);
  }

  /** The total loss of ω. */
  value(ω: Float64Array): number {
    const { examples, loss } = this;
    let total = 0;
    for (let t = 0; t < examples.count; t++) {
      total += examples.weights[t] * loss.loss(this.scoresOf(ω, t), examples.labels[t]);
    }
    return total;
  }

  /** The total loss of ω and its gradient. */
  expand(ω: Float64Array, gradient: Float64Array): number {
    const { examples, loss, outputs, p, slopes } = this;
    let total = 0;
    gradient.fill(0);
    for (let t = 0; t < examples.count; t++) {
      const scores = this.scoresOf(ω, t);
      total += examples.weights[t] * loss.suffer(scores, examples.labels[t], slopes);
      if (loss === softmax) loss.link(scores, scores);
      for (let k = 0; k < outputs; k++) {
        p[t * outputs + k] = loss === softmax ? scores[k] : Math.abs(slopes[k]);
        slopes[k] *= examples.weights[t];
      }
      this.addAlong(t, slopes, gradient);
    }
    return total;
  }

  /** The curvature along every single weight. */
  diagonal(): Float64Array {
    const { examples, outputs, p, q } = this;
    const { starts, index, weights } = examples;
    const diagonal = new Float64Array(this.size);
    for (let t = 0; t < examples.count; t++) {
      for (let n = starts[t]; n < starts[t + 1]; n++) {
        for (let k = 0; k < outputs; k++) {
          const pk = p[t * outputs + k];
          diagonal[index[n] * outputs + k] += weights[t] * pk * (1 - pk) * q[n] * q[n];
        }
      }
    }
    return diagonal;
  }

  /** All of the curvature: the lower triangle of a square matrix, row after row. */
  matrix(): Float64Array {
    const { examples, outputs, p, q, size } = this;
    const { starts, index, weights } = examples;
    const H = new Float64Array(size * size);
    for (let t = 0; t < examples.count; t++) {
      for (let k = 0; k < outputs; k++) {
        const pk = p[t * outputs + k];
        for (let l = 0; l < outputs; l++) {
          const pl = p[t * outputs + l];
          const bend = weights[t] * pk * (k === l ? 1 - pk : -pl);
          if (bend === 0) continue;
          for (let n = starts[t]; n < starts[t + 1]; n++) {
            const row = index[n] * outputs + k;
            const scaled = bend * q[n];
            // Coordinates of an example increase, so all but its own block lies in the lower triangle already.
            for (let m = starts[t]; m <= n; m++) {
              const column = index[m] * outputs + l;
              if (column <= row) H[row * size + column] += scaled * q[m];
            }
          }
        }
      }
    }
    return H;
  }

  /** The curvature times a direction. */
  product(direction: Float64Array, result: Float64Array): void {
    const { examples, outputs, p, slopes } = this;
    result.fill(0);
    for (let t = 0; t < examples.count; t++) {
      const z = this.scoresOf(direction, t);
      let mean = 0;
      for (let k = 0; k < outputs; k++) mean += p[t * outputs + k] * z[k];
      for (let k = 0; k < outputs; k++) {
        slopes[k] = examples.weights[t] * p[t * outputs + k] * (z[k] - mean);
      }
      this.addAlong(t, slopes, result);
    }
  }

  /** The most that a step in this direction moves an example's score, or one of its scores against another. */
  farthest(direction: Float64Array): number {
    let farthest = 0;
    for (let t = 0; t < this.examples.count; t++) {
      if (this.examples.weights[t] === 0) continue;
      const z = this.scoresOf(direction, t);
      let lowest = this.outputs === 1 ? 0 : z[0];
      let highest = lowest;
      for (const score of z) {
        lowest = Math.min(lowest, score);
        highest = Math.max(highest, score);
      }
      farthest = Math.max(farthest, highest - lowest);
    }
    return farthest;
  }

  /** Whether ω tells every example apart: its label's side of zero, or its class strictly above all others. */
  separates(ω: Float64Array): boolean {
    const { examples, outputs } = this;
    for (let t = 0; t < examples.count; t++) {
      if (examples.weights[t] === 0) continue;
      const label = examples.labels[t];
      const scores = this.scoresOf(ω, t);
      if (outputs === 1 && this.loss !== softmax) {
        if (!(scores[0] * label > 0)) return false;
        continue;
      }
      for (let k = 0; k < outputs; k++) if (k !== label && !(scores[label] > scores[k])) return false;
    }
    return true;
  }

  private scoresOf(ω: Float64Array, t: number): Float64Array {
    const { examples, outputs, q, scores } = this;
    const { starts, index } = examples;
    scores.fill(0);
    for (let n = starts[t]; n < starts[t + 1]; n++) {
      const first = index[n] * outputs;
      for (let k = 0; k < outputs; k++) scores[k] += ω[first + k] * q[n];
    }
    return scores;
  }

  private addAlong(t: number, slopes: Float64Array, result: Float64Array): void {
    const { examples, outputs, q } = this;
    const { starts, index } = examples;
    for (let n = starts[t]; n < starts[t + 1]; n++) {
      const first = index[n] * outputs;
      for (let k = 0; k < outputs; k++) result[first + k] += slopes[k] * q[n];
    }
  }
}
