import { checkCrosses, checkWhole, columnsOf, type StandardSchema } from "./learner/options.ts";
import type { LinearOptions } from "./linear/options.ts";
import { ADAPTIVE } from "./memories.ts";
import type { Kind } from "./records/column.ts";
import type { EncoderOptions } from "./records/encoder.ts";
import { type RuleName, rules } from "./rules/index.ts";
import type { Settings } from "./rules/rule.ts";
import { show } from "./show.ts";
import { unknownName } from "./suggest.ts";

/** What classifiers and regressors have in common. Everything has a default, and the default is meant to be kept. */
export interface LearnerOptions {
  /** The algorithm exactly as published: raw features, one memory, no stakes. */
  readonly exact?: boolean;
  /** Another rule than ScInOL₂: as published, but with the views unless they are switched off. */
  readonly rule?: RuleName;
  /** The rule's own settings, such as `{ rate: 0.1 }`. */
  readonly settings?: Settings;
  /** Whether numeric columns enter by their two views, which makes the learner indifferent to their zero. */
  readonly views?: boolean;
  /** "adaptive" follows a changing world with four memories; "all" remembers everything in one. */
  readonly memory?: "adaptive" | "all";
  /** Kinds of columns by name, or any Standard Schema validator, whose output is learned from. */
  readonly schema?: { readonly [column: string]: Kind } | StandardSchema;
  /** Columns whose values are also taken together, such as `[["country", "device"]]`. */
  readonly crosses?: readonly (readonly string[])[];
  /** Puts categories, tokens and crosses into a table of 2^hash coordinates: memory is bounded, names are lost. */
  readonly hash?: number;
  /** Keeps to so many coordinates: columns and categories that are new after that are left out, and counted. */
  readonly maxFeatures?: number;
  /** "js" runs the readable code even where there are kernels, which give the same bits faster. */
  readonly kernel?: "auto" | "js";
}

/** The options with nothing left open; what a model file keeps. */
export interface SettledOptions extends EncoderOptions {
  readonly rule: RuleName;
  readonly settings: Settings;
  readonly memories: readonly number[];
  readonly scaleMemory: number;
  readonly stakes: boolean;
  readonly kernel?: "auto" | "js";
}

const MOST_FEATURES = 2 ** 26;
const KNOWN = [
  "exact",
  "rule",
  "settings",
  "views",
  "memory",
  "schema",
  "crosses",
  "hash",
  "maxFeatures",
  "kernel",
];

/** Checks options and fills in the defaults; `own` is the option that only one of the learners has. */
export function settle(options: LearnerOptions, own: string): SettledOptions {
  if (options === null || typeof options !== "object") {
    throw new TypeError(`options must be an object, got ${show(options)}`);
  }
  for (const name of Object.keys(options)) {
    if (name !== own && !KNOWN.includes(name)) throw unknownName("option", name, [...KNOWN, own]);
  }
  const rule = options.rule ?? "scinol2";
  if (!Object.hasOwn(rules, rule)) throw unknownName("rule", rule, Object.keys(rules));
  const memory = options.memory ?? "adaptive";
  if (memory !== "adaptive" && memory !== "all") throw unknownName("memory", memory, ["adaptive", "all"]);
  const exact = options.exact ?? false;
  const hash = checkWhole("hash", options.hash ?? 0, 0, 25);
  const table = hash > 0 ? 2 ** hash : 0;
  // Stakes, fading and memories are the default learner's; other rules keep to what was published of them.
  const unitFree = rule === "scinol2" && !exact;
  return {
    rule,
    settings: { ...rules[rule].settings, ...(unitFree ? { epsilon: 3 } : {}), ...options.settings },
    memories: unitFree && memory === "adaptive" ? ADAPTIVE : [1],
    scaleMemory: unitFree ? 1 - 1e-3 : 1,
    stakes: unitFree,
    views: options.views ?? !exact,
    columns: columnsOf(options.schema),
    crosses: checkCrosses(options.crosses ?? []),
    hash,
    // The constant and the table are features too.
    maxFeatures: checkWhole("maxFeatures", options.maxFeatures ?? MOST_FEATURES, table + 1, MOST_FEATURES),
    kernel: options.kernel ?? "auto",
  };
}

/** The options of the linear model under a learner. */
export function linearOptions(settled: SettledOptions): LinearOptions {
  const { rule, settings, memories, scaleMemory, stakes, kernel = "auto" } = settled;
  return { rule, settings, memories, scaleMemory, stakes, kernel };
}
