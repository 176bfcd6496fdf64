import { mkdirSync } from "node:fs";
import { type Database, open, type RootDatabase } from "lmdb";

export type Table = Database<Buffer, Buffer>;

/** Everything the store keeps; see places.ts for the keys. All values are checked ones, but for the empty ones of `expiries`. */
export interface Tables {
  readonly root: RootDatabase<Buffer, Buffer>;
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
}

/** The tables whose rows belong to one model each. */
export const OF_MODELS = ["entries", "keys", "pending", "expiries", "snapshots", "images"] as const;

export function openTables(directory: string, sync: boolean): Tables {
  mkdirSync(directory, { recursive: true });
  const binary = { encoding: "binary", keyEncoding: "binary" } as const;
  const root = open<Buffer, Buffer>({
    path: directory,
    noSubdir: false,
    maxDbs: 8,
    ...binary,
    // Committed is durable, and failures are told to whom they concern: see group-commit.ts.
    overlappingSync: false,
    eventTurnBatching: false,
    noSync: !sync,
  });
  const table = (name: string): Table => root.openDB<Buffer, Buffer>({ name, ...binary });
  return {
    root,
    models: table("models"),
    entries: table("entries"),
    keys: table("keys"),
    pending: table("pending"),
    expiries: table("expiries"),
    snapshots: table("snapshots"),
    images: table("images"),
  };
}
