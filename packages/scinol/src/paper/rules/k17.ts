import { exp } from "../../arithmetic/exp.ts";
import { f64At, type Lane, laneAt, putLane } from "../../core/memory.ts";
import { saturated } from "../../core/saturated.ts";
import { ROUND_D, ROUND_T } from "../drivers/layout.ts";
import type { Definition } from "./rule.ts";

export const relative: bool = true;
export const bounded: bool = false;
export const lazy: bool = true;
export const coupled: bool = false;
export const SLOTS: usize = 2;
/** α t d. */
export let divisor: f64 = 1;

/**
 * Alg1-K17, the scale-invariant ancestor of ScInOL: it measures a coordinate by the features themselves, not by their
 * gradients, and moves slowly.
 *
 *     σ ← σ + q²
 *     ω = e^{(κ² + q²) / (2 α σ)} κ / σ          score = (Σ q ω) / (α t d)
 *     κ ← κ − g q
 *
 * κ = h/M and σ = (Σ x²)/M². The exponent stops at 600. The theorem needs α > 9/8; the paper's experiments, and our
 * default, use 9/8 itself.
 */
export const definition: Definition = {
  name: "k17",
  title: "Alg1-K17",
  paper: "Kotłowski 2017, Algorithm 1",
  relative,
  bounded,
  lazy,
  coupled,
  settings: { alpha: 9 / 8 },
  limits: { alpha: [1, 1e10] },
  slots: ["κ", "σ"],
  signed: ["κ"],
  start: () => [0, 0],
};

let α: f64 = 1;

export function begin(round: usize, settings: usize): void {
  α = f64At(settings);
  divisor = α * f64At(round + ROUND_T) * f64At(round + ROUND_D);
}

export function weight(cell: usize, apart: usize, q: Lane): Lane {
  const κ = laneAt(cell);
  const σ = laneAt(cell + apart) + q * q;
  if (σ === 0) return 0;
  const exponent = (κ * κ + q * q) / (2 * α * σ);
  return saturated((exp(Math.min(exponent, 600)) * κ) / σ);
}

export function update(cell: usize, apart: usize, q: Lane, g: Lane, _ω: Lane): void {
  putLane(cell, saturated(laneAt(cell) - g * q));
  putLane(cell + apart, laneAt(cell + apart) + q * q);
}

export function rescale(cell: usize, apart: usize, ρ: Lane): void {
  putLane(cell, laneAt(cell) * ρ);
  putLane(cell + apart, laneAt(cell + apart) * (ρ * ρ));
}
