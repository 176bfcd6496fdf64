import type { Block } from "../engine/block.ts";

/** Rows of one form, which are written to a block one by one. */
export interface RowSource<Rows extends { readonly rows: number }> {
  /** Throws on rows that contradict themselves; once a block, before anything changes. */
  check(rows: Rows): void;
  /** Finds places for the columns of a row; while learning, new ones get one. */
  place(rows: Rows, row: number, isLearning: boolean): void;
  /** Whether the row that was placed has numeric columns that the model does not have. */
  readonly hasUnknown: boolean;
  /** Adds a row to the block. */
  write(rows: Rows, row: number, block: Block, label: number, weight: number): void;
  /** Forgets what was found: columns may be others now. */
  forget(): void;
}
