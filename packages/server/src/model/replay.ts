import { ARITHMETIC } from "scinol";
import type { ModelSettings } from "scinol/client";
import { StoreDamaged } from "../store/errors.ts";
import type { ModelLog } from "../store/store.ts";
import { decodeEntry, type EntryHeader, eventsOf, type Joined, type Learnable } from "./entry.ts";
import { Fold, type Learned, type SavedLearner } from "./fold.ts";

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

/**
 * The fold of a model's journal, or of its events before `upTo`: from the newest snapshot that can be read, or from nothing.
 * Yields after every entry, so that whoever waits for it can let others have a turn.
 */
export function* replay(
  log: ModelLog,
  settings: ModelSettings,
  upTo = Number.POSITIVE_INFINITY,
): Generator<void, Fold> {
  const fold = newestSnapshot(log, settings, upTo) ?? new Fold(settings);
  const learnerAt = (position: number) => earlierLearner(log, settings, position);
  for (const { position, events, bytes } of log.journal.read(fold.position)) {
    if (position >= upTo) break;
    if (position !== fold.position) {
      throw new StoreDamaged(`the journal has position ${position} where ${fold.position} was to come`);
    }
    const { header, body } = decodeEntry(bytes);
    if (header.kind === "learn" || header.kind === "label" || header.kind === "expire") {
      for (const _ of foldEvents(fold, header, eventsOf(header, body)));
    } else fold.control(header, body, learnerAt);
    if (fold.position !== position + events)
      throw new StoreDamaged(`the entry at position ${position} is not what it was`);
    yield;
  }
  return fold;
}

/** Replays while others have their turns. */
export async function replayed(log: ModelLog, settings: ModelSettings, signal?: AbortSignal): Promise<Fold> {
  const steps = replay(log, settings);
  let since = performance.now();
  for (;;) {
    const step = steps.next();
    if (step.done) return step.value;
    if (performance.now() - since < 5) continue;
    await new Promise(setImmediate);
    signal?.throwIfAborted();
    since = performance.now();
  }
}

/** What the model was after so many events: by a snapshot of just then, or by folding up to there once more. */
export function earlierLearner(log: ModelLog, settings: ModelSettings, position: number): SavedLearner {
  const steps = replay(log, settings, position);
  let step = steps.next();
  while (!step.done) step = steps.next();
  return { learner: step.value.learner.save(), options: step.value.options };
}

/** A snapshot that is damaged, or of another arithmetic, is as good as none: the one before, and the journal, make up for it. */
function newestSnapshot(log: ModelLog, settings: ModelSettings, upTo: number): Fold | undefined {
  for (const { id, position, arithmetic } of log.snapshots.list()) {
    if (position > upTo || arithmetic !== String(ARITHMETIC)) continue;
    const bytes = log.snapshots.load(id);
    if (bytes === undefined) continue;
    try {
      return Fold.load(settings, bytes);
    } catch {}
  }
  return undefined;
}
