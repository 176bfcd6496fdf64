import type { Label } from "../learner.ts";
import { accumulate } from "./accumulate.ts";
import { checkCount, checkLabel, checkWeight } from "./check.ts";
import { type Classified, isPositive, isRight, probabilityOf } from "./classified.ts";
import type { Metric, Span } from "./metric.ts";
import { sums } from "./statistic.ts";

export interface CalibrationOptions extends Span {
  /** The class whose probability is judged; left out, it is that of whichever class was predicted. */
  readonly positive?: Label;
  /** How many bins of equal width [0, 1] is cut into; 10 unless told otherwise. */
  readonly bins?: number;
}

export interface Calibration {
  /** The bins that hold any examples, in order. */
  readonly bins: readonly CalibrationBin[];
  /** The expected calibration error: |predicted − observed|, averaged over the examples' bins. */
  readonly error: number;
}

/** The examples whose probability p was from ≤ p < to (and p = 1 in the last bin). */
export interface CalibrationBin {
  readonly from: number;
  readonly to: number;
  readonly weight: number;
  /** The mean probability. */
  readonly predicted: number;
  /** How often it came true. */
  readonly observed: number;
}

/** Whether what is predicted with 70 % comes true in 70 % of cases. An alarm watches outcome − probability. */
export function calibration(options: CalibrationOptions = {}): Metric<Classified, Calibration> {
  const { positive } = options;
  const bins = checkCount("bins", options.bins ?? 10);
  if (positive !== undefined) checkLabel(positive);

  const probability = (outcome: Classified) => {
    const judged = positive ?? outcome.prediction.label;
    return judged === undefined ? 0 : probabilityOf(outcome, judged);
  };
  const cameTrue = (outcome: Classified) => {
    return (positive === undefined ? isRight(outcome) : isPositive(outcome, positive)) ? 1 : 0;
  };

  return accumulate(
    {
      ...sums(3),
      name: "calibration",
      cells: () => bins,
      read(outcome: Classified, row: Float64Array) {
        const weight = checkWeight(outcome);
        const p = probability(outcome);
        row[2] = weight * cameTrue(outcome);
        row[1] = weight * p;
        row[0] = weight;
        return binOf(p, bins);
      },
      value: (table: Float64Array) => reliability(table, bins),
      number: (outcome: Classified) => cameTrue(outcome) - probability(outcome),
    },
    options,
    { positive, bins },
  );
}

/** p · bins may round across an edge; what counts are the edges that are shown. */
function binOf(p: number, bins: number): number {
  const bin = Math.floor(p * bins);
  if (p < bin / bins) return bin - 1;
  return Math.min(p >= (bin + 1) / bins ? bin + 1 : bin, bins - 1);
}

function reliability(table: Float64Array, bins: number): Calibration {
  const shown: CalibrationBin[] = [];
  let total = 0;
  let distance = 0;
  for (let bin = 0; bin < bins; bin++) {
    const [weight, predicted, observed] = table.subarray(3 * bin, 3 * bin + 3);
    if (weight === 0) continue;
    total += weight;
    distance += Math.abs(predicted - observed);
    shown.push({
      from: bin / bins,
      to: (bin + 1) / bins,
      weight,
      predicted: predicted / weight,
      observed: observed / weight,
    });
  }
  return { bins: shown, error: distance / total };
}
