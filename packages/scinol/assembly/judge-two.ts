/*
 * Judging rows of two classes: what src/classifier.ts makes of their scores, with src/losses/logistic.ts, src/memories.ts and
 * the stakes of src/kernel/kernel-state.ts, to the same bits. Everything else is judged by the host.
 *
 * The next row waits for a row's slopes, and for nothing else. So `judgeTwo` works out only them, and what was predicted, the
 * losses and how shares move are settled for some rows together, step by step, two rows at a time: a row by itself is one long
 * chain of operations, each of which waits for the one before.
 */

import { expPair } from "./exp-pair";
import { log1pPair } from "./log1p-pair";
import { logPair } from "./log-pair";

/** Rows of two classes, one number a row each, and what has been learned so far. */
@unmanaged
export class TwoClasses {
  /** 1 where a row is of the second class, and how much it matters. */
  labels: usize;
  weights: usize;
  /** What was predicted, and the loss of it. */
  answers: usize;
  losses: usize;
  /** How many memories there are, one or four, and their shares. */
  memories: i32;
  shares: usize;
  /** Whether scores are divided by the stakes. */
  stakes: i32;
  /** How many of the rows judged last are not settled yet. */
  open: i32;
  t: f64;
  N: f64;
  d: f64;
}

const PATIENCE: f64 = 5;
const DEALT: f64 = 1e-4;

/** Rows that are settled together. */
const TOGETHER: i32 = 16;
/** Of each memory a column of that many numbers, one a row. */
const COLUMN: usize = 8 * 16;
const COLUMNS: i32 = 4 * 8 * 16;
const SCORES: usize = memory.data(COLUMNS, 16);
const ODDS: usize = memory.data(COLUMNS, 16);
const LOSSES: usize = memory.data(COLUMNS, 16);
/** What a loss makes of a memory's part in the answer, and of its share. */
const PARTS: usize = memory.data(COLUMNS, 16);
const FACTORS: usize = memory.data(COLUMNS, 16);
const SHARES: usize = memory.data(COLUMNS, 16);
/** −1 or 1 a row, and the least loss that a memory has suffered. */
const LABELS: usize = memory.data(8 * 16, 16);
const LEASTS: usize = memory.data(8 * 16, 16);

/** Makes slopes of a row's scores; `sums` has Σ q² and how many features were never seen before. */
export function judgeTwo(two: TwoClasses, row: i32, scores: usize, sums: usize, slopes: usize): void {
  two.t += 1;
  two.d += load<f64>(sums, 16);
  let divisor: f64 = 1;
  if (two.stakes) {
    two.N += load<f64>(sums, 8);
    if (two.N > 0) divisor = Math.sqrt(two.N / two.t);
  }
  const divisors = f64x2.splat(divisor);
  const label: f64 = load<f64>(two.labels + ((<usize>row) << 3)) == 1 ? 1 : -1;
  const labels = f64x2.splat(label);
  const weights = v128.load64_splat(two.weights + ((<usize>row) << 3));
  const at = (<usize>two.open) << 3;
  store<f64>(LABELS + at, label);
  if (two.memories == 1) {
    v128.store64_lane(slopes, slopesOf(f64x2.div(v128.load64_zero(scores), divisors), labels, weights, at), 0);
  } else {
    v128.store(slopes, slopesOf(f64x2.div(v128.load(scores), divisors), labels, weights, at));
    v128.store(slopes, slopesOf(f64x2.div(v128.load(scores, 16), divisors), labels, weights, at + 2 * COLUMN), 16);
  }
  two.open += 1;
  if (two.open == TOGETHER) settleTwo(two, row + 1);
}

/** The slopes of two memories, whose scores and odds are kept. */
@inline
function slopesOf(scores: v128, labels: v128, weights: v128, at: usize): v128 {
  const odds = expPair(f64x2.neg(f64x2.abs(scores)));
  v128.store64_lane(SCORES + at, scores, 0);
  v128.store64_lane(SCORES + at, scores, 1, COLUMN);
  v128.store64_lane(ODDS + at, odds, 0);
  v128.store64_lane(ODDS + at, odds, 1, COLUMN);
  const isRight = f64x2.gt(f64x2.mul(scores, labels), f64x2.splat(0));
  return f64x2.mul(f64x2.mul(f64x2.neg(labels), chancesOf(odds, isRight)), weights);
}

