import type { DataError } from "./data-error.ts";
import { rejectRow, type Settings } from "./options.ts";
import type { Rows } from "./table.ts";

/** The rows of a block that turned out to be bad, in blocks that are filled column after column. */
export class BadRows {
  readonly #errors = new Map<number, DataError>();

  /** Of a row with several errors the first one counts. */
  add(row: number, error: DataError): void {
    if (!this.#errors.has(row)) this.#errors.set(row, error);
  }

  /** Takes them out of the block. Where bad rows are not to be skipped, cuts it off before the first and throws its error. */
  settle(rows: Rows, settings: Settings): void {
    // From the last to the first, so that a row's number still holds when those behind it are gone.
    const order = [...this.#errors.keys()].sort((a, b) => b - a);
    if (order.length > 0 && settings.onError !== "skip") {
      const earliest = order[order.length - 1];
      rows.rows = earliest;
      throw this.#errors.get(earliest);
    }
    for (const row of order) rows.drop(row);
    for (const row of order.reverse()) rejectRow(settings, this.#errors.get(row)!);
  }
}
