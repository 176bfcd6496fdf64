import { BETS, CELL, ENTRY, GAUSS, HAT, RATIO } from "./layout.ts";
import { addressAt, f64At, laneAt, PAIR, putLane, table, WIDTH } from "./memory.ts";
import { atMost, saturated } from "./saturated.ts";
import { BETS_SUMS, SLOPES } from "./scratch.ts";

/*
 * ScInOL₂: every coordinate bets a share of the wealth η it has won there so far.
 *
 *     ω = clamp(γ, −r, r) η L / (2 r²),   r = √(s + L²)
 *     v = ν g q;   γ ← κγ − v;   s ← κs + v²;   η ← η − v ω / L
 *
 * κ forgets: 1 − (1 − λ) for a coordinate, 1 − (1 − λ) q for a hat. Members that forget bet with a wealth of 3 at least.
 * Lanes are the members of a pair: 2 and 3, 5 and 6, or the tracker and an empty one.
 */

/** 1 − λ of each pair, and the least their wealth is taken for. */
const FORGETTING: usize = table([0, 0.03, 0.001, 0.03, 0.4, 0.4]);
const FLOOR: usize = table([-Infinity, 3, 3, 3, 3, 3]);
const BEGINNING: f64 = 3;
const SQUARES: usize = 16;
const WEALTH: usize = 32;

/** The pairs of members. */
export const SLOW: usize = 0;
export const FORGETFUL: usize = 1;
export const TRACKING: usize = 2;

/** Largest slope L, and whether cells are stored as they are played: always scaled by ρ, with floored wealth where no update follows. */
let L: f64 = 1;
let inverseL: f64 = 1;
let stores: bool = false;
let floors: bool = false;

export function begin(largestSlope: f64, learning: bool, isIdle: bool): void {
  L = largestSlope;
  inverseL = 1 / largestSlope;
  stores = learning;
  floors = learning && isIdle;
}

/** Where the cells of output 0 begin in a feature's. */
function cellsOf(pair: usize, outputs: usize, hats: bool): usize {
  return hats ? 16 : pair === TRACKING ? 0 : (GAUSS + pair * BETS) * outputs;
}

/** Adds Σ q ω and the gains G of the entries to the pair's sums, and notes every ω at `played`. */
export function play(from: usize, to: usize, outputs: usize, pair: usize, hats: bool, played: usize): void {
  const first = cellsOf(pair, outputs, hats);
  const bytes: usize = hats ? HAT : BETS;
  for (let lane: usize = 0; lane < PAIR; lane += WIDTH) {
    const floor = laneAt(FLOOR + PAIR * pair + lane);
    let bet = played + lane;
    for (let k: usize = 0; k < outputs; k++) {
      const sum = BETS_SUMS + (pair * outputs + k) * 32 + lane;
      let score = laneAt(sum);
      let gain = laneAt(sum + PAIR);
      for (let entry = from; entry < to; entry += ENTRY) {
        const q = f64At(entry);
        const ρ = f64At(entry + RATIO);
        const cell = addressAt(entry + CELL) + first + k * bytes + lane;
        let γ = laneAt(cell);
        let s = laneAt(cell + SQUARES);
        let η = laneAt(cell + WEALTH);
        if (ρ !== 1) {
          γ = γ * ρ;
          s = s * (ρ * ρ);
          if (ρ === 0) η = BEGINNING;
          if (stores) {
            putLane(cell, γ);
            putLane(cell + SQUARES, s);
            putLane(cell + WEALTH, η);
          }
        }
        const wealth = η < floor ? floor : η;
        if (floors && (q !== 0 || !hats)) putLane(cell + WEALTH, wealth);
        const s1 = s + L * L;
        const r = Math.sqrt(s1);
        const above = γ < -r ? -r : γ;
        const rate = (wealth * L) / (s1 + s1);
        const ω = (r < above ? r : above) * rate;
        putLane(bet, ω);
        score = score + q * ω;
        gain = gain + (Math.abs(γ) < r ? q * q * rate : 0);
        bet += PAIR;
      }
      putLane(sum, score);
      putLane(sum + PAIR, gain);
    }
  }
}

/** Updates the cells by the pair's slopes, ν included. */
export function update(from: usize, to: usize, outputs: usize, pair: usize, hats: bool, played: usize): void {
  const first = cellsOf(pair, outputs, hats);
  const bytes: usize = hats ? HAT : BETS;
  for (let lane: usize = 0; lane < PAIR; lane += WIDTH) {
    const forgetting = laneAt(FORGETTING + PAIR * pair + lane);
    let κ = 1 - forgetting;
    const floor = laneAt(FLOOR + PAIR * pair + lane);
    let bet = played + lane;
    for (let k: usize = 0; k < outputs; k++) {
      const g = laneAt(SLOPES + (pair * outputs + k) * PAIR + lane);
      for (let entry = from; entry < to; entry += ENTRY) {
        const q = f64At(entry);
        const cell = addressAt(entry + CELL) + first + k * bytes + lane;
        // A hat without a value stands in the list, and is not there.
        if (q !== 0 || !hats) {
          const η = laneAt(cell + WEALTH);
          const v = g * q;
          if (hats) κ = 1 - forgetting * q;
          putLane(cell, saturated(κ * laneAt(cell) - v));
          putLane(cell + SQUARES, atMost(κ * laneAt(cell + SQUARES) + v * v));
          putLane(cell + WEALTH, atMost((η < floor ? floor : η) - v * laneAt(bet) * inverseL));
        }
        bet += PAIR;
      }
    }
  }
}
