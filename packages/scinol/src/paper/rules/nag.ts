import { f64At, type Lane, laneAt, putLane } from "../../core/memory.ts";
import { saturated } from "../../core/saturated.ts";
import { ROUND_N, ROUND_T } from "../drivers/layout.ts";
import type { Definition } from "./rule.ts";

export const relative: bool = true;
export const bounded: bool = false;
export const lazy: bool = true;
export const coupled: bool = true;
export const divisor: f64 = 1;
export const SLOTS: usize = 2;

/**
 * NAG, the normalized adaptive gradient: AdaGrad in units of the largest feature value. Vowpal Wabbit's default.
 *
 *     v = g q;   a ← a + v²;   ω ← ω − η √(t / N) v / √a
 *
 * ω = w M is the unitless weight itself (the paper's rescaling of w when M grows leaves it as it is) and a = A/M².
 * N = Σ q² over coordinates and rounds couples them.
 */
export const definition: Definition = {
  name: "nag",
  title: "NAG",
  paper: "Ross, Mineiro, Langford 2013, Algorithm 2",
  relative,
  bounded,
  lazy,
  coupled,
  settings: { rate: 0.5 },
  slots: ["ω", "a"],
  signed: ["ω"],
  start: () => [0, 0],
};

let rate: f64 = 0;

export function begin(round: usize, settings: usize): void {
  rate = f64At(settings) * Math.sqrt(f64At(round + ROUND_T) / f64At(round + ROUND_N));
}

export function weight(cell: usize, _apart: usize, _q: Lane): Lane {
  return laneAt(cell);
}

export function update(cell: usize, apart: usize, q: Lane, g: Lane, _ω: Lane): void {
  const v = g * q;
  const a = saturated(laneAt(cell + apart) + v * v);
  putLane(cell + apart, a);
  // a = 0 while every slope has been 0: there is no step to take, and no 0/0.
  if (a > 0) putLane(cell, saturated(laneAt(cell) - rate * (v / Math.sqrt(a))));
}

export function rescale(cell: usize, apart: usize, ρ: Lane): void {
  putLane(cell + apart, laneAt(cell + apart) * (ρ * ρ));
}
