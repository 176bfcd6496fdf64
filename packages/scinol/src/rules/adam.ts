import type { Rule } from "./rule.ts";
import { cap, saturate } from "./saturate.ts";

/**
 * Adam steps along a running mean of gradients, divided by the root of a running mean of their squares.
 *
 *     v = g x;   m ← b₁ m + (1 − b₁) v;   n ← b₂ n + (1 − b₂) v²
 *     w ← w − η √(1 − b₂ᵗ) / (1 − b₁ᵗ) · m / (√n + ε)
 *
 * Both means decay on zeros as well: every round touches every coordinate, so Adam is not for sparse data.
 */
export const adam: Rule = {
  name: "adam",
  title: "Adam",
  paper: "Kingma, Ba 2014",
  relative: false,
  bounded: false,
  lazy: false,
  coupled: false,
  settings: { rate: 0.001, beta1: 0.9, beta2: 0.999, epsilon: 1e-8 },
  limits: { beta1: [0, 1 - 1e-9], beta2: [0, 1 - 1e-9] },
  slots: ["w", "m", "n"],

  start(cells, at) {
    cells[at] = 0;
    cells[at + 1] = 0;
    cells[at + 2] = 0;
  },

  weight(cells, at) {
    return cells[at];
  },

  update(cells, at, x, _ρ, slope, _w, round) {
    const { beta1, beta2, epsilon } = round.settings;
    const v = saturate(slope * x);
    const m = beta1 * cells[at + 1] + (1 - beta1) * v;
    const n = cap(beta2 * cells[at + 2] + (1 - beta2) * v * v);
    cells[at + 1] = m;
    cells[at + 2] = n;
    cells[at] = saturate(cells[at] - (round.rate * m) / (Math.sqrt(n) + epsilon));
  },

  rate({ t, settings: { rate, beta1, beta2 } }) {
    return (rate * Math.sqrt(1 - power(beta2, t))) / (1 - power(beta1, t));
  },
};

/** base to a whole power by repeated squaring: the same bits on every engine, unlike Math.pow. */
function power(base: number, exponent: number): number {
  let result = 1;
  let square = base;
  for (let left = exponent; left > 0 && result > 0; left = Math.floor(left / 2)) {
    if (left % 2 === 1) result *= square;
    square *= square;
  }
  return result;
}
