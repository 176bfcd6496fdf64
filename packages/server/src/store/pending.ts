import { seal, unseal } from "./checked.ts";
import type { Table } from "./disk.ts";
import { modelPlace, nameIn, namePlace, numberPlace, timedPlace } from "./places.ts";
import type { Staged } from "./staged.ts";

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

const TIME = 6;
const NOTHING = Buffer.alloc(0);

export class Pending {
  readonly #model: number;
  readonly #rows: Staged;
  readonly #expiries: Staged;
  #count: number;
  /** Predictions that the commit under way adds, less those it removes. */
  #added = 0;

  constructor(model: number, rows: Staged, expiries: Staged, table: Table) {
    this.#model = model;
    this.#rows = rows;
    this.#expiries = expiries;
    this.#count = table.getKeysCount({ start: modelPlace(model), end: modelPlace(model + 1) });
  }

  /** Number of predictions that wait. */
  get count(): number {
    return this.#count;
  }

  /** The same, with what the commit under way changes. */
  get countStaged(): number {
    return this.#count + this.#added;
  }

  /** The prediction that waits under this id, whether its time is over or not. A damaged one counts as none. */
  get(id: string): Prediction | undefined {
    const place = namePlace(this.#model, id);
    const sealed = this.#rows.get(place);
    const content = sealed && unseal(place, sealed);
    return content && { id, expires: content.readUIntBE(0, TIME), bytes: content.subarray(TIME) };
  }

  /** Whether the time of a prediction is over at `now`. */
  isDue(now: number): boolean {
    return this.#due(now, 1).length > 0;
  }

  /** Predictions whose time is over at `now`, the longest expired first, and damaged ones left out. */
  due(now: number, limit: number): Prediction[] {
    return this.#due(now, limit).flatMap(({ prediction }) => prediction ?? []);
  }

  /** Within a commit. */
  put({ id, expires, bytes }: Prediction): void {
    this.remove(id);
    const place = namePlace(this.#model, id);
    const time = Buffer.alloc(TIME);
    time.writeUIntBE(expires, 0, TIME);
    this.#rows.put(place, seal(place, time, bytes));
    this.#expiries.put(timedPlace(this.#model, expires, id), NOTHING);
    this.#added++;
  }

  /** Within a commit. Returns whether there was one. */
  remove(id: string): boolean {
    const expires = this.get(id)?.expires;
    if (expires === undefined) return false;
    this.#rows.remove(namePlace(this.#model, id));
    this.#drop(timedPlace(this.#model, expires, id));
    return true;
  }

  /** Within a commit: removes what `due` returns, and damaged predictions with it. Returns whether more may be due. */
  removeDue(now: number, limit: number): boolean {
    const due = this.#due(now, limit);
    for (const { id, place, prediction } of due) {
      this.#drop(place);
      if (prediction !== undefined || this.get(id) === undefined)
        this.#rows.remove(namePlace(this.#model, id));
    }
    return due.length === limit;
  }

  /** The commit is over. */
  settle(committed: boolean): void {
    if (committed) this.#count += this.#added;
    this.#added = 0;
  }

  /** A prediction made again since under a damaged one's id has a later time, and stays. */
  #due(now: number, limit: number) {
    const [start, end] = [numberPlace(this.#model, 0), numberPlace(this.#model, now + 1)];
    return this.#expiries.keys(start, end, limit).map((place) => {
      const id = nameIn(place);
      const prediction = this.get(id);
      return { id, place, prediction: prediction && prediction.expires <= now ? prediction : undefined };
    });
  }

  #drop(expiry: Buffer): void {
    this.#expiries.remove(expiry);
    this.#added--;
  }
}
