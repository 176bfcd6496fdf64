export { arithmetic } from "./arithmetic/index.ts";
export type { LearnedRows } from "./learned-rows.ts";
export type {
  ClassExplanation,
  Classifier,
  ClassWeights,
  FrozenClassifier,
} from "./learner/classifier.ts";
export type {
  CategoryEffect,
  Contribution,
  EffectPoint,
  Effects,
  NamedWeight,
} from "./learner/effects.ts";
export {
  type ClassifierOptions,
  classifier,
  type LearnerOptions,
  load,
  type RegressorOptions,
  regressor,
} from "./learner/index.ts";
export type { LearnManner, PredictManner } from "./learner/learner.ts";
export type { LoadOptions } from "./learner/load.ts";
export type { Columns, ManyLearned, ManyOptions } from "./learner/many.ts";
export { ARITHMETIC, DEFINITION } from "./learner/model-file.ts";
export type { StandardSchema } from "./learner/options.ts";
export type { FrozenRegressor, Regressor, ValueExplanation } from "./learner/regressor.ts";
export type { SparseRows } from "./learner/sparse-rows.ts";
export type { TableLayout, TableRows } from "./learner/table-rows.ts";
export type { Classification, Label, Learner, Regression } from "./learner.ts";
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
export { type Linear, type LinearWeights, linear } from "./paper/linear.ts";
export type { LinearOptions } from "./paper/options.ts";
export type { Features, SparseBatch, SparseFeatures } from "./paper/row.ts";
export type { RuleName } from "./paper/rules/index.ts";
export type { Rule, Settings } from "./paper/rules/rule.ts";
export type { Kind } from "./records/column.ts";
export type { Record } from "./records/record.ts";
export { type BestComparator, type BestComparatorOptions, bestComparator } from "./regret/best-comparator.ts";
export { oracleBound, scinol1Bound, scinol2Bound } from "./regret/bounds.ts";
export type { Comparator } from "./regret/comparator.ts";
export { StoredExamples } from "./regret/stored-examples.ts";
export { type RegretReport, type RegretTracker, trackRegret } from "./regret/track-regret.ts";
export { checkSchema } from "./schema/check-schema.ts";
export { columnOfValue } from "./schema/column-of-value.ts";
export type { DateFormat } from "./schema/date-format.ts";
export type { DatePart } from "./schema/date-parts.ts";
export type { ColumnFacts } from "./schema/facts.ts";
export { type Inference, type InferOptions, infer, look } from "./schema/infer.ts";
export type { InferredTarget } from "./schema/infer-target.ts";
export type { NumberStyle } from "./schema/number-style.ts";
export { type ParsedValue, RecordParser } from "./schema/record-parser.ts";
export type { Schema, SchemaColumn, SchemaKind, SchemaTarget } from "./schema/schema.ts";
export { type ValueParser, valueParser } from "./schema/value-parser.ts";
export { Target } from "./target.ts";
