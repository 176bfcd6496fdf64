/*
 * Judging a row of two classes: what src/classifier.ts makes of its scores, with src/losses/logistic.ts, src/memories.ts and the
 * stakes of src/kernel/kernel-state.ts, to the same bits. Everything else is judged by the host.
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
  /** How many memories there are, their shares, and room for their losses. */
  memories: i32;
  shares: usize;
  suffered: usize;
  /** Whether scores are divided by the stakes. */
  stakes: i32;
  t: f64;
  N: f64;
  d: f64;
}

const PATIENCE: f64 = 5;
const DEALT: f64 = 1e-4;

/** Makes slopes of a row's scores; `sums` has Σ q² and how many features were never seen before. */
export function judgeTwo(two: TwoClasses, row: i32, scores: usize, sums: usize, slopes: usize): void {
  const eight = (<usize>row) << 3;
  two.t += 1;
  two.d += load<f64>(sums, 16);
  let divisor: f64 = 1;
  if (two.stakes) {
    two.N += load<f64>(sums, 8);
    if (two.N > 0) divisor = Math.sqrt(two.N / two.t);
  }
  const label: f64 = load<f64>(two.labels + eight) == 1 ? 1 : -1;
  const weight = load<f64>(two.weights + eight);
  const end = (<usize>two.memories) << 3;
  const shares = two.shares;
  const suffered = two.suffered;
  const labels = f64x2.splat(label);
  const divisors = f64x2.splat(divisor);
  const ones = f64x2.splat(1);
  const none = f64x2.splat(0);
  let first: f64 = 0;
  let second: f64 = 0;
  for (let j: usize = 0; j < end; j += 16) {
    const alone = j + 8 == end;
    const score = f64x2.div(alone ? v128.load64_zero(scores + j) : v128.load(scores + j), divisors);
    const odds = expPair(f64x2.neg(f64x2.abs(score)));
    const far = f64x2.div(ones, f64x2.add(ones, odds));
    const near = f64x2.div(odds, f64x2.add(ones, odds));
    const margin = f64x2.mul(score, labels);
    // Which sign a score has nobody can foresee: both are at hand, and one is chosen without a jump.
    const isPositive = f64x2.ge(score, none);
    const share = alone ? v128.load64_zero(shares + j) : v128.load(shares + j);
    const firsts = f64x2.mul(share, v128.bitselect(near, far, isPositive));
    const seconds = f64x2.mul(share, v128.bitselect(far, near, isPositive));
    const loss = log1pPair(odds);
    const losses = v128.bitselect(loss, f64x2.sub(loss, margin), f64x2.gt(margin, none));
    const slope = f64x2.mul(f64x2.neg(labels), v128.bitselect(far, near, f64x2.le(margin, none)));
    const tempered = f64x2.mul(slope, f64x2.splat(weight));
    first += f64x2.extract_lane(firsts, 0);
    second += f64x2.extract_lane(seconds, 0);
    if (alone) {
      v128.store64_lane(suffered + j, losses, 0);
      v128.store64_lane(slopes + j, tempered, 0);
      break;
    }
    first += f64x2.extract_lane(firsts, 1);
    second += f64x2.extract_lane(seconds, 1);
    v128.store(suffered + j, losses);
    v128.store(slopes + j, tempered);
  }
  store<f64>(two.answers + eight, second > first ? 1 : 0);
  store<f64>(two.losses + eight, two.memories == 1 ? load<f64>(suffered) : mix(shares, suffered, end));
}

/** The loss of the mixed prediction, −ln Σ π_j e^{−ℓ_j}; then the shares move. */
function mix(shares: usize, suffered: usize, end: usize): f64 {
  // Whose loss is the least nobody can foresee: found without a jump, too.
  let leasts = v128.load64_splat(suffered);
  for (let j: usize = 8; j < end; j += 8) leasts = f64x2.pmin(leasts, v128.load64_splat(suffered + j));
  const patience = f64x2.splat(PATIENCE);
  let chance: f64 = 0;
  let sum: f64 = 0;
  for (let j: usize = 0; j < end; j += 16) {
    const alone = j + 8 == end;
    const behind = f64x2.sub(leasts, alone ? v128.load64_splat(suffered + j) : v128.load(suffered + j));
    const share = alone ? v128.load64_zero(shares + j) : v128.load(shares + j);
    const chances = f64x2.mul(share, expPair(behind));
    const moved = f64x2.mul(share, expPair(f64x2.div(behind, patience)));
    chance += f64x2.extract_lane(chances, 0);
    sum += f64x2.extract_lane(moved, 0);
    if (alone) {
      v128.store64_lane(shares + j, moved, 0);
      break;
    }
    chance += f64x2.extract_lane(chances, 1);
    sum += f64x2.extract_lane(moved, 1);
    v128.store(shares + j, moved);
  }
  const dealt = DEALT / <f64>(end >> 3);
  for (let j: usize = 0; j < end; j += 8) {
    store<f64>(shares + j, (1 - DEALT) * (load<f64>(shares + j) / sum) + dealt);
  }
  return f64x2.extract_lane(leasts, 0) - log(chance);
}
