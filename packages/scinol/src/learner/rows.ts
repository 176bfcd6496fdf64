import type { Block } from "../engine/block.ts";

/** Rows of one form, which are written to a block one by one. */
export interface RowSource<Rows extends { readonly rows: number }> {
  /** Throws on rows that contradict themselves; once a block, before anything changes. */
  check(rows: Rows): void;
  /** Finds places for the columns of a row; while learning, new ones get one. */
  place(rows: Rows, row: number, isLearning: boolean): void;
  /** Adds a row to the block. */
  write(rows: Rows, row: number, block: Block, label: number, weight: number): void;
  /** Forgets what was found: columns may be others now. */
  forget(): void;
}

/** How learning from some rows went, row by row. Filled anew for every block. */
export class LearnedRows {
  rows = 0;
  /** What was predicted before learning: the position of the likeliest class among `classes`, or the value. */
  answers = new Float64Array(0);
  /** The loss of that prediction. */
  losses = new Float64Array(0);

  begin(rows: number): void {
    this.rows = rows;
    if (rows <= this.losses.length) return;
    this.answers = new Float64Array(rows);
    this.losses = new Float64Array(rows);
  }
}
