import type { Column } from "./column-evidence.ts";
import { inferDate, inferNamedDate, saysDate } from "./infer-date.ts";
import { sum } from "./infer-number.ts";
import type { Counts, Reading } from "./reading.ts";
import { percent } from "./wording.ts";

/** Numbers that are moments because the column's name says so. */
export function namedDate(column: Column): Reading | undefined {
  if (!saysDate(column.name) || column.known === 0) return undefined;
  const texts = withNumbers(column);
  if (sum(texts) < column.known) return undefined;
  const evidence = inferNamedDate(texts, column.allowed);
  if (evidence === undefined) return undefined;
  return { kind: "date", ...evidence, why: `${evidence.formats[0]}, as the column's name says` };
}

export function date(column: Column): Reading | undefined {
  const { valueTexts, known, allowed, numbers, booleans } = column;
  const others = numbers.length + booleans.length;
  if (known === 0 || others > allowed) return undefined;
  const evidence = inferDate(valueTexts, allowed - others);
  if (evidence === undefined) return undefined;
  const fits = known - sum(evidence.misfits) - others;
  return { kind: "date", ...evidence, why: `${percent(fits, known)} of the values are dates` };
}

/** Returns the texts and the numbers as texts. */
export function withNumbers({ valueTexts, numbers }: Column): Counts {
  if (numbers.length === 0) return valueTexts;
  const texts = new Map(valueTexts);
  for (const value of numbers) texts.set(String(value), (texts.get(String(value)) ?? 0) + 1);
  return texts;
}
