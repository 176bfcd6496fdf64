import { type ColumnSample, splitMissing } from "./column-sample.ts";
import { sum } from "./infer-number.ts";
import type { Counts, Reading } from "./reading.ts";
import { grouped } from "./wording.ts";

/** So many values may be of another kind before the column is. */
const TOLERANCE = 0.02;

/** A column's sample, its texts divided into values and words that mean a missing value. */
export interface Column extends ColumnSample {
  readonly valueTexts: Counts;
  /** The rows with a value that is not one of these words. */
  readonly valueCount: number;
  /** How many of them may be of another kind. */
  readonly allowed: number;
  /** Whether the column is the target, which is never ignored. */
  readonly isTarget: boolean;
}

/** Returns what a column's values are if the rule applies to it. */
export type Rule = (column: Column) => Reading | undefined;

/** Returns the evidence that the rules of a column look at. */
export function evidenceOf(sample: ColumnSample, isTarget: boolean): Column {
  const { values, words } = splitMissing(sample.texts);
  const valueCount = sample.present - sum(words);
  return { ...sample, valueTexts: values, valueCount, allowed: Math.floor(valueCount * TOLERANCE), isTarget };
}

/** Returns the number of different values of a column without lists. */
export function different({ texts, numbers, booleans, dates }: ColumnSample): number {
  return texts.size + new Set(numbers).size + new Set(booleans).size + new Set(dates).size;
}

export function differentOf(distinct: number, rows: number): string {
  return `${grouped(distinct)} different values in ${grouped(rows)} rows`;
}
