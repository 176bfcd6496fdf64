import { f64At, type Lane, laneAt, putLane } from "../../core/memory.ts";
import { saturated } from "../../core/saturated.ts";
import { ROUND_T } from "../drivers/layout.ts";
import type { Definition } from "./rule.ts";

export const relative: bool = false;
export const bounded: bool = false;
export const lazy: bool = false;
export const coupled: bool = false;
export const divisor: f64 = 1;
export const SLOTS: usize = 3;

/**
 * Adam steps along a running mean of gradients, divided by the root of a running mean of their squares.
 *
 *     v = g x;   m ← b₁ m + (1 − b₁) v;   n ← b₂ n + (1 − b₂) v²
 *     w ← w − η √(1 − b₂ᵗ) / (1 − b₁ᵗ) · m / (√n + ε)
 *
 * Both means decay on zeros as well: every round touches every coordinate, so Adam is not for sparse data.
 */
export const definition: Definition = {
  name: "adam",
  title: "Adam",
  paper: "Kingma, Ba 2014",
  relative,
  bounded,
  lazy,
  coupled,
  settings: { rate: 0.001, beta1: 0.9, beta2: 0.999, epsilon: 1e-8 },
  limits: { beta1: [0, 1 - 1e-9], beta2: [0, 1 - 1e-9] },
  slots: ["w", "m", "n"],
  signed: ["w", "m"],
  start: () => [0, 0, 0],
};

let rate: f64 = 0;
let b1: f64 = 0;
let b2: f64 = 0;
let ε: f64 = 0;

export function begin(round: usize, settings: usize): void {
  b1 = f64At(settings + 8);
  b2 = f64At(settings + 16);
  ε = f64At(settings + 24);
  const t = f64At(round + ROUND_T);
  rate = (f64At(settings) * Math.sqrt(1 - power(b2, t))) / (1 - power(b1, t));
}

/** Returns base to an integer power by repeated squaring: the same bits on every engine, unlike Math.pow. */
function power(base: f64, exponent: f64): f64 {
  let result: f64 = 1;
  let square = base;
  for (let left = exponent; left > 0 && result > 0; left = Math.floor(left / 2)) {
    if (left % 2 === 1) result *= square;
    square *= square;
  }
  return result;
}

export function weight(cell: usize, _apart: usize, _x: Lane): Lane {
  return laneAt(cell);
}

export function update(cell: usize, apart: usize, x: Lane, g: Lane, _w: Lane): void {
  const v = saturated(g * x);
  const m = b1 * laneAt(cell + apart) + (1 - b1) * v;
  const n = saturated(b2 * laneAt(cell + 2 * apart) + (1 - b2) * v * v);
  putLane(cell + apart, m);
  putLane(cell + 2 * apart, n);
  putLane(cell, saturated(laneAt(cell) - (rate * m) / (Math.sqrt(n) + ε)));
}

export function rescale(_cell: usize, _apart: usize, _ρ: Lane): void {}
