import { f64At, type Lane, laneAt, putLane } from "../../core/memory.ts";
import { saturated } from "../../core/saturated.ts";
import { ROUND_D } from "../drivers/layout.ts";
import type { Definition } from "./rule.ts";

export const relative: bool = true;
export const bounded: bool = false;
export const lazy: bool = true;
export const coupled: bool = false;
export const SLOTS: usize = 2;
/** √d / η. */
export let divisor: f64 = 1;

/**
 * SFMD, scale-free mirror descent: dual averaging whose regulariser follows the largest feature values.
 *
 *     ω = γ / √σ          score = (Σ q ω) η / √d
 *     v = g q;   γ ← γ − v;   σ ← σ + v²
 *
 * γ = −G/M. σ sums slopes relative to the M of their own round, so it is not rewritten when M grows.
 */
export const definition: Definition = {
  name: "sfmd",
  title: "SFMD",
  paper: "Orabona, Crammer, Cesa-Bianchi 2015",
  relative,
  bounded,
  lazy,
  coupled,
  settings: { rate: 1 },
  slots: ["γ", "σ"],
  signed: ["γ"],
  start: () => [0, 1],
};

export function begin(round: usize, settings: usize): void {
  divisor = Math.sqrt(f64At(round + ROUND_D)) / f64At(settings);
}

export function weight(cell: usize, apart: usize, _q: Lane): Lane {
  return laneAt(cell) / Math.sqrt(laneAt(cell + apart));
}

export function update(cell: usize, apart: usize, q: Lane, g: Lane, _ω: Lane): void {
  const v = g * q;
  putLane(cell, saturated(laneAt(cell) - v));
  putLane(cell + apart, saturated(laneAt(cell + apart) + v * v));
}

export function rescale(cell: usize, _apart: usize, ρ: Lane): void {
  putLane(cell, laneAt(cell) * ρ);
}
