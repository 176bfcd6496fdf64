import assert from "node:assert/strict";
import { ARITHMETIC } from "scinol";
import type { ModelSettings } from "scinol/client";
import { StoreDamaged } from "../store/errors.ts";
import type { Entry } from "../store/journal.ts";
import type { Snapshot } from "../store/snapshots.ts";
import type { ModelLog } from "../store/store.ts";
import { decodeEntry, type EntryHeader, eventsOf, type Joined, type Learnable } from "./entry.ts";
import { Fold, type Learned } from "./fold.ts";
import type { Turns } from "./turn.ts";

/** Folds the events of an entry, one with each step. */
export function* foldEvents(
  fold: Fold,
  header: EntryHeader,
  events: readonly (Learnable | null)[],
): Generator<Learned | undefined> {
  const { kind, time } = header;
  if (kind === "expire") fold.expire(header.dropped, events.length);
  for (const event of events)
    yield kind === "label" ? fold.join(event as Joined | null, time) : fold.learn(event, time);
}

/** Folds an entry of the journal; pauses after every event, so that other work can have its turn. */
export function* foldEntry(fold: Fold, { position, events, bytes }: Entry): Generator<void> {
  if (position !== fold.position)
    throw new StoreDamaged(`the journal has position ${position} where ${fold.position} was to come`);
  const { header, body } = decodeEntry(bytes);
  if (header.kind === "learn" || header.kind === "label" || header.kind === "expire") {
    for (const _ of foldEvents(fold, header, eventsOf(header, body))) yield;
  } else fold.control(header, body);
  if (fold.position !== position + events)
    throw new StoreDamaged(`the entry at position ${position} is not what it was`);
}

/**
 * The fold of a model's journal, or of its events before `end`: from the newest snapshot that can be read, or from nothing. Throws
 * where the journal does not reach back to either.
 */
export async function replayed(
  log: ModelLog,
  settings: ModelSettings,
  turns: Turns,
  { end = log.journal.position, signal }: { end?: number; signal?: AbortSignal } = {},
): Promise<Fold> {
  const fold = foldBefore(log, settings, end);
  for (const entry of log.journal.read(fold.position)) {
    if (entry.position >= end) break;
    for (const _ of foldEntry(fold, entry)) {
      if (!turns.isOver()) continue;
      await turns.next();
      signal?.throwIfAborted();
    }
  }
  assert.equal(fold.position, end, "the journal ends where it is said to end");
  return fold;
}

/** A fold that was at `end` or before, from which the journal goes on: the newest snapshot, or nothing. */
export function foldBefore(log: ModelLog, settings: ModelSettings, end: number): Fold {
  for (const snapshot of log.snapshots.list()) {
    const fold = snapshot.position <= end ? foldAt(log, settings, snapshot) : undefined;
    if (fold !== undefined) return fold;
  }
  const { start } = log.journal;
  if (start > 0)
    throw new StoreDamaged(
      `the journal begins at position ${start}, and no snapshot before ${end} can be read`,
    );
  return new Fold(settings);
}

/** The fold that a snapshot holds. One that is damaged, or of another arithmetic, counts as none. */
export function foldAt(
  log: ModelLog,
  settings: ModelSettings,
  { id, position, arithmetic }: Pick<Snapshot, "id" | "position" | "arithmetic">,
): Fold | undefined {
  if (arithmetic !== String(ARITHMETIC)) return undefined;
  const bytes = log.snapshots.load(id);
  if (bytes === undefined) return undefined;
  try {
    const fold = Fold.load(settings, bytes);
    return fold.position === position ? fold : undefined;
  } catch {
    return undefined;
  }
}
