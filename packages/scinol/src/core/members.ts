import { end, hats } from "./features.ts";
import * as gauss from "./gauss.ts";
import {
  CELL,
  ENERGY,
  ENTRY,
  FACTOR,
  GAUSS,
  MEMBER_COUNT,
  MEMBERS,
  OUTPUTS,
  RATIO,
  ROUNDS,
  STRAIGHT_ENERGY,
  TRACKER,
} from "./layout.ts";
import { bend, curvature, largestSlope, slope } from "./losses.ts";
import { addressAt, f64At, fill, putAddress, putF64 } from "./memory.ts";
import * as scinol2 from "./scinol2.ts";
import {
  BETS_SUMS,
  GAUSS_STEPS,
  GAUSS_SUM,
  GAUSS_SUMS,
  LIST,
  OWN,
  PLAYED,
  SCALES,
  SLOPES,
} from "./scratch.ts";

/*
 * The seven members, by their place among the scores: 0 and 2 are Gaussian (members 1 and 4 of the definition), 1, 3, 4, 5
 * and 6 are ScInOL₂ (2, 3, 5, 6 and the tracker). Each has its own scores, slopes and curvatures.
 */

/** The largest gains of members that must not overshoot: 3, 6 and the tracker. */
const MOST_GAIN: f64 = 1;
const MOST_GAIN_STRAIGHT: f64 = 1.5;
const MOST_GAIN_TRACKER: f64 = 1;
/** A stretch of the list is worked on by all members before the next, so that its cells stay near. */
const STRETCH: usize = 128;

let outputs: usize = 1;
let isLive: bool = true;
/** The factors of the scores. */
let C: f64 = 1;
let c: f64 = 1;
let straightC: f64 = 1;

/** Where the bets of a pair of members begin that belong to the entries from `entry` on. */
function played(pair: usize, entry: usize): usize {
  const before =
    pair === scinol2.SLOW
      ? entry - LIST
      : pair === scinol2.FORGETFUL
        ? end - LIST + (entry - LIST)
        : end - LIST + (hats - LIST);
  return PLAYED + (before / ENTRY) * 16 * outputs;
}

/** How many bytes of the list are worked on at a time; even, as hats come in pairs. */
function stretch(): usize {
  const entries = (STRETCH / outputs) & ~1;
  return (entries < 2 ? 2 : entries) * ENTRY;
}

/** Plays the list: members' scores into OWN. Where `isIdle`, no update will follow. */
export function play(model: usize, learning: bool, isIdle: bool): void {
  outputs = addressAt(model + OUTPUTS);
  isLive = addressAt(model + MEMBER_COUNT) === MEMBERS;
  scinol2.begin(largestSlope, learning, isIdle);
  clear();
  const bytes = stretch();
  for (let from = LIST; from < hats; from += bytes) {
    playShared(from, from + bytes < hats ? from + bytes : hats, learning);
  }
  for (let from = hats; from < end; from += bytes) {
    playHats(from, from + bytes < end ? from + bytes : end, learning);
  }
  if (isLive) playTracker(model);
  weigh(model, learning);
  for (let k: usize = 0; k < outputs; k++) readScores(k);
}

function clear(): void {
  fill(GAUSS_SUMS, 2 * GAUSS_SUM * outputs);
  fill(BETS_SUMS, 3 * 32 * outputs);
}

function playShared(from: usize, to: usize, learning: bool): void {
  gauss.play(from, to, outputs, false, learning);
  scinol2.play(from, to, outputs, scinol2.SLOW, false, played(scinol2.SLOW, from));
  if (isLive) scinol2.play(from, to, outputs, scinol2.FORGETFUL, false, played(scinol2.FORGETFUL, from));
}

function playHats(from: usize, to: usize, learning: bool): void {
  gauss.play(from, to, outputs, true, learning);
  scinol2.play(from, to, outputs, scinol2.SLOW, true, played(scinol2.SLOW, from));
}

/** The tracker's one entry lies behind the list. */
function playTracker(model: usize): void {
  putF64(end, 1);
  putF64(end + RATIO, 1);
  putAddress(end + CELL, model + TRACKER);
  scinol2.play(end, end + ENTRY, outputs, scinol2.TRACKING, false, played(scinol2.TRACKING, end));
}

/** Members' scores of an entry alone, or of a pair of hats, or (at the list's end) of the tracker; after `play`. */
export function playAlone(model: usize, entry: usize): void {
  clear();
  if (entry < hats) playShared(entry, entry + ENTRY, false);
  else if (entry < end) playHats(entry, entry + 2 * ENTRY, false);
  else if (isLive) playTracker(model);
  for (let k: usize = 0; k < outputs; k++) readScores(k);
}

/** Takes c = √(t/N) as it stands in the model, without the row that was played. */
export function weighAsSaved(model: usize): void {
  const rounds = f64At(model + ROUNDS);
  if (rounds === 0) return;
  c = 1 / Math.sqrt(f64At(model + ENERGY) / rounds);
  straightC = 1 / Math.sqrt(f64At(model + STRAIGHT_ENERGY) / rounds);
}

/** Counts the round and its energies, from which the factors follow. */
function weigh(model: usize, learning: bool): void {
  const shared = f64At(GAUSS_SUMS + 32);
  const ofHats = GAUSS_SUMS + GAUSS_SUM * outputs + 32;
  const rounds = f64At(model + ROUNDS) + 1;
  const energy = f64At(model + ENERGY) + (shared + (f64At(ofHats) + f64At(ofHats + 8)));
  const straightEnergy = f64At(model + STRAIGHT_ENERGY) + shared;
  if (learning) {
    putF64(model + ROUNDS, rounds);
    putF64(model + ENERGY, energy);
    putF64(model + STRAIGHT_ENERGY, straightEnergy);
  }
  C = f64At(model + FACTOR);
  c = 1 / Math.sqrt(energy / rounds);
  straightC = 1 / Math.sqrt(straightEnergy / rounds);
  putF64(SCALES, straightC);
  putF64(SCALES + 8, c);
  putF64(SCALES + 16, c);
  putF64(SCALES + 24, c);
}

