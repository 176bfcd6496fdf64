import { addressAt, f64At, PAIR, putAddress, putF64 } from "../../core/memory.ts";
import { begin, bounded, divisor, lazy, SLOTS } from "../rules/scinol2.ts";
import {
  COLUMNS,
  ENERGY,
  ENTRY,
  GIVEN_SLOPES,
  HAS_CONSTANT,
  LABELS,
  OFFSETS,
  OUTPUTS,
  RESULTS,
  ROUND_D,
  ROUND_DIVISOR,
  ROUND_HAS_ZEROS,
  ROUND_IMPORTANCE,
  ROUND_IS_WRONG,
  ROUND_LIMIT,
  ROUND_MOVES_END,
  ROUND_N,
  ROUND_T,
  ROUNDS,
  ROWS,
  SCRATCH,
  SEEN,
  SETTINGS,
  SLOT_BYTES,
  VALUES,
  WEIGHTS,
} from "./layout.ts";
import { entriesOf, fetch, pairsOf, startBlock } from "./lists.ts";
import { lossAndSlopes } from "./losses.ts";
import { moveOutputs, playOutputs, updateOutputs } from "./outputs.ts";
import { movePairs, playPairs, updatePairs } from "./pairs.ts";
import { arrange, EDGES, LIST, MOVES, ROUND, SCORES, SLOPES, SUMS, XS } from "./scratch.ts";

/* A round: the row as pairs or entries, its scores; then, with slopes, the update. Predicting is the first half. */

/**
 * Learns from the rows of a block one after another; writes losses. Returns how many rows there are, or the row in which a
 * value that is no feature ended it.
 */
export function learn(model: usize, block: usize): usize {
  const rows = addressAt(block + ROWS);
  const results = addressAt(block + RESULTS);
  const labels = addressAt(block + LABELS);
  const weights = addressAt(block + WEIGHTS);
  startBlock(model, block, SLOTS);
  for (let row: usize = 0; row < rows; row++) {
    fetch(model, block, row + 2);
    play(model, block, row);
    if (addressAt(ROUND + ROUND_IS_WRONG) !== 0) return row;
    putF64(results + 8 * row, lossAndSlopes(model, f64At(labels + 8 * row)));
    learnSlopes(model, weights === 0 ? 1.0 : f64At(weights + 8 * row));
  }
  return rows;
}

/** Writes the scores of a block's rows, and nothing to the model. Returns what `learn` returns. */
export function predict(model: usize, block: usize): usize {
  const rows = addressAt(block + ROWS);
  const outputs = addressAt(model + OUTPUTS);
  let at = addressAt(block + RESULTS);
  startBlock(model, block, SLOTS);
  for (let row: usize = 0; row < rows; row++) {
    play(model, block, row);
    if (addressAt(ROUND + ROUND_IS_WRONG) !== 0) return row;
    for (let k: usize = 0; k < 8 * outputs; k += 8) putF64(at + k, f64At(SCORES + k));
    at += 8 * outputs;
  }
  return rows;
}

/** Learns from given slopes at the scores of the block's row, which was the last that was played. */
export function updateBy(model: usize, block: usize): void {
  const weights = addressAt(block + WEIGHTS);
  const given = addressAt(block + GIVEN_SLOPES);
  const bytes = addressAt(model + SLOT_BYTES);
  arrange(addressAt(block + SCRATCH), addressAt(block + COLUMNS), bytes, SLOTS);
  begin(ROUND, model + SETTINGS);
  for (let k: usize = 0; k < bytes; k += 8) putF64(SLOPES + k, f64At(given + k));
  learnSlopes(model, weights === 0 ? 1.0 : f64At(weights));
}

/** Computes a row's scores, and N and d with it. */
function play(model: usize, block: usize, row: usize): void {
  const outputs = addressAt(model + OUTPUTS);
  const weights = addressAt(block + WEIGHTS);
  const ν = weights === 0 ? 1.0 : f64At(weights + 8 * row);
  putF64(ROUND + ROUND_T, f64At(model + ROUNDS) + 1);
  const importance = bounded && ν > 1 ? ν : 1;
  putF64(ROUND + ROUND_IMPORTANCE, importance);
  putF64(ROUND + ROUND_LIMIT, 1 / importance);
  putAddress(ROUND + ROUND_MOVES_END, MOVES);
  putAddress(ROUND + ROUND_IS_WRONG, 0);
  putAddress(ROUND + ROUND_HAS_ZEROS, 0);
  begin(ROUND, model + SETTINGS);
  for (let k: usize = 0; k < 3 * PAIR; k += 8) putF64(SUMS + k, 0);
  if (outputs > 1) playOutputs(entriesOf(model, block, row, lazy), addressAt(model + SLOT_BYTES));
  else {
    if (addressAt(block + OFFSETS) === 0) playDense(model, block, row);
    else playPairs(XS, LIST, pairsOf(model, block, row));
    const sum = f64At(SUMS) + f64At(SUMS + 8);
    if (!(Math.abs(sum) <= Infinity)) putAddress(ROUND + ROUND_IS_WRONG, 1);
    putF64(SCORES, sum);
  }
  const squares = SUMS + PAIR;
  const fresh = SUMS + 2 * PAIR;
  putF64(ROUND + ROUND_N, f64At(model + ENERGY) + (f64At(squares) + f64At(squares + 8)));
  putF64(ROUND + ROUND_D, f64At(model + SEEN) + (f64At(fresh) + f64At(fresh + 8)));
  begin(ROUND, model + SETTINGS);
  putF64(ROUND + ROUND_DIVISOR, divisor);
  // It is 0 while every feature has been zero, and then so are the scores.
  if (divisor === 1 || divisor === 0) return;
  for (let k: usize = 0; k < 8 * outputs; k += 8) putF64(SCORES + k, f64At(SCORES + k) / divisor);
}

/** Updates the model by the slopes of the row that was played; the row counts ν.*/
function learnSlopes(model: usize, ν: f64): void {
  const bytes = addressAt(model + SLOT_BYTES);
  for (let k: usize = 0; k < bytes; k += 8) {
    const g = f64At(SLOPES + k);
    putF64(SLOPES + k, ν * (bounded ? Math.min(Math.max(g, -1), 1) : g));
  }
  if (addressAt(model + OUTPUTS) > 1) {
    moveOutputs(bytes);
    updateOutputs(bytes);
  } else {
    movePairs();
    updatePairs();
  }
  putF64(model + ROUNDS, f64At(ROUND + ROUND_T));
  putF64(model + ENERGY, f64At(ROUND + ROUND_N));
  putF64(model + SEEN, f64At(ROUND + ROUND_D));
}

/** Plays a row with a value for every column where it lies: the constant's pair, whole pairs, and the last of an odd number. */
function playDense(model: usize, block: usize, row: usize): void {
  const columns = addressAt(block + COLUMNS);
  const values = addressAt(block + VALUES) + 8 * columns * row;
  const first = LIST + ENTRY * addressAt(model + HAS_CONSTANT);
  const end = first + ENTRY * (columns >> 1);
  if (first > LIST) playPairs(EDGES, LIST, first);
  playPairs(values, first, end);
  if ((columns & 1) === 0) return;
  putF64(EDGES + PAIR, f64At(values + 8 * (columns - 1)));
  playPairs(EDGES + PAIR, end, end + ENTRY);
}
