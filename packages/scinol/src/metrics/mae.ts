import { mean } from "./mean.ts";
import type { Metric, Span } from "./metric.ts";
import { errorOf, type Regressed } from "./regressed.ts";

/** The mean absolute error, in the target's unit. */
export function mae(span: Span = {}): Metric<Regressed, number> {
  return mean("mae", errorOf, span);
}
