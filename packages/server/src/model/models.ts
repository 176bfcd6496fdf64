import { ARITHMETIC } from "scinol";
import type { ModelSettings } from "scinol/client";
import { type Clock, systemClock } from "../clock.ts";
import type { Limits } from "../limits.ts";
import { Refusal } from "../refusal.ts";
import { SteadyTime } from "../steady-time.ts";
import { StoreDamaged } from "../store/errors.ts";
import type { Store, StoredEntry, StoredModel } from "../store/store.ts";
import { isSame } from "./is-same.ts";
import { learnerOf } from "./learner-of.ts";
import { Model } from "./model.ts";
import { checkFile } from "./model-file.ts";
import { checkName } from "./names.ts";
import { replayed } from "./replay.ts";
import { checkCells, checkCellsOf } from "./room.ts";
import { Snapshotting } from "./snapshotting.ts";
import { Turns } from "./turn.ts";

/** What the store keeps of a model beside its name. */
interface Kept {
  readonly settings: ModelSettings;
  /** What its journal was folded with: no other arithmetic may fold it again. */
  readonly arithmetic: number;
}

/** The part of a log that is used. */
export interface Log {
  info(facts: object, message: string): void;
  warn(facts: object, message: string): void;
  error(facts: object, message: string): void;
}

/** How often, in milliseconds, it is looked whether predictions have expired. */
const LOOK = 1000;

/** All the models of a service. */
export class Models {
  private readonly store: Store;
  private readonly limits: Limits;
  private readonly log: Log;
  private readonly stopping = new AbortController();
  private readonly models = new Map<string, Model>();
  /** Models that could not be recovered, and why. The others serve. */
  private readonly failures = new Map<string, string>();
  /** Names whose model is being made or deleted. */
  private readonly busy = new Map<string, Promise<unknown>>();
  private looking: Promise<void> = Promise.resolve();
  private readonly clock: Clock;
  readonly steady: SteadyTime;
  private readonly turns: Turns;
  private readonly stopLooking: () => void;

  constructor(store: Store, limits: Limits, log: Log, clock: Clock = systemClock) {
    this.store = store;
    this.limits = limits;
    this.log = log;
    this.clock = clock;
    this.steady = new SteadyTime(clock);
    this.turns = new Turns(clock);
    this.stopLooking = clock.every(LOOK, () => this.expire());
  }

  /** Brings every model back to where it was; gives up when it is to close. */
  async recover(): Promise<void> {
    for (const stored of this.store.models())
      if (!this.stopping.signal.aborted) await this.recoverOne(stored);
  }

  /** What is not recovered yet stays as it is on the disk. */
  stopRecovering(): void {
    this.stopping.abort();
  }

  list(): Model[] {
    return [...this.models.values()].sort((a, b) => (a.name < b.name ? -1 : 1));
  }

  /** Models that could not be recovered. */
  failed(): { readonly name: string; readonly reason: string }[] {
    return [...this.failures].map(([name, reason]) => ({ name, reason }));
  }

  get(name: string): Model {
    const model = this.models.get(name);
    this.refuseIfFailed(name);
    if (model === undefined) throw new Refusal(404, `there is no model ${JSON.stringify(name)}`);
    return model;
  }

  /** Makes a model, unless there is the same; whether it was made. */
  create(name: string, settings: ModelSettings): Promise<boolean> {
    checkName(name, "name");
    return this.alone(name, async () => {
      const present = this.models.get(name);
      this.refuseIfFailed(name);
      if (present !== undefined) {
        const now = { ...present.settings, options: present.fold.options };
        if (isSame(present.settings, settings) || isSame(now, settings)) return false;
        throw new Refusal(
          409,
          `there is a model ${JSON.stringify(name)} with other settings; delete it first`,
        );
      }
      if (this.models.size >= this.limits.models) {
        throw new Refusal(
          409,
          `there are ${this.models.size} models, and no more are taken; delete one first`,
        );
      }
      checkCells(settings.options ?? {}, settings.classes?.length ?? 0, this.limits);
      checkSettings(settings);
      await this.open(
        await this.store.createModel(name, { settings, arithmetic: ARITHMETIC } satisfies Kept),
      );
      return true;
    });
  }

  /** Makes a model of a file, or makes the model what the file holds; whether it was made. */
  async import(name: string, file: Uint8Array): Promise<boolean> {
    checkName(name, "name");
    const learner = checkFile(file, this.models.get(name)?.settings);
    checkCellsOf(learner, this.limits);
    const made = !this.models.has(name) && (await this.create(name, { task: learner.task }));
    await this.get(name).import(file);
    return made;
  }

