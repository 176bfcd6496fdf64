import type { Column } from "./column-evidence.ts";
import { inferDate, inferNamedDate, isDateName } from "./infer-date.ts";
import { sum } from "./infer-number.ts";
import type { Counts, Reading } from "./reading.ts";
import { percent } from "./wording.ts";

/** Numbers are moments only in columns with the name of a date. */
export function namedDate(column: Column): Reading | undefined {
  if (!isDateName(column.name) || column.valueCount === 0) return undefined;
  const texts = withNumbers(column);
  if (sum(texts) < column.valueCount) return undefined;
  const evidence = inferNamedDate(texts, column.allowed);
  if (evidence === undefined) return undefined;
  return { kind: "date", ...evidence, why: `${evidence.formats[0]}, by the column's name` };
}

export function date(column: Column): Reading | undefined {
  const { valueTexts, valueCount, allowed, numbers, booleans } = column;
  const others = numbers.length + booleans.length;
  if (valueCount === 0 || others > allowed) return undefined;
  const evidence = inferDate(valueTexts, allowed - others);
  if (evidence === undefined) return undefined;
  const fits = valueCount - sum(evidence.misfits) - others;
  return { kind: "date", ...evidence, why: `${percent(fits, valueCount)} of the values are dates` };
}

/** Returns the texts and the numbers as texts. */
export function withNumbers({ valueTexts, numbers }: Column): Counts {
  if (numbers.length === 0) return valueTexts;
  const texts = new Map(valueTexts);
  for (const value of numbers) texts.set(String(value), (texts.get(String(value)) ?? 0) + 1);
  return texts;
}
