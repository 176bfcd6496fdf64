/*
 * Rows of sparse vectors, compressed as compressed.ts tells, made into rows of coordinates: what src/records/encoder.ts does
 * with a row, for many at once.
 */

import { SMALLEST } from "./bounds";
import { ordinary } from "./compressed";

/** The host gives a coordinate to the index of an entry that has none here; −1 where that is not so simple. */
@external("host", "meet")
declare function meet(entry: i32): i32;

const LARGEST: f64 = 1e300;

let extent: i32 = 0;
/** The largest coordinate of the row placed last. */
let reached: i32 = 0;

/** One more than the largest coordinate of the rows placed last. */
export function extentPlaced(): i32 {
  return extent;
}

/**
 * Writes rows from `starts`, `index` and `value` on: the constant first, zeros left out. `coordinates` has those of the
 * indices below `known`, −1 for one that is new; what the host says of that is kept. Answers how many rows were written: all,
 * or those before one that has to be taken by itself.
 */
export function placeRows(
  rows: i32,
  offsets: usize,
  indices: usize,
  values: usize,
  coordinates: usize,
  known: u32,
  starts: usize,
  index: usize,
  value: usize,
): i32 {
  let at: usize = 0;
  const end = <usize>load<i32>(offsets + ((<usize>rows) << 2));
  const sound = ordinary(values + ((<usize>load<i32>(offsets)) << 3), values + (end << 3));
  extent = 1;
  store<i32>(starts, 0);
  for (let row = 0; row < rows; row++, offsets += 4, starts += 4) {
    store<i32>(index + (at << 2), 0);
    store<f64>(value + (at << 3), 1);
    at++;
    const first = <usize>load<i32>(offsets);
    const count = load<i32>(offsets, 4) - <i32>first;
    const from = values + (first << 3);
    const which = indices + (first << 2);
    // Nearly always a row has nothing new.
    if (sound && placeKnown(count, from, which, coordinates, known, index + (at << 2), value + (at << 3))) {
      at += <usize>count;
    } else {
      at = place(<i32>first, count, from, which, coordinates, known, index, value, at);
      if (at == 0) return row;
    }
    store<i32>(starts, <i32>at, 4);
    if (reached >= extent) extent = reached + 1;
  }
  return rows;
}

/** Writes entries none of whose values is zero; whether all their indices are known. */
@inline
function placeKnown(
  count: i32,
  values: usize,
  indices: usize,
  coordinates: usize,
  known: u32,
  index: usize,
  value: usize,
): bool {
  let all: i32 = 0;
  let largest: i32 = 0;
  const end = indices + ((<usize>count) << 2);
  for (; indices < end; indices += 4, values += 8, index += 4, value += 8) {
    const i = load<u32>(indices);
    if (i >= known) return false;
    const coordinate = load<i32>(coordinates + ((<usize>i) << 2));
    store<i32>(index, coordinate);
    store<f64>(value, load<f64>(values));
    all |= coordinate;
    largest = max(largest, coordinate);
  }
  reached = largest;
  return all >= 0;
}

/** Writes any row's entries from `at` on; answers the place behind the last, 0 where the row has to be taken by itself. */
function place(
  first: i32,
  count: i32,
  values: usize,
  indices: usize,
  coordinates: usize,
  known: u32,
  index: usize,
  value: usize,
  at: usize,
): usize {
  let largest: i32 = 0;
  for (let n = 0; n < count; n++, values += 8, indices += 4) {
    const x = load<f64>(values);
    const size = Math.abs(x);
    if (!(size <= LARGEST)) return 0;
    const i = load<u32>(indices);
    let coordinate = i < known ? load<i32>(coordinates + ((<usize>i) << 2)) : -1;
    if (coordinate < 0) {
      coordinate = meet(first + n);
      if (coordinate < 0) return 0;
      if (i < known) store<i32>(coordinates + ((<usize>i) << 2), coordinate);
    }
    if (coordinate > largest) largest = coordinate;
    store<i32>(index + (at << 2), coordinate);
    store<f64>(value + (at << 3), x);
    at += <usize>(size >= SMALLEST);
  }
  reached = largest;
  return at;
}
