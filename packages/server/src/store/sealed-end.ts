import { seal, unseal } from "./checked.ts";
import type { Table } from "./disk.ts";
import { StoreDamaged } from "./errors.ts";
import { modelPlace } from "./places.ts";

/** What a model had when it was last written. */
export interface End {
  /** Where its journal ends. */
  readonly end: number;
  /** Number of keys. */
  readonly keys: number;
  /** Number of predictions that wait. */
  readonly waiting: number;
}

/** A row that every commit writes for each model it changes: by it, what has been lost is told from what there never was. */
export class SealedEnd {
  readonly #place: Buffer;
  readonly #table: Table;
  #last: End | undefined;
  #staged: End | undefined;

  constructor(model: number, table: Table) {
    this.#place = modelPlace(model);
    this.#table = table;
    const row = table.get(this.#place);
    const content = row && unseal(this.#place, row);
    this.#last = content && JSON.parse(content.toString());
  }

  /** Undefined where nothing has been written yet, or the row is damaged. */
  get last(): End | undefined {
    return this.#last;
  }

  /** Throws StoreDamaged if the model does not have what it had. */
  compare({ end, keys, waiting }: End): void {
    const last = this.#last;
    if (last === undefined) return;
    if (end !== last.end)
      throw new StoreDamaged(`the journal ends at position ${end}, and its last commit ended at ${last.end}`);
    if (keys !== last.keys) throw new StoreDamaged(`there are ${keys} keys, and there were ${last.keys}`);
    if (waiting !== last.waiting)
      throw new StoreDamaged(`${waiting} predictions wait, and ${last.waiting} were waiting`);
  }

  /** Within a commit. */
  stage(now: End): void {
    const { last } = this;
    if (last && now.end === last.end && now.keys === last.keys && now.waiting === last.waiting) return;
    this.#staged = now;
    this.#table.put(this.#place, seal(this.#place, Buffer.from(JSON.stringify(now))));
  }

  /** The commit is over. */
  settle(committed: boolean): void {
    if (committed && this.#staged !== undefined) this.#last = this.#staged;
    this.#staged = undefined;
  }
}
