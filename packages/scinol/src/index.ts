export { arithmetic } from "./arithmetic/index.ts";
export {
  type ClassExplanation,
  type Classifier,
  type ClassifierOptions,
  classifier,
  type FrozenClassifier,
} from "./classifier.ts";
export type { LearnedRows } from "./learned-rows.ts";
export type { Classification, Label, Learner, Regression } from "./learner.ts";
export { type LoadOptions, load } from "./load.ts";
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
export { ARITHMETIC } from "./model-file.ts";
export type { LearnerOptions, StandardSchema } from "./options.ts";
export { type Linear, type LinearWeights, linear } from "./paper/linear.ts";
export type { LinearOptions } from "./paper/options.ts";
export type { Features, SparseBatch, SparseFeatures } from "./paper/row.ts";
export type { RuleName } from "./paper/rules/index.ts";
export type { Rule, Settings } from "./paper/rules/rule.ts";
export type { Contribution, NamedWeight } from "./record-model.ts";
export type { Kind } from "./records/column.ts";
export type { Record } from "./records/record.ts";
export type { SparseRows } from "./records/sparse-rows.ts";
export type { TableLayout, TableRows } from "./records/table.ts";
export {
  type FrozenRegressor,
  type Regressor,
  type RegressorOptions,
  regressor,
  type ValueExplanation,
} from "./regressor.ts";
export { type BestComparator, type BestComparatorOptions, bestComparator } from "./regret/best-comparator.ts";
export { oracleBound, scinol1Bound, scinol2Bound } from "./regret/bounds.ts";
export type { Comparator } from "./regret/comparator.ts";
export { StoredExamples } from "./regret/stored-examples.ts";
export { type RegretReport, type RegretTracker, trackRegret } from "./regret/track-regret.ts";
export { Target } from "./target.ts";
