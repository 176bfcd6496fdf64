import type { ModelSettings } from "scinol/client";
import { Refusal } from "../refusal.ts";
import { EventsGone, StoreDamaged } from "../store/errors.ts";
import type { Entry } from "../store/journal.ts";
import type { NewSnapshot } from "../store/snapshots.ts";
import type { ModelLog } from "../store/store.ts";
import type { RefoldCommand } from "./command.ts";
import { decodeEntry, type EntryHeader, encodeEntry } from "./entry.ts";
import { erased } from "./erased.ts";
import { Fold } from "./fold.ts";
import { foldAt, foldBefore, foldEntry, replayed } from "./replay.ts";
import type { Turns } from "./turn.ts";

/*
 * Promotion, rollback, import and erasure are one act: the journal is edited, the edited journal is folded aside, the new fold is
 * verified, and then all of it takes the place of the old with one commit. Until that commit nothing has changed.
 */

export interface Refolding {
  readonly log: ModelLog;
  readonly settings: ModelSettings;
  readonly turns: Turns;
  /** The fold of the journal as it is. */
  readonly fold: Fold;
  /** The snapshot that holds a fold. */
  snapshotOf(fold: Fold, bytes: Uint8Array): NewSnapshot;
}

export interface Refolded {
  readonly fold: Fold;
  /** Number of events and predictions that were erased. */
  readonly erased: number;
}

/** What is to be other than it was. */
interface Edit {
  /** Entries that hold other bytes, by position. Their numbers of events stay. */
  readonly rewritten: Map<number, Uint8Array>;
  /** An entry that comes at the end. */
  readonly appended?: Uint8Array;
  /** A key and id that nothing is remembered of. */
  readonly forgotten?: string;
}

/** Called while nothing else is under way for this model. */
export async function refold(model: Refolding, command: RefoldCommand): Promise<Refolded> {
  if (command.kind === "erase") return erase(model, command.key);
  const [header, body] = await entryOf(model, command);
  const appended = encodeEntry(header, body);
  const before = model.fold.save();
  const fold = loaded(model.settings, before);
  for (const _ of foldEntry(fold, { position: fold.position, events: 1, bytes: Buffer.from(appended) }));
  await swap(model, fold, { rewritten: new Map(), appended }, before);
  return { fold, erased: 0 };
}

async function entryOf(
  model: Refolding,
  command: Exclude<RefoldCommand, { kind: "erase" }>,
): Promise<[EntryHeader, Uint8Array?]> {
  const { time } = command;
  if (command.kind === "promote") return [command];
  if (command.kind === "import") return [{ kind: "import", time }, command.file];
  const { position, learner, options } = await foldOf(model, command.snapshot);
  return [{ kind: "rollback", time, to: position, options }, learner.save()];
}

/** The model as it was at a snapshot: by the snapshot itself, or by folding the journal up to there. */
async function foldOf({ log, settings, turns }: Refolding, id: string): Promise<Fold> {
  const snapshot = log.snapshots.list().find((kept) => String(kept.id) === id);
  if (snapshot === undefined)
    throw new Refusal(404, `there is no snapshot ${JSON.stringify(id)}`, "snapshot");
  const fold = foldAt(log, settings, snapshot);
  if (fold !== undefined) return fold;
  try {
    return await replayed(log, settings, turns, { end: snapshot.position });
  } catch (error) {
    if (!(error instanceof StoreDamaged)) throw error;
    throw new Refusal(409, `snapshot ${id} is damaged, and ${error.message}`, "snapshot");
  }
}

