import { kindOf } from "../kind-of.ts";
import { type LossName, losses } from "../losses/index.ts";
import type { Loss } from "../losses/loss.ts";
import { unknownName } from "../suggest.ts";
import { scinol1 } from "./made/scinol1.ts";
import { scinol2 } from "./made/scinol2.ts";
import type { Rule, Settings } from "./rules/rule.ts";

/** The rules that `linear` knows by name, as it has them compiled; the others are imported from "scinol/rules". */
const named = { scinol2, scinol1 };

export interface LinearOptions {
  /** The algorithm; ScInOL₂ by default. Others than the paper's two are values of "scinol/rules". */
  readonly rule?: Rule | "scinol2" | "scinol1";
  /** The rule's own settings, such as `{ rate: 0.1 }`; its defaults where left out. */
  readonly settings?: Settings;
  readonly loss?: LossName | Loss;
  /** How many features there are; left out, there are as many as come. */
  readonly features?: number;
  /** How many outputs there are: the number of classes for softmax, else 1. */
  readonly outputs?: number;
  /** Whether there is a constant feature (an intercept); there is by default. */
  readonly constant?: boolean;
  /** "js" runs the rule in JavaScript even where it is compiled, which gives the same bits more slowly. */
  readonly kernel?: "auto" | "js";
}

const optionNames = Object.keys({
  rule: true,
  settings: true,
  loss: true,
  features: true,
  outputs: true,
  constant: true,
  kernel: true,
} satisfies Record<keyof LinearOptions, true>);

export function checkOptions(options: LinearOptions): void {
  if (kindOf(options) !== "object") throw new TypeError(`options must be an object, got ${kindOf(options)}`);
  for (const name of Object.keys(options)) {
    if (!optionNames.includes(name)) throw unknownName("option", name, optionNames);
  }
  const constant: unknown = options.constant;
  if (constant !== undefined && typeof constant !== "boolean") {
    throw new TypeError(`constant must be true or false, got ${kindOf(constant)}`);
  }
  const { kernel = "auto" } = options;
  if (kernel !== "auto" && kernel !== "js") throw unknownName("kernel", String(kernel), ["auto", "js"]);
}

export function checkRule(rule: unknown): Rule {
  if (typeof rule === "string") {
    if (Object.hasOwn(named, rule)) return named[rule as keyof typeof named];
    const { message } = unknownName("rule", rule, Object.keys(named));
    throw new RangeError(`${message}; other rules are values: import { rules } from "scinol/rules"`);
  }
  if (typeof (rule as Partial<Rule> | null)?.program?.learn === "function") return rule as Rule;
  throw new TypeError(`rule must be a rule of "scinol/rules" or a name, got ${kindOf(rule)}`);
}

export function checkSettings(rule: Rule, given: Settings): Settings {
  if (kindOf(given) !== "object") throw new TypeError(`settings must be an object, got ${kindOf(given)}`);
  const settings: Record<string, number> = { ...rule.settings };
  for (const [name, value] of Object.entries(given)) {
    if (!Object.hasOwn(settings, name)) {
      throw unknownName(`setting of ${rule.name}`, name, Object.keys(settings));
    }
    if (typeof value !== "number") throw new TypeError(`${name} must be a number, got ${kindOf(value)}`);
    const [least, most] = rule.limits?.[name] ?? [1e-100, 1e10];
    if (!(value >= least && value <= most)) {
      throw new RangeError(`${name} must be between ${least} and ${most}, got ${value}`);
    }
    settings[name] = value;
  }
  return settings;
}

export function checkLoss(loss: LossName | Loss): Loss {
  if (typeof loss !== "string") {
    if (typeof (loss as Partial<Loss>).suffer === "function") return loss;
    throw new TypeError(`loss must be a name or a loss, got ${kindOf(loss)}`);
  }
  if (!Object.hasOwn(losses, loss)) throw unknownName("loss", loss, Object.keys(losses));
  return losses[loss];
}

export function checkCount(name: string, value: number, least: number): number {
  if (typeof value !== "number") throw new TypeError(`${name} must be a number, got ${kindOf(value)}`);
  if (!Number.isInteger(value) || value < least || value > 2 ** 26)
    throw new RangeError(`invalid ${name}: ${value}`);
  return value;
}
