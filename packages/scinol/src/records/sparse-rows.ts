import { LARGEST } from "../linear/example.ts";
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

/**
 * The columns of sparse vectors by index, found among an encoder's as they come, and their coordinates once they have one.
 * Columns lie scattered over the memory, coordinates side by side: a row of known features needs only these.
 */
export class BoundSparse {
  private columns: (Column | undefined)[] = [];
  private places = new Int32Array(0);
  private names: object | undefined;
  /** The coordinates and values of a row whose features are all known. */
  coordinates = new Int32Array(0);
  values = new Float64Array(0);

  /** Begins with rows that may have other names. */
  bind(table: SparseRows): void {
    if (table.names === this.names) return;
    this.names = table.names;
    this.columns = [];
    this.places = new Int32Array(0);
  }

  column(index: number): Column | undefined {
    return this.columns[index];
  }

  know(index: number, column: Column): void {
    if (index >= MOST_KNOWN) return;
    // Without holes, so that the engine keeps it as an array.
    while (this.columns.length <= index) this.columns.push(undefined);
    this.columns[index] = column;
    if (column.kind !== "indicator" || column.crossed || column.coordinate < 0) return;
    if (index >= this.places.length) {
      const { places } = this;
      this.places = new Int32Array(Math.max(1024, 2 * index)).fill(-1);
      this.places.set(places);
    }
    this.places[index] = column.coordinate;
  }

  /** Fills `coordinates` and `values` with a row, and answers how many there are; −1 where one is not known. */
  place(table: SparseRows, row: number): number {
    const from = table.offsets[row];
    const count = table.offsets[row + 1] - from;
    if (count > this.coordinates.length) {
      this.coordinates = new Int32Array(2 * count);
      this.values = new Float64Array(2 * count);
    }
    const { coordinates, values, places } = this;
    for (let n = 0; n < count; n++) {
      const place = places[table.indices[from + n]];
      const value = table.values[from + n];
      if (!(place >= 0 && Math.abs(value) <= LARGEST)) return -1;
      coordinates[n] = place;
      values[n] = value;
    }
    return count;
  }
}
