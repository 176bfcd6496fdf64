import { unseal } from "./checked.ts";
import type { Tables } from "./disk.ts";
import { StoreDamaged } from "./errors.ts";
import type { Job } from "./group-commit.ts";
import { modelPlace, numberIn } from "./places.ts";
import type { SealedEnd } from "./sealed-end.ts";
import type { Snapshots } from "./snapshots.ts";

/**
 * Where a model's journal ends. Entries at the end that are not what was written, with no sound one behind them, were being written
 * when the power failed on a disk that does not keep its order: they were never acknowledged, and are dropped. If a snapshot has learned
 * from them, or the row that the same commit sealed is whole, they had been acknowledged, and the model is damaged.
 */
export function soundEnd(
  model: number,
  tables: Tables,
  snapshots: Snapshots,
  { last }: Pick<SealedEnd, "last">,
): { end: number; dropped: number; removal?: Job } {
  const [first, behind] = [modelPlace(model), modelPlace(model + 1)];
  const damaged: Buffer[] = [];
  let end = 0;
  for (const { key, value } of tables.entries.getRange({ start: behind, end: first, reverse: true })) {
    const content = unseal(key, value);
    if (content) {
      end = numberIn(key) + content.readUInt32LE(0);
      break;
    }
    damaged.push(key);
  }
  if (damaged.length === 0) return { end, dropped: 0 };
  // A row of the same commit that is whole says that these entries were, too.
  if (last !== undefined || snapshots.list().some(({ position }) => position > end)) throw damagedAt(end);
  const orphans: Buffer[] = [];
  for (const { key, value } of tables.keys.getRange({ start: first, end: behind })) {
    const place = unseal(key, value);
    if (!place || numberIn(place) >= end) orphans.push(key);
  }
  const removal: Job = {
    cost: () => ({ rows: damaged.length + orphans.length, bytes: 0 }),
    stage: () => {
      for (const place of damaged) tables.entries.remove(place);
      for (const place of orphans) tables.keys.remove(place);
    },
  };
  return { end, dropped: damaged.length, removal };
}

export function damagedAt(position: number): StoreDamaged {
  return new StoreDamaged(`the journal is damaged at position ${position}`);
}
