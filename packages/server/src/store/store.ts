import { closeSync, existsSync, fsyncSync, openSync } from "node:fs";
import { dirname, join, resolve } from "node:path";
import { type Clock, systemClock } from "../clock.ts";
import { seal, unseal } from "./checked.ts";
import { type Disk, OF_MODELS } from "./disk.ts";
import { StoreDamaged } from "./errors.ts";
import { type Commit, GroupCommit, type Job } from "./group-commit.ts";
import { Journal } from "./journal.ts";
import { Keys } from "./keys.ts";
import { LmdbDisk } from "./lmdb-disk.ts";
import { type Lock, takeLock } from "./lock.ts";
import { makeDirectory } from "./make-directory.ts";
import { Pending } from "./pending.ts";
import { modelIn, modelPlace, numberIn } from "./places.ts";
import { removeRows } from "./remove-rows.ts";
import { SealedEnd } from "./sealed-end.ts";
import { Snapshots } from "./snapshots.ts";
import { soundEnd } from "./sound-end.ts";
import { checkFile } from "./sound-file.ts";
import { Staged } from "./staged.ts";
import { walkPages } from "./walk-pages.ts";

/*
 * What the service keeps on disk: models, and for each a journal, the predictions that wait for labels, and snapshots. All of it is
 * in one LMDB environment, written by one process, in transactions that many requests share.
 */

export interface StoreOptions {
  /** Called after every commit. */
  readonly observe?: (commit: Commit) => void;
  /** Only for the test that shows what happens without: whether commits wait for the disk. */
  readonly sync?: boolean;
  /** Whether another process reads all pages first, so that a damaged one is an error and no sudden end. */
  readonly walk?: boolean;
  /** Called before a file that is there is opened. */
  readonly opening?: (file: string) => void;
  readonly clock?: Clock;
}

export interface StoredModel {
  /** Never given to another model, not even one of the same name. */
  readonly id: number;
  readonly name: string;
  readonly settings: unknown;
  /** Milliseconds since 1970. */
  readonly created: number;
}

/** An entry as it lies in the store; `bytes` are undefined where it is damaged. */
export interface StoredEntry {
  readonly position: number;
  readonly bytes: Buffer | undefined;
}

/** Everything of one model. */
export interface ModelLog {
  readonly journal: Journal;
  readonly keys: Keys;
  readonly pending: Pending;
  readonly snapshots: Snapshots;
  readonly sealed: SealedEnd;
  /** Number of damaged entries at the end of the journal, which were never whole. */
  readonly dropped: number;
  /** Resolves when they have been removed. Until then nothing may be written. */
  readonly repaired: Promise<void>;
  /** Resolves when what the job puts and removes is durable; rejects if nothing of it was written. */
  write(job: Job): Promise<void>;
  /** Drops the entries that end at or before a position, but never the last one. */
  trim(before: number): Promise<void>;
}

/** Takes the directory for this process, or throws StoreInUse. */
export async function openStore(directory: string, options: StoreOptions = {}): Promise<Store> {
  const home = resolve(directory);
  makeDirectory(home);
  const lock = await takeLock(home);
  let disk: Disk | undefined;
  try {
    const file = join(home, "data.mdb");
    if (existsSync(file)) options.opening?.(file);
    checkFile(file);
    const damaged = options.walk === true ? await walkPages(home) : [];
    disk = new LmdbDisk(home, options.sync ?? true);
    // Syncing a new file does not promise that its name is there after a power cut.
    for (const place of [home, dirname(home)]) syncDirectory(place);
    const store = new Store(disk, options, lock, damaged);
    await store.sweep();
    return store;
  } catch (error) {
    await disk?.close();
    await lock.release();
    throw error;
  }
}

export class Store {
  readonly #disk: Disk;
  readonly #clock: Clock;
  readonly #commits: GroupCommit;
  readonly #lock: Lock | undefined;
  readonly #models = new Map<string, StoredModel>();
  readonly #logs = new Map<number, ModelLog>();
  readonly #staged: Readonly<Record<"keys" | "pending" | "expiries", Staged>>;
  /** Models whose rows are not what was written, or not where they are looked for. */
  readonly #damaged: ReadonlySet<number>;
  #lastId = 0;
  #closed: Promise<void> | undefined;

  constructor(
    disk: Disk,
    { clock = systemClock, observe }: StoreOptions = {},
    lock?: Lock,
    damaged: readonly number[] = [],
  ) {
    this.#disk = disk;
    this.#clock = clock;
    const { keys, pending, expiries } = disk.tables;
    this.#staged = { keys: new Staged(keys), pending: new Staged(pending), expiries: new Staged(expiries) };
    this.#commits = new GroupCommit(
      disk,
      clock,
      { seal: () => this.#seal(), settle: (committed) => this.#settle(committed) },
      observe,
    );
    this.#lock = lock;
    this.#damaged = new Set(damaged);
    for (const { key, value } of disk.tables.models.getRange({})) {
      const content = unseal(key, value);
      if (!content) throw new StoreDamaged("the list of models is damaged");
      const row = JSON.parse(content.toString());
      if (modelIn(key) === 0) this.#lastId = row.lastId;
      else this.#models.set(row.name, row);
    }
  }

  /** Requests that wait for the disk. */
  get waiting(): number {
    return this.#commits.waiting;
  }

