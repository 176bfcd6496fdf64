import { f64At, type Lane, laneAt, putLane } from "../../core/memory.ts";
import { saturated } from "../../core/saturated.ts";
import { expm1Of } from "../drivers/expm1-of.ts";
import { ROUND_T } from "../drivers/layout.ts";
import type { Definition } from "./rule.ts";

export const relative: bool = true;
export const bounded: bool = true;
export const lazy: bool = true;
export const coupled: bool = false;
export const divisor: f64 = 1;
export const SLOTS: usize = 3;

/**
 * ScInOL₁ plays the slope of an exponential potential, held back by a β that only ever falls: its regret bound has no
 * ratio of feature values in it, and it is the more cautious for that.
 *
 *     β ← min(β, ε (s + 1) / (q² t))
 *     θ = γ / √(s + 1)
 *     ω = β sgn(θ) (e^{|θ|/2} − 1) / (2 √(s + 1))
 *     v = g q;   γ ← γ − v;   s ← s + v²
 *
 * γ = G/M and s = S²/M². |θ| can reach √t on an adversarial stream, so |θ|/2 stops at 600.
 */
export const definition: Definition = {
  name: "scinol1",
  title: "ScInOL₁",
  paper: "Kempka, Kotłowski, Warmuth 2019, Algorithm 1",
  relative,
  bounded,
  lazy,
  coupled,
  settings: { epsilon: 1 },
  slots: ["γ", "s", "β"],
  signed: ["γ"],
  start: ({ epsilon }) => [0, 0, epsilon],
};

let ε: f64 = 1;
let t: f64 = 1;

export function begin(round: usize, settings: usize): void {
  ε = f64At(settings);
  t = f64At(round + ROUND_T);
}

/** Returns the next β. If q = 0 the quotient is ∞ and β stays. */
function caution(β: Lane, s1: Lane, q: Lane): Lane {
  const most = (ε * s1) / (q * q * t);
  return most < β ? most : β;
}

export function weight(cell: usize, apart: usize, q: Lane): Lane {
  const γ = laneAt(cell);
  const s1 = laneAt(cell + apart) + 1;
  const r = Math.sqrt(s1);
  const β = caution(laneAt(cell + 2 * apart), s1, q);
  const half = Math.abs(γ) / (r + r);
  const magnitude = (β * expm1Of(half < 600 ? half : 600)) / (r + r);
  return saturated(γ < 0 ? -magnitude : magnitude);
}

export function update(cell: usize, apart: usize, q: Lane, g: Lane, _ω: Lane): void {
  const v = g * q;
  const s = laneAt(cell + apart);
  putLane(cell, laneAt(cell) - v);
  putLane(cell + apart, s + v * v);
  putLane(cell + 2 * apart, caution(laneAt(cell + 2 * apart), s + 1, q));
}

/** Adding zero makes −0, which a tiny ρ can leave of γ, a plain zero: then a v of 0 changes no bit. */
export function rescale(cell: usize, apart: usize, ρ: Lane): void {
  putLane(cell, laneAt(cell) * ρ + 0);
  putLane(cell + apart, laneAt(cell + apart) * (ρ * ρ));
}
