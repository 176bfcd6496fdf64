import { after, Column } from "./column";
import { lookAt, spreadDoubles, spreadFour } from "./doubles";
import { need } from "./need";
import { spreadPlaces } from "./places";

/**
 * Puts the next `count` cells of columns into rows that are `step` bytes apart; stops at the first column that has not so
 * many to offer, and returns it.
 */
export function gather(column: Column, last: Column, count: u32, rows: usize, step: usize): Column {
  while (changetype<usize>(column) < changetype<usize>(last)) {
    const taken = gatherNext(column, last, count, rows, step);
    if (taken === 0) break;
    for (let i: u32 = 0; i < taken; i++) {
      column.offered -= count;
      column = after(column, 1);
    }
  }
  return column;
}

/** Does so for four columns, for one or for none, and tells for how many. */
function gatherNext(column: Column, last: Column, count: u32, rows: usize, step: usize): u32 {
  if (column.offered < count) return 0;
  const to = rows + column.cell;
  if (column.arePlaces) {
    if (!spreadPlaces(column, count, to, step)) return 0;
    lookAt(to, count, step);
    return 1;
  }
  let ready: u32 = 0;
  while (ready < 4 && isReady(after(column, ready), last, count, column.cell + 8 * ready)) ready++;
  if (ready === 0) return 0;
  if (ready < 4) ready = 1;
  if (ready === 4) spreadFour(column, count, to, step);
  else spreadDoubles(column.start, count, to, step);
  for (let i: u32 = 0; i < ready; i++) after(column, i).start += count * 8;
  return ready;
}

/** Whether the column's next cells are doubles that are at hand, and are for this cell of rows. */
function isReady(column: Column, last: Column, count: u32, cell: u32): bool {
  if (changetype<usize>(column) >= changetype<usize>(last) || column.cell !== cell) return false;
  return column.offered >= count && !column.arePlaces && need(column, count * 8);
}
