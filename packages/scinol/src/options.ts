import type { LinearOptions } from "./linear/linear.ts";
import { ADAPTIVE } from "./memories.ts";
import { type Kind, kinds } from "./records/column.ts";
import type { EncoderOptions } from "./records/encoder.ts";
import type { Record } from "./records/record.ts";
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
}

/** The part of the Standard Schema interface that is used. */
export interface StandardSchema {
  readonly "~standard": {
    readonly version: 1;
    validate(
      value: unknown,
    ): { value: unknown; issues?: undefined } | { issues: readonly Issue[] } | Promise<unknown>;
  };
}

interface Issue {
  readonly message: string;
  readonly path?: readonly (PropertyKey | { readonly key: PropertyKey })[] | undefined;
}

/** The options with nothing left open; what a model file keeps. */
export interface SettledOptions extends EncoderOptions {
  readonly rule: RuleName;
  readonly settings: Settings;
  readonly memories: readonly number[];
  readonly scaleMemory: number;
  readonly stakes: boolean;
}

export function settle(options: LearnerOptions): SettledOptions {
  const known = ["exact", "rule", "settings", "views", "memory", "schema", "crosses", "hash", "maxFeatures"];
  for (const name of Object.keys(options)) {
    if (![...known, "classes", "loss"].includes(name)) throw unknownName("option", name, known);
  }
  const rule = options.rule ?? "scinol2";
  if (!Object.hasOwn(rules, rule)) throw unknownName("rule", rule, Object.keys(rules));
  const memory = options.memory ?? "adaptive";
  if (memory !== "adaptive" && memory !== "all") throw unknownName("memory", memory, ["adaptive", "all"]);
  const exact = options.exact ?? false;
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
    hash: checkWhole("hash", options.hash ?? 0, 0, 26),
    maxFeatures: checkWhole("maxFeatures", options.maxFeatures ?? 2 ** 26, 1, 2 ** 26),
  };
}

/** The options of the linear model under a learner. */
export function linearOptions(settled: SettledOptions): LinearOptions {
  const { rule, settings, memories, scaleMemory, stakes } = settled;
  return { rule, settings, memories, scaleMemory, stakes };
}

/** A function that passes records through the validator, if there is one. */
export function validator(schema: LearnerOptions["schema"]): (record: Record) => Record {
  if (schema === undefined || !isStandard(schema)) return (record) => record;
  return (record) => {
    const result = schema["~standard"].validate(record);
    if (result instanceof Promise)
      throw new TypeError("the schema validates asynchronously; use one that does not");
    if (!("value" in result))
      throw new TypeError((result as { issues: readonly Issue[] }).issues.map(tell).join("; "));
    return result.value as Record;
  };
}

function isStandard(schema: object): schema is StandardSchema {
  return "~standard" in schema;
}

function tell({ message, path }: Issue): string {
  if (path === undefined || path.length === 0) return message;
  const name = path.map((part) => String(typeof part === "object" ? part.key : part)).join(".");
  return `column "${name}": ${message}`;
}

function columnsOf(schema: LearnerOptions["schema"]): { [name: string]: Kind } {
  if (schema === undefined || isStandard(schema)) return {};
  for (const [name, kind] of Object.entries(schema)) {
    if (!Object.hasOwn(kinds, kind)) {
      throw unknownName(`kind of column ${show(name)}:`, String(kind), Object.keys(kinds));
    }
  }
  return { ...schema };
}

function checkCrosses(crosses: readonly (readonly string[])[]): readonly (readonly string[])[] {
  for (const cross of crosses) {
    if (!Array.isArray(cross) || cross.length < 2) throw new RangeError("a cross names at least two columns");
  }
  return crosses;
}

function checkWhole(name: string, value: number, least: number, most: number): number {
  if (!Number.isInteger(value) || value < least || value > most)
    throw new RangeError(`invalid ${name}: ${value}`);
  return value;
}
