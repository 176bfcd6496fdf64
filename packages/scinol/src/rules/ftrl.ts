import type { Rule } from "./rule.ts";
import { cap, saturate } from "./saturate.ts";

/**
 * FTRL-Proximal, the standard of click prediction: follow the regularised leader, with weights that are exactly
 * zero while |z| ≤ λ₁.
 *
 *     w = −(z − sgn(z) λ₁) / ((β + √n) / α + λ₂), or 0 if |z| ≤ λ₁
 *     v = g x;   σ = (√(n + v²) − √n) / α;   z ← z + v − σ w;   n ← n + v²
 */
export const ftrl: Rule = {
  name: "ftrl",
  title: "FTRL-Proximal",
  paper: "McMahan et al. 2013",
  relative: false,
  bounded: false,
  lazy: true,
  coupled: false,
  settings: { rate: 0.1, beta: 1, l1: 0, l2: 0 },
  limits: { l1: [0, 1e10], l2: [0, 1e10] },
  slots: ["z", "n"],

  start(cells, at) {
    cells[at] = 0;
    cells[at + 1] = 0;
  },

  weight(cells, at, _x, _ρ, round) {
    const { rate, beta, l1, l2 } = round.settings;
    const z = cells[at];
    if (Math.abs(z) <= l1) return 0;
    const beyond = z < 0 ? z + l1 : z - l1;
    return saturate(-beyond / ((beta + Math.sqrt(cells[at + 1])) / rate + l2));
  },

  update(cells, at, x, _ρ, slope, w, round) {
    const v = saturate(slope * x);
    const n = cap(cells[at + 1] + v * v);
    const σ = (Math.sqrt(n) - Math.sqrt(cells[at + 1])) / round.settings.rate;
    cells[at] = saturate(cells[at] + v - saturate(σ * w));
    cells[at + 1] = n;
  },
};
