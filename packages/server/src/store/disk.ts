/*
 * What the store needs of a disk: tables of rows in the order of their keys, and commits that are durable as a whole or not at all.
 * LMDB is the real one (lmdb-disk.ts); the simulation has another.
 */

export interface Range {
  readonly start?: Buffer;
  readonly end?: Buffer;
  readonly reverse?: boolean;
  readonly inclusiveEnd?: boolean;
  readonly limit?: number;
}

/** Rows by key. Reading sees what has been committed. */
export interface Table {
  get(key: Buffer): Buffer | undefined;
  getKeys(range: Range): Iterable<Buffer>;
  getRange(range: Range): Iterable<{ readonly key: Buffer; readonly value: Buffer }>;
  getKeysCount(range: Range): number;
  /** Only within a commit. */
  put(key: Buffer, value: Buffer): unknown;
  /** Only within a commit. */
  remove(key: Buffer): unknown;
}

/** Everything the store keeps; see places.ts for the keys. All values are sealed, except the empty ones of `expiries`. */
export interface Tables {
  /** Model → what it is; 0 → the highest number given so far. */
  readonly models: Table;
  /** Position of the first event → the entry. */
  readonly entries: Table;
  /** Key of an event → position of its entry. */
  readonly keys: Table;
  /** Id of a prediction → when it expires, and the record. */
  readonly pending: Table;
  /** When a prediction expires, and its id → nothing. */
  readonly expiries: Table;
  /** Number of a snapshot → what there is to know of it. */
  readonly snapshots: Table;
  /** Number of a snapshot → the snapshot. */
  readonly images: Table;
  /** Model → where its journal ends, how many keys it has, and how many predictions wait; 0 → the number of commits. */
  readonly ends: Table;
}

/** The tables whose rows belong to one model each. */
export const OF_MODELS = ["entries", "keys", "pending", "expiries", "snapshots", "images", "ends"] as const;

export interface Disk {
  readonly tables: Tables;
  /** Makes room for a commit that changes so many rows and writes so many bytes. Throws when there is none. */
  reserve(rows: number, bytes: number): Promise<void>;
  /**
   * Runs `stage`, and resolves when all it has put and removed is durable; if it rejects, nothing of it has been written. There is
   * one commit at a time.
   */
  commit(stage: () => void): Promise<void>;
  /** Throws StorageBroken if there can be no commit any more. */
  check(): void;
  close(): Promise<void>;
}
