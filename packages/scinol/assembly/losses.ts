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

/** What `suffer` found the slope to be, within ±1 as ScInOL wants it. */
export let slope: f64 = 0;

/** The loss of a score, and its slope; `parameter` is τ or δ where a loss has one. */
@inline
export function suffer(loss: i32, parameter: f64, score: f64, label: f64): f64 {
  if (loss == LOGISTIC) {
    const margin = score * label;
    const odds = exp(-Math.abs(margin));
    // Which sign a margin has nobody can foresee, least of all a processor: lanes choose without a jump.
    const margins = f64x2.splat(margin);
    const none = f64x2.splat(0);
    const near = v128.bitselect(f64x2.splat(1), f64x2.splat(odds), f64x2.le(margins, none));
    slope = -label * (f64x2.extract_lane(near, 0) / (1 + odds));
    return f64x2.extract_lane(f64x2.sub(log1pPair(f64x2.splat(odds)), f64x2.pmin(none, margins)), 0);
  }
  return sufferPlain(loss, parameter, score, label);
}

/** The losses without a logarithm in them. */
function sufferPlain(loss: i32, parameter: f64, score: f64, label: f64): f64 {
  const margin = score * label;
  const distance = score - label;
  if (loss == HINGE) {
    slope = margin <= 1 ? -label : 0;
    return Math.max(0, 1 - margin);
  }
  if (loss == SMOOTH_HINGE) {
    const short = 1 - margin;
    slope = -label * Math.min(Math.max(short, 0), 1);
    if (short <= 0) return 0;
    return short < 1 ? (short * short) / 2 : short - 0.5;
  }
  if (loss == ABSOLUTE) {
    slope = Math.sign(distance);
    return Math.abs(distance);
  }
  if (loss == QUANTILE) {
    slope = score > label ? 1 - parameter : -parameter;
    return score > label ? (1 - parameter) * distance : parameter * (label - score);
  }
  if (loss == HUBER) {
    const size = Math.abs(distance);
    slope = Math.min(Math.max(Math.min(Math.max(distance, -parameter), parameter), -1), 1);
    return size <= parameter ? (size * size) / 2 : parameter * (size - parameter / 2);
  }
  // Squared.
  slope = Math.min(Math.max(distance, -1), 1);
  return Math.min((distance * distance) / 2, f64.MAX_VALUE);
}
