import { seal, unseal } from "./checked.ts";
import type { Tables } from "./disk.ts";
import { modelPlace, numberIn, numberPlace } from "./places.ts";
import { damagedAt } from "./sound-end.ts";

/*
 * The events of one model, in order and for good. An entry is what one request brought; it has the positions `position` to
 * `position + events − 1`, and the next entry begins where it ends. Positions never change and are never used again: an entry
 * that has had events erased from it keeps its place.
 */

export interface NewEntry {
  readonly bytes: Uint8Array;
  /** How many positions it takes: its events. What is not an event (a promotion, a rollback) takes one. */
  readonly events: number;
}

export interface Entry {
  readonly position: number;
  readonly events: number;
  readonly bytes: Buffer;
}

/** While reading, about this many bytes are in memory at once. */
const READ_BYTES = 2 ** 20;

const COUNT = 4;

export class Journal {
  readonly #model: number;
  readonly #tables: Tables;
  #position: number;
  /** Where the next entry goes: ahead of the position while a commit is under way. */
  #end: number;

  constructor(model: number, tables: Tables, end: number) {
    this.#model = model;
    this.#tables = tables;
    this.#position = this.#end = end;
  }

  /** Number of events that are durable. */
  get position(): number {
    return this.#position;
  }

  /** Where the next entry of the commit under way goes. */
  get end(): number {
    return this.#end;
  }

  /** Events before this one are no longer kept. */
  get start(): number {
    for (const place of this.#tables.entries.getKeys({ ...this.#from(0), limit: 1 })) return numberIn(place);
    return this.#position;
  }

  /** Within a commit: appends an entry. Returns its position. */
  put({ bytes, events }: NewEntry): number {
    if (!Number.isInteger(events) || events < 1 || events >= 2 ** 32)
      throw new RangeError(`invalid events: ${events}`);
    const position = this.#end;
    this.replace({ position, events, bytes });
    this.#end += events;
    return position;
  }

  /** Within a commit: puts other bytes in the place of an entry's. */
  replace({ position, events, bytes }: NewEntry & { readonly position: number }): void {
    const place = numberPlace(this.#model, position);
    const count = Buffer.alloc(COUNT);
    count.writeUInt32LE(events);
    this.#tables.entries.put(place, seal(place, count, bytes));
  }

  /** The commit is over. */
  settle(committed: boolean): void {
    if (committed) this.#position = this.#end;
    else this.#end = this.#position;
  }

  /** The entries that end after `from`, in order. Reading may take as long as it likes, and sees what is appended meanwhile. */
  *read(from = 0): Generator<Entry> {
    let next = from < this.#position ? this.#entryAt(from) : undefined;
    while (next !== undefined && next < this.#position) {
      const some: Entry[] = [];
      let bytes = 0;
      for (const { key, value } of this.#tables.entries.getRange(this.#from(next))) {
        const entry = this.#entry(key, value);
        if (entry.position !== next) throw damagedAt(next);
        next = entry.position + entry.events;
        some.push(entry);
        bytes += value.length;
        if (bytes > READ_BYTES || next >= this.#position) break;
      }
      if (some.length === 0) return;
      yield* some;
    }
  }

  /** The entry that begins at a position; throws if it is damaged or there is none. */
  at(position: number): Entry {
    const place = numberPlace(this.#model, position);
    return this.#entry(place, this.#tables.entries.get(place));
  }

  /** The range of the rows of entries that end at or before a position, the last entry excepted: it says where the journal stands. */
  before(position: number): { start: Buffer; end: Buffer } {
    const end = this.#entryAt(Math.min(position, this.#position - 1)) ?? 0;
    return { start: numberPlace(this.#model, 0), end: numberPlace(this.#model, end) };
  }

  #from(position: number) {
    return { start: numberPlace(this.#model, position), end: modelPlace(this.#model + 1) };
  }

  /** Where the entry begins that has this position; where the first one begins if that is later; undefined if none ends after it. */
  #entryAt(position: number): number | undefined {
    const back = { start: numberPlace(this.#model, position), end: numberPlace(this.#model, 0) };
    const found = this.#tables.entries.getRange({ ...back, inclusiveEnd: true, reverse: true, limit: 1 });
    for (const { key, value } of found) {
      const entry = this.#entry(key, value);
      if (entry.position + entry.events > position) return entry.position;
    }
    for (const place of this.#tables.entries.getKeys({ ...this.#from(position), limit: 1 }))
      return numberIn(place);
    return undefined;
  }

  #entry(place: Buffer, value: Buffer | undefined): Entry {
    const content = value && unseal(place, value);
    const position = numberIn(place);
    if (!content || content.length < COUNT) throw damagedAt(position);
    return { position, events: content.readUInt32LE(0), bytes: content.subarray(COUNT) };
  }
}
