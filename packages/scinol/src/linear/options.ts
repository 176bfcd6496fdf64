import { kindOf } from "../kind-of.ts";
import { type LossName, losses } from "../losses/index.ts";
import type { Loss } from "../losses/loss.ts";
import type { RuleName } from "../rules/index.ts";
import type { Rule, Settings } from "../rules/rule.ts";
import { unknownName } from "../suggest.ts";

export interface LinearOptions {
  /** The algorithm; ScInOL₂ unless told otherwise. */
  readonly rule?: RuleName;
  /** The rule's own settings, such as `{ rate: 0.1 }`; its defaults where left out. */
  readonly settings?: Settings;
  readonly loss?: LossName | Loss;
  /** How many features there are; left out, there are as many as come. */
  readonly features?: number;
  /** How many outputs there are: the number of classes for softmax, else 1. */
  readonly outputs?: number;
  /** Whether there is a constant feature (an intercept); there is unless switched off. */
  readonly constant?: boolean;
  /** What each memory keeps of the past in a round; one that keeps everything unless told otherwise. */
  readonly memories?: readonly number[];
  /** φ: what a feature's largest value M keeps of itself whenever the feature is seen; 1 is the paper. */
  readonly scaleMemory?: number;
  /** Divides scores by the root of how many coordinates are at work. */
  readonly stakes?: boolean;
  /** "js" runs the readable rule even where there is a kernel for it, which gives the same bits faster. */
  readonly kernel?: "auto" | "js";
}

const optionNames = Object.keys({
  rule: true,
  settings: true,
  loss: true,
  features: true,
  outputs: true,
  constant: true,
  memories: true,
  scaleMemory: true,
  stakes: true,
  kernel: true,
} satisfies Record<keyof LinearOptions, true>);

export function checkOptions(options: LinearOptions): void {
  if (kindOf(options) !== "object") throw new TypeError(`options must be an object, got ${kindOf(options)}`);
  for (const name of Object.keys(options)) {
    if (!optionNames.includes(name)) throw unknownName("option", name, optionNames);
  }
  for (const name of ["constant", "stakes"] as const) {
    const value: unknown = options[name];
    if (value !== undefined && typeof value !== "boolean") {
      throw new TypeError(`${name} must be true or false, got ${kindOf(value)}`);
    }
  }
  const { kernel = "auto" } = options;
  if (kernel !== "auto" && kernel !== "js") throw unknownName("kernel", String(kernel), ["auto", "js"]);
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

/** A copy, so that nobody can change a model's memories behind its back. */
export function checkMemories(memories: readonly number[]): readonly number[] {
  if (!Array.isArray(memories)) throw new TypeError(`memories must be an array, got ${kindOf(memories)}`);
  if (memories.length === 0) throw new RangeError("a model needs at least one memory");
  for (const keep of memories) {
    if (typeof keep !== "number") throw new TypeError(`memory must be a number, got ${kindOf(keep)}`);
    if (!(keep > 0 && keep <= 1))
      throw new RangeError(`a memory keeps between 0 and 1 of the past, got ${keep}`);
  }
  return [...memories];
}

export function checkForgetting(
  rule: Rule,
  memories: readonly number[],
  scaleMemory: number,
  stakes: boolean,
): void {
  if (typeof scaleMemory !== "number")
    throw new TypeError(`scaleMemory must be a number, got ${kindOf(scaleMemory)}`);
  // Less would make M fade by more than the range of doubles has room for.
  if (!(scaleMemory >= 0.001 && scaleMemory <= 1)) {
    throw new RangeError(`scaleMemory must be between 0.001 and 1, got ${scaleMemory}`);
  }
  const forgets = scaleMemory < 1 || memories.some((keep) => keep < 1);
  if (forgets && rule.forget === undefined) throw new RangeError(`${rule.name} cannot forget`);
  if (stakes && !rule.relative) throw new RangeError(`${rule.name} has no stakes: it is not scale-invariant`);
}