  models(): StoredModel[] {
    return [...this.#models.values()];
  }

  /** Resolves when it is durable. */
  async createModel(name: string, settings: unknown): Promise<StoredModel> {
    if (this.#models.has(name)) throw new Error(`there is a model named ${JSON.stringify(name)}`);
    const id = ++this.#lastId;
    const model: StoredModel = { id, name, settings, created: this.#clock.now() };
    this.#models.set(name, model);
    try {
      await this.#commits.write({
        cost: () => ({ rows: 2, bytes: 1024 }),
        stage: () => {
          this.#putModel(id, model);
          this.#putModel(0, { lastId: id });
        },
      });
    } catch (error) {
      this.#models.delete(name);
      throw error;
    }
    return model;
  }

  /** Resolves when nothing of it is left. Nothing may be appended to it any more. */
  async deleteModel(name: string): Promise<void> {
    const model = this.#models.get(name);
    if (!model) return;
    await this.#commits.write({
      cost: () => ({ rows: 1, bytes: 0 }),
      stage: () => this.#disk.tables.models.remove(modelPlace(model.id)),
    });
    this.#models.delete(name);
    this.#logs.delete(model.id);
    await this.#forget(model.id);
  }

  /** The log of a model that there is. Opening it looks at the end of its journal, and throws StoreDamaged if that cannot be right. */
  log(id: number): ModelLog {
    let log = this.#logs.get(id);
    if (!log) {
      log = this.#open(id);
      this.#logs.set(id, log);
    }
    return log;
  }

  /** The entries of a model's journal, damaged ones too, read a few at a time. */
  *entries(id: number): Generator<StoredEntry> {
    let start = modelPlace(id);
    for (;;) {
      const some = [...this.#disk.tables.entries.getRange({ start, end: modelPlace(id + 1), limit: 16 })];
      for (const { key, value } of some)
        yield { position: numberIn(key), bytes: unseal(key, value)?.subarray(4) };
      if (some.length === 0) return;
      start = Buffer.concat([some[some.length - 1].key, Buffer.alloc(1)]);
    }
  }

  /** Removes the rest of models whose deletion was interrupted. */
  async sweep(): Promise<void> {
    const living = new Set(this.models().map((model) => model.id));
    const dead = new Set<number>();
    for (const name of OF_MODELS) {
      let next = 0;
      for (;;) {
        const [place] = this.#disk.tables[name].getKeys({ start: modelPlace(next), limit: 1 });
        if (!place) break;
        // The number 0 is the store's own.
        if (modelIn(place) > 0 && !living.has(modelIn(place))) dead.add(modelIn(place));
        next = modelIn(place) + 1;
      }
    }
    for (const id of dead) await this.#forget(id);
  }

  /** Waits for what is being written, and lets the directory go. */
  close(): Promise<void> {
    this.#closed ??= this.#close();
    return this.#closed;
  }

  async #close(): Promise<void> {
    await this.#commits.settled();
    await this.#disk.close();
    await this.#lock?.release();
  }

  #open(id: number): ModelLog {
    if (this.#damaged.has(id)) throw new StoreDamaged("a row is damaged, or cannot be found by its key");
    const { tables } = this.#disk;
    const snapshots = new Snapshots(id, tables);
    const keys = new Keys(id, this.#staged.keys, tables.keys);
    const pending = new Pending(id, this.#staged.pending, this.#staged.expiries, tables.expiries);
    const sealed = new SealedEnd(id, tables.ends);
    const { end, dropped, removal } = soundEnd(id, tables, snapshots, sealed);
    if (removal === undefined) sealed.compare({ end, keys: keys.count, waiting: pending.count });
    const journal = new Journal(id, tables, end);
    const repaired = removal === undefined ? Promise.resolve() : this.#commits.write(removal);
    // Whoever opens the model awaits it; until then a failure is not "unhandled".
    repaired.catch(() => {});
    return {
      journal,
      keys,
      pending,
      sealed,
      snapshots,
      dropped,
      repaired,
      write: (job) => this.#commits.write(job),
      trim: (before) => {
        const { start, end: behind } = journal.before(before);
        return removeRows(this.#commits, tables.entries, start, behind);
      },
    };
  }

  #seal(): void {
    for (const { journal, keys, pending, sealed } of this.#logs.values())
      sealed.stage({ end: journal.end, keys: keys.count, waiting: pending.countStaged });
  }

  #settle(committed: boolean): void {
    for (const rows of Object.values(this.#staged)) rows.settle();
    for (const { journal, keys, pending, sealed } of this.#logs.values()) {
      journal.settle(committed);
      keys.settle(committed);
      sealed.settle(committed);
      pending.settle(committed);
    }
  }

  async #forget(id: number): Promise<void> {
    for (const name of OF_MODELS) {
      await removeRows(this.#commits, this.#disk.tables[name], modelPlace(id), modelPlace(id + 1));
    }
  }

  #putModel(id: number, row: unknown): void {
    const place = modelPlace(id);
    this.#disk.tables.models.put(place, seal(place, Buffer.from(JSON.stringify(row))));
  }
}

function syncDirectory(path: string): void {
  const descriptor = openSync(path, "r");
  try {
    fsyncSync(descriptor);
  } finally {
    closeSync(descriptor);
  }
}
