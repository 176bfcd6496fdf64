import { show } from "../show.ts";
import { nearestName } from "../suggest.ts";
import { DAY } from "./calendar.ts";
import { type ColumnSample, sampleColumn } from "./column-sample.ts";
import { type Context, chooseFormat, chooseStyle, contextOf } from "./context.ts";
import type { DateFormat } from "./date-format.ts";
import type { DatePart } from "./date-parts.ts";
import { type ColumnFacts, columnFacts } from "./facts.ts";
import { type Columns, gather } from "./gather.ts";
import { countersAsNumbers, inferColumn } from "./infer-column.ts";
import { type InferredTarget, inferTarget, suggestTarget } from "./infer-target.ts";
import { ambiguityNotes, misfitNotes, readingNotes } from "./notes.ts";
import { remarkableParts } from "./number-style.ts";
import { zerosAsIndicators } from "./one-hot.ts";
import { parseDate } from "./parse-date.ts";
import type { Reading } from "./reading.ts";
import { type Schema, type SchemaColumn, type SchemaKind, schemaKinds } from "./schema.ts";

export interface InferOptions {
  /** The number of rows that are looked at; 1,000 unless given. */
  readonly sample?: number;
  /** The column that is predicted. It is never ignored. */
  readonly target?: string;
  /** The positive class of a binary target. */
  readonly positive?: string;
  /** Texts that mean a missing value in every column, besides the usual ones. */
  readonly missing?: readonly string[];
  /** Kinds by column, whatever the values say. A date that is asked for as a number keeps its level. */
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
  const own = samples.map((sample, n) =>
    inferColumn(sample, names[n] === target, Object.hasOwn(kinds, names[n]) ? kinds[names[n]] : undefined),
  );
  const chosen = target === undefined ? suggestTarget(samples, own) : names.indexOf(target);
  const readings = countersAsNumbers(zerosAsIndicators(samples, own, kinds), chosen);
  const context = contextOf(readings);
  const columns = samples.map((sample, n) => toColumn(sample, readings[n], context));
  const found = chosen < 0 ? undefined : inferTarget(samples[chosen], columns[chosen], options.positive);
  const schema: Schema = {
    columns,
    ...(target === undefined || found === undefined ? {} : { target: withoutReason(found) }),
    ...(missing.length === 0 ? {} : { missing: [...missing] }),
  };
  return { samples, readings, context, schema, target: found };
}

/** Returns the column of the schema, with what the other columns decide. */
function toColumn({ name, ...sample }: ColumnSample, reading: Reading, context: Context): SchemaColumn {
  switch (reading.kind) {
    case "number":
      return { name, kind: "number", ...remarkableParts(chooseStyle(reading.styles, context)) };
    case "date": {
      const format = chooseFormat(reading.formats, context);
      const parts = varyingParts(sample, format);
      return { name, kind: "date", format, parts, ...(reading.level ? { level: true } : {}) };
    }
    case "text":
      return { name, kind: "text", ...(reading.hash === undefined ? {} : { hash: reading.hash }) };
    case "tokens":
      return {
        name,
        kind: "tokens",
        ...(reading.separator === undefined ? {} : { separator: reading.separator }),
      };
    case "ignored":
      return { name, kind: "ignored", because: reading.why };
    default:
      return { name, kind: reading.kind };
  }
}

/** Returns the parts that can differ between the moments: a column of days has no hours, one of months no weekdays. */
function varyingParts({ texts, numbers, dates }: Omit<ColumnSample, "name">, format: DateFormat): DatePart[] {
  if (format === "h:m") return ["hour"];
  const scale = format === "epoch s" ? 1000 : 1;
  const fromNumbers = numbers.map((x) => (format === "YMD" ? parseDate(String(x), format) : x * scale));
  const fromTexts = Array.from(texts.keys(), (text) => parseDate(text, format));
  const times = [...dates, ...fromNumbers, ...fromTexts].filter((time) => !Number.isNaN(time));
  const hasHours = times.some((time) => time % DAY !== 0);
  const hasDays = times.some((time) => new Date(time).getUTCDate() !== new Date(times[0]).getUTCDate());
  return [
    ...(hasHours ? ["hour" as const] : []),
    ...(hasHours || hasDays ? ["weekday" as const] : []),
    "month",
  ];
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
