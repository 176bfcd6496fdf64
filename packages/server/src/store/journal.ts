import { seal, unseal } from "./checked.ts";
import type { Tables } from "./disk.ts";
import { EventsGone, StoreDamaged } from "./errors.ts";
import type { GroupCommit } from "./group-commit.ts";
import type { Pending } from "./pending.ts";
import { modelPlace, namePlace, numberIn, numberPlace } from "./places.ts";
import { removeRows } from "./remove-rows.ts";
import type { Snapshots } from "./snapshots.ts";
import { damagedAt, soundEnd } from "./sound-end.ts";

/*
 * The events of one model, in order and for good. An entry is what one request brought; it has the positions `position` to
 * `position + events − 1`, and the next entry begins where it ends. Positions never change and are never used again: an entry
 * that has had events erased from it keeps its place.
 */

export interface NewEntry {
  readonly bytes: Uint8Array;
  /** How many positions it takes: its events. What is not an event (a promotion, a rollback) takes one. */
  readonly events: number;
  /** Keys of its events: `known` from now on. */
  readonly keys?: readonly string[];
  /** Ids of the predictions it joins: they wait no longer. */
  readonly consumed?: readonly string[];
}

export interface Entry {
  readonly position: number;
  readonly events: number;
  readonly bytes: Buffer;
}

/** Which of some keys belong to events of the journal. */
export interface Known {
  readonly keys: ReadonlySet<string>;
  /** There are keys whose events are being written: ask again after this. */
  readonly undecided: Promise<void> | undefined;
}

/** An entry without the events that are to be erased, and how many those were. */
export type Rewrite = (bytes: Buffer) => { readonly bytes: Uint8Array; readonly erased: number };

/** While reading, about so much is in memory at once. */
const READ_BYTES = 2 ** 20;

const COUNT = 4;

export class Journal {
  readonly #model: number;
  readonly #tables: Tables;
  readonly #commits: GroupCommit;
  readonly #pending: Pending;
  readonly #snapshots: Snapshots;
  /** Keys whose events are being written. */
  readonly #underWay = new Set<string>();
  #position: number;
  /** Where the next entry goes: ahead of the position while a transaction is under way. */
  #end: number;
  /** Damaged entries at the end that were dropped when the journal was opened. */
  readonly dropped: number;

  constructor(model: number, tables: Tables, commits: GroupCommit, pending: Pending, snapshots: Snapshots) {
    this.#model = model;
    this.#tables = tables;
    this.#commits = commits;
    this.#pending = pending;
    this.#snapshots = snapshots;
    const { end, dropped, remove } = soundEnd(model, tables, snapshots);
    this.#position = this.#end = end;
    this.dropped = dropped;
    // Commits keep the order of calls, so this one comes before anything is appended.
    if (remove !== undefined) commits.write({ rows: 2 * dropped, bytes: 0, stage: remove }).catch(() => {});
  }

  /** So many events are durable. */
  get position(): number {
    return this.#position;
  }

