import { arithmetic } from "scinol";
import type { SpanMetrics } from "scinol/client";
import { CAME, ERROR, LOSS, RIGHT, SAID, WEIGHT } from "./score.ts";

const SUMS = 8;
const EVENTS = 0;
const SUM_WEIGHT = 1;
const SUM_LOSS = 2;
const SUM_RIGHT = 3;
const SUM_ABSOLUTE = 4;
const SUM_SQUARE = 5;
/** Weight of the events that had a class, and of those that had a value. */
const CLASSED = 6;
const VALUED = 7;

/** Probabilities are sorted into bins an eighth wide in ln(p / (1 − p)), from −16 to 16. */
const BINS = 257;
const PER_UNIT = 8;

/** Events of a span that only grows, added up: a score of each goes in, the span's metrics come out. */
export class Tally {
  readonly sums = new Float64Array(SUMS);
  /** Weight of the positive and the negative events in each bin; made when the first probability comes. */
  private bins: Float64Array | undefined;

  add(row: Float64Array): void {
    const { sums } = this;
    const weight = row[WEIGHT];
    sums[EVENTS] += 1;
    sums[SUM_WEIGHT] += weight;
    sums[SUM_LOSS] += weight * row[LOSS];
    if (!Number.isNaN(row[ERROR])) {
      sums[VALUED] += weight;
      sums[SUM_ABSOLUTE] += weight * Math.abs(row[ERROR]);
      sums[SUM_SQUARE] += weight * row[ERROR] * row[ERROR];
    }
    if (Number.isNaN(row[RIGHT])) return;
    sums[CLASSED] += weight;
    sums[SUM_RIGHT] += weight * row[RIGHT];
    if (Number.isNaN(row[SAID])) return;
    this.bins ??= new Float64Array(2 * BINS);
    this.bins[2 * binOf(row[SAID]) + row[CAME]] += weight;
  }

  merge({ sums, bins }: Tally): void {
    for (let n = 0; n < SUMS; n++) this.sums[n] += sums[n];
    if (bins === undefined) return;
    this.bins ??= new Float64Array(2 * BINS);
    for (let n = 0; n < bins.length; n++) this.bins[n] += bins[n];
  }

  clear(): void {
    this.sums.fill(0);
    this.bins = undefined;
  }

  get events(): number {
    return this.sums[EVENTS];
  }

  get meanLoss(): number | null {
    return mean(this.sums[SUM_LOSS], this.sums[SUM_WEIGHT]);
  }

  /** `ranked` where the probabilities are all of one class, so that they can be ranked. */
  summary(ranked: boolean): SpanMetrics {
    const { sums } = this;
    const square = mean(sums[SUM_SQUARE], sums[VALUED]);
    return {
      events: sums[EVENTS],
      loss: this.meanLoss,
      accuracy: mean(sums[SUM_RIGHT], sums[CLASSED]),
      auc: ranked && this.bins !== undefined ? areaUnder(this.bins) : null,
      mae: mean(sums[SUM_ABSOLUTE], sums[VALUED]),
      rmse: square === null ? null : Math.sqrt(square),
    };
  }

  save(): Float64Array {
    const saved = new Float64Array(SUMS + (this.bins?.length ?? 0));
    saved.set(this.sums);
    if (this.bins !== undefined) saved.set(this.bins, SUMS);
    return saved;
  }

  load(saved: Float64Array): void {
    this.sums.set(saved.subarray(0, SUMS));
    this.bins = saved.length > SUMS ? saved.slice(SUMS) : undefined;
  }
}

export function mean(sum: number, weight: number): number | null {
  return weight > 0 ? sum / weight : null;
}

function binOf(p: number): number {
  if (p <= 0) return 0;
  if (p >= 1) return BINS - 1;
  const bin = Math.round(PER_UNIT * arithmetic.log(p / (1 - p))) + (BINS - 1) / 2;
  return Math.min(Math.max(bin, 0), BINS - 1);
}

/**
 * How often a positive event had the higher probability of a pair, equals counted half. `pairs` has the weight of the
 * negative and of the positive events of each probability, in rising order; null until both have come.
 */
export function areaUnder(pairs: Float64Array): number | null {
  let negatives = 0;
  let positives = 0;
  let area = 0;
  for (let n = 0; n < pairs.length; n += 2) {
    area += pairs[n + 1] * (negatives + pairs[n] / 2);
    negatives += pairs[n];
    positives += pairs[n + 1];
  }
  return negatives > 0 && positives > 0 ? area / (negatives * positives) : null;
}
