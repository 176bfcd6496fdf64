import { type Lane, laneAt, putLane } from "../../core/memory.ts";
import { capped } from "./capped.ts";
import type { Definition } from "./rule.ts";

export const relative: bool = true;
export const bounded: bool = true;
export const lazy: bool = true;
export const coupled: bool = false;
export const divisor: f64 = 1;
export const SLOTS: usize = 3;

/**
 * ScInOL₂ bets on every coordinate a share of the wealth η it has won there so far.
 *
 *     θ = γ / √(s + 1)
 *     ω = clamp(θ, −1, 1) η / (2 √(s + 1))
 *     v = g q;   γ ← γ − v;   s ← s + v²;   η ← η − v ω
 *
 * γ = G/M and s = S²/M² are the paper's negative gradient sum and squared gradient sum, η its wealth. With r = √(s + 1)
 * the weight is clamp(γ, −r, r) · (η / (2 (s + 1))): one square root and one division, neither of which waits for the
 * other, and no product that can overflow. |v| ≤ 1 keeps η positive, since |v ω| ≤ η / 2.
 */
export const definition: Definition = {
  name: "scinol2",
  title: "ScInOL₂",
  paper: "Kempka, Kotłowski, Warmuth 2019, Algorithm 2",
  relative,
  bounded,
  lazy,
  coupled,
  settings: { epsilon: 1 },
  slots: ["γ", "s", "η"],
  signed: ["γ"],
  start: ({ epsilon }) => [0, 0, epsilon],
};

export function begin(_round: usize, _settings: usize): void {}

export function weight(cell: usize, apart: usize, _q: Lane): Lane {
  const γ = laneAt(cell);
  const s1 = laneAt(cell + apart) + 1;
  const r = Math.sqrt(s1);
  const above = γ < -r ? -r : γ;
  return (r < above ? r : above) * (laneAt(cell + 2 * apart) / (s1 + s1));
}

export function update(cell: usize, apart: usize, q: Lane, g: Lane, ω: Lane): void {
  const v = g * q;
  putLane(cell, laneAt(cell) - v);
  putLane(cell + apart, laneAt(cell + apart) + v * v);
  putLane(cell + 2 * apart, capped(laneAt(cell + 2 * apart) - v * ω));
}

/** Adding zero makes −0, which a tiny ρ can leave of γ, a plain zero: then a v of 0 changes no bit. */
export function rescale(cell: usize, apart: usize, ρ: Lane): void {
  putLane(cell, laneAt(cell) * ρ + 0);
  putLane(cell + apart, laneAt(cell + apart) * (ρ * ρ));
}
