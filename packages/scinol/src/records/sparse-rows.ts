import type { Example } from "../linear/example.ts";
import type { Encoder } from "./encoder.ts";

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

/** Indices beyond this are looked up by their names. */
const MOST_KNOWN = 2 ** 24;

/** Encodes rows of sparse vectors: what `Encoder.encode` does for `{ indices, values }`, without names to look up. */
export class SparseEncoder {
  private readonly encoder: Encoder;
  /** The coordinate of each index, −1 where it is not known yet. */
  private coordinates = new Int32Array(0);
  private names: object | undefined;

  constructor(encoder: Encoder) {
    this.encoder = encoder;
  }

  encode(table: SparseRows, row: number, example: Example, learning: boolean): void {
    const { encoder } = this;
    const { indices, values } = table;
    if (table.names !== this.names) {
      this.names = table.names;
      this.coordinates.fill(-1);
    }
    encoder.begin(example, learning);
    const to = table.offsets[row + 1];
    for (let k = table.offsets[row]; k < to; k++) {
      const index = indices[k];
      const value = values[k];
      const known = this.coordinates[index];
      if (known >= 0 && Math.abs(value) <= 1e300) example.add(known, value);
      else this.encodeUnknown(table, index, value, example, learning);
    }
    encoder.encodeCrosses(example);
  }

  private encodeUnknown(
    table: SparseRows,
    index: number,
    value: number,
    example: Example,
    learning: boolean,
  ): void {
    const column = this.encoder.column(table.names?.values[index] ?? String(index));
    if (!(Math.abs(value) <= 1e300)) return this.encoder.encodeMissing(column, example);
    this.encoder.encodeNumber(column, value, true, example);
    if (!learning || column.kind !== "indicator" || column.crossed || index >= MOST_KNOWN) return;
    if (index >= this.coordinates.length) {
      const known = this.coordinates;
      this.coordinates = new Int32Array(Math.max(1024, 2 * index)).fill(-1);
      this.coordinates.set(known);
    }
    this.coordinates[index] = column.coordinate;
  }
}
