import { show } from "../show.ts";
import { nearestName } from "../suggest.ts";
import { sampleColumn } from "./column-sample.ts";
import { contextOf } from "./context.ts";
import { type ColumnFacts, columnFacts } from "./facts.ts";
import { type Columns, gather } from "./gather.ts";
import { countersAsNumbers, inferColumn } from "./infer-column.ts";
import { type InferredTarget, inferTarget, suggestTarget } from "./infer-target.ts";
import { ambiguityNotes, misfitNotes, readingNotes } from "./notes.ts";
import { zerosAsIndicators } from "./one-hot.ts";
import { type Schema, type SchemaKind, schemaKinds } from "./schema.ts";
import { schemaColumn } from "./schema-column.ts";

export interface InferOptions {
  /** The number of rows that are looked at; 1,000 unless given. */
  readonly sample?: number;
  /** The column that is predicted. It is never ignored. */
  readonly target?: string;
  /** The positive class of a binary target. */
  readonly positive?: string;
  /** Texts that mean a missing value in every column, besides the usual ones. */
  readonly missing?: readonly string[];
  /** Kinds by column, which overrule the values. A date that is requested as a number keeps its level. */
  readonly kinds?: { readonly [column: string]: SchemaKind };
}

/** A schema with the reasons for it. */
export interface Inference {
  readonly schema: Schema;
  /** One line for each decision that could surprise. */
  readonly notes: readonly string[];
  readonly columns: readonly ColumnFacts[];
  /** The target that was named, else the one that is suggested. */
  readonly target?: InferredTarget;
}

const SAMPLE_ROWS = 1000;

/** Returns the schema of records, or of columns by name, inferred from the first 1,000 rows. */
export function infer(source: Iterable<unknown> | Columns, options: InferOptions = {}): Schema {
  return inferFrom(source, options).schema;
}

/** Returns the schema that `infer` returns, with notes and the facts that it was inferred from. */
export function look(source: Iterable<unknown> | Columns, options: InferOptions = {}): Inference {
  const { samples, readings, context, schema, target } = inferFrom(source, options);
  const { columns, missing } = schema;
  const notes = columns.flatMap((column, n) => [
    ...misfitNotes(samples[n], readings[n]),
    ...ambiguityNotes(samples[n], readings[n], column, context),
    ...(column.name === options.target ? [] : readingNotes(samples[n], readings[n], column)),
  ]);
  const facts = columns.map((column, n) => columnFacts(samples[n], column, readings[n].why, missing));
  return { schema, notes, columns: facts, ...(target === undefined ? {} : { target }) };
}

function inferFrom(source: Iterable<unknown> | Columns, options: InferOptions) {
  const { sample: rows = SAMPLE_ROWS, target, missing = [], kinds = {} } = options;
  if (!Number.isInteger(rows) || rows < 1) {
    throw new RangeError(`sample: must be a whole number of rows from 1, got ${show(rows)}`);
  }
  const absent = new Set(missing);
  const gathered = gather(source, rows);
  const names = [...gathered.keys()];
  if (target !== undefined) checkName("target", target, names);
  for (const [name, kind] of Object.entries(kinds)) {
    checkName("kinds", name, names);
    if (!schemaKinds.includes(kind)) {
      throw new RangeError(`kinds: column ${show(name)}: unknown kind ${show(kind)}`);
    }
  }

  const samples = names.map((name) => sampleColumn(name, gathered.get(name)!, absent));
  const inferred = samples.map((sample, n) =>
    inferColumn(sample, names[n] === target, Object.hasOwn(kinds, names[n]) ? kinds[names[n]] : undefined),
  );
  const chosen = target === undefined ? suggestTarget(samples, inferred) : names.indexOf(target);
  const readings = countersAsNumbers(zerosAsIndicators(samples, inferred, kinds), chosen);
  const context = contextOf(readings);
  const columns = samples.map((sample, n) => schemaColumn(sample, readings[n], context));
  const found = chosen < 0 ? undefined : inferTarget(samples[chosen], columns[chosen], options.positive);
  const schema: Schema = {
    columns,
    ...(target === undefined || found === undefined ? {} : { target: withoutReason(found) }),
    ...(missing.length === 0 ? {} : { missing: [...missing] }),
  };
  return { samples, readings, context, schema, target: found };
}

function withoutReason({ because: _, ...target }: InferredTarget): NonNullable<Schema["target"]> {
  return target;
}

function checkName(option: string, name: string, names: readonly string[]): void {
  if (names.includes(name)) return;
  const meant = nearestName(name, names);
  const advice = meant === undefined ? "" : `; did you mean ${show(meant)}?`;
  throw new RangeError(`${option}: there is no column ${show(name)}${advice}`);
}
