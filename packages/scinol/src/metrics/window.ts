import type { Accumulator } from "./accumulator.ts";
import { damaged } from "./check.ts";
import type { Rows } from "./statistic.ts";
import { checkCells, reach } from "./table.ts";

const HEADER = 3;

/**
 * The last `length` examples.
 *
 * A sum that is added to and subtracted from drifts, and forgets small numbers for good once a large one has passed
 * through. So nothing is subtracted: the window has an older and a newer part, each with a table of its own. The newer
 * part's only grows. Each row of the older part has been replaced by what its cell will hold when the row leaves, so
 * that leaving is copying. When the older part is used up, the newer one becomes it, summed afresh from its newest row
 * to its oldest: once in `length` rounds, `length` rows.
 */
export class Window implements Accumulator {
  private readonly rows: Rows;
  private readonly length: number;
  /** The ring: cells and rows of the examples, the oldest at `head`. */
  private readonly cellOf: Float64Array;
  private readonly ring: Float64Array;
  private head = 0;
  private size = 0;
  /** How many examples, from `head` on, are the older part. */
  private olderSize = 0;
  private cells: number;
  private older: Float64Array;
  private newer: Float64Array;

  constructor(rows: Rows, cells: number, length: number) {
    this.rows = rows;
    this.length = length;
    this.cellOf = new Float64Array(length);
    this.ring = new Float64Array(length * rows.width);
    this.cells = cells;
    this.older = new Float64Array(cells * rows.width);
    this.newer = new Float64Array(cells * rows.width);
  }

  add(cell: number, row: Float64Array): void {
    const { width } = this.rows;
    if (this.size === this.length) this.dropOldest();
    this.reachCells(Math.max(this.cells, cell + 1));
    const slot = this.slot(this.size++);
    this.cellOf[slot] = cell;
    for (let k = 0; k < width; k++) this.ring[slot * width + k] = row[k];
    this.rows.merge(this.newer, cell * width, row, 0);
  }

  table(): Float64Array {
    const { width } = this.rows;
    const table = this.older.slice(0, this.cells * width);
    for (let c = 0; c < this.cells; c++) this.rows.merge(table, c * width, this.newer, c * width);
    return table;
  }

  /** The header, the cells and rows from the oldest to the newest, the two tables. */
  save(): Float64Array {
    const { width } = this.rows;
    const { size } = this;
    const saved = new Float64Array(HEADER + size * (1 + width) + 2 * this.cells * width);
    saved.set([size, this.olderSize, this.cells]);
    for (let i = 0; i < size; i++) {
      const slot = this.slot(i);
      saved[HEADER + i] = this.cellOf[slot];
      saved.set(this.ring.subarray(slot * width, (slot + 1) * width), HEADER + size + i * width);
    }
    saved.set(this.older.subarray(0, this.cells * width), HEADER + size * (1 + width));
    saved.set(this.newer.subarray(0, this.cells * width), HEADER + size * (1 + width) + this.cells * width);
    return saved;
  }

  load(numbers: Float64Array, least: number, most: number): void {
    const { width } = this.rows;
    const [size, olderSize, cells] = numbers;
    checkCells(cells, least, most);
    const right =
      Number.isInteger(size) &&
      Number.isInteger(olderSize) &&
      olderSize >= 0 &&
      olderSize <= size &&
      size <= this.length &&
      numbers.length === HEADER + size * (1 + width) + 2 * cells * width;
    if (!right) throw damaged(`${numbers.length} numbers are no window of ${this.length}`);
    const cellOf = numbers.subarray(HEADER, HEADER + size);
    for (const cell of cellOf) {
      if (!Number.isInteger(cell) || cell < 0 || cell >= cells) throw damaged(`there is no cell ${cell}`);
    }
    const tables = HEADER + size * (1 + width);
    this.head = 0;
    this.size = size;
    this.olderSize = olderSize;
    this.cells = cells;
    this.cellOf.set(cellOf);
    this.ring.set(numbers.subarray(HEADER + size, tables));
    this.older = numbers.slice(tables, tables + cells * width);
    this.newer = numbers.slice(tables + cells * width);
  }

  private dropOldest(): void {
    const { width } = this.rows;
    if (this.olderSize === 0) this.sumAfresh();
    const at = this.cellOf[this.head] * width;
    const left = this.head * width;
    for (let k = 0; k < width; k++) this.older[at + k] = this.ring[left + k];
    this.head = (this.head + 1) % this.length;
    this.size--;
    this.olderSize--;
  }

  /** All that is there becomes the older part. Its table is empty now: the last rows to leave left nothing. */
  private sumAfresh(): void {
    const { width } = this.rows;
    const row = new Float64Array(width);
    for (let i = this.size - 1; i >= 0; i--) {
      const slot = this.slot(i);
      const at = this.cellOf[slot] * width;
      for (let k = 0; k < width; k++) {
        row[k] = this.ring[slot * width + k];
        this.ring[slot * width + k] = this.older[at + k];
      }
      this.rows.merge(this.older, at, row, 0);
    }
    this.olderSize = this.size;
    this.newer.fill(0);
  }

  private reachCells(cells: number): void {
    this.cells = cells;
    this.older = reach(this.older, cells * this.rows.width);
    this.newer = reach(this.newer, cells * this.rows.width);
  }

  private slot(i: number): number {
    return (this.head + i) % this.length;
  }
}
