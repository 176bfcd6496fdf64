import { classifier as classifierOfRule } from "../classifier.ts";
import type { Label } from "../learner.ts";
import { load as loadOfRule } from "../load.ts";
import { regressor as regressorOfRule } from "../regressor.ts";
import type { RuleName } from "../rules/index.ts";
import type { Settings } from "../rules/rule.ts";
import { Classes } from "./classes.ts";
import { Classifier, type ClassifierOptions as OwnClassifierOptions } from "./classifier.ts";
import { type LoadOptions, load as loadDefault } from "./load.ts";
import { isOfRule } from "./model-file.ts";
import { type LearnerOptions as OwnOptions, resolve } from "./options.ts";
import { type RegressorOptions as OwnRegressorOptions, Regressor } from "./regressor.ts";

/** Options of a learner that runs another rule than the default. */
export interface RuleOptions {
  /** The algorithm exactly as published: raw features, no mixture. */
  readonly exact?: boolean;
  /** Another rule, as published, but with views unless they are switched off. */
  readonly rule?: RuleName;
  /** The rule's own settings, such as `{ rate: 0.1 }`. */
  readonly settings?: Settings;
  /** Whether numeric columns enter by their views, which makes the learner indifferent to their zero. */
  readonly views?: boolean;
}

export interface LearnerOptions extends OwnOptions, RuleOptions {}
export interface ClassifierOptions<L extends Label = Label> extends OwnClassifierOptions<L>, RuleOptions {}
export interface RegressorOptions extends OwnRegressorOptions, RuleOptions {}

/** Learns to tell classes apart, from one record at a time. */
export function classifier<const L extends Label = Label>(options: ClassifierOptions<L> = {}): Classifier<L> {
  const given = optionsOfRule(options);
  if (given !== undefined) return classifierOfRule<L>(given) as unknown as Classifier<L>;
  return new Classifier<L>(resolve(options, ["classes"]), options, new Classes(options.classes));
}

/** Learns to predict a number, from one record at a time, whatever its unit and its zero. */
export function regressor(options: RegressorOptions = {}): Regressor {
  const given = optionsOfRule(options);
  if (given !== undefined) return regressorOfRule(given) as unknown as Regressor;
  return new Regressor(resolve(options, ["loss"]), options, options.loss ?? "huber");
}

/** Goes on from what a learner's `save` returned, to the bit. */
export function load(bytes: Uint8Array, options: LoadOptions = {}): Classifier | Regressor {
  if (!isOfRule(bytes)) return loadDefault(bytes, options);
  const { schema } = options;
  return loadOfRule(bytes, schema === undefined ? {} : { schema }) as unknown as Classifier | Regressor;
}

/** The options of a learner with another rule; undefined where none is asked for. */
function optionsOfRule<O extends LearnerOptions>(options: O): Omit<O, "engine"> | undefined {
  if (options === null || typeof options !== "object") return undefined;
  if (options.exact !== true && options.rule === undefined) return undefined;
  const { engine, ...rest } = options;
  return engine === undefined ? rest : { ...rest, kernel: engine };
}