/** Of the two classes the chance of the less likely one, where that is asked for, else of the other. */
@inline
function chancesOf(odds: v128, less: v128): v128 {
  const ones = f64x2.splat(1);
  // Which one nobody can foresee: lanes choose without a jump.
  return f64x2.div(v128.bitselect(odds, ones, less), f64x2.add(ones, odds));
}

/** Settles the rows before `end` that were judged and are still open. Their number is made even by one without a meaning. */
export function settleTwo(two: TwoClasses, end: i32): void {
  const open = two.open;
  const rows = (<usize>open) << 3;
  const memories = (<usize>two.memories) * COLUMN;
  const first = (<usize>(end - open)) << 3;
  two.open = 0;
  suffer(memories, rows);
  if (two.memories == 1) {
    for (let row: usize = 0; row < rows; row += 8) store<f64>(SHARES + row, 1);
    memory.copy(two.losses + first, LOSSES, rows);
  } else {
    compare(memories, rows);
    moveShares(two.shares, memories, rows);
    mix(memories, rows, two.losses + first);
  }
  answer(memories, rows, two.answers + first);
}

/** The losses of each memory. */
function suffer(memories: usize, rows: usize): void {
  for (let column: usize = 0; column < memories; column += COLUMN) {
    for (let row: usize = 0; row < rows; row += 16) {
      const at = column + row;
      const margins = f64x2.mul(v128.load(SCORES + at), v128.load(LABELS + row));
      v128.store(LOSSES + at, f64x2.sub(log1pPair(v128.load(ODDS + at)), f64x2.pmin(f64x2.splat(0), margins)));
    }
  }
}

/** What the losses say of each memory beside the best. */
function compare(memories: usize, rows: usize): void {
  const patience = f64x2.splat(PATIENCE);
  for (let row: usize = 0; row < rows; row += 16) {
    let leasts = v128.load(LOSSES + row);
    for (let at = COLUMN + row; at < memories; at += COLUMN) leasts = f64x2.pmin(leasts, v128.load(LOSSES + at));
    v128.store(LEASTS + row, leasts);
    for (let at = row; at < memories; at += COLUMN) {
      const behind = f64x2.sub(leasts, v128.load(LOSSES + at));
      v128.store(PARTS + at, expPair(behind));
      v128.store(FACTORS + at, expPair(f64x2.div(behind, patience)));
    }
  }
}

/** Moves the shares, row by row. */
function moveShares(shares: usize, memories: usize, rows: usize): void {
  const dealt = (DEALT * <f64>COLUMN) / <f64>memories;
  for (let row: usize = 0; row < rows; row += 8) {
    let sum: f64 = 0;
    for (let at = row, share = shares; at < memories; at += COLUMN, share += 8) {
      const before = load<f64>(share);
      store<f64>(SHARES + at, before);
      sum += before * load<f64>(FACTORS + at);
    }
    for (let at = row, share = shares; at < memories; at += COLUMN, share += 8) {
      const moved = load<f64>(share) * load<f64>(FACTORS + at);
      store<f64>(share, (1 - DEALT) * (moved / sum) + dealt);
    }
  }
}

/** The losses of the mixed predictions, −ln Σ π_j e^{−ℓ_j}. */
function mix(memories: usize, rows: usize, losses: usize): void {
  for (let row: usize = 0; row < rows; row += 16) {
    let chances = f64x2.splat(0);
    for (let at = row; at < memories; at += COLUMN) {
      chances = f64x2.add(chances, f64x2.mul(v128.load(SHARES + at), v128.load(PARTS + at)));
    }
    put(losses, row, rows, f64x2.sub(v128.load(LEASTS + row), logPair(chances)));
  }
}

/** Which class is the likelier one. */
function answer(memories: usize, rows: usize, answers: usize): void {
  const none = f64x2.splat(0);
  for (let row: usize = 0; row < rows; row += 16) {
    let first = none;
    let second = none;
    for (let at = row; at < memories; at += COLUMN) {
      const scores = v128.load(SCORES + at);
      const odds = v128.load(ODDS + at);
      const shares = v128.load(SHARES + at);
      first = f64x2.add(first, f64x2.mul(shares, chancesOf(odds, f64x2.ge(scores, none))));
      second = f64x2.add(second, f64x2.mul(shares, chancesOf(odds, f64x2.lt(scores, none))));
    }
    put(answers, row, rows, v128.and(f64x2.gt(second, first), f64x2.splat(1)));
  }
}

/** Writes down two numbers, or the last one. */
@inline
function put(at: usize, row: usize, rows: usize, two: v128): void {
  if (row + 8 == rows) v128.store64_lane(at + row, two, 0);
  else v128.store(at + row, two);
}
