import { seal, unseal } from "./checked.ts";
import type { Tables } from "./disk.ts";
import type { GroupCommit } from "./group-commit.ts";
import { modelPlace, numberPlace } from "./places.ts";

/*
 * What the fold had come to at some positions. Nothing here is the truth: a snapshot that is damaged or missing is made good by an
 * earlier one and the journal.
 */

export interface NewSnapshot {
  /** It has been through all events before this position. */
  readonly position: number;
  /** Of the arithmetic that made it. */
  readonly arithmetic: string;
  /** Milliseconds since 1970. */
  readonly time: number;
  /** Whatever its maker wants to see in a list. */
  readonly note?: unknown;
  readonly bytes: Uint8Array;
}

export interface Snapshot extends Omit<NewSnapshot, "bytes"> {
  /** Grows from snapshot to snapshot. */
  readonly id: number;
  /** Length of the bytes. */
  readonly size: number;
}

export class Snapshots {
  readonly #model: number;
  readonly #tables: Tables;
  readonly #commits: GroupCommit;
  #lastId: number;

  constructor(model: number, tables: Tables, commits: GroupCommit) {
    this.#model = model;
    this.#tables = tables;
    this.#commits = commits;
    this.#lastId = this.list()[0]?.id ?? 0;
  }

  /** Newest first. What cannot be read is left out. */
  list(): Snapshot[] {
    const found: Snapshot[] = [];
    const [start, end] = [modelPlace(this.#model), modelPlace(this.#model + 1)];
    for (const { key, value } of this.#tables.snapshots.getRange({ start, end })) {
      const content = unseal(key, value);
      if (content) found.push(JSON.parse(content.toString()));
    }
    return found.reverse();
  }

  /** Resolves, when it is durable and the `replaced` ones are gone, to its id. */
  async save(snapshot: NewSnapshot, replaced: readonly number[] = []): Promise<number> {
    const { bytes, ...known } = snapshot;
    const id = ++this.#lastId;
    const place = numberPlace(this.#model, id);
    const row: Snapshot = { ...known, id, size: bytes.length };
    const sealed = seal(place, bytes);
    await this.#commits.write({
      rows: 2 + 2 * replaced.length,
      bytes: sealed.length,
      stage: () => {
        this.#tables.images.put(place, sealed);
        this.#tables.snapshots.put(place, seal(place, Buffer.from(JSON.stringify(row))));
        this.stageRemoval((old) => replaced.includes(old.id));
      },
    });
    return id;
  }

  /** The bytes, or undefined if they are damaged or there is no such snapshot. */
  load(id: number): Buffer | undefined {
    const place = numberPlace(this.#model, id);
    const sealed = this.#tables.images.get(place);
    return sealed && unseal(place, sealed);
  }

  async remove(ids: readonly number[]): Promise<void> {
    await this.#commits.write({
      rows: 2 * ids.length,
      bytes: 0,
      stage: () => this.stageRemoval((old) => ids.includes(old.id)),
    });
  }

  /** Within a transaction: removes those of which `which` is true. */
  stageRemoval(which: (snapshot: Snapshot) => boolean): void {
    for (const { id } of this.list().filter(which)) {
      const place = numberPlace(this.#model, id);
      this.#tables.snapshots.remove(place);
      this.#tables.images.remove(place);
    }
  }
}
