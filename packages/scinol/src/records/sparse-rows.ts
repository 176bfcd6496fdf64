import type { Column } from "./column.ts";

/** Some rows of sparse vectors, compressed: row r has indices[k] with values[k], offsets[r] ≤ k < offsets[r + 1]. */
export interface SparseRows {
  readonly rows: number;
  readonly offsets: ArrayLike<number>;
  /** No index twice in a row. */
  readonly indices: ArrayLike<number>;
  readonly values: ArrayLike<number>;
  /** What each index is called, no two of them the same. Names may be added; others take their place as another object. */
  readonly names?: { readonly values: readonly string[] } | undefined;
}

/** Indices beyond this are looked up by their names every time. */
const MOST_KNOWN = 2 ** 24;

/** The columns of sparse vectors by index, found among an encoder's as they come. */
export class BoundSparse {
  private columns = new Map<number, Column>();
  /** The coordinate of each index that has come before, else −1: all that a row needs, if it has nothing new. */
  coordinates = new Int32Array(0);
  private names: object | undefined;

  /** Begins with rows that may have other names. */
  bind(table: SparseRows): void {
    if (table.names === this.names) return;
    this.names = table.names;
    this.columns = new Map();
    this.coordinates = new Int32Array(0);
  }

  /** Whether all entries of a row have coordinates and are numbers to us. */
  knows({ offsets, indices, values }: SparseRows, row: number): boolean {
    for (let k = offsets[row]; k < offsets[row + 1]; k++) {
      if (!(this.coordinates[indices[k]] >= 0 && Math.abs(values[k]) <= 1e300)) return false;
    }
    return true;
  }

  column(index: number): Column | undefined {
    return this.columns.get(index);
  }

  know(index: number, column: Column): void {
    if (!this.canPlace(index)) return;
    this.columns.set(index, column);
    if (column.kind === "indicator" && !column.crossed) this.place(index, column.coordinate);
  }

  /** Whether an index is worth remembering. */
  canPlace(index: number): boolean {
    return index >>> 0 === index && index < MOST_KNOWN;
  }

  /** Remembers an index's coordinate. */
  place(index: number, coordinate: number): void {
    if (index >= this.coordinates.length) {
      const { coordinates } = this;
      this.coordinates = new Int32Array(Math.min(Math.max(64, 2 * index), MOST_KNOWN)).fill(-1);
      this.coordinates.set(coordinates);
    }
    this.coordinates[index] = coordinate;
  }
}
