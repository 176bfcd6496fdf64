import type { WireOptions } from "scinol/client";
import { Refusal } from "../refusal.ts";
import { type EntryHeader, encodeEntry } from "./entry.ts";
import { erased } from "./erased.ts";
import type { SavedLearner } from "./fold.ts";
import { isSame } from "./is-same.ts";
import { learnerOf } from "./learner-of.ts";
import type { Model } from "./model.ts";
import { checkFile } from "./model-file.ts";
import { checkName } from "./names.ts";
import { earlierLearner, replayed } from "./replay.ts";

/*
 * What is done to a model, other than teaching it. All of it is in the journal, and folded from there.
 */

const NOTHING = Buffer.alloc(0);

/** Lets another learner shadow the model; whether it was not there already. */
export function challenge(model: Model, name: string, options: WireOptions): Promise<boolean> {
  checkName(name, "challenger");
  try {
    learnerOf(model.settings, options);
  } catch (error) {
    throw new Refusal(400, (error as Error).message, "options");
  }
  return model.writing.exclusively(async () => {
    const { challengers } = model.fold;
    const present = challengers.get(name);
    if (present !== undefined) {
      if (isSame(present.options, options)) return false;
      throw new Refusal(
        409,
        `there is a challenger ${JSON.stringify(name)} with other options; delete it first`,
      );
    }
    const most = model.limits.challengers;
    if (challengers.size >= most)
      throw new Refusal(409, `a model has at most ${most} challengers; delete one first`);
    await append(model, { kind: "challenge", time: model.clock.now(), name, options });
    return true;
  });
}

export function dismiss(model: Model, name: string): Promise<void> {
  return model.writing.exclusively(async () => {
    findChallenger(model, name);
    await append(model, { kind: "dismiss", time: model.clock.now(), name });
  });
}

/** The challenger becomes the model; what the model was can be had back from the snapshot that is taken before. */
export function promote(model: Model, name: string): Promise<void> {
  return model.writing.exclusively(async () => {
    findChallenger(model, name);
    await model.takeSnapshot();
    await append(model, { kind: "promote", time: model.clock.now(), name });
    await model.takeSnapshot();
  });
}

/** The model becomes again what it was at a snapshot. The journal, the metrics and the challengers go on. */
export function rollback(model: Model, id: string): Promise<void> {
  return model.writing.exclusively(async () => {
    const snapshot = model.log.snapshots.list().find((kept) => String(kept.id) === id);
    if (snapshot === undefined)
      throw new Refusal(404, `there is no snapshot ${JSON.stringify(id)}`, "snapshot");
    await model.takeSnapshot(snapshot.id);
    const earlier = earlierLearner(model.log, model.settings, snapshot.position);
    await append(model, { kind: "rollback", time: model.clock.now(), to: snapshot.position }, { earlier });
    await model.takeSnapshot(snapshot.id);
  });
}

/** The model becomes what a file holds. */
export function importFile(model: Model, file: Uint8Array): Promise<void> {
  checkFile(file, model.settings);
  return model.writing.exclusively(async () => {
    await model.takeSnapshot();
    await append(model, { kind: "import", time: model.clock.now() }, { body: file });
    await model.takeSnapshot();
  });
}

/** Takes what one key has brought out of the journal, and the model becomes what it would be without; how many events it was. */
export function erase(model: Model, key: string): Promise<number> {
  const { log, settings } = model;
  return model.writing.exclusively(async () => {
    await model.snapshots.settled();
    const waited = log.pending.get(key) !== undefined;
    const { erased: count, from } = await log.journal.erase([key], [key], (bytes) => erased(bytes, key));
    model.forget(key);
    if (from !== undefined) {
      model.fold = await replayed(log, settings);
      await model.takeSnapshot();
    }
    return count + (waited ? 1 : 0);
  });
}

function append(
  model: Model,
  header: EntryHeader,
  { body = NOTHING, earlier }: { body?: Uint8Array; earlier?: SavedLearner } = {},
): Promise<void> {
  return model.writing.submit({ bytes: encodeEntry(header, body), events: 1 }, async () => {
    model.fold.control(header, body, earlier);
  });
}

function findChallenger({ fold }: Model, name: string): void {
  if (!fold.challengers.has(name)) throw new Refusal(404, `there is no challenger ${JSON.stringify(name)}`);
}
