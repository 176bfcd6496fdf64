import type { RootDatabase } from "lmdb";
import { StorageBroken, StorageFull } from "./errors.ts";
import type { Room } from "./room.ts";

/*
 * One transaction at a time, and everything that was asked for while it was being made durable goes into the next one: many
 * writers share one sync, and nobody waits longer than for two.
 *
 * The environment is opened without LMDB's overlapping sync, so a transaction's promise settles only after the data has
 * been synced, and then the page that points to it: committed is durable. (With overlapping sync the promise called
 * `flushed` never settles when a sync fails.) Because only one transaction is under way, an error is known to be that of
 * exactly the jobs in it.
 */

/** A part of a transaction. */
export interface Job {
  /** Rows that it puts or removes, at most. */
  readonly rows: number;
  /** Bytes that it puts. */
  readonly bytes: number;
  /** Puts and removes. Runs when everything before it is durable or given up; must check before it writes. */
  stage(): void;
  /** It is durable. Called in the order of the jobs. */
  committed?(): void;
  /** Nothing of it has been written. */
  failed?(): void;
}

/** What a commit was, for whoever keeps statistics. */
export interface Commit {
  readonly seconds: number;
  readonly jobs: number;
  readonly bytes: number;
}

interface Waiting {
  readonly job: Job;
  readonly resolve: () => void;
  readonly reject: (error: unknown) => void;
}

/** LMDB keeps a transaction's pages in memory until it is committed. */
const GROUP_BYTES = 32 * 2 ** 20;

/** After a failure nothing is tried for so long. */
const REST_MS = 1000;

export class GroupCommit {
  readonly #root: RootDatabase;
  readonly #room: Room;
  readonly #observe: ((commit: Commit) => void) | undefined;
  #queue: Waiting[] = [];
  #running: Promise<void> | undefined;
  #waiting = 0;
  #refusal: Error | undefined;
  #refusesUntil = 0;

  constructor(root: RootDatabase, room: Room, observe?: (commit: Commit) => void) {
    this.#root = root;
    this.#room = room;
    this.#observe = observe;
  }

  /** Jobs that are not durable yet. */
  get waiting(): number {
    return this.#waiting;
  }

  /** Resolves when the job is durable; rejects if nothing of it was written. */
  write(job: Job): Promise<void> {
    return new Promise((resolve, reject) => {
      this.#queue.push({ job, resolve, reject });
      this.#waiting++;
      this.#running ??= this.#run();
    });
  }

  /** Resolves when everything asked for so far is durable or has failed. */
  async settled(): Promise<void> {
    await this.#running;
  }

  async #run(): Promise<void> {
    // What other requests of this turn of the event loop have to write goes along.
    await new Promise(setImmediate);
    while (this.#queue.length > 0) await this.#commit(this.#next());
    this.#running = undefined;
  }

  #next(): Waiting[] {
    let count = 0;
    let bytes = 0;
    while (
      count < this.#queue.length &&
      (count === 0 || bytes + this.#queue[count].job.bytes <= GROUP_BYTES)
    ) {
      bytes += this.#queue[count++].job.bytes;
    }
    return this.#queue.splice(0, count);
  }

  async #commit(group: Waiting[]): Promise<void> {
    if (this.#refusal && performance.now() < this.#refusesUntil) return this.#fail(group, this.#refusal);
    let rows = 0;
    let bytes = 0;
    for (const { job } of group) {
      rows += job.rows;
      bytes += job.bytes;
    }
    try {
      await this.#room.reserve(rows, bytes);
    } catch (error) {
      return this.#fail(group, this.#refuse(error));
    }
    let staged: Waiting[] = [];
    const start = performance.now();
    try {
      await this.#root.batch(() => {
        staged = group.filter((waiting) => this.#stage(waiting));
      });
    } catch (error) {
      return this.#fail(staged, await this.#reasonOf(error));
    }
    this.#refusal = undefined;
    this.#waiting -= staged.length;
    this.#observe?.({ seconds: (performance.now() - start) / 1000, jobs: staged.length, bytes });
    for (const { job, resolve } of staged) {
      job.committed?.();
      resolve();
    }
  }

  /** A job that cannot be staged is refused alone. */
  #stage(waiting: Waiting): boolean {
    try {
      waiting.job.stage();
      return true;
    } catch (error) {
      this.#fail([waiting], error);
      return false;
    }
  }

  #fail(group: readonly Waiting[], error: unknown): void {
    this.#waiting -= group.length;
    for (const { job } of group) job.failed?.();
    for (const { reject } of group) reject(error);
  }

  /** What is answered now, and without trying for a while. */
  #refuse(cause: unknown): Error {
    this.#refusal = new StorageFull(cause instanceof Error ? cause.message : String(cause));
    this.#refusesUntil = performance.now() + REST_MS;
    return this.#refusal;
  }

  /** What went wrong with a transaction, in our words; and whether there can be another one. */
  async #reasonOf(error: unknown): Promise<Error> {
    // LMDB rejects a second promise with the cause. Unheld, it would end the process.
    const inner: Promise<never> | undefined = (error as { commitError?: Promise<never> }).commitError;
    this.#refuse((await inner?.catch((cause: unknown) => cause)) ?? error);
    try {
      // If the page that points to the data could not be written, LMDB takes no transaction any more, and one in the
      // background would wait for ever. Here it says so.
      this.#root.transactionSync(() => {});
    } catch (broken) {
      this.#refusal = new StorageBroken(
        `nothing can be written until a restart: ${(broken as Error).message}`,
      );
      this.#refusesUntil = Infinity;
    }
    return this.#refusal!;
  }
}
