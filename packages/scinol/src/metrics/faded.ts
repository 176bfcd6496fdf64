import type { Accumulator } from "./accumulator.ts";
import { damaged } from "./check.ts";
import type { Rows } from "./statistic.ts";
import { checkCells, reach } from "./table.ts";

/**
 * All examples, each weighing `keep` times as much whenever another one comes: the newest 1, the one before it `keep`,
 * then keep², …
 *
 * A cell is faded only when it is touched, for all the rounds since then at once, so that a round costs the same
 * however many cells there are.
 */
export class Faded implements Accumulator {
  private readonly rows: Rows;
  private readonly keep: number;
  private rounds = 0;
  private cells: number;
  private sums: Float64Array;
  /** The round in which each cell was last touched. */
  private touched: Float64Array;

  constructor(rows: Rows, cells: number, keep: number) {
    this.rows = rows;
    this.keep = keep;
    this.cells = cells;
    this.sums = new Float64Array(cells * rows.width);
    this.touched = new Float64Array(cells);
  }

  add(cell: number, row: Float64Array): void {
    const { width } = this.rows;
    this.cells = Math.max(this.cells, cell + 1);
    this.sums = reach(this.sums, this.cells * width);
    this.touched = reach(this.touched, this.cells);
    this.rounds++;
    this.rows.fade(this.sums, cell * width, power(this.keep, this.rounds - this.touched[cell]));
    this.rows.merge(this.sums, cell * width, row, 0);
    this.touched[cell] = this.rounds;
  }

  /** Reading fades a copy: it must not change the bits that are to come. */
  table(): Float64Array {
    const { width } = this.rows;
    const table = this.sums.slice(0, this.cells * width);
    for (let c = 0; c < this.cells; c++) {
      this.rows.fade(table, c * width, power(this.keep, this.rounds - this.touched[c]));
    }
    return table;
  }

  save(): Float64Array {
    const saved = new Float64Array(1 + this.cells * (1 + this.rows.width));
    saved[0] = this.rounds;
    saved.set(this.touched.subarray(0, this.cells), 1);
    saved.set(this.sums.subarray(0, this.cells * this.rows.width), 1 + this.cells);
    return saved;
  }

  load(numbers: Float64Array, least: number, most: number): void {
    const rounds = numbers[0];
    const cells = (numbers.length - 1) / (1 + this.rows.width);
    checkCells(cells, least, most);
    const touched = numbers.slice(1, 1 + cells);
    for (const round of [rounds, ...touched]) {
      if (!Number.isInteger(round) || round < 0 || round > rounds) throw damaged(`${round} is no round`);
    }
    this.rounds = rounds;
    this.cells = cells;
    this.touched = touched;
    this.sums = numbers.slice(1 + cells);
  }
}

/** baseⁿ by squaring: engines differ in the last bits of their own. */
function power(base: number, n: number): number {
  let result = 1;
  let square = base;
  for (let rest = n; rest > 0; rest = Math.floor(rest / 2)) {
    if (rest % 2 === 1) result *= square;
    square *= square;
  }
  return result;
}
