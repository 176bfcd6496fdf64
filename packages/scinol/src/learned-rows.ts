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
