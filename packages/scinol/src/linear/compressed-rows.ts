import type { SparseFeatures } from "./example.ts";
import { checkWeights, inRow } from "./rows.ts";

/** Many sparse examples, compressed: row r has indices[k] with values[k], offsets[r] ≤ k < offsets[r + 1]. */
export interface SparseBatch {
  /** One more than there are rows. */
  readonly offsets: ArrayLike<number>;
  /** Whole numbers from 0, increasing within a row. */
  readonly indices: ArrayLike<number>;
  readonly values: ArrayLike<number>;
}

/** The same in arrays of one kind, of which the offsets are known to be sound; `check` before use. */
export class CompressedRows {
  readonly count: number;
  readonly offsets: Int32Array;
  readonly indices: ArrayLike<number>;
  readonly values: ArrayLike<number>;
  /** How much each row matters; left out where each matters 1. */
  readonly weights: Float64Array | undefined;
  /** Entries of the longest row. */
  readonly longest: number;

  constructor({ offsets, indices, values }: SparseBatch, count: number, weights?: ArrayLike<number>) {
    if (offsets?.length !== count + 1) {
      throw new RangeError(`expected ${count + 1} offsets for ${count} rows, got ${offsets?.length}`);
    }
    const most = Math.min(indices.length, values.length);
    let longest = 0;
    for (let r = 0, last = 0; r <= count; r++) {
      const offset = offsets[r];
      if (!Number.isInteger(offset) || offset < last || offset > most) {
        throw new RangeError(`offset ${r} must be a whole number from ${last} to ${most}, got ${offset}`);
      }
      if (r > 0 && offset - last > longest) longest = offset - last;
      last = offset;
    }
    this.count = count;
    this.longest = longest;
    this.offsets = offsets instanceof Int32Array ? offsets : Int32Array.from(offsets);
    this.indices = indices;
    this.values = values;
    this.weights = checkWeights(weights, count);
  }

  /** Whether the numbers are held as a kernel wants them. */
  get typed(): boolean {
    return this.indices instanceof Int32Array && this.values instanceof Float64Array;
  }

  /** The same with numbers as a kernel wants them, of rows that were checked. */
  asTyped(): CompressedRows {
    if (this.typed) return this;
    const { offsets, count, weights } = this;
    const end = offsets[count];
    const [indices, values] = [new Int32Array(end), new Float64Array(end)];
    for (let k = offsets[0]; k < end; k++) {
      indices[k] = this.indices[k];
      values[k] = this.values[k];
    }
    return new CompressedRows({ offsets, indices, values }, count, weights);
  }

  row(r: number): SparseFeatures {
    const [from, to] = [this.offsets[r], this.offsets[r + 1]];
    return { indices: slice(this.indices, from, to), values: slice(this.values, from, to) };
  }

  /** Throws what `read` throws of a row in which something is wrong; `find` says which is the first. */
  check(read: (row: SparseFeatures) => void, find?: (rows: CompressedRows) => number): void {
    let r = find?.(this) ?? 0;
    if (r < 0) return;
    try {
      for (; r < this.count; r++) read(this.row(r));
    } catch (error) {
      throw inRow(r, error as Error);
    }
  }
}

function slice(list: ArrayLike<number>, from: number, to: number): ArrayLike<number> {
  if (list instanceof Int32Array || list instanceof Float64Array) return list.subarray(from, to);
  return Array.from({ length: to - from }, (_, n) => list[from + n]);
}
