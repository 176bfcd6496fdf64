/*
 * Many rows learned from in one call: rows of a table, whose columns all have their coordinates, or rows of sparse vectors.
 * Each row is put together, played, judged and learned from. Judging is the host's, which finds the scores in memory and
 * leaves the slopes there, but for rows of two classes.
 */

import { firstWrong, TINY } from "./batch";
import { beginBatch, freshInBatch } from "./fresh";
import { digestAndPlay } from "./fused";
import { askFour, beginFour, digestFour, playFour, tellFour } from "./four-cells";
import { blank, digestAndPlayRow, FourRow, gather, isCalm, measure, ROW_BYTES, scatter } from "./four-rows";
import { judgeTwo, settleTwo, TwoClasses } from "./judge-two";
import { digestMany, playMany } from "./many-cells";
import { digestDense, digestSparse, playDense, playSparse } from "./one-cell";
import { ask, digest, locate, play } from "./sparse-batch";
import { areRaw, beginRows, encode, endRows, importanceOf, place, Table } from "./table";

/** The host turns the scores of a row into slopes. */
@external("host", "judge")
declare function askHost(row: i32): void;

/** Turns the scores of a row into slopes. */
@inline
function judge(model: Model, row: i32): void {
  const two: usize = model.two;
  if (two == 0) askHost(model.first + row);
  else judgeTwo(changetype<TwoClasses>(two), row, model.lanes == 8 ? model.sums : model.scores, model.sums, model.slopes);
}

/** After the last row, which is the one before `end`. */
function settle(model: Model, end: i32): void {
  if (model.two != 0) settleTwo(changetype<TwoClasses>(model.two), end);
}

/**
 * Where a model is, and where an example is put: addresses, and `lanes`, the bytes of one slot of all cells; `first` is what
 * the host counts row 0 as.
 */
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
  first: i32;
  /** `TwoClasses`, or 0 where the host is to judge. */
  two: usize;
}

/** Learns from rows `from` up to `to`, or to one that has not all its numbers, and answers which that is. */
export function learnTableRows(modelAt: usize, tableAt: usize, from: i32, to: i32, unfade: f64): i32 {
  const model = changetype<Model>(modelAt);
  const table = changetype<Table>(tableAt);
  const numbersPlaced = place(table, model.index);
  beginRows(table);
  const reached = learnRows(model, table, numbersPlaced, from, to, unfade);
  endRows(table, reached - from);
  settle(model, reached);
  return reached;
}

function learnRows(model: Model, table: Table, numbersPlaced: i32, from: i32, to: i32, unfade: f64): i32 {
  if (model.lanes == 32 && isCalm(numbersPlaced, model.index, model.state, to - from, unfade)) {
    return learnTableByFour(model, table, numbersPlaced, from, to, unfade);
  }
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
  // With the constant, made even.
  memory.fill(weights, 0, (<usize>((columns + 2) & ~1)) << 3);
  let last = nothing;
  let one: f64 = 0;
  let slope: f64 = 0;
  let hasTiny = false;
  let row = from;
  for (; row < to; row++) {
    const next = table.numbers + (<usize>row) * (<usize>table.apart) * 8;
    const wrong = firstWrong(next, columns);
    if (wrong >= 0) break;
    const nextHasTiny = wrong == TINY;
    beginBatch();
    const importance = importanceOf(table, row);
    const score = digestAndPlay(columns, 1, last, one, next, 1, weights, state, slope, importance, hasTiny || nextHasTiny);
    store<f64>(model.sums, score);
    store<f64>(model.sums, <f64>freshInBatch(), 16);
    judge(model, row);
    slope = load<f64>(model.slopes);
    last = next;
    one = 1;
    hasTiny = nextHasTiny;
  }
  digestAndPlay(columns, 1, last, one, nothing, 0, weights, state, slope, 1, hasTiny);
  return row;
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
  const state: usize = model.state;
  const slopes: usize = model.slopes;
  const keep: usize = model.keep;
  const categories = table.categories;
  // What all rows have comes first, behind it their categories.
  const indexTail = (<usize>numbersPlaced) << 2;
  const valueTail = (<usize>numbersPlaced) << 3;
  const weights: usize = model.weights;
  const weightsTail = weights + ((<usize>numbersPlaced) << 5);
  const length = (valueTail + 15) & ~15;
  const room = table.room + 2 * ROW_BYTES;
  const units = room + 4 * length;
  const places = units + length;
  let row = changetype<FourRow>(table.room);
  let next = changetype<FourRow>(table.room + ROW_BYTES);
  lay(row, model.index, model.value, room);
  lay(next, table.otherIndex, table.otherValue, room + 2 * length);
  const index: usize = isDense(model, numbersPlaced) ? 0 : model.index;
  gather(numbersPlaced, model.index, state, places, units);

  // Before the first row, and behind the last, there is nothing.
  blank(numbersPlaced, row);
  let importance: f64 = 1;
  let n = from;
  for (; n < to && encode(table, n, numbersPlaced, next.index, next.values); n++) {
    const nextImportance = importanceOf(table, n);
    measure(numbersPlaced, index, next, units, unfade, nextImportance);
    digestAndPlayRow(numbersPlaced, places, row, next, weights, slopes, keep);
    if (categories > 0) {
      // Rows have the same numbers, but not the same categories: one's are done with before the other's are begun.
      if (n > from) {
        digestFour(categories, row.index + indexTail, row.values + valueTail, weightsTail, state, unfade, importance, slopes, keep);
      }
      playFour(categories, next.index + indexTail, next.values + valueTail, weightsTail, state, unfade, nextImportance);
    }
    tellFour(model.scores, model.sums);
    judge(model, n);
    importance = nextImportance;
    const played = next;
    next = row;
    row = played;
  }
  blank(numbersPlaced, next);
  digestAndPlayRow(numbersPlaced, places, row, next, weights, slopes, keep);
  if (n > from) {
    digestFour(categories, row.index + indexTail, row.values + valueTail, weightsTail, state, unfade, importance, slopes, keep);
  }
  scatter(numbersPlaced, places, units);
  return n;
}

