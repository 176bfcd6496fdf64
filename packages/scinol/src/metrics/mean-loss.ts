import { checkNumber } from "./check.ts";
import { mean } from "./mean.ts";
import type { Metric, Span, Weighted } from "./metric.ts";

/** The mean of any loss handed in. */
export function meanLoss(span: Span = {}): Metric<{ readonly loss: number } & Weighted, number> {
  return mean("meanLoss", ({ loss }) => checkNumber("loss", loss), span);
}
