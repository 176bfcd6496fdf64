import { isRight, type Labelled } from "./classified.ts";
import { mean } from "./mean.ts";
import type { Metric, Span } from "./metric.ts";

/** The share of predictions that were right. */
export function accuracy(span: Span = {}): Metric<Labelled, number> {
  return mean("accuracy", (outcome) => (isRight(outcome) ? 1 : 0), span);
}
