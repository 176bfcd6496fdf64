import { log } from "../arithmetic/log.ts";
import { checkLabel } from "./check.ts";
import { type Classified, probabilityOf } from "./classified.ts";
import { mean } from "./mean.ts";
import type { Metric, Span } from "./metric.ts";

/** Below this, 2⁻⁵², all probabilities are the same: one class never seen must not make the mean infinite for good. */
const FLOOR = Number.EPSILON;

/** The mean of −ln p, where p is the probability given to what came; at most 52 ln 2 ≈ 36.04 for one example. */
export function logLoss(span: Span = {}): Metric<Classified, number> {
  return mean(
    "logLoss",
    // 0 − ln p, since −ln 1 would be −0.
    (outcome) => 0 - log(Math.max(probabilityOf(outcome, checkLabel(outcome.label)), FLOOR)),
    span,
  );
}
