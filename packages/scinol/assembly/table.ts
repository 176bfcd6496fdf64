/*
 * Rows of a table as they lie in memory, and how one is put together to an example, as src/records/encoder.ts does it.
 */

import { firstWrong } from "./batch";
import { SMALLEST } from "./bounds";
import { areSettled, layOut, putBack, seeSettled } from "./settled-views";
import { see } from "./views";

/** Rows of a table. */
@unmanaged
export class Table {
  /** How many numbers a row has, how far apart rows begin, and where the first one's are. */
  width: i32;
  apart: i32;
  numbers: usize;
  /** How columns of numbers become coordinates, stretch by stretch. */
  stretches: usize;
  stretchCount: i32;
  statistics: usize;
  /** How many categories a row has, and their coordinates, row after row. */
  categories: i32;
  coordinates: usize;
  /** The importance of each row. */
  importances: usize;
  /** Room for another example than the model's, and 32 bytes, and 44 for each number that is placed, made even. */
  otherIndex: usize;
  otherValue: usize;
  room: usize;
  /** Room for the statistics of columns side by side, and whether they lie there. */
  laidOut: usize;
  isSettled: i32;
}

/** Columns beside one another whose coordinates, and statistics where they have views, are so too. */
@unmanaged
class Stretch {
  from: i32;
  count: i32;
  views: i32;
  coordinate: i32;
  statistics: i32;
}

const STRETCH_BYTES: usize = 20;

@inline
function stretchOf(table: Table, n: i32): Stretch {
  return changetype<Stretch>(table.stretches + (<usize>n) * STRETCH_BYTES);
}

@inline
function statisticsOf(table: Table, stretch: Stretch): usize {
  return table.statistics + ((<usize>stretch.statistics) << 3);
}

/** Whether the columns of numbers are features as they are, one after the other. */
export function areRaw(table: Table): bool {
  if (table.stretchCount != 1) return false;
  const stretch = changetype<Stretch>(table.stretches);
  return !stretch.views && stretch.from == 0 && stretch.count == table.width;
}

/** Writes down the coordinates that all rows have in common: the constant's and those of numbers. How many there are. */
export function place(table: Table, index: usize): i32 {
  let at = index;
  store<i32>(at, 0);
  at += 4;
  for (let n = 0; n < table.stretchCount; n++) {
    const stretch = stretchOf(table, n);
    const coordinates = stretch.views ? stretch.count * 2 : stretch.count;
    for (let i = 0; i < coordinates; i++, at += 4) store<i32>(at, stretch.coordinate + i);
  }
  return <i32>((at - index) >> 2);
}

/** Before rows are encoded: lays the statistics out side by side, where all columns that have views are settled. */
export function beginRows(table: Table): void {
  table.isSettled = 0;
  for (let n = 0; n < table.stretchCount; n++) {
    const stretch = stretchOf(table, n);
    if (stretch.views && !areSettled(stretch.count, statisticsOf(table, stretch))) return;
  }
  table.isSettled = 1;
  let laidOut = table.laidOut;
  for (let n = 0; n < table.stretchCount; n++) {
    const stretch = stretchOf(table, n);
    if (stretch.views) laidOut = layOut(stretch.count, statisticsOf(table, stretch), laidOut);
  }
}

/** After so many rows were encoded: the statistics are where they were. */
export function endRows(table: Table, rows: i32): void {
  if (!table.isSettled) return;
  let laidOut = table.laidOut;
  for (let n = 0; n < table.stretchCount; n++) {
    const stretch = stretchOf(table, n);
    if (stretch.views) laidOut = putBack(stretch.count, laidOut, statisticsOf(table, stretch), rows);
  }
}

/** Puts a row's values, and the coordinates of its categories, where an example lies; not if a number is missing. */
export function encode(table: Table, row: i32, numbersPlaced: i32, index: usize, value: usize): bool {
  const numbers = table.numbers + (<usize>row) * (<usize>table.apart) * 8;
  if (firstWrong(numbers, table.width) >= 0) return false;
  store<f64>(value, 1);
  value += 8;
  let laidOut = table.laidOut;
  for (let n = 0; n < table.stretchCount; n++) {
    const stretch = stretchOf(table, n);
    const from = numbers + ((<usize>stretch.from) << 3);
    const count = stretch.count;
    if (stretch.views) {
      if (table.isSettled) laidOut = seeSettled(count, from, laidOut, value);
      else see(count, from, statisticsOf(table, stretch), value, 1);
      value += (<usize>count) << 4;
    } else {
      for (let i = 0; i < count; i++, value += 8) {
        const x = load<f64>(from + ((<usize>i) << 3));
        store<f64>(value, Math.abs(x) < SMALLEST ? 0 : x);
      }
    }
  }
  index += (<usize>numbersPlaced) << 2;
  let coordinates = table.coordinates + (<usize>row) * (<usize>table.categories) * 4;
  for (let n = 0; n < table.categories; n++, index += 4, value += 8, coordinates += 4) {
    store<i32>(index, load<i32>(coordinates));
    store<f64>(value, 1);
  }
  return true;
}

@inline
export function importanceOf(table: Table, row: i32): f64 {
  return load<f64>(table.importances + ((<usize>row) << 3));
}
