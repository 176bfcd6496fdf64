import type { ColumnSample } from "./column-sample.ts";
import { parseIndicator } from "./indicator.ts";
import type { Reading } from "./reading.ts";
import type { SchemaKind } from "./schema.ts";

/** Fewer indicators side by side may be so by chance. */
const FEWEST_INDICATORS = 3;

/** "0", "0.0", "0.00": one value is not written in more ways than this. */
const MOST_WRITINGS = 8;

/**
 * Returns the readings with constant columns of 0 or 1 as indicators where they stand among indicators: the columns of
 * a category that was written as one column a value, most of which are 0 in all rows of a sample.
 */
export function zerosAsIndicators(
  samples: readonly ColumnSample[],
  readings: readonly Reading[],
  kinds: { readonly [column: string]: SchemaKind },
): readonly Reading[] {
  const result = [...readings];
  const isBit = samples.map(
    (sample, n) => readings[n].kind === "indicator" || isConstantBit(sample, readings[n]),
  );
  for (let from = 0; from < samples.length; from++) {
    let to = from;
    while (to < samples.length && isBit[to]) to++;
    const indicators = readings.slice(from, to).filter(({ kind }) => kind === "indicator").length;
    for (let n = from; n < to && indicators >= FEWEST_INDICATORS; n++) {
      if (readings[n].kind !== "number" || Object.hasOwn(kinds, samples[n].name)) continue;
      result[n] = { kind: "indicator", why: "only one value, among columns of 0 and 1" };
    }
    from = to;
  }
  return result;
}

function isConstantBit({ texts, numbers }: ColumnSample, { kind }: Reading): boolean {
  if (kind !== "number" || texts.size > MOST_WRITINGS) return false;
  const values = new Set(Array.from(texts.keys(), parseIndicator));
  for (const x of numbers) values.add(x);
  return values.size === 1 && (values.has(0) || values.has(1));
}
