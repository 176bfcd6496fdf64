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
  /** The coordinate of each index that has come before, else −1: all that a row needs, if it has nothing new. */
  coordinates = new Int32Array(0);
  /** One more than the largest coordinate that was written. */
  extent = 1;
  private names: object | undefined;

  /** Begins with rows that may have other names. */
  bind(table: SparseRows): void {
    if (table.names === this.names) return;
    this.names = table.names;
    this.columns = [];
    this.coordinates = new Int32Array(0);
  }

  /** Whether all these entries have coordinates and are numbers to us. */
  knows({ indices, values }: SparseRows, from: number, to: number): boolean {
    const { coordinates } = this;
    for (let k = from; k < to; k++) {
      const index = indices[k];
      if (!(index < coordinates.length && coordinates[index] >= 0 && Math.abs(values[k]) <= 1e300))
        return false;
    }
    return true;
  }

  /**
   * Writes a row's coordinates and values from `at` on, zeros left out; `meet` gives a coordinate to an index that is new.
   * Answers the place behind the last, or −1: a row with a value that is no number to us, or an index that gets no
   * coordinate, has to be taken by itself.
   */
  write(
    table: SparseRows,
    row: number,
    at: number,
    index: Int32Array,
    value: Float64Array,
    meet: (index: number) => number,
  ): number {
    const { indices, values } = table;
    let { coordinates, extent } = this;
    const to = table.offsets[row + 1];
    for (let k = table.offsets[row]; k < to; k++) {
      const x = values[k];
      const size = Math.abs(x);
      if (!(size <= 1e300)) return -1;
      const i = indices[k];
      let coordinate = i < coordinates.length ? coordinates[i] : -1;
      if (coordinate < 0) {
        coordinate = meet(i);
        if (coordinate < 0) return -1;
        coordinates = this.coordinates;
      }
      if (coordinate >= extent) extent = coordinate + 1;
      index[at] = coordinate;
      value[at] = x;
      if (size >= 1e-300) at++;
    }
    this.extent = extent;
    return at;
  }

  column(index: number): Column | undefined {
    return this.columns[index];
  }

  know(index: number, column: Column): void {
    if (!this.canPlace(index)) return;
    // Without holes, so that the engine keeps it as an array.
    while (this.columns.length <= index) this.columns.push(undefined);
    this.columns[index] = column;
    if (column.kind === "indicator" && !column.crossed) this.place(index, column.coordinate);
  }

  /** Whether an index is worth remembering. */
  canPlace(index: number): boolean {
    return index < MOST_KNOWN;
  }

  /** Remembers an index's coordinate. */
  place(index: number, coordinate: number): void {
    if (index >= this.coordinates.length) {
      const { coordinates } = this;
      this.coordinates = new Int32Array(Math.max(64, 2 * index)).fill(-1);
      this.coordinates.set(coordinates);
    }
    this.coordinates[index] = coordinate;
  }
}
