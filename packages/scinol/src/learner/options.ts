import { type Kind, kinds } from "../records/column.ts";
import type { Record } from "../records/record.ts";
import { show } from "../show.ts";
import { unknownName } from "../suggest.ts";
import type { EncoderOptions } from "./vocabulary.ts";

/** What classifiers and regressors have in common. Everything has a default, and the default is meant to be kept. */
export interface LearnerOptions {
  /** "all" never forgets and answers steadily, with less arithmetic: for data that do not change. */
  readonly memory?: "adaptive" | "all";
  /** Kinds of columns by name, or any Standard Schema validator, whose output is learned from. */
  readonly schema?: { readonly [column: string]: Kind } | StandardSchema;
  /** Columns whose values are also taken together, such as `[["country", "device"]]`. */
  readonly crosses?: readonly (readonly string[])[];
  /** Puts categories, tokens and crosses into a table of 2^hash features: memory is bounded, names are lost. */
  readonly hash?: number;
  /** The most coordinates: columns and categories that are new after that are left out, and counted. */
  readonly maxFeatures?: number;
  /** "js" runs the core as JavaScript even where there is WebAssembly, which gives the same bits faster. */
  readonly engine?: "auto" | "js";
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
export interface ResolvedOptions extends EncoderOptions {
  readonly memory: "adaptive" | "all";
}

const MOST_FEATURES = 2 ** 26;
export const OPTIONS = ["memory", "schema", "crosses", "hash", "maxFeatures", "engine"];

/** Checks options and fills in the defaults; `own` are those that only one of the learners has. */
export function resolve(options: LearnerOptions, own: readonly string[]): ResolvedOptions {
  if (options === null || typeof options !== "object") {
    throw new TypeError(`options must be an object, got ${show(options)}`);
  }
  const known = [...OPTIONS, ...own, "exact", "rule"];
  for (const name of ["views", "settings"] as const) {
    if (!Object.hasOwn(options, name)) continue;
    throw new TypeError(`${name}: only another rule has them; the default learner has nothing to set`);
  }
  for (const name of Object.keys(options))
    if (!known.includes(name)) throw unknownName("option", name, known);
  const { memory = "adaptive", engine = "auto" } = options;
  if (memory !== "adaptive" && memory !== "all")
    throw unknownName("memory", String(memory), ["adaptive", "all"]);
  if (engine !== "auto" && engine !== "js") throw unknownName("engine", String(engine), ["auto", "js"]);
  const hash = checkWhole("hash", options.hash ?? 0, 0, 25);
  const table = hash > 0 ? 2 ** hash : 0;
  return {
    memory,
    columns: columnsOf(options.schema),
    crosses: checkCrosses(options.crosses ?? []),
    hash,
    // The constant and the table are features too.
    maxFeatures: checkWhole("maxFeatures", options.maxFeatures ?? MOST_FEATURES, table + 1, MOST_FEATURES),
  };
}

/** A function that passes records through the validator, if there is one. */
export function validator(schema: LearnerOptions["schema"]): (record: Record) => Record {
  if (!isStandard(schema)) return (record) => record;
  return (record) => {
    const result = schema["~standard"].validate(record) as { value?: unknown; issues?: readonly Issue[] };
    if ("then" in result) throw new TypeError("the schema validates asynchronously; use one that does not");
    // Some validators give a value beside the issues they found.
    if (result.issues !== undefined) throw new TypeError(result.issues.map(describe).join("; "));
    return result.value as Record;
  };
}

export function isStandard(schema: LearnerOptions["schema"]): schema is StandardSchema {
  const able = typeof schema === "function" || (typeof schema === "object" && schema !== null);
  return able && "~standard" in schema;
}

function describe({ message, path }: Issue): string {
  const what = message.replace(/\s+/g, " ");
  if (path === undefined || path.length === 0) return `a record does not fit the schema: ${what}`;
  const name = path.map((part) => String(typeof part === "object" ? part.key : part)).join(".");
  return `column ${show(name)}: ${what}`;
}

export function columnsOf(schema: LearnerOptions["schema"]): { [name: string]: Kind } {
  if (schema === undefined || isStandard(schema)) return {};
  if (schema === null || typeof schema !== "object") {
    throw new TypeError(`schema must be an object of kinds or a Standard Schema, got ${show(schema)}`);
  }
  for (const [name, kind] of Object.entries(schema)) {
    if (!Object.hasOwn(kinds, kind)) {
      throw unknownName(`kind of column ${show(name)}:`, String(kind), Object.keys(kinds));
    }
  }
  return { ...schema };
}

export function checkCrosses(crosses: readonly (readonly string[])[]): readonly (readonly string[])[] {
  if (!Array.isArray(crosses)) throw new TypeError(`crosses must be an array, got ${show(crosses)}`);
  for (const cross of crosses) {
    const names = Array.isArray(cross) && cross.every((name) => typeof name === "string");
    if (!names || cross.length < 2 || new Set(cross).size < cross.length) {
      throw new RangeError("a cross names at least two columns, each once");
    }
  }
  return crosses.map((cross) => [...cross]);
}

export function checkWhole(name: string, value: number, least: number, most: number): number {
  if (!Number.isInteger(value) || value < least || value > most)
    throw new RangeError(`${name} must be a whole number from ${least} to ${most}, got ${show(value)}`);
  return value;
}
