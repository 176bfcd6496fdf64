import { exp } from "../../arithmetic/exp.ts";
import { log } from "../../arithmetic/log.ts";
import { expOf } from "../../core/exponential.ts";
import { addressAt, f64At, i32At, laneAt, putF64, putLane, WIDTH } from "../../core/memory.ts";
import { LOGISTIC, logisticLoss, logisticSlope, lossOf, SOFTMAX, slopeOf } from "../../losses/formulas.ts";
import { LOSS, OUTPUTS, PARAMETER } from "./layout.ts";
import { SCORES, SLOPES } from "./scratch.ts";

/** Returns the loss of the row's scores on the label, and writes its slopes. */
export function lossAndSlopes(model: usize, label: f64): f64 {
  const kind = i32At(model + LOSS);
  const score = f64At(SCORES);
  if (kind === LOGISTIC) {
    const margin = score * label;
    const odds = exp(-Math.abs(margin));
    putF64(SLOPES, logisticSlope(label, margin, odds));
    return logisticLoss(margin, odds);
  }
  if (kind === SOFTMAX) return softmax(addressAt(model + OUTPUTS), label);
  const parameter = f64At(model + PARAMETER);
  putF64(SLOPES, slopeOf(kind, parameter, score, label));
  return lossOf(kind, parameter, score, label);
}

function softmax(outputs: usize, label: f64): f64 {
  let most = f64At(SCORES);
  for (let k: usize = 8; k < 8 * outputs; k += 8) most = Math.max(most, f64At(SCORES + k));
  for (let k: usize = 0; k < 8 * outputs; k += WIDTH) putLane(SLOPES + k, expOf(laneAt(SCORES + k) - most));
  let sum: f64 = 0;
  for (let k: usize = 0; k < 8 * outputs; k += 8) sum += f64At(SLOPES + k);
  const scale = 1 / sum;
  for (let k: usize = 0; k < 8 * outputs; k += 8) putF64(SLOPES + k, f64At(SLOPES + k) * scale);
  const its = SLOPES + 8 * (label as usize);
  putF64(its, f64At(its) - 1);
  // A lane beyond the last output learns nothing.
  if ((outputs & 1) !== 0) putF64(SLOPES + 8 * outputs, 0);
  return log(sum) - (f64At(SCORES + 8 * (label as usize)) - most);
}
