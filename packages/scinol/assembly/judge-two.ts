/*
 * Judging rows of two classes: what src/classifier.ts makes of their scores, with src/losses/logistic.ts, src/memories.ts and
 * the stakes of src/kernel/kernel-state.ts, to the same bits. Everything else is judged by the host.
 *
 * The next row waits for a row's slopes, and for nothing else. So `judgeTwo` works out only them, and what was predicted, the
 * losses and how shares move are settled for some rows together: each is one long chain of operations, and the chains of
 * different rows go side by side.
 */

import { log } from "./arithmetic/log";
import { expPair } from "./exp-pair";
import { log1pPair } from "./log1p-pair";

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

/** Rows that are settled together, and what is kept of each until then: scores and odds, of two memories side by side. */
const TOGETHER: i32 = 16;
const KEPT_BYTES: usize = 64;
const KEPT: usize = memory.data(<i32>KEPT_BYTES * TOGETHER, 16);

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
  const labels = labelsOf(two, row);
  const weights = v128.load64_splat(two.weights + ((<usize>row) << 3));
  const kept = KEPT + (<usize>two.open) * KEPT_BYTES;
  if (two.memories == 1) {
    const slope = slopesOf(f64x2.div(v128.load64_zero(scores), divisors), labels, weights, kept);
    v128.store64_lane(slopes, slope, 0);
  } else {
    v128.store(slopes, slopesOf(f64x2.div(v128.load(scores), divisors), labels, weights, kept));
    v128.store(slopes, slopesOf(f64x2.div(v128.load(scores, 16), divisors), labels, weights, kept + 32), 16);
  }
  two.open += 1;
  if (two.open == TOGETHER) settleTwo(two, row + 1);
}

/** −1 or 1, twice. */
@inline
function labelsOf(two: TwoClasses, row: i32): v128 {
  return f64x2.splat(load<f64>(two.labels + ((<usize>row) << 3)) == 1 ? 1 : -1);
}

/** The slopes of two memories. */
@inline
function slopesOf(scores: v128, labels: v128, weights: v128, kept: usize): v128 {
  const ones = f64x2.splat(1);
  const odds = expPair(f64x2.neg(f64x2.abs(scores)));
  v128.store(kept, scores);
  v128.store(kept, odds, 16);
  // Which sign a margin has nobody can foresee: lanes choose without a jump.
  const isWrong = f64x2.le(f64x2.mul(scores, labels), f64x2.splat(0));
  const chance = f64x2.div(v128.bitselect(ones, odds, isWrong), f64x2.add(ones, odds));
  return f64x2.mul(f64x2.mul(f64x2.neg(labels), chance), weights);
}

/** Settles the rows before `end` that were judged and are still open. */
export function settleTwo(two: TwoClasses, end: i32): void {
  let kept = KEPT;
  for (let row = end - two.open; row < end; row++, kept += KEPT_BYTES) {
    if (two.memories == 1) settleOne(two, row, kept);
    else settleFour(two, row, kept);
  }
  two.open = 0;
}

function settleOne(two: TwoClasses, row: i32, kept: usize): void {
  const eight = (<usize>row) << 3;
  const scores = v128.load(kept);
  const odds = v128.load(kept, 16);
  const isSecond = f64x2.gt(secondOf(scores, odds), secondOf(f64x2.neg(scores), odds));
  store<f64>(two.answers + eight, <f64>(i64x2.bitmask(isSecond) & 1));
  v128.store64_lane(two.losses + eight, lossesOf(scores, odds, labelsOf(two, row)), 0);
}

function settleFour(two: TwoClasses, row: i32, kept: usize): void {
  const eight = (<usize>row) << 3;
  const labels = labelsOf(two, row);
  const scores0 = v128.load(kept);
  const scores1 = v128.load(kept, 32);
  const odds0 = v128.load(kept, 16);
  const odds1 = v128.load(kept, 48);
  let shares0 = v128.load(two.shares);
  let shares1 = v128.load(two.shares, 16);

  const classes0 = f64x2.mul(shares0, secondOf(scores0, odds0));
  const classes1 = f64x2.mul(shares1, secondOf(scores1, odds1));
  const others0 = f64x2.mul(shares0, secondOf(f64x2.neg(scores0), odds0));
  const others1 = f64x2.mul(shares1, secondOf(f64x2.neg(scores1), odds1));
  const chances = sumsOf(classes0, classes1, others0, others1);
  store<f64>(two.answers + eight, f64x2.extract_lane(chances, 0) > f64x2.extract_lane(chances, 1) ? 1 : 0);

  // The loss of the mixed prediction, −ln Σ π_j e^{−ℓ_j}; then the shares move.
  const losses0 = lossesOf(scores0, odds0, labels);
  const losses1 = lossesOf(scores1, odds1, labels);
  const lower = f64x2.pmin(losses0, losses1);
  const least = f64x2.pmin(lower, v128.shuffle<f64>(lower, lower, 1, 0));
  const behind0 = f64x2.sub(least, losses0);
  const behind1 = f64x2.sub(least, losses1);
  const patience = f64x2.splat(PATIENCE);
  const mixed0 = f64x2.mul(shares0, expPair(behind0));
  const mixed1 = f64x2.mul(shares1, expPair(behind1));
  shares0 = f64x2.mul(shares0, expPair(f64x2.div(behind0, patience)));
  shares1 = f64x2.mul(shares1, expPair(f64x2.div(behind1, patience)));
  const sums = sumsOf(mixed0, mixed1, shares0, shares1);
  const sum = v128.shuffle<f64>(sums, sums, 1, 1);
  const rest = f64x2.splat(1 - DEALT);
  const dealt = f64x2.splat(DEALT / 4);
  v128.store(two.shares, f64x2.add(f64x2.mul(rest, f64x2.div(shares0, sum)), dealt));
  v128.store(two.shares, f64x2.add(f64x2.mul(rest, f64x2.div(shares1, sum)), dealt), 16);
  store<f64>(two.losses + eight, f64x2.extract_lane(least, 0) - log(f64x2.extract_lane(sums, 0)));
}

/** The chances of the second class that two memories give. */
@inline
function secondOf(scores: v128, odds: v128): v128 {
  const ones = f64x2.splat(1);
  return f64x2.div(v128.bitselect(ones, odds, f64x2.ge(scores, f64x2.splat(0))), f64x2.add(ones, odds));
}

/** The losses of two memories. */
@inline
function lossesOf(scores: v128, odds: v128, labels: v128): v128 {
  const margins = f64x2.mul(scores, labels);
  return f64x2.sub(log1pPair(odds), f64x2.pmin(f64x2.splat(0), margins));
}

/** The sum of four numbers, and of four others, each from the first to the last. */
@inline
function sumsOf(first: v128, last: v128, otherFirst: v128, otherLast: v128): v128 {
  const two = f64x2.add(v128.shuffle<f64>(first, otherFirst, 0, 2), v128.shuffle<f64>(first, otherFirst, 1, 3));
  const three = f64x2.add(two, v128.shuffle<f64>(last, otherLast, 0, 2));
  return f64x2.add(three, v128.shuffle<f64>(last, otherLast, 1, 3));
}
