import {
  answerAsSaid,
  answerPresent,
  finite,
  isHeld,
  liveMixed,
  say,
  steadyMixed,
  writeAnswer,
} from "./answers.ts";
import { list } from "./features.ts";
import {
  AGAIN,
  ANSWERS,
  CENTRE,
  COLUMNS,
  FACTOR,
  GREATEST,
  HELD_GAIN,
  INDICES_A_ROW,
  IS_STEADY,
  LABELS,
  LEAST,
  LIVE,
  LOSS,
  LOSSES,
  MEMBER_COUNT,
  MEMBERS,
  MOST_INDICES,
  OFFSETS,
  OUTPUTS,
  RECORD_SLOPE,
  ROWS,
  SAID,
  SAID_BYTES,
  SAYING,
  SCRATCH,
  SEEN,
  SOFTMAX,
  SPREAD,
  SQUARED,
  STEADY,
  STEADY_MEMBERS,
  TARGET,
  WEIGHTS,
} from "./layout.ts";
import { beginLoss, isNumber, logLoss, loss } from "./losses.ts";
import { play, update } from "./members.ts";
import { addressAt, assert, f64At, putF64 } from "./memory.ts";
import { beginMixture, learnShares, learnStack } from "./mixture.ts";
import { arrange, GIVEN, ROW } from "./scratch.ts";
import { see } from "./views.ts";

/*
 * A round: the list, the members' scores, the answer; then, with a label, the loss of the answer, and updates of the hold,
 * shares, stacks, members and the target. Predicting is the first half, and writes nothing to the model.
 */

const SMALLEST: f64 = 1e-290;

/** A number's score before it is held, by the present scores. */
let presentScore: f64 = 0;

/** Begins a model whose head is written and whose other bytes are zero. */
export function begin(model: usize): void {
  beginMixture(model + LIVE, MEMBERS);
  beginMixture(model + STEADY, STEADY_MEMBERS);
  putF64(model + FACTOR, 1);
  putF64(model + RECORD_SLOPE, 1);
}

/** Learns from the rows of a block one after another; writes answers and losses. */
export function learn(model: usize, block: usize): void {
  run(model, block, true);
}

/** Writes the answers that learning would compute the losses of. */
export function predict(model: usize, block: usize): void {
  run(model, block, false);
}

function run(model: usize, block: usize, learning: bool): void {
  const outputs = addressAt(model + OUTPUTS);
  const offsets = addressAt(block + OFFSETS);
  const weights = addressAt(block + WEIGHTS);
  const rows = addressAt(block + ROWS);
  assert(outputs > 1 === (addressAt(model + LOSS) === SOFTMAX));
  arrange(addressAt(block + SCRATCH), addressAt(model + COLUMNS), addressAt(block + MOST_INDICES), outputs);
  let count = addressAt(block + INDICES_A_ROW);
  for (let row: usize = 0; row < rows; row++) {
    let first = row * count;
    if (offsets !== 0) {
      first = addressAt(offsets + 4 * row);
      count = addressAt(offsets + 4 * row + 4) - first;
    }
    assert(count <= addressAt(block + MOST_INDICES));
    const ν = weights === 0 ? 1.0 : f64At(weights + 8 * row);
    beginLoss(model);
    list(model, block, row, first, count, ν, learning);
    play(model, learning, ν === 0 || (isNumber() && f64At(model + TARGET + SPREAD) === 0));
    answerPresent(model, addressAt(block + IS_STEADY) !== 0);
    const saying = addressAt(block + SAYING);
    if (saying !== 0) say(model, saying + row * addressAt(block + SAID_BYTES));
    const losses = addressAt(block + LOSSES) + 8 * row;
    if (learning) putF64(losses, learnLabel(model, block, row, ν));
    else writeAnswer(model, addressAt(block + ANSWERS) + 8 * outputs * row);
  }
}

/** Learns from a row's label; writes the answer and returns its loss in the target's unit. */
function learnLabel(model: usize, block: usize, row: usize, ν: f64): f64 {
  const label = f64At(addressAt(block + LABELS) + 8 * row);
  const again = addressAt(block + AGAIN) !== 0;
  const said = addressAt(block + SAID);
  const outputs = addressAt(model + OUTPUTS);
  presentScore = f64At(GIVEN);
  if (said !== 0) {
    const its = said + row * addressAt(block + SAID_BYTES);
    if (f64At(its) > 0) answerAsSaid(model, its);
  }
  writeAnswer(model, addressAt(block + ANSWERS) + 8 * outputs * row);
  if (isNumber()) return learnNumber(model, label, ν, again);
  const its = logLoss(label, GIVEN);
  if (ν > 0) learnAll(model, label, ν, again);
  return its;
}

/** Shares and stacks, but of a row that was learned from before; then members. */
function learnAll(model: usize, label: f64, ν: f64, again: bool): void {
  const outputs = addressAt(model + OUTPUTS);
  if (!again) {
    if (addressAt(model + MEMBER_COUNT) === MEMBERS)
      learnMixture(model + LIVE, MEMBERS, outputs, liveMixed, label, ν);
    learnMixture(model + STEADY, STEADY_MEMBERS, outputs, steadyMixed, label, ν);
  }
  update(label, ν);
}

function learnMixture(mixture: usize, J: usize, outputs: usize, mixed: usize, label: f64, ν: f64): void {
  learnShares(mixture, J, outputs, mixed, label, ν);
  learnStack(mixture, J, outputs, mixed, label, ν);
}

function learnNumber(model: usize, y: f64, ν: f64, again: bool): f64 {
  const μ = f64At(model + TARGET + CENTRE);
  const σ = f64At(model + TARGET + SPREAD);
  const isSquared = addressAt(model + LOSS) === SQUARED;
  if (σ === 0) {
    // No unit to learn in yet: a label teaches the target's statistics only.
    if (ν > 0) seeLabel(model, y);
    const error = Math.abs(y - μ);
    return isSquared ? finite(0.5 * error * error) : error;
  }
  const label = finite((y - μ) / σ);
  const free = finite(loss(f64At(GIVEN), label));
  const held = finite(loss(f64At(GIVEN + 8), label));
  const its = finite((isHeld ? held : free) * (isSquared ? σ * σ : σ));
  if (ν === 0) return its;
  if (!again) putF64(model + HELD_GAIN, f64At(model + HELD_GAIN) + (free - held));
  learnAll(model, label, ν, again);
  if (isSquared) {
    const R = f64At(model + RECORD_SLOPE);
    putF64(model + RECORD_SLOPE, Math.max(R, Math.min(Math.abs(presentScore - label), 2 * R)));
  }
  seeLabel(model, y);
  const after = f64At(model + TARGET + SPREAD);
  if (after > 0) {
    putF64(model + FACTOR, scale(f64At(model + FACTOR) * (σ / after)));
    putF64(model + RECORD_SLOPE, scale(f64At(model + RECORD_SLOPE) * (σ / after)));
  }
  return its;
}

/** What units that lie very far apart may not exceed. */
function scale(x: f64): f64 {
  return Math.max(SMALLEST, Math.min(x, 1 / SMALLEST));
}

/** The target's statistics and range see a label. */
function seeLabel(model: usize, y: f64): void {
  const isFirst = f64At(model + TARGET + SEEN) === 0;
  putF64(ROW, y);
  putF64(ROW + 8, NaN);
  see(1, model + TARGET, true);
  putF64(model + LEAST, isFirst ? y : Math.min(y, f64At(model + LEAST)));
  putF64(model + GREATEST, isFirst ? y : Math.max(y, f64At(model + GREATEST)));
}
