export { arithmetic } from "./arithmetic/index.ts";
export type { Features, SparseFeatures } from "./linear/example.ts";
export { type Linear, type LinearOptions, type LinearWeights, linear } from "./linear/linear.ts";
export { huber } from "./losses/huber.ts";
export { type LossName, losses } from "./losses/index.ts";
export type { Loss } from "./losses/loss.ts";
export { quantile } from "./losses/quantile.ts";
export { type RuleName, rules } from "./rules/index.ts";
export type { Round, Rule, Settings } from "./rules/rule.ts";
