import { f64At, type Lane, laneAt, putLane } from "../../core/memory.ts";
import { saturated } from "../../core/saturated.ts";
import type { Definition } from "./rule.ts";

export const relative: bool = false;
export const bounded: bool = false;
export const lazy: bool = true;
export const coupled: bool = false;
export const divisor: f64 = 1;
export const SLOTS: usize = 4;

/**
 * CoCoB, coin betting without a learning rate: indifferent to the scale of gradients, hence not to the scale of features,
 * since its weight does not shrink when a feature grows.
 *
 *     w = θ (L + R) / (L max(A + L, α L))
 *     v = g x;   L ← max(L, |v|);   A ← A + |v|;   R ← max(R − v w, 0);   θ ← θ − v
 */
export const definition: Definition = {
  name: "cocob",
  title: "CoCoB",
  paper: "Orabona, Tommasi 2017, COCOB-Backprop",
  relative,
  bounded,
  lazy,
  coupled,
  settings: { alpha: 100 },
  slots: ["L", "A", "R", "θ"],
  signed: ["θ"],
  start: () => [1e-8, 0, 0, 0],
};

let α: f64 = 1;

export function begin(_round: usize, settings: usize): void {
  α = f64At(settings);
}

export function weight(cell: usize, apart: usize, _x: Lane): Lane {
  const L = laneAt(cell);
  const bet = laneAt(cell + 3 * apart) / Math.max(laneAt(cell + apart) + L, α * L);
  return saturated(bet * (1 + laneAt(cell + 2 * apart) / L));
}

export function update(cell: usize, apart: usize, x: Lane, g: Lane, w: Lane): void {
  const v = saturated(g * x);
  putLane(cell, Math.max(laneAt(cell), Math.abs(v)));
  putLane(cell + apart, saturated(laneAt(cell + apart) + Math.abs(v)));
  putLane(cell + 2 * apart, saturated(Math.max(laneAt(cell + 2 * apart) - saturated(v * w), 0)));
  putLane(cell + 3 * apart, saturated(laneAt(cell + 3 * apart) - v));
}

export function rescale(_cell: usize, _apart: usize, _ρ: Lane): void {}
