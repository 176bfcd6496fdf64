import { seal, unseal } from "./checked.ts";
import type { Tables } from "./disk.ts";
import { modelPlace, numberPlace } from "./places.ts";

/*
 * What the fold had come to at some positions. Nothing here is the truth: a snapshot that is damaged or missing is made good by an
 * earlier one and the journal.
 */

export interface NewSnapshot {
  /** Events of the journal that the fold had been through. */
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
  #lastId: number;

  constructor(model: number, tables: Tables) {
    this.#model = model;
    this.#tables = tables;
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

  /** The bytes, or undefined if they are damaged or there is no such snapshot. */
  load(id: number): Buffer | undefined {
    const place = numberPlace(this.#model, id);
    const sealed = this.#tables.images.get(place);
    return sealed && unseal(place, sealed);
  }

  /** Within a commit. Returns its id. */
  put(snapshot: NewSnapshot): number {
    const { bytes, ...known } = snapshot;
    const id = ++this.#lastId;
    const place = numberPlace(this.#model, id);
    const row: Snapshot = { ...known, id, size: bytes.length };
    this.#tables.images.put(place, seal(place, bytes));
    this.#tables.snapshots.put(place, seal(place, Buffer.from(JSON.stringify(row))));
    return id;
  }

  /** Within a commit. */
  remove(id: number): void {
    const place = numberPlace(this.#model, id);
    this.#tables.snapshots.remove(place);
    this.#tables.images.remove(place);
  }
}
