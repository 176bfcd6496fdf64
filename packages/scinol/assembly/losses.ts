/*
 * The losses of one score, as src/losses tells them, to the same bits. Which number stands for which is known to
 * src/kernel/kernel-loss.ts too.
 */

import { exp } from "./arithmetic/exp";
import { log1pPair } from "./log1p-pair";

const LOGISTIC: i32 = 0;
const HINGE: i32 = 1;
const SMOOTH_HINGE: i32 = 2;
const ABSOLUTE: i32 = 3;
const QUANTILE: i32 = 4;
const HUBER: i32 = 5;

/** What `suffer` found the loss to be. The slope is what the next round waits for, so it has no such detour. */
export let suffered: f64 = 0;

/** The slope of a score, within ±1 as ScInOL wants it, and its loss; `parameter` is τ or δ where a loss has one. */
@inline
export function suffer(loss: i32, parameter: f64, score: f64, label: f64): f64 {
  if (loss == LOGISTIC) {
    const margin = score * label;
    // Labels are −1 and 1: their sign may be put anywhere, and is, where it keeps nobody waiting.
    const odds = exp(-Math.abs(score));
    // Which sign a margin has nobody can foresee, least of all a processor: lanes choose without a jump.
    const margins = f64x2.splat(margin);
    const none = f64x2.splat(0);
    const near = v128.bitselect(f64x2.splat(1), f64x2.splat(odds), f64x2.le(margins, none));
    const slope = (-label * f64x2.extract_lane(near, 0)) / (1 + odds);
    suffered = f64x2.extract_lane(f64x2.sub(log1pPair(f64x2.splat(odds)), f64x2.pmin(none, margins)), 0);
    return slope;
  }
  return sufferPlain(loss, parameter, score, label);
}

/** The losses without a logarithm in them. */
function sufferPlain(loss: i32, parameter: f64, score: f64, label: f64): f64 {
  const margin = score * label;
  const distance = score - label;
  if (loss == HINGE) {
    suffered = Math.max(0, 1 - margin);
    return margin <= 1 ? -label : 0;
  }
  if (loss == SMOOTH_HINGE) {
    const short = 1 - margin;
    suffered = short <= 0 ? 0 : short < 1 ? (short * short) / 2 : short - 0.5;
    return -label * Math.min(Math.max(short, 0), 1);
  }
  if (loss == ABSOLUTE) {
    suffered = Math.abs(distance);
    return Math.sign(distance);
  }
  if (loss == QUANTILE) {
    suffered = score > label ? (1 - parameter) * distance : parameter * (label - score);
    return score > label ? 1 - parameter : -parameter;
  }
  if (loss == HUBER) {
    const size = Math.abs(distance);
    suffered = size <= parameter ? (size * size) / 2 : parameter * (size - parameter / 2);
    return Math.min(Math.max(Math.min(Math.max(distance, -parameter), parameter), -1), 1);
  }
  // Squared.
  suffered = Math.min((distance * distance) / 2, f64.MAX_VALUE);
  return Math.min(Math.max(distance, -1), 1);
}
