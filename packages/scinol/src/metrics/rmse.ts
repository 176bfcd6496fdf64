import { mean } from "./mean.ts";
import type { Metric, Span } from "./metric.ts";
import { type Regressed, squaredErrorOf } from "./regressed.ts";

/** The root of the mean squared error, in the target's unit. An alarm watches the squared error. */
export function rmse(span: Span = {}): Metric<Regressed, number> {
  return mean("rmse", squaredErrorOf, span, Math.sqrt);
}