function lay(row: FourRow, index: usize, values: usize, measures: usize): void {
  row.index = index;
  row.values = values;
  row.measures = measures;
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
  if (model.lanes == 8 && unfade == 1) learnPairs(model, starts, index, value, importances, rows);
  else if (model.lanes == 32) learnFours(model, starts, index, value, importances, rows, unfade);
  else learnOthers(model, starts, index, value, importances, rows, unfade);
  settle(model, rows);
}

function learnOthers(
  model: Model,
  starts: usize,
  index: usize,
  value: usize,
  importances: usize,
  rows: i32,
  unfade: f64,
): void {
  for (let row = 0; row < rows; row++) {
    const first = <usize>load<i32>(starts + ((<usize>row) << 2));
    const count = load<i32>(starts + ((<usize>row) << 2), 4) - <i32>first;
    const importance = load<f64>(importances + ((<usize>row) << 3));
    round(model, count, index + (first << 2), value + (first << 3), row, unfade, importance);
  }
}

/** The same with one cell a feature and M that does not fade: two features at a time, asked for some rows ahead. */
function learnPairs(model: Model, starts: usize, index: usize, value: usize, importances: usize, rows: i32): void {
  const state = model.state;
  // It goes on where weights would be, which nobody else asks for.
  const played = model.value;
  const last = starts + ((<usize>rows) << 2);
  locate(load<i32>(starts), load<i32>(last), 0, index, state);
  let asked = ask(starts, last, index);
  for (let row = 0; row < rows; row++) {
    const first = <usize>load<i32>(starts);
    const count = load<i32>(starts, 4) - <i32>first;
    const places = index + (first << 2);
    beginBatch();
    const importance = load<f64>(importances + ((<usize>row) << 3));
    store<f64>(model.sums, play(count, 0, value + (first << 3), places, played, state, importance));
    store<f64>(model.sums, <f64>freshInBatch(), 16);
    starts += 4;
    if (starts == asked) asked = ask(starts, last, index);
    judge(model, row);
    digest(count, 0, places, played, state, load<f64>(model.slopes));
  }
}

/** The same with four cells a feature, asked for a row ahead. */
function learnFours(
  model: Model,
  starts: usize,
  index: usize,
  value: usize,
  importances: usize,
  rows: i32,
  unfade: f64,
): void {
  const weights = model.weights;
  const state = model.state;
  for (let row = 0; row < rows; row++, starts += 4) {
    const first = <usize>load<i32>(starts);
    const count = load<i32>(starts, 4) - <i32>first;
    const places = index + (first << 2);
    const values = value + (first << 3);
    const importance = load<f64>(importances + ((<usize>row) << 3));
    const none = f64x2.splat(0);
    beginFour(none, none, none, 0);
    playFour(count, places, values, weights, state, unfade, importance);
    tellFour(model.scores, model.sums);
    if (row + 1 < rows) askFour(load<i32>(starts, 8) - load<i32>(starts, 4), places + ((<usize>count) << 2), state);
    judge(model, row);
    digestFour(count, places, values, weights, state, unfade, importance, model.slopes, model.keep);
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
  if (lanes > 8) {
    playMany(count, index, value, weights, state, lanes, unfade, importance, model.scores, sums);
    judge(model, row);
    digestMany(count, index, value, weights, state, lanes, unfade, importance, model.slopes, model.keep);
  } else if (index == 0) {
    playDense(count, value, weights, state, unfade, importance, sums);
    judge(model, row);
    digestDense(count, value, weights, state, unfade, importance, load<f64>(model.slopes));
  } else {
    playSparse(count, index, value, weights, state, unfade, importance, sums);
    judge(model, row);
    digestSparse(count, index, value, weights, state, unfade, importance, load<f64>(model.slopes));
  }
}

/** Whether the first coordinates of an example are 0, 1, 2, … */
function isDense(model: Model, count: i32): bool {
  for (let n = 0; n < count; n++) if (load<i32>(model.index + ((<usize>n) << 2)) != n) return false;
  return true;
}
