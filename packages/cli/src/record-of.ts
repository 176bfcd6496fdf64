import type { Record, TableLayout } from "scinol";
import type { Batch } from "./batches.ts";

/** A row of a batch as a record, for what has no way for whole blocks: predicting and explaining. */
export function recordOf(batch: Batch, layout: TableLayout | undefined, row: number): Record {
  if (batch.sparse !== undefined) {
    const { offsets, indices, values, names } = batch.sparse;
    const [from, to] = [offsets[row], offsets[row + 1]];
    const own = (indices as Uint32Array).subarray(from, to);
    return {
      indices: names === undefined ? own : Array.from(own, (index) => names.values[index]),
      values: (values as Float64Array).subarray(from, to),
    };
  }
  const { numbers, texts } = layout as TableLayout;
  const {
    numbers: cells,
    apart = numbers.length,
    codes,
    dictionaries,
  } = batch.table as NonNullable<Batch["table"]>;
  const entries: [string, unknown][] = [];
  for (let n = 0; n < numbers.length; n++) {
    const value = cells[row * apart + n];
    const { name, kind } = numbers[n];
    if (Number.isNaN(value)) entries.push([name, null]);
    else if (kind === "boolean") entries.push([name, value === 1]);
    else if (kind === "date") entries.push([name, new Date(value)]);
    else entries.push([name, value]);
  }
  for (let n = 0; n < texts.length; n++) {
    const code = codes[row * texts.length + n];
    entries.push([texts[n], code < 0 ? null : dictionaries[n].values[code]]);
  }
  return Object.fromEntries(entries);
}
