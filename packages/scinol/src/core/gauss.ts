import { CELL, ENTRY, GAUSS, HAT, RATIO } from "./layout.ts";
import { addressAt, any, laneAt, PAIR, putLane, putTwo, twoAt, WIDTH } from "./memory.ts";
import { saturated } from "./saturated.ts";
import { GAUSS_STEPS, GAUSS_SUM, GAUSS_SUMS, SCALES } from "./scratch.ts";

/*
 * A Gaussian belief about each weight: mean w, variance V = 1 / (P + s), of which nothing is known at first but 1/P.
 *
 *     z = C c Σ q w                          V of z:  c² Σ q² V
 *     w ← w − f V ν g / (B C),   V ← V − (f V)² ν h / B,   f = q c,   B = 1 + ν h V of z
 *
 * M shrinks by ρ, and what was learned (not the prior) shrinks with it:  s ← ρ² s,  w / V ← ρ w / V.
 * Lanes are members 1 and 4; of hats, which only member 4 sees, the lower and the upper one.
 */

const PRECISION: f64 = 0.1;
const VARIANCE: f64 = 10;
const LEAST_VARIANCE: f64 = 1e-290;

/**
 * Adds Σ q w, Σ q² V and Σ q² of the entries to GAUSS_SUMS, from which the members' scores and their variances follow once
 * c is known; stores the cells scaled by ρ where `learning`.
 */
export function play(from: usize, to: usize, outputs: usize, hats: bool, learning: bool): void {
  const step: usize = hats ? ENTRY : 0;
  const apart: usize = hats ? HAT * outputs : 8;
  const bytes: usize = hats ? HAT : GAUSS;
  const variances: usize = hats ? 8 : 16;
  for (let lane: usize = 0; lane < PAIR; lane += WIDTH) {
    for (let k: usize = 0; k < outputs; k++) {
      const sum = GAUSS_SUMS + (hats ? outputs + k : k) * GAUSS_SUM + lane;
      let score = laneAt(sum);
      let variance = laneAt(sum + PAIR);
      let energy = laneAt(sum + 2 * PAIR);
      for (let entry = from; entry < to; entry += ENTRY + step) {
        const q = twoAt(entry, step, lane);
        const ρ = twoAt(entry + RATIO, step, lane);
        const cell = addressAt(entry + CELL) + k * bytes;
        let w = twoAt(cell, apart, lane);
        let V = twoAt(cell + variances, apart, lane);
        if (any(ρ !== 1)) {
          const square = ρ * ρ;
          const shrink = 1 / (square + PRECISION * V * (1 - square));
          w = ρ !== 0 ? ρ * w * shrink : 0;
          V = ρ === 0 ? VARIANCE : V * shrink;
          if (learning) {
            putTwo(cell, apart, lane, w);
            putTwo(cell + variances, apart, lane, V);
          }
        }
        const q2 = q * q;
        score = score + q * w;
        variance = variance + q2 * V;
        energy = energy + q2;
      }
      putLane(sum, score);
      putLane(sum + PAIR, variance);
      putLane(sum + 2 * PAIR, energy);
    }
  }
}

/** Updates the cells by the gains ν g / (B C) and curves ν h / B at GAUSS_STEPS. */
export function update(from: usize, to: usize, outputs: usize, hats: bool): void {
  const step: usize = hats ? ENTRY : 0;
  const apart: usize = hats ? HAT * outputs : 8;
  const bytes: usize = hats ? HAT : GAUSS;
  const variances: usize = hats ? 8 : 16;
  for (let lane: usize = 0; lane < PAIR; lane += WIDTH) {
    const scale = laneAt(SCALES + (hats ? PAIR : 0) + lane);
    for (let k: usize = 0; k < outputs; k++) {
      const steps = GAUSS_STEPS + (hats ? outputs + k : k) * GAUSS + lane;
      const gain = laneAt(steps);
      const curve = laneAt(steps + PAIR);
      for (let entry = from; entry < to; entry += ENTRY + step) {
        const cell = addressAt(entry + CELL) + k * bytes;
        const V = twoAt(cell + variances, apart, lane);
        const u = twoAt(entry, step, lane) * scale * V;
        const narrowed = V - curve * (u * u);
        putTwo(cell, apart, lane, saturated(twoAt(cell, apart, lane) - gain * u));
        putTwo(cell + variances, apart, lane, narrowed < LEAST_VARIANCE ? LEAST_VARIANCE : narrowed);
      }
    }
  }
}
