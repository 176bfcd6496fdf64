import { accumulate } from "./accumulate.ts";
import { checkWeight } from "./check.ts";
import type { Metric, Span, Weighted } from "./metric.ts";
import { type Statistic, sums } from "./statistic.ts";

/** A metric that is the weighted mean of a number of each example. A row is Σ weight, Σ weight · number. */
export function mean<Outcome extends Weighted>(
  name: string,
  number: (outcome: Outcome) => number,
  span: Span,
  finish: (mean: number) => number = (mean) => mean,
): Metric<Outcome, number> {
  const statistic: Statistic<Outcome, number> = {
    ...sums(2),
    name,
    cells: () => 1,
    read(outcome, row) {
      const weight = checkWeight(outcome);
      const value = number(outcome);
      row[0] = weight;
      // Held to the largest double: infinities of both signs would make NaN.
      row[1] = Math.min(Math.max(weight * value, -Number.MAX_VALUE), Number.MAX_VALUE);
      return 0;
    },
    value: ([weight, sum]) => finish(sum / weight),
    number,
  };
  return accumulate(statistic, span);
}