  /** What the store has of a model's journal, one entry after the other, also of one that could not be recovered. */
  journal(name: string): Iterable<StoredEntry> {
    const stored = this.store.models().find((model) => model.name === name);
    if (stored === undefined) throw new Refusal(404, `there is no model ${JSON.stringify(name)}`);
    return this.store.entries(stored.id);
  }

  delete(name: string): Promise<void> {
    return this.alone(name, async () => {
      if (this.failures.has(name)) {
        await this.store.deleteModel(name);
        this.failures.delete(name);
        return;
      }
      const model = this.get(name);
      this.models.delete(name);
      await model.close();
      try {
        await this.store.deleteModel(name);
      } catch (error) {
        // A disk too full to delete from: what is still there goes on.
        if (this.store.models().some(({ id }) => id === model.stored.id))
          this.models.set(name, model.again());
        throw error;
      }
    });
  }

  /** Waits for what is under way, and saves a snapshot of everything. */
  async close(): Promise<void> {
    this.stopRecovering();
    this.stopLooking();
    await this.looking;
    await Promise.all(this.busy.values());
    for (const model of this.models.values()) {
      await model.close();
      // What cannot be saved is in the journal.
      await model.takeSnapshot().catch(() => {});
    }
  }

  /** One model that fails does not keep the others from serving. */
  private async recoverOne(stored: StoredModel): Promise<void> {
    const start = this.clock.monotonic();
    let model: Model;
    try {
      model = await this.open(stored);
    } catch (error) {
      this.stopping.signal.throwIfAborted();
      this.failures.set(stored.name, (error as Error).message);
      this.log.error({ model: stored.name, err: error }, "could not be recovered");
      return;
    }
    const { dropped, journal } = model.log;
    const { position } = journal;
    const seconds = (this.clock.monotonic() - start) / 1000;
    this.log.info({ model: stored.name, position, seconds }, "recovered");
    if (dropped > 0)
      this.log.warn({ model: stored.name, dropped }, "entries at the end of the journal were never whole");
  }

  private async open(stored: StoredModel): Promise<Model> {
    const { settings, arithmetic } = stored.settings as Kept;
    if (arithmetic !== ARITHMETIC) {
      throw new StoreDamaged(
        `learned with arithmetic ${arithmetic}, this version has ${ARITHMETIC}; go on with the version that wrote it`,
      );
    }
    const log = this.store.log(stored.id);
    await log.repaired;
    const fold = await replayed(log, settings, this.turns, { signal: this.stopping.signal });
    const snapshots = new Snapshotting(log, settings, this.clock, (error) => {
      this.log.warn({ model: stored.name, err: error }, "a snapshot could not be saved");
    });
    const model = new Model({
      stored,
      settings,
      log,
      fold,
      snapshots,
      limits: this.limits,
      clock: this.clock,
      steady: this.steady,
      turns: this.turns,
    });
    this.models.set(stored.name, model);
    return model;
  }

  private refuseIfFailed(name: string): void {
    const reason = this.failures.get(name);
    if (reason === undefined) return;
    throw new Refusal(
      503,
      `model ${JSON.stringify(name)} could not be recovered: ${reason}; its journal can be read, and it can be deleted`,
    );
  }

  /** One after the other for each name. */
  private alone<Result>(name: string, act: () => Promise<Result>): Promise<Result> {
    const done = (this.busy.get(name) ?? Promise.resolve()).then(act);
    const settled = done.then(
      () => {},
      () => {},
    );
    this.busy.set(name, settled);
    settled.then(() => {
      if (this.busy.get(name) === settled) this.busy.delete(name);
    });
    return done;
  }

  private expire(): void {
    this.looking = this.looking.then(async () => {
      for (const model of this.list()) {
        // A disk that is full now may have room the next time.
        await model.expire().catch((error: Error) => {
          this.log.warn({ model: model.name, err: error }, "predictions could not be expired");
        });
      }
    });
  }
}

function checkSettings(settings: ModelSettings): void {
  const { options, onExpiry } = settings;
  let learner: ReturnType<typeof learnerOf>;
  try {
    learner = learnerOf(settings, options);
  } catch (error) {
    const { message } = error as Error;
    throw new Refusal(400, message, /^class(es)? /.test(message) ? "classes" : "options");
  }
  if (typeof onExpiry !== "object") return;
  try {
    learner.check({}, onExpiry.label as never);
  } catch (error) {
    throw new Refusal(400, (error as Error).message, "onExpiry.label");
  }
}
