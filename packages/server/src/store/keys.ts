import { seal, unseal } from "./checked.ts";
import type { Table } from "./disk.ts";
import { StoreDamaged } from "./errors.ts";
import { modelPlace, namePlace, numberIn, numberPlace } from "./places.ts";
import type { Staged } from "./staged.ts";

/** Keys of the events of one model's journal: each leads to the entry that brought it. */
export class Keys {
  readonly #model: number;
  readonly #rows: Staged;
  #count: number;
  /** Keys that the commit under way adds, less those it removes. */
  #added = 0;

  constructor(model: number, rows: Staged, table: Table) {
    this.#model = model;
    this.#rows = rows;
    this.#count = table.getKeysCount({ start: modelPlace(model), end: modelPlace(model + 1) });
  }

  /** Number of keys, those of the commit under way included. */
  get count(): number {
    return this.#count + this.#added;
  }

  /** Whether an event with this key is in the journal. A damaged row still says yes: learning an event twice cannot be undone. */
  has(key: string): boolean {
    return this.#rows.get(namePlace(this.#model, key)) !== undefined;
  }

  /** Where the entry begins that brought this key. */
  positionOf(key: string): number | undefined {
    const at = namePlace(this.#model, key);
    const sealed = this.#rows.get(at);
    if (sealed === undefined) return undefined;
    const place = unseal(at, sealed);
    if (place === undefined) throw new StoreDamaged("a key of the journal is damaged");
    return numberIn(place);
  }

  /** Within a commit: a key that is not there yet. */
  add(key: string, position: number): void {
    const at = namePlace(this.#model, key);
    this.#added++;
    this.#rows.put(at, seal(at, numberPlace(this.#model, position)));
  }

  /** Within a commit. */
  remove(key: string): void {
    const at = namePlace(this.#model, key);
    if (this.#rows.get(at) === undefined) return;
    this.#rows.remove(at);
    this.#added--;
  }

  /** The commit is over. */
  settle(committed: boolean): void {
    if (committed) this.#count += this.#added;
    this.#added = 0;
  }
}
