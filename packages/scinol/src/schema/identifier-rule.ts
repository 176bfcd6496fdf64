import { type Column, different, differentOf } from "./column-evidence.ts";
import type { Reading } from "./reading.ts";

const ROWS_OF_IDENTIFIER = 200;
const DISTINCT_OF_IDENTIFIER = 0.9;

/** Whether nearly every value is different, in so many rows that this is no chance. */
export function isNearlyUnique(distinct: number, rows: number): boolean {
  return rows >= ROWS_OF_IDENTIFIER && distinct > rows * DISTINCT_OF_IDENTIFIER;
}

/** What is learned of a value that identifies its row does not apply to any other row. */
export function identifier(column: Column): Reading | undefined {
  const { present, isTarget } = column;
  const distinct = different(column);
  if (isTarget || !isNearlyUnique(distinct, present)) return undefined;
  return { kind: "ignored", why: `an identifier: ${differentOf(distinct, present)}` };
}
