/*
 * Many rows learned from in one call: rows of a table, whose columns all have their coordinates, or rows of sparse vectors.
 * Each row is put together as src/records/encoder.ts does it, played, judged and learned from. Judging is the host's: it
 * knows the losses, finds the scores in memory and leaves the slopes there.
 */

import { beginBatch, freshInBatch } from "./fresh";
import { digestAndPlay } from "./fused";
import { beginFour, digestAndPlayFour, digestFour, playFour, tellFour } from "./four-cells";
import { digestMany, playMany } from "./many-cells";
import { digestDense, digestSparse, playDense, playSparse } from "./one-cell";
import { ask, digest, locate, play } from "./sparse-batch";
import { see } from "./views";

/** The host turns the scores of a row into slopes. */
@external("host", "judge")
declare function judge(row: i32): void;

const LARGEST: f64 = 1e300;
const SMALLEST: f64 = 1e-300;

/** Where a model is, and where an example is put: addresses, and `lanes`, the bytes of one slot of all cells. */
@unmanaged
class Model {
  lanes: usize;
  state: usize;
  index: usize;
  value: usize;
  weights: usize;
  scores: usize;
  sums: usize;
  slopes: usize;
  keep: usize;
}

/** Rows of a table. */
@unmanaged
class Table {
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
  /** Room for another example than the model's. */
  otherIndex: usize;
  otherValue: usize;
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

/** Learns from rows `from` up to `to`, or to one that has not all its numbers, and answers which that is. */
export function learnTableRows(modelAt: usize, tableAt: usize, from: i32, to: i32, unfade: f64): i32 {
  const model = changetype<Model>(modelAt);
  const table = changetype<Table>(tableAt);
  const numbersPlaced = place(table, model.index);
  if (model.lanes == 32) return learnTableByFour(model, table, numbersPlaced, from, to, unfade);
  // Coordinates 0, 1, 2, … need no index.
  const dense = table.categories == 0 && isDense(model, numbersPlaced);
  if (dense && model.lanes == 8 && unfade == 1 && areRaw(table)) return learnRaw(model, table, from, to);
  const index = dense ? 0 : model.index;
  const count = numbersPlaced + table.categories;
  for (let row = from; row < to; row++) {
    if (!encode(table, row, numbersPlaced, model.index, model.value)) return row;
    round(model, count, index, model.value, row, unfade, importanceOf(table, row));
  }
  return to;
}

/** The same with one cell a feature, M that does not fade, and numbers that are the features: nothing to be put together. */
function learnRaw(model: Model, table: Table, from: i32, to: i32): i32 {
  const columns = table.width;
  const weights = model.weights;
  const state = model.state;
  const nothing = model.value;
  memory.fill(nothing, 0, (<usize>(columns + 1)) << 3);
  memory.fill(weights, 0, (<usize>(columns + 2)) << 3);
  let last = nothing;
  let one: f64 = 0;
  let slope: f64 = 0;
  let row = from;
  for (; row < to; row++) {
    const next = table.numbers + (<usize>row) * (<usize>table.apart) * 8;
    if (!areNumbers(next, columns)) break;
    beginBatch();
    const score = digestAndPlay(columns, 1, last, one, next, 1, weights, state, slope, importanceOf(table, row));
    store<f64>(model.sums, score);
    store<f64>(model.sums, <f64>freshInBatch(), 16);
    judge(row);
    slope = load<f64>(model.slopes);
    last = next;
    one = 1;
  }
  digestAndPlay(columns, 1, last, one, nothing, 0, weights, state, slope, 1);
  return row;
}

/** Whether the columns of numbers are features as they are, one after the other. */
function areRaw(table: Table): bool {
  if (table.stretchCount != 1) return false;
  const stretch = changetype<Stretch>(table.stretches);
  return !stretch.views && stretch.from == 0 && stretch.count == table.width;
}

/** The same with four cells a feature: each row is learned from while the next one is played. */
function learnTableByFour(
  model: Model,
  table: Table,
  numbersPlaced: i32,
  from: i32,
  to: i32,
  unfade: f64,
): i32 {
  place(table, table.otherIndex);
  let index: usize = model.index;
  let value: usize = model.value;
  let nextIndex: usize = table.otherIndex;
  let nextValue: usize = table.otherValue;
  const indexTail = (<usize>numbersPlaced) << 2;
  const valueTail = (<usize>numbersPlaced) << 3;
  const weights: usize = model.weights;
  const weightsTail = weights + ((<usize>numbersPlaced) << 5);
  const state: usize = model.state;
  const slopes: usize = model.slopes;
  const keep: usize = model.keep;
  const categories = table.categories;

  let importance: f64 = 1;
  let row = from;
  for (; row < to && encode(table, row, numbersPlaced, nextIndex, nextValue); row++) {
    const next = importanceOf(table, row);
    beginFour();
    if (row == from) playFour(numbersPlaced, nextIndex, nextValue, weights, state, unfade, next);
    else {
      digestAndPlayFour(numbersPlaced, index, value, nextValue, weights, state, unfade, importance, next, slopes, keep);
    }
    if (categories > 0) {
      // Rows have the same numbers, but not the same categories: one's are done with before the other's are begun.
      if (row > from) {
        digestFour(categories, index + indexTail, value + valueTail, weightsTail, state, unfade, importance, slopes, keep);
      }
      playFour(categories, nextIndex + indexTail, nextValue + valueTail, weightsTail, state, unfade, next);
    }
    tellFour(model.scores, model.sums);
    judge(row);
    importance = next;
    const played = nextValue;
    nextValue = value;
    value = played;
    const playedIndex = nextIndex;
    nextIndex = index;
    index = playedIndex;
  }
  if (row > from) {
    digestFour(numbersPlaced + categories, index, value, weights, state, unfade, importance, slopes, keep);
  }
  return row;
}

/** Learns from rows of sparse vectors: entries `starts[row]` up to `starts[row + 1]` of `index` and `value`. */
export function learnSparseRows(
  modelAt: usize,
  starts: usize,
  index: usize,
  value: usize,
  importances: usize,
  rows: i32,
  unfade: f64,
): void {
  const model = changetype<Model>(modelAt);
  if (model.lanes == 8 && unfade == 1) return learnPairs(model, starts, index, value, importances, rows);
  for (let row = 0; row < rows; row++) {
    const first = <usize>load<i32>(starts + ((<usize>row) << 2));
    const count = load<i32>(starts + ((<usize>row) << 2), 4) - <i32>first;
    const importance = load<f64>(importances + ((<usize>row) << 3));
    round(model, count, index + (first << 2), value + (first << 3), row, unfade, importance);
  }
}

/** The same with one cell a feature and M that does not fade: two features at a time, asked for a row ahead. */
function learnPairs(model: Model, starts: usize, index: usize, value: usize, importances: usize, rows: i32): void {
  const state = model.state;
  const shares = model.value;
  const weights = model.weights;
  locate(load<i32>(starts), load<i32>(starts + ((<usize>rows) << 2)), 0, index, state);
  if (rows > 0) ask(starts, index);
  for (let row = 0; row < rows; row++, starts += 4) {
    const first = <usize>load<i32>(starts);
    const count = load<i32>(starts, 4) - <i32>first;
    const places = index + (first << 2);
    beginBatch();
    const importance = load<f64>(importances + ((<usize>row) << 3));
    store<f64>(model.sums, play(count, 0, value + (first << 3), places, shares, weights, state, importance));
    store<f64>(model.sums, <f64>freshInBatch(), 16);
    if (row + 1 < rows) ask(starts + 4, index);
    judge(row);
    digest(count, 0, places, shares, weights, state, load<f64>(model.slopes));
  }
}

/** Plays, judges and learns from one example. */
function round(
  model: Model,
  count: i32,
  index: usize,
  value: usize,
  row: i32,
  unfade: f64,
  importance: f64,
): void {
  const weights = model.weights;
  const state = model.state;
  const lanes = model.lanes;
  const sums = model.sums;
  if (lanes == 32) {
    beginFour();
    playFour(count, index, value, weights, state, unfade, importance);
    tellFour(model.scores, sums);
    judge(row);
    digestFour(count, index, value, weights, state, unfade, importance, model.slopes, model.keep);
  } else if (lanes > 8) {
    playMany(count, index, value, weights, state, lanes, unfade, importance, model.scores, sums);
    judge(row);
    digestMany(count, index, value, weights, state, lanes, unfade, importance, model.slopes, model.keep);
  } else if (index == 0) {
    playDense(count, value, weights, state, unfade, importance, sums);
    judge(row);
    digestDense(count, value, weights, state, unfade, importance, load<f64>(model.slopes));
  } else {
    playSparse(count, index, value, weights, state, unfade, importance, sums);
    judge(row);
    digestSparse(count, index, value, weights, state, unfade, importance, load<f64>(model.slopes));
  }
}

/** Writes down the coordinates that all rows have in common: the constant's and those of numbers. How many there are. */
function place(table: Table, index: usize): i32 {
  let at = index;
  store<i32>(at, 0);
  at += 4;
  let stretch = changetype<Stretch>(table.stretches);
  for (let n = 0; n < table.stretchCount; n++) {
    const coordinates = stretch.views ? stretch.count * 2 : stretch.count;
    for (let i = 0; i < coordinates; i++, at += 4) store<i32>(at, stretch.coordinate + i);
    stretch = changetype<Stretch>(changetype<usize>(stretch) + STRETCH_BYTES);
  }
  return <i32>((at - index) >> 2);
}

function isDense(model: Model, count: i32): bool {
  for (let n = 0; n < count; n++) if (load<i32>(model.index + ((<usize>n) << 2)) != n) return false;
  return true;
}

/** Puts a row's values, and the coordinates of its categories, where an example lies; not if a number is missing. */
function encode(table: Table, row: i32, numbersPlaced: i32, index: usize, value: usize): bool {
  const numbers = table.numbers + (<usize>row) * (<usize>table.apart) * 8;
  if (!areNumbers(numbers, table.width)) return false;
  store<f64>(value, 1);
  value += 8;
  let stretch = changetype<Stretch>(table.stretches);
  for (let n = 0; n < table.stretchCount; n++) {
    const from = numbers + ((<usize>stretch.from) << 3);
    const count = stretch.count;
    if (stretch.views) {
      see(count, from, table.statistics + ((<usize>stretch.statistics) << 3), value, 1);
      value += (<usize>count) << 4;
    } else {
      for (let i = 0; i < count; i++, value += 8) {
        const x = load<f64>(from + ((<usize>i) << 3));
        store<f64>(value, Math.abs(x) < SMALLEST ? 0 : x);
      }
    }
    stretch = changetype<Stretch>(changetype<usize>(stretch) + STRETCH_BYTES);
  }
  const categories = <usize>table.categories;
  const coordinates = table.coordinates + (<usize>row) * categories * 4;
  memory.copy(index + ((<usize>numbersPlaced) << 2), coordinates, categories << 2);
  for (let n = 0; n < table.categories; n++, value += 8) store<f64>(value, 1);
  return true;
}

@inline
function importanceOf(table: Table, row: i32): f64 {
  return load<f64>(table.importances + ((<usize>row) << 3));
}

/** Whether all of these are numbers to us: none is missing. */
function areNumbers(numbers: usize, count: i32): bool {
  const largest = f64x2.splat(LARGEST);
  let n = 0;
  let all = i64x2.splat(-1);
  for (; n + 1 < count; n += 2) {
    all = v128.and(all, f64x2.le(f64x2.abs(v128.load(numbers + ((<usize>n) << 3))), largest));
  }
  const last = n == count || Math.abs(load<f64>(numbers + ((<usize>n) << 3))) <= LARGEST;
  return last && i64x2.all_true(all);
}
