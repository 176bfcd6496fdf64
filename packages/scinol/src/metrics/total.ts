import type { Accumulator } from "./accumulator.ts";
import type { Rows } from "./statistic.ts";
import { checkCells, reach } from "./table.ts";

/** All examples since the start, alike. */
export class Total implements Accumulator {
  private readonly rows: Rows;
  private cells: number;
  private sums: Float64Array;

  constructor(rows: Rows, cells: number) {
    this.rows = rows;
    this.cells = cells;
    this.sums = new Float64Array(cells * rows.width);
  }

  add(cell: number, row: Float64Array): void {
    const { width } = this.rows;
    this.cells = Math.max(this.cells, cell + 1);
    this.sums = reach(this.sums, this.cells * width);
    this.rows.merge(this.sums, cell * width, row, 0);
  }

  table(): Float64Array {
    return this.sums.slice(0, this.cells * this.rows.width);
  }

  save(): Float64Array {
    return this.table();
  }

  load(numbers: Float64Array, least: number, most: number): void {
    const cells = numbers.length / this.rows.width;
    checkCells(cells, least, most);
    this.cells = cells;
    this.sums = numbers.slice();
  }
}
