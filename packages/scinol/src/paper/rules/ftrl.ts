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
 * FTRL-Proximal, the standard of click prediction: follow the regularised leader, with weights that are exactly zero
 * while |z| ≤ λ₁.
 *
 *     w = −(z − sgn(z) λ₁) / ((β + √n) / α + λ₂), or 0 if |z| ≤ λ₁
 *     v = g x;   σ = (√(n + v²) − √n) / α;   z ← z + v − σ w;   n ← n + v²
 */
export const definition: Definition = {
  name: "ftrl",
  title: "FTRL-Proximal",
  paper: "McMahan et al. 2013",
  relative,
  bounded,
  lazy,
  coupled,
  settings: { rate: 0.1, beta: 1, l1: 0, l2: 0 },
  limits: { l1: [0, 1e10], l2: [0, 1e10] },
  slots: ["z", "n"],
  signed: ["z"],
  start: () => [0, 0],
};

let α: f64 = 1;
let β: f64 = 1;
let λ1: f64 = 0;
let λ2: f64 = 0;

export function begin(_round: usize, settings: usize): void {
  α = f64At(settings);
  β = f64At(settings + 8);
  λ1 = f64At(settings + 16);
  λ2 = f64At(settings + 24);
}

export function weight(cell: usize, apart: usize, _x: Lane): Lane {
  const z = laneAt(cell);
  if (Math.abs(z) <= λ1) return 0;
  const beyond = z < 0 ? z + λ1 : z - λ1;
  return saturated(-beyond / ((β + Math.sqrt(laneAt(cell + apart))) / α + λ2));
}

export function update(cell: usize, apart: usize, x: Lane, g: Lane, w: Lane): void {
  const v = saturated(g * x);
  const before = laneAt(cell + apart);
  const n = saturated(before + v * v);
  const σ = (Math.sqrt(n) - Math.sqrt(before)) / α;
  putLane(cell, saturated(laneAt(cell) + v - saturated(σ * w)));
  putLane(cell + apart, n);
}

export function rescale(_cell: usize, _apart: usize, _ρ: Lane): void {}
