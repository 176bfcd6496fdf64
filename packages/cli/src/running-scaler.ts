import type { TableLayout, TableRows } from "scinol";

/** The usual preprocessing: (x − mean) / standard deviation of each column of numbers so far, this value included. */
export class RunningScaler {
  private readonly scaled: readonly boolean[];
  private readonly counts: Float64Array;
  private readonly means: Float64Array;
  private readonly squares: Float64Array;

  constructor(layout: TableLayout) {
    this.scaled = layout.numbers.map(({ kind }) => kind === "number");
    this.counts = new Float64Array(this.scaled.length);
    this.means = new Float64Array(this.scaled.length);
    this.squares = new Float64Array(this.scaled.length);
  }

  scale(table: TableRows): TableRows {
    const { scaled, counts, means, squares } = this;
    const { apart = scaled.length } = table;
    const numbers = table.numbers.slice(0, table.rows * apart);
    for (let row = 0; row < table.rows; row++) {
      for (let n = 0; n < scaled.length; n++) {
        const x = numbers[row * apart + n];
        if (!scaled[n] || Number.isNaN(x)) continue;
        counts[n]++;
        const away = x - means[n];
        means[n] += away / counts[n];
        squares[n] += away * (x - means[n]);
        const deviation = Math.sqrt(squares[n] / counts[n]);
        numbers[row * apart + n] = deviation > 0 ? (x - means[n]) / deviation : 0;
      }
    }
    return { ...table, numbers };
  }
}
