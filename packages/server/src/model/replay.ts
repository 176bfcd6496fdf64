import { ARITHMETIC } from "scinol";
import type { ModelSettings } from "scinol/client";
import { StoreDamaged } from "../store/errors.ts";
import type { ModelLog } from "../store/store.ts";
import { decodeEntry, type EntryHeader, eventsOf, type Joined, type Learnable } from "./entry.ts";
import { Fold, type Learned, type SavedLearner } from "./fold.ts";
import { isTurnOver, nextTurn } from "./turn.ts";

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
 *
 * A rollback goes back to a position, and what the model was there is known by a snapshot of just then. Where that is gone (an
 * event before it was erased) the fold begins anew, and this time keeps what it comes to at all positions gone back to.
 */
export function* replay(
  log: ModelLog,
  settings: ModelSettings,
  upTo = Number.POSITIVE_INFINITY,
): Generator<void, Fold> {
  const first = newestSnapshot(log, settings, upTo) ?? new Fold(settings);
  const begin = first.position;
  const whole = yield* foldOn(first, log, upTo, new Map(), begin);
  if (whole) return first;
  const again = newestSnapshot(log, settings, begin) ?? new Fold(settings);
  yield* foldOn(again, log, upTo, goneBackTo(log, begin), begin);
  return again;
}

/** What the model was at positions that are gone back to; undefined where the fold has not come to them yet. */
type Kept = Map<number, SavedLearner | undefined>;

/** Folds entry after entry onto a fold that began at `begin`; false if it came to a rollback that nobody has kept anything for. */
function* foldOn(
  fold: Fold,
  log: ModelLog,
  upTo: number,
  kept: Kept,
  begin: number,
): Generator<void, boolean> {
  for (const { position, events, bytes } of log.journal.read(begin)) {
    if (position >= upTo) break;
    if (position !== fold.position) {
      throw new StoreDamaged(`the journal has position ${position} where ${fold.position} was to come`);
    }
    if (kept.has(position)) kept.set(position, { learner: fold.learner.save(), options: fold.options });
    const { header, body } = decodeEntry(bytes);
    if (header.kind === "learn" || header.kind === "label" || header.kind === "expire") {
      for (const _ of foldEvents(fold, header, eventsOf(header, body)));
    } else if (header.kind === "rollback") {
      const learner = kept.get(header.to) ?? atSnapshot(log, fold.settings, header.to);
      if (learner === undefined && header.to >= begin) return false;
      fold.control(header, body, learner ?? earlierLearner(log, fold.settings, header.to));
    } else fold.control(header, body);
    if (fold.position !== position + events) {
      throw new StoreDamaged(`the entry at position ${position} is not what it was`);
    }
    yield;
  }
  return true;
}

/** The positions from `begin` on that some rollback goes back to. */
function goneBackTo(log: ModelLog, begin: number): Kept {
  const kept: Kept = new Map();
  for (const { bytes } of log.journal.read(begin)) {
    const { header } = decodeEntry(bytes);
    if (header.kind === "rollback" && header.to >= begin) kept.set(header.to, undefined);
  }
  return kept;
}

function atSnapshot(log: ModelLog, settings: ModelSettings, position: number): SavedLearner | undefined {
  const fold = newestSnapshot(log, settings, position);
  return fold?.position === position ? { learner: fold.learner.save(), options: fold.options } : undefined;
}

/** Replays while others have their turns. */
export async function replayed(log: ModelLog, settings: ModelSettings, signal?: AbortSignal): Promise<Fold> {
  const steps = replay(log, settings);
  for (;;) {
    const step = steps.next();
    if (step.done) return step.value;
    if (!isTurnOver()) continue;
    await nextTurn();
    signal?.throwIfAborted();
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
