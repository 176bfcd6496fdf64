import { exp } from "../arithmetic/exp.ts";
import { log1p } from "../arithmetic/log1p.ts";

/*
 * The losses of one score, and their slopes. `parameter` is τ or δ. The library's losses and the drivers of the paper's
 * rules use the same text, also compiled.
 */

export const LOGISTIC: i32 = 0;
export const HINGE: i32 = 1;
export const SMOOTH_HINGE: i32 = 2;
export const ABSOLUTE: i32 = 3;
export const QUANTILE: i32 = 4;
export const HUBER: i32 = 5;
export const SQUARED: i32 = 6;
/** Of many scores: see softmax.ts. */
export const SOFTMAX: i32 = 7;

const MOST: f64 = 1.7976931348623157e308;

export function lossOf(kind: i32, parameter: f64, score: f64, label: f64): f64 {
  const margin = score * label;
  const distance = Math.abs(score - label);
  if (kind === LOGISTIC) return logisticLoss(margin, exp(-Math.abs(margin)));
  if (kind === HINGE) return Math.max(0, 1 - margin);
  if (kind === SMOOTH_HINGE) {
    const short = 1 - margin;
    return short <= 0 ? 0 : short < 1 ? (short * short) / 2 : short - 0.5;
  }
  if (kind === ABSOLUTE) return distance;
  if (kind === QUANTILE)
    return score > label ? (1 - parameter) * (score - label) : parameter * (label - score) + 0;
  if (kind === HUBER) {
    return distance <= parameter ? (distance * distance) / 2 : parameter * (distance - parameter / 2);
  }
  return Math.min((distance * distance) / 2, MOST);
}

export function slopeOf(kind: i32, parameter: f64, score: f64, label: f64): f64 {
  const margin = score * label;
  const error = score - label;
  if (kind === LOGISTIC) return logisticSlope(label, margin, exp(-Math.abs(margin)));
  if (kind === HINGE) return margin <= 1 ? -label : 0;
  if (kind === SMOOTH_HINGE) return -label * Math.min(Math.max(1 - margin, 0), 1);
  if (kind === ABSOLUTE) return error > 0 ? 1 : error < 0 ? -1 : 0;
  if (kind === QUANTILE) return score > label ? 1 - parameter : -parameter;
  if (kind === HUBER) return Math.min(Math.max(error, -parameter), parameter);
  return error;
}

/** ln(1 + e^−margin), by `odds` = e^−|margin|. */
export function logisticLoss(margin: f64, odds: f64): f64 {
  return margin > 0 ? log1p(odds) : log1p(odds) - margin;
}

export function logisticSlope(label: f64, margin: f64, odds: f64): f64 {
  return (-label * (margin > 0 ? odds : 1)) / (1 + odds);
}
