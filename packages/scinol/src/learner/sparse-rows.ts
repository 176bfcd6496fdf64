/** Some rows of sparse vectors, compressed: row r has indices[k] with values[k], offsets[r] ≤ k < offsets[r + 1]. */
export interface SparseRows {
  readonly rows: number;
  readonly offsets: ArrayLike<number>;
  readonly indices: ArrayLike<number>;
  readonly values: ArrayLike<number>;
  /** What each index is called, no two of them the same. Names may be added; others take their place as another object. */
  readonly names?: { readonly values: readonly string[] } | undefined;
}
