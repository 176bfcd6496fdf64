import { f64At, type Lane, laneAt, putLane } from "../../core/memory.ts";
import { saturated } from "../../core/saturated.ts";
import { ROUND_T } from "../drivers/layout.ts";
import type { Definition } from "./rule.ts";

export const relative: bool = false;
export const bounded: bool = false;
export const lazy: bool = true;
export const coupled: bool = false;
export const divisor: f64 = 1;
export const SLOTS: usize = 1;

/**
 * Online gradient descent with a falling step: w ← w − (η / √t) g x.
 */
export const definition: Definition = {
  name: "sgd",
  title: "SGD",
  paper: "Zinkevich 2003",
  relative,
  bounded,
  lazy,
  coupled,
  settings: { rate: 0.01 },
  slots: ["w"],
  signed: ["w"],
  start: () => [0],
};

let rate: f64 = 0;

export function begin(round: usize, settings: usize): void {
  rate = f64At(settings) / Math.sqrt(f64At(round + ROUND_T));
}

export function weight(cell: usize, _apart: usize, _x: Lane): Lane {
  return laneAt(cell);
}

export function update(cell: usize, _apart: usize, x: Lane, g: Lane, _w: Lane): void {
  putLane(cell, saturated(laneAt(cell) - rate * saturated(g * x)));
}

export function rescale(_cell: usize, _apart: usize, _ρ: Lane): void {}
