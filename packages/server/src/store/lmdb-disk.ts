import { type Database, open, type RootDatabase } from "lmdb";
import { CommitCount } from "./commit-count.ts";
import type { Disk, Table, Tables } from "./disk.ts";
import { StorageBroken } from "./errors.ts";
import { Room } from "./room.ts";

/*
 * One LMDB environment. It is opened without LMDB's overlapping sync, so a transaction's promise settles only after the data has
 * been synced, and then the page that points to it: committed is durable. (With overlapping sync the promise called `flushed` never
 * settles when a sync fails.)
 */

export class LmdbDisk implements Disk {
  readonly tables: Tables;
  readonly #root: RootDatabase<Buffer, Buffer>;
  readonly #room: Room;
  readonly #count: CommitCount;

  constructor(directory: string, sync: boolean) {
    const binary = { encoding: "binary", keyEncoding: "binary" } as const;
    this.#root = open<Buffer, Buffer>({
      path: directory,
      noSubdir: false,
      maxDbs: 12,
      ...binary,
      overlappingSync: false,
      eventTurnBatching: false,
      noSync: !sync,
    });
    const table = (name: string): Table =>
      this.#root.openDB<Buffer, Buffer>({ name, ...binary }) as Database<Buffer, Buffer> & Table;
    this.tables = {
      models: table("models"),
      entries: table("entries"),
      keys: table("keys"),
      pending: table("pending"),
      expiries: table("expiries"),
      snapshots: table("snapshots"),
      images: table("images"),
      ends: table("ends"),
    };
    this.#count = new CommitCount(directory, this.tables.ends);
    this.#room = new Room(directory, this.#root);
  }

  reserve(rows: number, bytes: number): Promise<void> {
    return this.#room.reserve(rows, bytes);
  }

  async commit(stage: () => void): Promise<void> {
    try {
      await this.#root.batch(() => {
        stage();
        this.#count.stage();
      });
    } catch (error) {
      // LMDB rejects a second promise with the cause. Without a handler it would end the process.
      const inner: Promise<never> | undefined = (error as { commitError?: Promise<never> }).commitError;
      throw (await inner?.catch((cause: unknown) => cause)) ?? error;
    }
    this.#count.committed();
  }

  /**
   * If the page that points to the data could not be written, LMDB takes no transaction any more, and one in the background would
   * wait for ever. A synchronous one reports it.
   */
  check(): void {
    try {
      this.#root.transactionSync(() => {});
    } catch (broken) {
      throw new StorageBroken(`nothing can be written until a restart: ${(broken as Error).message}`);
    }
  }

  async close(): Promise<void> {
    await this.#root.close();
    this.#count.close();
    this.#room.close();
  }
}
