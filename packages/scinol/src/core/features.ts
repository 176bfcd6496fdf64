import {
  CELL,
  CELLS_AT,
  COLUMN,
  COLUMN_CELLS,
  COLUMN_CELLS_AT,
  COLUMN_IS_FLAG,
  COLUMNS,
  COLUMNS_AT,
  cellBytes,
  ENTRY,
  HAT,
  HATS,
  INDICES,
  MEMBER_COUNT,
  NONE,
  NUMBERS,
  NUMBERS_APART,
  OUTPUTS,
  RATIO,
  STATISTICS_AT,
  UNITS_AT,
  UNKNOWN,
  UNKNOWN_COLUMNS,
  VALUES,
  VIEW,
  VIEW_KNOT,
  VIEW_Q,
  VIEW_RATIO,
  VIEW_RIGHT,
} from "./layout.ts";
import { addressAt, copy, f64At, i32At, putAddress, putF64, whole } from "./memory.ts";
import { BLANK, LIST, ROW, VIEWS } from "./scratch.ts";
import { see, weigh } from "./views.ts";

/*
 * From a row to its list of entries, in two stretches: what all members see (straight coordinates, missing values,
 * indicators and sparse features, the constant), then hats, in pairs, which members 2, 3 and 4 see.
 */

const FADING: f64 = 0.999;

/** Where the hats begin, and what is behind them. */
export let hats: usize = 0;
export let end: usize = 0;

let importance: f64 = 1;
let stores: bool = false;

/** Sink for prefetch loads; its value is unused. */
export let fetched: i32 = 0;

/** Writes an entry at `at`; returns where the next one goes. */
function put(at: usize, q: f64, ρ: f64, cells: usize): usize {
  putF64(at, q);
  putF64(at + RATIO, ρ);
  putAddress(at + CELL, cells);
  return at + ENTRY;
}

/** Puts a feature with a value; `size` is what its unit takes part in with, `unit` where its M is kept. */
function play(at: usize, value: f64, size: f64, unit: usize, cells: usize): usize {
  const M = f64At(unit);
  const wanted = importance * size;
  // M = 1 and what comes is 1: nearly every indicator, nearly every time.
  if (M === 1 && wanted === 1) return put(at, value, 1, cells);
  const faded = FADING * M;
  const now = faded < wanted ? wanted : faded;
  if (stores) putF64(unit, now);
  return put(at, value / now, M / now, cells);
}

/** Straight coordinates and missing values of the columns. */
function listColumns(model: usize, numbers: usize, columns: usize, bytes: usize): usize {
  let next = LIST;
  const table = model + addressAt(model + COLUMNS_AT);
  const area = model + addressAt(model + COLUMN_CELLS_AT);
  const outputs = addressAt(model + OUTPUTS);
  for (let i: usize = 0; i < columns; i++) {
    const cells = area + addressAt(table + COLUMN * i + COLUMN_CELLS);
    if (Math.abs(f64At(numbers + 8 * i)) <= 1e300) {
      const view = VIEWS + VIEW * (i >> 1) + 8 * (i & 1);
      const ρ = f64At(view + VIEW_RATIO);
      if (ρ >= 0) next = put(next, f64At(view + VIEW_Q), ρ, cells);
    } else {
      const isFlag = addressAt(table + COLUMN * i + COLUMN_IS_FLAG) !== 0;
      next = play(next, 1, 1, cells + 2 * bytes + (isFlag ? 0 : HATS * HAT * outputs), cells + bytes);
    }
  }
  return next;
}

/** Indicators and sparse features. */
function listIndices(
  next: usize,
  model: usize,
  indices: usize,
  values: usize,
  count: usize,
  bytes: usize,
): usize {
  const units = model + addressAt(model + UNITS_AT);
  const area = model + addressAt(model + CELLS_AT);
  for (let j: usize = 0; j < count; j++) {
    const index = i32At(indices + 4 * j);
    if (index === NONE) continue;
    const value = values === 0 ? 1.0 : f64At(values + 8 * j);
    const size = Math.abs(value);
    // Missing and too small to be anything: not there.
    if (!(size >= 1e-300 && size <= 1e300)) continue;
    if (index === UNKNOWN) {
      next = put(next, value / (importance * size), 0, BLANK);
      continue;
    }
    const cells = area + bytes * (index as usize);
    // Fetches the first and the last line, so that many features are on their way before the first is played.
    fetched |= i32At(cells) | i32At(cells + bytes - 4);
    next = play(next, value, size, units + 8 * (index as usize), cells);
  }
  return next;
}

/** The two hats on either side of a column's bend; one without a value stands there as 0 and changes nothing. */
function listHats(next: usize, model: usize, numbers: usize, columns: usize, bytes: usize): usize {
  const table = model + addressAt(model + COLUMNS_AT);
  const area = model + addressAt(model + COLUMN_CELLS_AT);
  const apart = HAT * addressAt(model + OUTPUTS);
  for (let i: usize = 0; i < columns; i++) {
    const column = table + COLUMN * i;
    if (!(Math.abs(f64At(numbers + 8 * i)) <= 1e300) || addressAt(column + COLUMN_IS_FLAG) !== 0) continue;
    const view = VIEWS + VIEW * (i >> 1) + 8 * (i & 1);
    const knot = whole(f64At(view + VIEW_KNOT)) as usize;
    const right = f64At(view + VIEW_RIGHT);
    const first = area + addressAt(column + COLUMN_CELLS) + 2 * bytes;
    const unit = first + HATS * apart + 8 + 8 * knot;
    const cells = first + knot * apart;
    next = right !== 1 ? play(next, 1 - right, 1, unit, cells) : put(next, 0, 1, cells);
    next = right >= 1e-300 ? play(next, right, 1, unit + 8, cells + apart) : put(next, 0, 1, cells + apart);
  }
  return next;
}

/** Makes the list of row `row` of a block; `count` indices begin at `first`. ν is the row's weight. */
export function list(
  model: usize,
  block: usize,
  row: usize,
  first: usize,
  count: usize,
  ν: f64,
  learning: bool,
): void {
  const columns = addressAt(model + COLUMNS);
  const bytes = cellBytes(addressAt(model + MEMBER_COUNT), addressAt(model + OUTPUTS));
  const statistics = model + addressAt(model + STATISTICS_AT);
  const numbers = addressAt(block + NUMBERS) + row * addressAt(block + NUMBERS_APART);
  const indices = addressAt(block + INDICES) + 4 * first;
  const values = addressAt(block + VALUES);
  importance = ν > 1 ? ν : 1;
  stores = learning;
  copy(ROW, numbers, 8 * columns);
  putF64(ROW + 8 * columns, NaN);
  see(columns, statistics, learning);
  weigh(columns, statistics, importance, learning);
  hats = listColumns(model, numbers, columns, bytes);
  hats = listIndices(hats, model, indices, values === 0 ? 0 : values + 8 * first, count, bytes);
  hats = play(hats, 1, 1, model + addressAt(model + UNITS_AT), model + addressAt(model + CELLS_AT));
  end = listHats(hats, model, numbers, columns, bytes);
  for (let i: usize = 0; i < addressAt(block + UNKNOWN_COLUMNS); i++) {
    end = put(put(end, 1 / importance, 0, BLANK), 0, 1, BLANK);
  }
}
