export type { Classification, Label, Learner, Regression } from "./learner.ts";
export type { Features, SparseFeatures } from "./linear/example.ts";
export { type Linear, type LinearOptions, type LinearWeights, linear } from "./linear/linear.ts";
export { huber } from "./losses/huber.ts";
export { type LossName, losses } from "./losses/index.ts";
export type { Loss } from "./losses/loss.ts";
export { quantile } from "./losses/quantile.ts";
export { accuracy } from "./metrics/accuracy.ts";
export { type AucOptions, auc } from "./metrics/auc.ts";
export { brier } from "./metrics/brier.ts";
export {
  type Calibration,
  type CalibrationBin,
  type CalibrationOptions,
  calibration,
} from "./metrics/calibration.ts";
export { type ConfusionMatrix, confusion } from "./metrics/confusion.ts";
export { type Adwin, type AdwinOptions, adwin, type DriftAlarm } from "./metrics/drift.ts";
export { logLoss } from "./metrics/log-loss.ts";
export { mae } from "./metrics/mae.ts";
export { meanLoss } from "./metrics/mean-loss.ts";
export type { Metric, MetricState, Outcome, SavedMetric, Span, Weighted } from "./metrics/metric.ts";
export {
  type CurvePoint,
  type Metrics,
  type MetricValues,
  type Progressive,
  type ProgressiveOptions,
  progressive,
  type StreamedExample,
} from "./metrics/progressive.ts";
export { r2 } from "./metrics/r2.ts";
export { rmse } from "./metrics/rmse.ts";
export { type RuleName, rules } from "./rules/index.ts";
export type { Round, Rule, Settings } from "./rules/rule.ts";
