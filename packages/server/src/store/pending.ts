import { seal, unseal } from "./checked.ts";
import type { Tables } from "./disk.ts";
import type { GroupCommit } from "./group-commit.ts";
import { modelPlace, nameIn, namePlace, numberPlace, timedPlace } from "./places.ts";

/*
 * Predictions that wait for their label: the record as it was then, under the id the client gave it. A second prediction under the
 * same id takes the first one's place.
 */

export interface Prediction {
  readonly id: string;
  readonly bytes: Uint8Array;
  /** Milliseconds since 1970. */
  readonly expires: number;
}

/** Part of a transaction: predictions that wait no longer. */
export interface Leaving {
  stage(): void;
  committed(): void;
  failed(): void;
}

const TIME = 6;
const NOTHING = Buffer.alloc(0);

export class Pending {
  readonly #model: number;
  readonly #tables: Tables;
  readonly #commits: GroupCommit;
  /** Ids that leave with a transaction to come: nobody may join them a second time. */
  readonly #leaving = new Set<string>();
  /** What the transaction under way has made of ids, which the tables do not show yet: their new expiry, or that they are gone. */
  readonly #staged = new Map<string, number | undefined>();
  #count: number;

  constructor(model: number, tables: Tables, commits: GroupCommit) {
    this.#model = model;
    this.#tables = tables;
    this.#commits = commits;
    this.#count = tables.expiries.getKeysCount({ start: modelPlace(model), end: modelPlace(model + 1) });
  }

  /** So many are waiting. */
  get count(): number {
    return this.#count;
  }

  /** Resolves when they are durable. */
  remember(predictions: readonly Prediction[]): Promise<void> {
    const rows = predictions.map(({ id, bytes, expires }) => {
      const place = namePlace(this.#model, id);
      const time = Buffer.alloc(TIME);
      time.writeUIntBE(expires, 0, TIME);
      return { id, expires, place, sealed: seal(place, time, bytes) };
    });
    let added = 0;
    return this.#commits.write({
      rows: 4 * rows.length,
      bytes: rows.reduce((sum, row) => sum + row.sealed.length, 0),
      stage: () => {
        for (const { id, expires, place, sealed } of rows) {
          if (!this.#stageRemoval(id)) added++;
          this.#tables.pending.put(place, sealed);
          this.#tables.expiries.put(timedPlace(this.#model, expires, id), NOTHING);
          this.#staged.set(id, expires);
        }
      },
      committed: () => {
        this.#count += added;
        this.#staged.clear();
      },
      failed: () => this.#staged.clear(),
    });
  }

  /** The prediction with this id, expired or not, if it waits and nobody is joining it. One that is damaged is as good as none. */
  get(id: string): Prediction | undefined {
    return this.#leaving.has(id) ? undefined : this.#read(id);
  }

  /** Those whose time had come at `now`, the longest expired first. */
  expired(now: number, limit = 1000): Prediction[] {
    const found: Prediction[] = [];
    const range = { start: numberPlace(this.#model, 0), end: numberPlace(this.#model, now + 1), limit };
    for (const place of this.#tables.expiries.getKeys(range)) {
      const prediction = this.get(nameIn(place));
      if (prediction) found.push(prediction);
    }
    return found;
  }

  /** Lets predictions leave with a transaction that the caller is about to ask for. */
  leave(ids: readonly string[]): Leaving {
    for (const id of ids) this.#leaving.add(id);
    const release = () => {
      for (const id of ids) this.#leaving.delete(id);
      this.#staged.clear();
    };
    let removed = 0;
    return {
      stage: () => {
        for (const id of ids) if (this.#stageRemoval(id)) removed++;
      },
      committed: () => {
        this.#count -= removed;
        release();
      },
      failed: release,
    };
  }

  /** Was there one? */
  #stageRemoval(id: string): boolean {
    const expires = this.#staged.has(id) ? this.#staged.get(id) : this.#read(id)?.expires;
    if (expires === undefined) return false;
    this.#tables.pending.remove(namePlace(this.#model, id));
    this.#tables.expiries.remove(timedPlace(this.#model, expires, id));
    this.#staged.set(id, undefined);
    return true;
  }

  #read(id: string): Prediction | undefined {
    const place = namePlace(this.#model, id);
    const sealed = this.#tables.pending.get(place);
    const content = sealed && unseal(place, sealed);
    return content && { id, expires: content.readUIntBE(0, TIME), bytes: content.subarray(TIME) };
  }
}
