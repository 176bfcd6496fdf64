import type { Clock } from "../clock.ts";
import type { Disk } from "./disk.ts";
import { StorageBroken, StorageFull } from "./errors.ts";

/*
 * One transaction at a time. Everything that is asked for while it is being made durable goes into the next one: many writers share
 * one sync, and none waits for more than two. Because only one transaction is under way, its error is the error of exactly the jobs
 * in it.
 */

/** A part of a transaction. */
export interface Job {
  /** Rows that it puts or removes, at most, and bytes that it puts. Asked when it is the job's turn. */
  cost(): Cost;
  /** Puts and removes. Runs when everything before it is durable or given up; must check before it writes. */
  stage(): void;
}

export interface Cost {
  readonly rows: number;
  readonly bytes: number;
}

/** What is done at the end of a commit. */
interface Ends {
  /** Within the commit, when all jobs have been staged. */
  readonly seal: () => void;
  /** The commit is over: what it has made of rows and counts holds from now on, or is forgotten. */
  readonly settle: Settle;
}

type Settle = (committed: boolean) => void;

/** What a commit was, for whoever keeps statistics. */
export interface Commit {
  readonly seconds: number;
  readonly jobs: number;
  readonly bytes: number;
}

interface Waiting {
  readonly job: Job;
  cost: Cost;
  readonly resolve: () => void;
  readonly reject: (error: unknown) => void;
}

const FREE: Cost = { rows: 0, bytes: 0 };

/** LMDB keeps a transaction's pages in memory until it is committed. */
const GROUP_BYTES = 32 * 2 ** 20;

/** After a failure nothing is tried for so long. */
const REST_MS = 1000;

export class GroupCommit {
  readonly #disk: Disk;
  readonly #clock: Clock;
  readonly #settle: Settle;
  readonly #seal: () => void;
  readonly #observe: ((commit: Commit) => void) | undefined;
  #queue: Waiting[] = [];
  #running: Promise<void> | undefined;
  /** Resolves when the last job asked for has been decided. */
  #last: Promise<void> = Promise.resolve();
  #waiting = 0;
  #refusal: Error | undefined;
  #refusesUntil = 0;

  constructor(disk: Disk, clock: Clock, { settle, seal }: Ends, observe?: (commit: Commit) => void) {
    this.#disk = disk;
    this.#clock = clock;
    this.#settle = settle;
    this.#seal = seal;
    this.#observe = observe;
  }

  /** Jobs that are not durable yet. */
  get waiting(): number {
    return this.#waiting;
  }

  /** Resolves when the job is durable; rejects if nothing of it was written. */
  write(job: Job): Promise<void> {
    const durable = new Promise<void>((resolve, reject) => {
      this.#queue.push({ job, cost: FREE, resolve, reject });
      this.#waiting++;
      this.#running ??= this.#run();
    });
    this.#last = durable.catch(() => {});
    return durable;
  }

  /** Resolves when everything asked for so far is durable or has failed. What is asked for meanwhile is not waited for. */
  settled(): Promise<void> {
    return this.#last;
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
    for (const waiting of this.#queue) {
      waiting.cost = waiting.job.cost();
      bytes += waiting.cost.bytes;
      if (count > 0 && bytes > GROUP_BYTES) break;
      count++;
    }
    return this.#queue.splice(0, count);
  }

  async #commit(group: Waiting[]): Promise<void> {
    if (this.#refusal && this.#clock.monotonic() < this.#refusesUntil)
      return this.#fail(group, this.#refusal);
    let rows = 0;
    let bytes = 0;
    for (const { cost } of group) {
      // And what is sealed of its model.
      rows += cost.rows + 1;
      bytes += cost.bytes;
    }
    try {
      await this.#disk.reserve(rows, bytes);
    } catch (error) {
      return this.#fail(group, this.#refuse(error));
    }
    let staged: Waiting[] = [];
    const start = this.#clock.monotonic();
    try {
      await this.#disk.commit(() => {
        staged = group.filter((waiting) => this.#stage(waiting));
        this.#seal();
      });
    } catch (error) {
      this.#settle(false);
      return this.#fail(staged, this.#reasonOf(error));
    }
    this.#settle(true);
    this.#refusal = undefined;
    this.#waiting -= staged.length;
    this.#observe?.({ seconds: (this.#clock.monotonic() - start) / 1000, jobs: staged.length, bytes });
    for (const { resolve } of staged) resolve();
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
    for (const { reject } of group) reject(error);
  }

  /** What is answered now, and without trying for a while. */
  #refuse(cause: unknown): Error {
    this.#refusal = new StorageFull(cause instanceof Error ? cause.message : String(cause));
    this.#refusesUntil = this.#clock.monotonic() + REST_MS;
    return this.#refusal;
  }

  /** What went wrong with a transaction, in our words; and whether there can be another one. */
  #reasonOf(error: unknown): Error {
    this.#refuse(error);
    try {
      this.#disk.check();
    } catch (broken) {
      if (!(broken instanceof StorageBroken)) throw broken;
      this.#refusal = broken;
      this.#refusesUntil = Number.POSITIVE_INFINITY;
    }
    return this.#refusal!;
  }
}
