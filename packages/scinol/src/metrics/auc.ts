import { exponent, pow2 } from "../arithmetic/bits.ts";
import type { Label } from "../learner.ts";
import { accumulate } from "./accumulate.ts";
import { areaUnder } from "./area.ts";
import { checkLabel, checkWeight } from "./check.ts";
import { type Classified, isPositive, probabilityOf } from "./classified.ts";
import type { Metric, Span } from "./metric.ts";
import { RankedWindow } from "./ranked-window.ts";
import { sums } from "./statistic.ts";

export interface AucOptions extends Span {
  /** The class that should get the high probabilities; every other class is negative. */
  readonly positive: Label;
}

/**
 * The area under the ROC curve: how often a positive example got a higher probability than a negative one, ties
 * counted half; NaN until both have come. An alarm watches how far the probability was from the truth.
 *
 * Over a window it is exact. Ranking all examples would take memory for all examples, so the total and the faded one
 * sort them into bins, equal within a bin, which are fine where it matters: a 32nd of p or 1 − p, whichever is less,
 * down to 2⁻³².
 */
export function auc(options: AucOptions): Metric<Classified, number> {
  const positive = checkLabel(options.positive);
  const number = (outcome: Classified) =>
    Math.abs((isPositive(outcome, positive) ? 1 : 0) - probabilityOf(outcome, positive));
  if (options.window !== undefined && options.keep === undefined) {
    return new RankedWindow(positive, options.window, number);
  }
  return accumulate(
    {
      ...sums(2),
      name: "auc",
      cells: () => BINS,
      read(outcome: Classified, row: Float64Array) {
        const weight = checkWeight(outcome);
        const bin = binOf(probabilityOf(outcome, positive));
        const isHit = isPositive(outcome, positive);
        row[0] = isHit ? 0 : weight;
        row[1] = isHit ? weight : 0;
        return bin;
      },
      value: areaUnder,
      number,
    },
    options,
    { positive },
  );
}

const OCTAVES = 32;
const PER_OCTAVE = 32;
const HALF = OCTAVES * PER_OCTAVE;
const BINS = 2 * HALF;

/** Bins in order of p: below a half by the leading digits of p, above it by those of 1 − p. */
function binOf(p: number): number {
  return p < 0.5 ? depth(p) : BINS - 1 - depth(1 - p);
}

/** 0 for the smallest q, HALF − 1 for the largest up to a half. */
function depth(q: number): number {
  if (q < pow2(-1 - OCTAVES)) return 0;
  if (q >= 0.5) return HALF - 1;
  const octave = exponent(q);
  return (octave + 1 + OCTAVES) * PER_OCTAVE + Math.floor((q * pow2(-octave) - 1) * PER_OCTAVE);
}
