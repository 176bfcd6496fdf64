import { damaged } from "./check.ts";

/** `table`, or a longer copy if it has no place for so many numbers; lengths double, so that growing stays cheap. */
export function reach(table: Float64Array, length: number): Float64Array {
  if (length <= table.length) return table;
  const longer = new Float64Array(Math.max(length, 2 * table.length));
  longer.set(table);
  return longer;
}

/** A saved table must have the cells its metric expects. */
export function checkCells(cells: number, least: number, most: number): void {
  if (!Number.isInteger(cells) || cells < least || cells > most) {
    throw damaged(`expected ${least === most ? most : `${least} to ${most}`} cells, got ${cells}`);
  }
}
