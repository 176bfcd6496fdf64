/*
 * The losses of one score, as src/losses tells them, to the same bits. Which number stands for which is known to
 * src/kernel/kernel-loss.ts too.
 */

import { constant, expPair, ONE } from "./exp-pair";
import { log1pPair } from "./log1p-pair";

const LOGISTIC: i32 = 0;
const HINGE: i32 = 1;
const SMOOTH_HINGE: i32 = 2;
const ABSOLUTE: i32 = 3;
const QUANTILE: i32 = 4;
const HUBER: i32 = 5;

/**
 * The slope of a score, within ±1 as ScInOL wants it; `parameter` is τ or δ where a loss has one. The next round waits for
 * the slope, and for nothing else: of the loss only what `settle` will make it of is left behind, at `label` and `loss`.
 */
@inline
export function slopeOf(kind: i32, parameter: f64, score: f64, label: usize, loss: usize): f64 {
  if (kind == LOGISTIC) {
    const labels = v128.load64_splat(label);
    const scores = f64x2.splat(score);
    const margins = f64x2.mul(scores, labels);
    const none = f64x2.splat(0);
    const odds = expPair(f64x2.neg(f64x2.abs(scores)));
    // Which sign a margin has nobody can foresee, least of all a processor: lanes choose without a jump. Labels are −1 and 1,
    // and so only a sign, which is put where it keeps nobody waiting.
    const opposite = f64x2.neg(labels);
    const signed = v128.or(odds, v128.and(opposite, f64x2.splat(-0.0)));
    const near = v128.bitselect(opposite, signed, f64x2.le(margins, none));
    v128.store64_lane(label, f64x2.pmin(none, margins), 0);
    v128.store64_lane(loss, odds, 0);
    return f64x2.extract_lane(f64x2.div(near, f64x2.add(constant(ONE), odds)), 0);
  }
  return slopeOfPlain(kind, parameter, score, label, loss);
}

/** Makes losses of what the slopes of so many rows have left. */
export function settle(kind: i32, rows: i32, labels: usize, losses: usize): void {
  if (kind != LOGISTIC) return;
  const end = losses + ((<usize>rows) << 3);
  for (; losses < end; losses += 16, labels += 16) {
    const both = f64x2.sub(log1pPair(v128.load(losses)), v128.load(labels));
    if (losses + 8 == end) v128.store64_lane(losses, both, 0);
    else v128.store(losses, both);
  }
}

/** The sum of the losses of so many rows, added to `total`. */
export function addUp(rows: i32, losses: usize, total: f64): f64 {
  const end = losses + ((<usize>rows) << 3);
  for (; losses < end; losses += 8) total += load<f64>(losses);
  return total;
}

/** `slopeOf` of the losses without a logarithm in them, which are worked out at once. */
function slopeOfPlain(kind: i32, parameter: f64, score: f64, labelAt: usize, loss: usize): f64 {
  const label = load<f64>(labelAt);
  const margin = score * label;
  const distance = score - label;
  if (kind == HINGE) {
    store<f64>(loss, Math.max(0, 1 - margin));
    return margin <= 1 ? -label : 0;
  }
  if (kind == SMOOTH_HINGE) {
    const short = 1 - margin;
    store<f64>(loss, short <= 0 ? 0 : short < 1 ? (short * short) / 2 : short - 0.5);
    return -label * Math.min(Math.max(short, 0), 1);
  }
  if (kind == ABSOLUTE) {
    store<f64>(loss, Math.abs(distance));
    return Math.sign(distance);
  }
  if (kind == QUANTILE) {
    store<f64>(loss, score > label ? (1 - parameter) * distance : parameter * (label - score) + 0);
    return score > label ? 1 - parameter : -parameter;
  }
  if (kind == HUBER) {
    const size = Math.abs(distance);
    store<f64>(loss, size <= parameter ? (size * size) / 2 : parameter * (size - parameter / 2));
    return Math.min(Math.max(Math.min(Math.max(distance, -parameter), parameter), -1), 1);
  }
  // Squared.
  store<f64>(loss, Math.min((distance * distance) / 2, f64.MAX_VALUE));
  return Math.min(Math.max(distance, -1), 1);
}
