import { f64At, type Lane, laneAt, putLane } from "../../core/memory.ts";
import { saturated } from "../../core/saturated.ts";
import { ROUND_N, ROUND_T } from "../drivers/layout.ts";
import type { Definition } from "./rule.ts";

export const relative: bool = true;
export const bounded: bool = false;
export const lazy: bool = true;
export const coupled: bool = true;
export const SLOTS: usize = 4;
/** c. */
export let divisor: f64 = 1;

/**
 * Coin betting as `vw --coin` does it: every coordinate bets its winnings R on the sign of the gradient sum θ.
 *
 *     ω = (α + R) θ / (L (L + A))          score = (Σ q ω) / c,   c = (N + 10⁻⁶) / t
 *     L ← |g| where |g| > L, at least β;   ω again, with the new L
 *     v = g q;   θ ← θ − v;   A ← A + |v|;   R ← R − v ω
 *
 * θ and A are relative to M; L is the largest slope seen. α = 4 is the initial wealth, β = 1 the least L.
 */
export const definition: Definition = {
  name: "coin",
  title: "Coin",
  paper: "Orabona, Tommasi 2017, as in Vowpal Wabbit's --coin",
  relative,
  bounded,
  lazy,
  coupled,
  settings: { alpha: 4, beta: 1 },
  slots: ["θ", "A", "R", "L"],
  signed: ["θ", "R"],
  start: () => [0, 0, 0, 0],
};

let α: f64 = 1;
let β: f64 = 1;

export function begin(round: usize, settings: usize): void {
  α = f64At(settings);
  β = f64At(settings + 8);
  divisor = (f64At(round + ROUND_N) + 1e-6) / f64At(round + ROUND_T);
}

export function weight(cell: usize, apart: usize, _q: Lane): Lane {
  const L = laneAt(cell + 3 * apart);
  if (L === 0) return 0;
  const θ = laneAt(cell);
  return saturated(((α + laneAt(cell + 2 * apart)) / L) * (θ / (L + laneAt(cell + apart))));
}

export function update(cell: usize, apart: usize, q: Lane, g: Lane, _ω: Lane): void {
  const steepness = Math.abs(g);
  if (steepness > laneAt(cell + 3 * apart)) putLane(cell + 3 * apart, Math.max(steepness, β));
  const v = g * q;
  const ω = weight(cell, apart, q);
  putLane(cell, saturated(laneAt(cell) - v));
  putLane(cell + apart, saturated(laneAt(cell + apart) + Math.abs(v)));
  putLane(cell + 2 * apart, saturated(laneAt(cell + 2 * apart) - v * ω));
}

export function rescale(cell: usize, apart: usize, ρ: Lane): void {
  putLane(cell, laneAt(cell) * ρ);
  putLane(cell + apart, laneAt(cell + apart) * ρ);
}
