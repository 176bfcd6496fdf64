import {
  CENTRE,
  GREATEST,
  HELD_GAIN,
  LEAST,
  LIVE,
  MEMBER_COUNT,
  MEMBERS,
  OUTPUTS,
  SAID_OUTPUTS,
  SAID_SCORES,
  SEEN,
  SPREAD,
  STEADY,
  STEADY_MEMBERS,
  TARGET,
} from "./layout.ts";
import { isNumber, probabilities } from "./losses.ts";
import { addressAt, copy, f64At, putF64 } from "./memory.ts";
import { answer, lookAt } from "./mixture.ts";
import { GIVEN, OWN, SAID_LIVE, SAID_STEADY, STEADY_MIXED } from "./scratch.ts";

/*
 * From members' scores to the answer: present scores, or those of an earlier prediction whose label has come. A number's
 * answer is held to the range of the labels while that has gained.
 */

/** What the two mixtures look at. */
export let liveMixed: usize = 0;
export let steadyMixed: usize = 0;
/** Whether the answer is held. At GIVEN: probabilities; or a number's score as it is, and held. */
export let isHeld: bool = false;

const MOST: f64 = 1e300;

function clamp(x: f64, least: f64, greatest: f64): f64 {
  return x < least ? least : x > greatest ? greatest : x;
}

/** x, held within ±1e300. */
export function finite(x: f64): f64 {
  return clamp(x, -MOST, MOST);
}

/** A score of a number in the target's unit; 0 before any label. */
function inUnit(model: usize, score: f64): f64 {
  const target = model + TARGET;
  return f64At(target + SEEN) === 0 ? 0 : finite(f64At(target + CENTRE) + f64At(target + SPREAD) * score);
}

/** The steady mixture looks at the first three members of the live one. */
function lookSteadily(model: usize, outputs: usize, live: usize, steady: usize): void {
  copy(steady, live, 8 * STEADY_MEMBERS * outputs);
  copy(
    steady + 8 * (STEADY_MEMBERS + 1) * outputs,
    live + 8 * (MEMBERS + 1) * outputs,
    8 * STEADY_MEMBERS * outputs,
  );
  lookAt(model + STEADY, STEADY_MEMBERS, outputs, steady);
}

function lookBoth(model: usize, live: usize, steady: usize): void {
  const outputs = addressAt(model + OUTPUTS);
  const count = addressAt(model + MEMBER_COUNT);
  const chances = live + 8 * (MEMBERS + 1) * outputs;
  probabilities(count, outputs, live, chances);
  lookSteadily(model, outputs, live, steady);
  if (count === MEMBERS) lookAt(model + LIVE, MEMBERS, outputs, live);
  liveMixed = live;
  steadyMixed = steady;
}

/** Makes the answer of one of the mixtures. */
function give(model: usize, isSteady: bool): void {
  const outputs = addressAt(model + OUTPUTS);
  if (isSteady) answer(model + STEADY, STEADY_MEMBERS, outputs, steadyMixed, GIVEN);
  else answer(model + LIVE, MEMBERS, outputs, liveMixed, GIVEN);
  if (!isNumber()) return;
  const target = model + TARGET;
  const μ = f64At(target + CENTRE);
  const σ = f64At(target + SPREAD);
  const ẑ = f64At(GIVEN);
  putF64(GIVEN + 8, σ > 0 ? clamp(ẑ, (f64At(model + LEAST) - μ) / σ, (f64At(model + GREATEST) - μ) / σ) : ẑ);
  isHeld = f64At(model + HELD_GAIN) >= 0;
}

/** Answers from the present scores at OWN. A model whose members forget nothing is always steady. */
export function answerPresent(model: usize, isSteady: bool): void {
  lookBoth(model, OWN, STEADY_MIXED);
  give(model, isSteady || addressAt(model + MEMBER_COUNT) !== MEMBERS);
}

/** Where an output of now is among those of then: a lone one was the second class's. −1: it was not there. */
function outputThen(k: usize, now: usize, then: usize): i32 {
  if (then === now) return k as i32;
  if (then === 1) return k === 1 ? 0 : -1;
  return k < then ? (k as i32) : -1;
}

/** Answers as was said, unless classes have come since; shares and stacks learn from the scores of then. */
export function answerAsSaid(model: usize, said: usize): void {
  const now = addressAt(model + OUTPUTS);
  const then = f64At(said + SAID_OUTPUTS) as usize;
  const count = addressAt(model + MEMBER_COUNT);
  for (let j: usize = 0; j < count; j++) {
    for (let k: usize = 0; k < now; k++) {
      const at = outputThen(k, now, then);
      const score = at < 0 ? 0.0 : f64At(said + SAID_SCORES + 8 * (j * then + (at as usize)));
      putF64(SAID_LIVE + 8 * (j * now + k), score);
    }
  }
  lookBoth(model, SAID_LIVE, SAID_STEADY);
  // Without a unit there is nothing that was said in units of it.
  const hasUnit = !isNumber() || f64At(model + TARGET + SPREAD) > 0;
  if (then !== now || !hasUnit) return give(model, count !== MEMBERS);
  const answered = said + SAID_SCORES + 8 * count * then;
  if (!isNumber()) return copy(GIVEN, answered, 8 * now);
  const target = model + TARGET;
  for (let i: usize = 0; i < 16; i += 8) {
    putF64(GIVEN + i, (f64At(answered + i) - f64At(target + CENTRE)) / f64At(target + SPREAD));
  }
  isHeld = f64At(answered + 16) !== 0;
}

/** Writes the answer: probabilities, or a number in the target's unit. */
export function writeAnswer(model: usize, into: usize): void {
  if (!isNumber()) return copy(into, GIVEN, 8 * addressAt(model + OUTPUTS));
  const y = inUnit(model, f64At(GIVEN));
  const isKnown = f64At(model + TARGET + SEEN) > 0;
  putF64(into, isHeld && isKnown ? clamp(y, f64At(model + LEAST), f64At(model + GREATEST)) : y);
}

/** Writes what was said: members' present scores and the answer, for a label that comes late. */
export function say(model: usize, into: usize): void {
  const outputs = addressAt(model + OUTPUTS);
  const bytes = addressAt(model + MEMBER_COUNT) * outputs * 8;
  putF64(into + SAID_OUTPUTS, outputs as f64);
  copy(into + SAID_SCORES, OWN, bytes);
  const answered = into + SAID_SCORES + bytes;
  if (!isNumber()) return copy(answered, GIVEN, 8 * outputs);
  putF64(answered, inUnit(model, f64At(GIVEN)));
  putF64(answered + 8, inUnit(model, f64At(GIVEN + 8)));
  putF64(answered + 16, isHeld ? 1 : 0);
}
