import type { Prediction } from "../src/store/pending.ts";
import type { NewSnapshot } from "../src/store/snapshots.ts";
import type { ModelLog } from "../src/store/store.ts";

interface Appended {
  readonly bytes: Uint8Array;
  readonly events: number;
  readonly keys?: readonly string[];
  /** Ids of predictions that it joins. */
  readonly consumed?: readonly string[];
}

/** Writes an entry, its keys and what it consumes in one commit. Resolves to its position when it is durable. */
export async function append(
  log: ModelLog,
  { bytes, events, keys = [], consumed = [] }: Appended,
): Promise<number> {
  let position = 0;
  await log.write({
    cost: () => ({ rows: 1 + keys.length + 2 * consumed.length, bytes: bytes.length }),
    stage: () => {
      position = log.journal.put({ bytes, events });
      for (const key of keys) log.keys.add(key, position);
      for (const id of consumed) log.pending.remove(id);
    },
  });
  return position;
}

export function remember(log: ModelLog, predictions: readonly Prediction[]): Promise<void> {
  return log.write({
    cost: () => ({ rows: 4 * predictions.length, bytes: 1000 * predictions.length }),
    stage: () => {
      for (const prediction of predictions) log.pending.put(prediction);
    },
  });
}

/** Resolves to the snapshot's id when it is durable and the `replaced` ones are gone. */
export async function saveSnapshot(
  log: ModelLog,
  snapshot: NewSnapshot,
  replaced: readonly number[] = [],
): Promise<number> {
  let id = 0;
  await log.write({
    cost: () => ({ rows: 2 + 2 * replaced.length, bytes: snapshot.bytes.length }),
    stage: () => {
      id = log.snapshots.put(snapshot);
      for (const old of replaced) log.snapshots.remove(old);
    },
  });
  return id;
}

export function removeSnapshots(log: ModelLog, which: (id: number) => boolean): Promise<void> {
  const ids = log.snapshots.list().flatMap(({ id }) => (which(id) ? [id] : []));
  return log.write({
    cost: () => ({ rows: 2 * ids.length, bytes: 0 }),
    stage: () => {
      for (const id of ids) log.snapshots.remove(id);
    },
  });
}
