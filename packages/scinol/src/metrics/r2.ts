import { accumulate } from "./accumulate.ts";
import { checkWeight } from "./check.ts";
import type { Metric, Span } from "./metric.ts";
import { DEVIATION, fadeMoments, MEAN, mergeMoments, WEIGHT } from "./moments.ts";
import { type Regressed, squaredErrorOf } from "./regressed.ts";
import type { Statistic } from "./statistic.ts";

/** Where the squared errors lie, behind the labels' moments. */
const ERROR = 3;

/**
 * R²: 1 minus the squared error over that of always answering the mean label of the same examples. 1 is perfect, 0 no
 * better than the mean, NaN while all labels are equal. An alarm watches the squared error.
 */
export function r2(span: Span = {}): Metric<Regressed, number> {
  return accumulate(statistic, span);
}

const statistic: Statistic<Regressed, number> = {
  name: "r2",
  width: 4,
  cells: () => 1,
  merge(into, i, from, j) {
    mergeMoments(into, i, from, j);
    into[i + ERROR] += from[j + ERROR];
  },
  fade(into, i, keep) {
    fadeMoments(into, i, keep);
    into[i + ERROR] *= keep;
  },
  read(outcome, row) {
    const weight = checkWeight(outcome);
    const squared = squaredErrorOf(outcome);
    row[WEIGHT] = weight;
    row[MEAN] = outcome.label;
    row[DEVIATION] = 0;
    row[ERROR] = weight * squared;
    return 0;
  },
  value(table) {
    return table[DEVIATION] > 0 ? 1 - table[ERROR] / table[DEVIATION] : Number.NaN;
  },
  number: squaredErrorOf,
};
