import type { Table } from "./disk.ts";

/** A table as the commit under way has changed it: reading within the commit sees what was put and removed before. */
export class Staged {
  readonly #table: Table;
  readonly #rows = new Map<string, { readonly key: Buffer; readonly value: Buffer | undefined }>();

  constructor(table: Table) {
    this.#table = table;
  }

  get(key: Buffer): Buffer | undefined {
    const row = this.#rows.get(nameOf(key));
    return row === undefined ? this.#table.get(key) : row.value;
  }

  put(key: Buffer, value: Buffer): void {
    this.#table.put(key, value);
    this.#rows.set(nameOf(key), { key, value });
  }

  remove(key: Buffer): void {
    this.#table.remove(key);
    this.#rows.set(nameOf(key), { key, value: undefined });
  }

  /** The first keys from `start` to before `end`. */
  keys(start: Buffer, end: Buffer, limit: number): Buffer[] {
    const found: Buffer[] = [];
    for (const key of this.#table.getKeys({ start, end, limit: limit + this.#rows.size }))
      if (!this.#rows.has(nameOf(key))) found.push(key);
    for (const { key, value } of this.#rows.values())
      if (value !== undefined && start.compare(key) <= 0 && key.compare(end) < 0) found.push(key);
    return found.sort((a, b) => a.compare(b)).slice(0, limit);
  }

  /** The commit is over: the table shows what has become of it. */
  settle(): void {
    this.#rows.clear();
  }
}

function nameOf(key: Buffer): string {
  return key.toString("latin1");
}
