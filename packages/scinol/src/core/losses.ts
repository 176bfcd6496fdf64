import { log } from "../arithmetic/log.ts";
import { expOf } from "./exponential.ts";
import {
  ABSOLUTE,
  HUBER,
  LEVEL,
  LOSS,
  QUANTILE,
  RECORD_SLOPE,
  SOFTMAX,
  SQUARED,
  TWO_CLASSES,
} from "./layout.ts";
import { addressAt, f64At, laneAt, putF64, putLane, WIDTH } from "./memory.ts";

/*
 * From scores to probabilities, and from scores and a label to a loss, its slope and its curvature. Labels of two classes
 * are −1 and 1, of more the class's number; labels of numbers are in units of σ.
 */

const LEAST_PROBABILITY: f64 = 1e-15;
const TINY: f64 = 1e-300;

let kind: usize = 0;
let level: f64 = 0.5;
/** Largest slope: 2R for squared loss. */
export let largestSlope: f64 = 1;

/** Takes up the model's loss, as every round does first. */
export function beginLoss(model: usize): void {
  kind = addressAt(model + LOSS);
  level = f64At(model + LEVEL);
  largestSlope = kind === SQUARED ? 2 * f64At(model + RECORD_SLOPE) : 1;
}

export function isNumber(): bool {
  return kind >= HUBER;
}

/**
 * Writes the probabilities of `count` scores each with `outputs` parts, one behind another: of two classes that of the
 * second, of more all of them. May write one number more.
 */
export function probabilities(count: usize, outputs: usize, scores: usize, into: usize): void {
  if (kind === TWO_CLASSES) chances(count, scores, into);
  else if (kind === SOFTMAX) {
    for (let at: usize = 0; at < 8 * count * outputs; at += 8 * outputs)
      softmax(outputs, scores + at, into + at);
  }
}

function chances(count: usize, scores: usize, into: usize): void {
  for (let at: usize = 0; at < 8 * count; at += WIDTH) {
    const z = laneAt(scores + at);
    const odds = expOf(-Math.abs(z));
    const far = 1 / (1 + odds);
    putLane(into + at, z < 0 ? odds * far : far);
  }
}

function softmax(outputs: usize, scores: usize, into: usize): void {
  let most = f64At(scores);
  for (let k: usize = 1; k < outputs; k++) most = Math.max(most, f64At(scores + 8 * k));
  for (let at: usize = 0; at < 8 * outputs; at += WIDTH)
    putLane(into + at, expOf(laneAt(scores + at) - most));
  let sum: f64 = 0;
  for (let k: usize = 0; k < outputs; k++) sum += f64At(into + 8 * k);
  const scale = 1 / sum;
  for (let k: usize = 0; k < outputs; k++) putF64(into + 8 * k, f64At(into + 8 * k) * scale);
}

/** The label's probability, 1e-15 at least. */
export function probabilityOf(label: f64, probabilities: usize): f64 {
  let p: f64 = 0;
  if (kind === TWO_CLASSES) {
    p = f64At(probabilities);
    if (label < 0) p = 1 - p;
  } else {
    p = f64At(probabilities + 8 * (label as usize));
  }
  return Math.max(p, LEAST_PROBABILITY);
}

/** The log loss of an answer. */
export function logLoss(label: f64, probabilities: usize): f64 {
  return -log(probabilityOf(label, probabilities));
}

/** The loss of a number's score, in units of σ (squared: σ²). */
export function loss(score: f64, label: f64): f64 {
  const u = score - label;
  const size = Math.abs(u);
  if (kind === QUANTILE) return size * (u > 0 ? 1 - level : level);
  if (kind === ABSOLUTE) return size;
  const most = largestSlope;
  return size < most ? 0.5 * u * u : most * (size - 0.5 * most);
}

/** The slope of the loss in score `k`. */
export function slope(label: f64, k: usize, scores: usize, probabilities: usize): f64 {
  if (kind < HUBER) {
    const p = f64At(probabilities + 8 * k);
    const isLabel = kind === TWO_CLASSES ? label > 0 : (k as f64) === label;
    return isLabel ? p - 1 : p;
  }
  const u = f64At(scores) - label;
  if (kind === QUANTILE) return (u > 0 ? 1.0 : 0.0) - level;
  if (kind === ABSOLUTE) return u > 0 ? 1 : u < 0 ? -1 : 0;
  return u > largestSlope ? largestSlope : u < -largestSlope ? -largestSlope : u;
}

/** The curvature of the loss in score `k`. */
export function curvature(label: f64, k: usize, scores: usize, probabilities: usize): f64 {
  if (kind < HUBER) {
    const p = f64At(probabilities + 8 * k);
    return p * (1 - p);
  }
  if (kind === ABSOLUTE) return 1;
  const g = slope(label, k, scores, probabilities);
  if (kind === QUANTILE) return g * g;
  const size = Math.abs(f64At(scores) - label);
  return size < largestSlope ? 1 : largestSlope / size;
}

/** The curvature that a step is measured by: of absolute loss 1/|u|, so that no step goes past the label. */
export function bend(label: f64, k: usize, scores: usize, probabilities: usize): f64 {
  if (kind === ABSOLUTE) return 1 / Math.max(Math.abs(f64At(scores) - label), TINY);
  return curvature(label, k, scores, probabilities);
}

/** What counts against a share: the loss up to 10, of squared loss the square of the slope. */
export function shareLoss(score: f64, label: f64): f64 {
  if (kind !== SQUARED) return Math.min(10, loss(score, label));
  const u = Math.min(Math.abs(score - label), largestSlope);
  return 0.5 * u * u;
}
