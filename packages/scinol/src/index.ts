export {
  type ClassExplanation,
  type Classifier,
  type ClassifierOptions,
  type ClassPrediction,
  classifier,
  type FrozenClassifier,
  type Label,
} from "./classifier.ts";
export type { Features, SparseFeatures } from "./linear/example.ts";
export { type Linear, type LinearOptions, type LinearWeights, linear } from "./linear/linear.ts";
export { type LoadOptions, load } from "./load.ts";
export { huber } from "./losses/huber.ts";
export { type LossName, losses } from "./losses/index.ts";
export type { Loss } from "./losses/loss.ts";
export { quantile } from "./losses/quantile.ts";
export type { LearnerOptions, StandardSchema } from "./options.ts";
export type { Contribution, NamedWeight } from "./record-model.ts";
export type { Kind } from "./records/column.ts";
export type { Record } from "./records/record.ts";
export {
  type FrozenRegressor,
  type Regressor,
  type RegressorOptions,
  regressor,
  type ValueExplanation,
  type ValuePrediction,
} from "./regressor.ts";
export { type RuleName, rules } from "./rules/index.ts";
export type { Round, Rule, Settings } from "./rules/rule.ts";
