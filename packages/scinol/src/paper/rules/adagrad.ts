import { f64At, type Lane, laneAt, putLane } from "../../core/memory.ts";
import { saturated } from "../../core/saturated.ts";
import type { Definition } from "./rule.ts";

export const relative: bool = false;
export const bounded: bool = false;
export const lazy: bool = true;
export const coupled: bool = false;
export const divisor: f64 = 1;
export const SLOTS: usize = 2;

/**
 * AdaGrad divides every coordinate's step by the root of its squared gradient sum.
 *
 *     v = g x;   A ← A + v²;   w ← w − η v / √A
 *
 * A starts at 0.1, as in TensorFlow, which the paper's experiments used.
 */
export const definition: Definition = {
  name: "adagrad",
  title: "AdaGrad",
  paper: "Duchi, Hazan, Singer 2011",
  relative,
  bounded,
  lazy,
  coupled,
  settings: { rate: 0.01 },
  slots: ["w", "A"],
  signed: ["w"],
  start: () => [0, 0.1],
};

let rate: f64 = 0;

export function begin(_round: usize, settings: usize): void {
  rate = f64At(settings);
}

export function weight(cell: usize, _apart: usize, _x: Lane): Lane {
  return laneAt(cell);
}

export function update(cell: usize, apart: usize, x: Lane, g: Lane, _w: Lane): void {
  const v = saturated(g * x);
  const A = saturated(laneAt(cell + apart) + v * v);
  putLane(cell + apart, A);
  putLane(cell, saturated(laneAt(cell) - rate * (v / Math.sqrt(A))));
}

export function rescale(_cell: usize, _apart: usize, _ρ: Lane): void {}