  /** Events before this one are no longer kept. */
  get start(): number {
    for (const place of this.#tables.entries.getKeys({ ...this.#from(0), limit: 1 })) return numberIn(place);
    return this.#position;
  }

  /** Resolves, when the entry is durable, to its position. Entries are placed, and promises settled, in the order of calls. */
  append(entry: NewEntry): Promise<number> {
    const { bytes, events, keys = [], consumed = [] } = entry;
    if (!Number.isInteger(events) || events < 1 || events >= 2 ** 32)
      throw new RangeError(`invalid events: ${events}`);
    const keyPlaces = keys.map((key) => namePlace(this.#model, key));
    for (const key of keys) this.#underWay.add(key);
    const leaving = this.#pending.leave(consumed);
    let position = 0;
    const release = () => {
      for (const key of keys) this.#underWay.delete(key);
    };
    const durable = this.#commits.write({
      rows: 1 + keys.length + 2 * consumed.length,
      bytes: bytes.length,
      stage: () => {
        position = this.#end;
        this.#end += events;
        const place = this.#put(position, entry);
        for (const at of keyPlaces) this.#tables.keys.put(at, seal(at, place));
        leaving.stage();
      },
      committed: () => {
        this.#position = position + events;
        release();
        leaving.committed();
      },
      failed: () => {
        this.#end = this.#position;
        release();
        leaving.failed();
      },
    });
    return durable.then(() => position);
  }

  /** What is known of these keys. While it says undecided, another request has brought one of them and its fate is open. */
  known(keys: readonly string[]): Known {
    const known = new Set<string>();
    let undecided = false;
    for (const key of keys) {
      if (this.#underWay.has(key)) undecided = true;
      else if (this.#has(key)) known.add(key);
    }
    return { keys: known, undecided: undecided ? this.#commits.settled() : undefined };
  }

  /** A key of an entry that was never whole is not known. */
  #has(key: string): boolean {
    const at = namePlace(this.#model, key);
    const sealed = this.#tables.keys.get(at);
    const place = sealed && unseal(at, sealed);
    return place !== undefined && numberIn(place) < this.#position;
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

  /**
   * Takes events out of the journal for good: everything with one of these keys, as `rewrite` does it, and the predictions
   * that wait under one of these ids. Snapshots that have learned from them are removed. The model is to be folded again from
   * `from`, the first position that changed; undefined if there was nothing to erase.
   */
  async erase(
    keys: readonly string[],
    ids: readonly string[],
    rewrite: Rewrite,
  ): Promise<{ erased: number; from: number | undefined }> {
    const places = keys.map((key) => namePlace(this.#model, key));
    let erased = 0;
    let from: number | undefined;
    // What is rewritten is hardly longer than it was. Throws where it cannot be, before anything leaves.
    const bytes = this.#entriesOf(places).reduce((sum, entry) => sum + entry.bytes.length, 0);
    const forgetting = this.#pending.leave(ids);
    await this.#commits.write({
      rows: 2 * (keys.length + ids.length + this.#snapshots.list().length),
      bytes,
      stage: () => {
        const rewritten = this.#entriesOf(places).map((entry) => ({ ...entry, ...rewrite(entry.bytes) }));
        for (const entry of rewritten) this.#put(entry.position, entry);
        for (const at of places) this.#tables.keys.remove(at);
        forgetting.stage();
        erased = rewritten.reduce((sum, entry) => sum + entry.erased, 0);
        if (rewritten.length === 0) return;
        const first = Math.min(...rewritten.map((entry) => entry.position));
        from = first;
        this.#snapshots.stageRemoval((snapshot) => snapshot.position > first);
      },
      committed: forgetting.committed,
      failed: forgetting.failed,
    });
    return { erased, from };
  }

  /** Drops the entries that end at or before a position, but never the last one: it says where the journal stands. */
  async trim(before: number): Promise<void> {
    const end = this.#entryAt(Math.min(before, this.#position - 1)) ?? 0;
    await removeRows(
      this.#commits,
      this.#tables.entries,
      numberPlace(this.#model, 0),
      numberPlace(this.#model, end),
    );
  }

  /** All rows of the model from a position on; in the table of keys, with 0, all of them. */
  #from(position: number) {
    return { start: numberPlace(this.#model, position), end: modelPlace(this.#model + 1) };
  }

  #backFrom(end: Buffer) {
    return { start: end, end: numberPlace(this.#model, 0), inclusiveEnd: true, reverse: true };
  }

  #put(position: number, { bytes, events }: NewEntry): Buffer {
    const place = numberPlace(this.#model, position);
    const count = Buffer.alloc(COUNT);
    count.writeUInt32LE(events);
    this.#tables.entries.put(place, seal(place, count, bytes));
    return place;
  }

  /** Events from here on can be folded again: from the beginning, or from a snapshot where that has been dropped. */
  #foldableFrom(): number {
    const start = this.start;
    if (start === 0) return 0;
    const oldest = this.#snapshots.list().findLast(({ id }) => this.#snapshots.load(id) !== undefined);
    return Math.max(start, oldest?.position ?? Number.POSITIVE_INFINITY);
  }

  /** The entries whose events have these keys, to be rewritten; throws EventsGone where the model could not be folded again after. */
  #entriesOf(keyPlaces: readonly Buffer[]): Entry[] {
    const positions = new Set<number>();
    const start = this.#foldableFrom();
    for (const at of keyPlaces) {
      const sealed = this.#tables.keys.get(at);
      if (sealed === undefined) continue;
      const place = unseal(at, sealed);
      if (!place) throw new StoreDamaged("a key of the journal is damaged");
      const position = numberIn(place);
      if (position < start)
        throw new EventsGone("retention has already dropped the event, or what came before it");
      positions.add(position);
    }
    return [...positions].map((position) => {
      const place = numberPlace(this.#model, position);
      return this.#entry(place, this.#tables.entries.get(place));
    });
  }

  /** Where the entry begins that has this position; where the first one begins if that is later; undefined if none ends after it. */
  #entryAt(position: number): number | undefined {
    const back = this.#backFrom(numberPlace(this.#model, position));
    for (const { key, value } of this.#tables.entries.getRange({ ...back, limit: 1 })) {
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