/** Takes what one key has brought out of the journal. */
async function erase(model: Refolding, key: string): Promise<Refolded> {
  const { log, settings, turns } = model;
  const waited = log.pending.get(key) === undefined ? 0 : 1;
  const from = log.keys.positionOf(key);
  if (from === undefined) {
    if (waited > 0) await forget(log, key);
    return { fold: model.fold, erased: waited };
  }
  if (from < log.journal.start) throw gone();
  const rewrite = erased(log.journal.at(from).bytes, key);
  const rewritten = new Map<number, Uint8Array>([[from, rewrite.bytes]]);
  const fold = baseOf(log, settings, from);
  const needed = goneBackTo(log, from);
  /** Learners at the positions that later rollbacks go back to. */
  const learners = new Map<number, Uint8Array>();
  for (const entry of log.journal.read(fold.position)) {
    if (needed.has(entry.position)) learners.set(entry.position, fold.learner.save());
    const bytes = rewritten.get(entry.position) ?? rolledBack(entry, learners);
    if (bytes !== undefined) rewritten.set(entry.position, bytes);
    for (const _ of foldEntry(fold, { ...entry, bytes: Buffer.from(bytes ?? entry.bytes) }))
      if (turns.isOver()) await turns.next();
  }
  await swap(model, fold, { rewritten, forgotten: key });
  return { fold, erased: rewrite.erased + waited };
}

/** The fold from which the journal can be folded again past `from`. */
function baseOf(log: ModelLog, settings: ModelSettings, from: number): Fold {
  try {
    return foldBefore(log, settings, from);
  } catch (error) {
    if (error instanceof StoreDamaged) throw gone();
    throw error;
  }
}

function gone(): EventsGone {
  return new EventsGone(
    "the events were already deleted by retention, so the model cannot be rebuilt without them",
  );
}

/** The positions behind `from` that rollbacks go back to: what the learner was there has changed. */
function goneBackTo(log: ModelLog, from: number): Set<number> {
  const positions = new Set<number>();
  for (const { bytes } of log.journal.read(from)) {
    const { header } = decodeEntry(bytes);
    if (header.kind === "rollback" && header.to > from) positions.add(header.to);
  }
  return positions;
}

/** A rollback's entry with the learner that it now goes back to; undefined for every other entry. */
function rolledBack({ bytes }: Entry, learners: ReadonlyMap<number, Uint8Array>): Uint8Array | undefined {
  const { header } = decodeEntry(bytes);
  const learner = header.kind === "rollback" ? learners.get(header.to) : undefined;
  return learner && encodeEntry(header, learner);
}

/** A fold that is going to be the model must be one that can be saved and loaded, to the bit. */
function loaded(settings: ModelSettings, bytes: Uint8Array): Fold {
  try {
    const fold = Fold.load(settings, bytes);
    if (Buffer.compare(fold.save(), bytes) === 0) return fold;
  } catch {}
  throw new Refusal(409, "the model would be one that cannot be saved and loaded; nothing has been changed");
}

/** `before` is the fold as it was, to be kept as a snapshot, so that what was done can be undone. */
async function swap(model: Refolding, fold: Fold, edit: Edit, before?: Uint8Array): Promise<void> {
  const { log, settings } = model;
  const { rewritten, appended, forgotten } = edit;
  const after = fold.save();
  loaded(settings, after);
  const from = Math.min(...rewritten.keys());
  const invalid = log.snapshots.list().filter(({ position }) => position > from);
  const isKept = log.snapshots.list()[0]?.position === model.fold.position;
  const earlier = before === undefined || isKept ? [] : [model.snapshotOf(model.fold, before)];
  const snapshots = [...earlier, model.snapshotOf(fold, after)];
  const entries = [...rewritten].map(([position, bytes]) => ({ ...log.journal.at(position), bytes }));
  const written = [...entries, ...snapshots].reduce((sum, { bytes }) => sum + bytes.length, 0);
  await log.write({
    cost: () => ({
      rows: entries.length + 2 * (snapshots.length + invalid.length) + 5,
      bytes: written + (appended?.length ?? 0),
    }),
    stage: () => {
      for (const entry of entries) log.journal.replace(entry);
      if (appended !== undefined) log.journal.put({ bytes: appended, events: 1 });
      if (forgotten !== undefined) stageForget(log, forgotten);
      for (const { id } of invalid) log.snapshots.remove(id);
      for (const snapshot of snapshots) log.snapshots.put(snapshot);
    },
  });
}

function forget(log: ModelLog, key: string): Promise<void> {
  return log.write({ cost: () => ({ rows: 4, bytes: 0 }), stage: () => stageForget(log, key) });
}

function stageForget(log: ModelLog, key: string): void {
  log.keys.remove(key);
  log.pending.remove(key);
}
