import { type ColumnSample, splitMissing } from "./column-sample.ts";
import { isPositiveWord } from "./indicator.ts";
import type { Reading } from "./reading.ts";
import type { SchemaColumn, SchemaTarget } from "./schema.ts";
import { valueParser } from "./value-parser.ts";
import { grouped } from "./wording.ts";

/** What a column is as a target, and why. */
export interface InferredTarget extends SchemaTarget {
  readonly because: string;
}

/** Numbers with more values are quantities. */
const MOST_CLASSES = 20;

/** Returns the task that a column makes as a target, and the positive class where there are two. */
export function inferTarget(sample: ColumnSample, column: SchemaColumn, positive?: string): InferredTarget {
  const { name } = sample;
  const counts = classCounts(sample, column);
  const classes = [...counts.keys()];
  if (column.kind === "number" || column.kind === "date") {
    const reason = quantity(column, classes as number[], sample.present);
    if (reason !== undefined) return { name, task: "regression", because: reason };
  }
  const count = `${grouped(classes.length)} ${classes.length === 1 ? "class" : "classes"}`;
  if (classes.length > 2) return { name, task: "multiclass", because: `${count}: ${list(classes)}` };
  const chosen = positiveClass(counts, positive);
  const because = `${count}: ${list(classes)}; positive is ${String(chosen)}`;
  return { name, task: "binary", ...(chosen === undefined ? {} : { positive: chosen }), because };
}

type Class = string | number | boolean;

function classCounts(sample: ColumnSample, column: SchemaColumn): Map<Class, number> {
  const counts = new Map<Class, number>();
  const add = (value: Class, times: number) => counts.set(value, (counts.get(value) ?? 0) + times);
  if (column.kind === "number" || column.kind === "date") {
    const parser = valueParser(column);
    for (const value of sample.values) {
      const x = parser.parse(value) as number;
      if (!Number.isNaN(x)) add(x, 1);
    }
    return counts;
  }
  const texts = column.kind === "indicator" ? splitMissing(sample.texts).values : sample.texts;
  for (const [text, times] of texts) add(text, times);
  for (const x of sample.numbers) add(x, 1);
  for (const flag of sample.booleans) add(flag, 1);
  return counts;
}

/** Returns why numbers are quantities, undefined if they are classes. */
function quantity(column: SchemaColumn, values: readonly number[], rows: number): string | undefined {
  if (column.kind === "date") return "dates are quantities";
  if (values.length > MOST_CLASSES) return `numbers with ${grouped(values.length)} different values`;
  if (!values.every(Number.isInteger)) return "numbers that are not whole";
  if (values.length === 2 && rows >= 10) return undefined;
  if (Math.max(...values) - Math.min(...values) >= MOST_CLASSES) return "whole numbers that lie far apart";
  if (values.length * 2 > rows) return "whole numbers that rarely repeat";
  return undefined;
}

/** Returns the class that means yes: the requested one, else 1, true, yes, y, t or +1, else the rarer. */
function positiveClass(counts: ReadonlyMap<Class, number>, requested: string | undefined): Class | undefined {
  const classes = [...counts.keys()];
  if (requested !== undefined) {
    const found = classes.find((value) => String(value) === requested);
    if (found !== undefined) return found;
    throw new RangeError(`positive: there is no class ${JSON.stringify(requested)}; one of ${list(classes)}`);
  }
  const yes = classes.filter((value) => isPositiveWord(String(value)));
  if (yes.length === 1) return yes[0];
  // Of two that are equally frequent the later in order, so that the order of the rows does not matter.
  classes.sort((a, b) => counts.get(a)! - counts.get(b)! || (String(a) < String(b) ? 1 : -1));
  return classes[0];
}

function list(classes: readonly Class[]): string {
  const shown = classes.slice(0, 5).map(String).join(", ");
  return classes.length > 5 ? `${shown}, …` : shown;
}

/** Names that targets usually have. */
const usualName = /^(?:target|label|y|outcome|response)$/i;

/** Returns the place of the column that is probably the target: one of a usual name, else the last possible; −1 if none. */
export function suggestTarget(samples: readonly ColumnSample[], readings: readonly Reading[]): number {
  const isPossible = ({ texts, numbers, booleans }: ColumnSample, n: number) => {
    const { kind } = readings[n];
    if (kind !== "number" && kind !== "indicator" && kind !== "category") return false;
    return texts.size + new Set(numbers).size + new Set(booleans).size > 1;
  };
  const named = samples.findLastIndex((sample, n) => usualName.test(sample.name) && isPossible(sample, n));
  return named >= 0 ? named : samples.findLastIndex(isPossible);
}