/** A Gaussian member's sum, of which `part` is 0 for the score and 16 for the variance. */
function gaussSum(member: usize, k: usize, part: usize): f64 {
  const sums = GAUSS_SUMS + GAUSS_SUM * k + part;
  if (member === 0) return f64At(sums);
  const ofHats = sums + GAUSS_SUM * outputs;
  return f64At(sums + 8) + (f64At(ofHats) + f64At(ofHats + 8));
}

/** Where the sums of a ScInOL₂ member are: pair by pair, side by side. */
function betsSum(member: usize, k: usize): usize {
  const pair: usize = member === 6 ? 2 : member >= 4 ? 1 : 0;
  const side: usize = member === 3 || member === 5 ? 8 : 0;
  return BETS_SUMS + 32 * (pair * outputs + k) + side;
}

/** F, the factor of a ScInOL₂ member's score. */
function factorOf(member: usize): f64 {
  if (member === 6) return C;
  if (member >= 4) return C * straightC;
  return member === 3 ? C * c * Math.min(1, 4 * c) : C * c;
}

function readScores(k: usize): void {
  const at = OWN + 8 * k;
  putF64(at, C * straightC * gaussSum(0, k, 0));
  putF64(at + 8 * outputs, factorOf(1) * f64At(betsSum(1, k)));
  putF64(at + 16 * outputs, C * c * gaussSum(2, k, 0));
  if (!isLive) return;
  for (let j: usize = 3; j < MEMBERS; j++) putF64(at + 8 * j * outputs, factorOf(j) * f64At(betsSum(j, k)));
}

/** Updates all members by their own slopes at `label`. */
export function update(label: f64, ν: f64): void {
  for (let k: usize = 0; k < outputs; k++) writeSteps(k, label, ν);
  const bytes = stretch();
  for (let from = LIST; from < hats; from += bytes) {
    const to = from + bytes < hats ? from + bytes : hats;
    gauss.update(from, to, outputs, false);
    scinol2.update(from, to, outputs, scinol2.SLOW, false, played(scinol2.SLOW, from));
    if (isLive) scinol2.update(from, to, outputs, scinol2.FORGETFUL, false, played(scinol2.FORGETFUL, from));
  }
  for (let from = hats; from < end; from += bytes) {
    const to = from + bytes < end ? from + bytes : end;
    gauss.update(from, to, outputs, true);
    scinol2.update(from, to, outputs, scinol2.SLOW, true, played(scinol2.SLOW, from));
  }
  if (isLive)
    scinol2.update(end, end + ENTRY, outputs, scinol2.TRACKING, false, played(scinol2.TRACKING, end));
}

function writeSteps(k: usize, label: f64, ν: f64): void {
  const steps = GAUSS_STEPS + GAUSS * k;
  writeGaussStep(0, k, label, ν, straightC * straightC * gaussSum(0, k, 16), steps);
  writeGaussStep(2, k, label, ν, c * c * gaussSum(2, k, 16), steps + 8);
  // Both lanes of hats are the same member's.
  const stepsOfHats = steps + GAUSS * outputs;
  for (let i: usize = 0; i <= 16; i += 16) {
    putF64(stepsOfHats + i, f64At(steps + 8 + i));
    putF64(stepsOfHats + i + 8, f64At(steps + 8 + i));
  }
  const slopes = SLOPES + 16 * k;
  const apart = outputs * 16;
  putF64(slopes, ν * slopeOf(1, k, label));
  putF64(slopes + 8, isLive ? damped(3, k, label, ν, MOST_GAIN) : 0);
  if (!isLive) return;
  putF64(slopes + apart, ν * slopeOf(4, k, label));
  putF64(slopes + apart + 8, damped(5, k, label, ν, MOST_GAIN_STRAIGHT));
  putF64(slopes + 2 * apart, damped(6, k, label, ν, MOST_GAIN_TRACKER));
  putF64(slopes + 2 * apart + 8, 0);
}

/** Where a member's scores are, and their probabilities. */
function scoresOf(member: usize): usize {
  return OWN + 8 * member * outputs;
}

function chancesOf(member: usize): usize {
  return OWN + 8 * (MEMBERS + 1 + member) * outputs;
}

function slopeOf(member: usize, k: usize, label: f64): f64 {
  return slope(label, k, scoresOf(member), chancesOf(member));
}

/** Writes ν g / (B C) and ν h / B. */
function writeGaussStep(member: usize, k: usize, label: f64, ν: f64, variance: f64, at: usize): void {
  const h = ν * curvature(label, k, scoresOf(member), chancesOf(member));
  const B = 1 + h * variance;
  putF64(at, (ν * slopeOf(member, k, label)) / (B * C));
  putF64(at + 16, h / B);
}

/** ν g, smaller where the step would go past the label by more than the score was off. */
function damped(member: usize, k: usize, label: f64, ν: f64, most: f64): f64 {
  const G = f64At(betsSum(member, k) + 16);
  const gain = factorOf(member) * G * ν * bend(label, k, scoresOf(member), chancesOf(member));
  const g = ν * slopeOf(member, k, label);
  return gain > most ? (g * most) / gain : g;
}
