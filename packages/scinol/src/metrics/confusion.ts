import type { Label } from "../learner.ts";
import { accumulate } from "./accumulate.ts";
import { checkLabel, checkWeight } from "./check.ts";
import { Classes } from "./classes.ts";
import { isRight, type Labelled } from "./classified.ts";
import type { Metric, Span } from "./metric.ts";
import { sums } from "./statistic.ts";

export interface ConfusionMatrix<L extends Label = Label> {
  /** The classes met, as labels or predictions, in order of appearance. */
  readonly classes: readonly L[];
  /** counts[i][j]: the weight of examples of class i that were taken for class j. */
  readonly counts: readonly (readonly number[])[];
  /** unanswered[i]: the weight of examples of class i for which no class was predicted. */
  readonly unanswered: readonly number[];
}

/** What was taken for what. Classes are discovered; one that left the window stays, with zeros. */
export function confusion<L extends Label = Label>(span: Span = {}): Metric<Labelled<L>, ConfusionMatrix<L>> {
  const classes = new Classes();
  return accumulate(
    {
      ...sums(1),
      name: "confusion",
      classes,
      cells: (count) => (count + 1) ** 2,
      read(outcome: Labelled<L>, row: Float64Array) {
        const weight = checkWeight(outcome);
        const label = checkLabel(outcome.label);
        const answer = outcome.prediction.label;
        if (answer !== undefined) checkLabel(answer);
        row[0] = weight;
        const truth = classes.numberOf(label) + 1;
        return cellOf(truth, answer === undefined ? 0 : classes.numberOf(answer) + 1);
      },
      value(table: Float64Array) {
        const { labels } = classes;
        const count = (i: number, j: number) => table[cellOf(i, j)] ?? 0;
        return {
          classes: labels as L[],
          counts: labels.map((_, i) => labels.map((_, j) => count(i + 1, j + 1))),
          unanswered: labels.map((_, i) => count(i + 1, 0)),
        };
      },
      number: (outcome: Labelled<L>) => (isRight(outcome) ? 1 : 0),
    },
    span,
  );
}

/**
 * Cells in shells, (0,0) · (0,1) (1,0) (1,1) · (0,2) (1,2) (2,0) (2,1) (2,2) · …, so that a new class only adds cells
 * behind the others. Class k is number k + 1 here; 0 is no answer.
 */
function cellOf(truth: number, answer: number): number {
  return truth < answer ? answer * answer + truth : truth * truth + truth + answer;
}
