import { type Linear, linear } from "scinol";
import type { RuleName } from "scinol/rules";
import { softplus } from "./softplus-table.ts";
import { type Examples, FEATURES } from "./toy.ts";

/** Rows that are scored together: their features fit in a core's own cache beside a hundred weight vectors. */
const BLOCK = 1000;

/**
 * Test losses of many moments of a model at once, on many examples.
 *
 * The definition is "current state, and a test x takes part in its own M". Up to some |x| of a feature, M for most rules,
 * what a feature adds to the score is its weight times x, so most of the work is a product of matrices. The few values
 * beyond it (one in t of them, after t rounds) are found through an order made once, and what they really add is asked
 * of the rule itself. The result is that of `scoreInto`, but for rounding and a table for ln(1 + e^{−z}): within 1e-9.
 */
export class ToyTestSet {
  readonly count: number;
  /** For each block of rows, each feature's values. */
  private readonly blocks: readonly (readonly Float64Array[])[];
  private readonly labels: Int8Array;
  /** For each block and feature, the rows of the block from the largest |x| to the smallest. */
  private readonly descending: Uint16Array;

  constructor({ rows, labels }: Examples) {
    this.count = rows.length;
    this.labels = labels;
    const blocks: Float64Array[][] = [];
    this.descending = new Uint16Array(rows.length * FEATURES);
    for (let from = 0; from < rows.length; from += BLOCK) {
      const size = Math.min(BLOCK, rows.length - from);
      blocks.push(
        Array.from({ length: FEATURES }, (_, i) =>
          Float64Array.from({ length: size }, (_, n) => rows[from + n][i]),
        ),
      );
      for (let i = 0; i < FEATURES; i++) {
        const order = Uint16Array.from({ length: size }, (_, n) => n).sort(
          (a, b) => Math.abs(rows[from + b][i]) - Math.abs(rows[from + a][i]),
        );
        this.descending.set(order, from * FEATURES + i * size);
      }
    }
    this.blocks = blocks;
  }

  /** Mean cross-entropy at each of the moments. */
  crossEntropies(moments: readonly Moment[]): number[] {
    const sums = new Float64Array(moments.length);
    const scores = new Float64Array(BLOCK);
    this.blocks.forEach((block, b) => {
      moments.forEach((moment, m) => {
        this.product(block, moment.weights, scores);
        this.correct(block, b * BLOCK, moment, scores);
        sums[m] += this.loss(b * BLOCK, block[0].length, scores);
      });
    });
    return Array.from(sums, (sum) => sum / this.count);
  }

  /** Seven features at a time: their weights stay in registers, and a score is fetched and stored three times, not 21. */
  private product(block: readonly Float64Array[], weights: Float64Array, scores: Float64Array): void {
    const size = block[0].length;
    for (let i = 0; i < FEATURES; i += 7) {
      const [x0, x1, x2, x3] = [block[i], block[i + 1], block[i + 2], block[i + 3]];
      const [x4, x5, x6] = [block[i + 4], block[i + 5], block[i + 6]];
      const [w0, w1, w2, w3] = [weights[i], weights[i + 1], weights[i + 2], weights[i + 3]];
      const [w4, w5, w6] = [weights[i + 4], weights[i + 5], weights[i + 6]];
      for (let n = 0; n < size; n++) {
        const sum =
          x0[n] * w0 + x1[n] * w1 + (x2[n] * w2 + x3[n] * w3) + (x4[n] * w4 + x5[n] * w5) + x6[n] * w6;
        scores[n] = i === 0 ? sum : scores[n] + sum;
      }
    }
  }

  private correct(block: readonly Float64Array[], from: number, moment: Moment, scores: Float64Array): void {
    const size = block[0].length;
    for (let i = 0; i < FEATURES; i++) {
      const limit = moment.limits[i];
      const first = from * FEATURES + i * size;
      for (let n = 0; n < size; n++) {
        const row = this.descending[first + n];
        const x = block[i][row];
        if (Math.abs(x) <= limit) break;
        scores[row] += moment.contribution(i, x) - moment.weights[i] * x;
      }
    }
  }

  private loss(from: number, size: number, scores: Float64Array): number {
    const { labels } = this;
    let sum = 0;
    for (let n = 0; n < size; n++) {
      const margin = scores[n] * labels[from + n];
      sum += margin > 0 ? softplus(margin) : softplus(-margin) - margin;
    }
    return sum;
  }
}

/** What a model would say at one moment, told feature by feature. */
export interface Moment {
  /** What a feature's value is multiplied by, up to its limit. */
  readonly weights: Float64Array;
  readonly limits: Float64Array;
  /** What value x of feature i adds to the score, whatever x is. */
  contribution(i: number, x: number): number;
}

/** Whether a score is a sum over features of what each adds by itself; coin's divisor depends on all of them together. */
export function isSum(name: RuleName): boolean {
  return name !== "coin";
}

/** The model as it is now. It must have seen every feature, and have no constant. */
export function momentOf(model: Linear): Moment {
  const { rule, settings } = model;
  const now = linear({ rule, settings, constant: false, features: FEATURES });
  now.load(model.save());
  const score = new Float64Array(1);
  const contribution = (i: number, x: number) => now.scoreInto({ indices: [i], values: [x] }, score)[0];
  const weights = new Float64Array(FEATURES);
  const limits = new Float64Array(FEATURES).fill(Number.POSITIVE_INFINITY);
  for (let i = 0; i < FEATURES; i++) {
    const { M } = now.cell(i, 0);
    const weight = (q: number) => contribution(i, q * M) / (q * M);
    const w = weight(TINY);
    weights[i] = w;
    if (rule.relative) limits[i] = M * constantUpTo((q) => Math.abs(weight(q) - w) <= 1e-13 * Math.abs(w));
  }
  return { weights, limits, contribution };
}

/** A value of q at which no rule has begun to play otherwise than at 0. */
const TINY = 1e-9;

/** The largest q in [0, 1] up to which something holds, given that it does not come back once it has ceased. */
function constantUpTo(holds: (q: number) => boolean): number {
  if (holds(1)) return 1;
  let low = 0;
  let high = 1;
  for (let step = 0; step < 40; step++) {
    const middle = (low + high) / 2;
    if (holds(middle)) low = middle;
    else high = middle;
  }
  return low;
}
