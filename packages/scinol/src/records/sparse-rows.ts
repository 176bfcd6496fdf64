import type { Column } from "./column.ts";

/** Some rows of sparse vectors, compressed: row r has indices[k] with values[k], offsets[r] ≤ k < offsets[r + 1]. */
export interface SparseRows {
  readonly rows: number;
  readonly offsets: ArrayLike<number>;
  /** No index twice in a row. */
  readonly indices: ArrayLike<number>;
  readonly values: ArrayLike<number>;
  /** What each index is called. Names may be added; others take their place as another object. */
  readonly names?: { readonly values: readonly string[] } | undefined;
}

/** Indices beyond this are looked up by their names every time. */
const MOST_KNOWN = 2 ** 24;

/** The columns of sparse vectors by index, found among an encoder's as they come. */
export class BoundSparse {
  private columns: (Column | undefined)[] = [];
  private names: object | undefined;

  /** Begins with rows that may have other names. */
  bind(table: SparseRows): void {
    if (table.names === this.names) return;
    this.names = table.names;
    this.columns = [];
  }

  column(index: number): Column | undefined {
    return this.columns[index];
  }

  know(index: number, column: Column): void {
    if (index >= MOST_KNOWN) return;
    // Without holes, so that the engine keeps it as an array.
    while (this.columns.length <= index) this.columns.push(undefined);
    this.columns[index] = column;
  }
}
