import type { Rule } from "./rule.ts";
import { cap, saturate } from "./saturate.ts";

/**
 * SFMD, scale-free mirror descent: dual averaging whose regulariser follows the largest feature values.
 *
 *     ω = γ / √σ          score = (Σ q ω) η / √d
 *     v = g q;   γ ← γ − v;   σ ← σ + v²
 *
 * γ = −G/M. σ sums slopes relative to the M of their own round, so it is not rewritten when M grows.
 */
export const sfmd: Rule = {
  name: "sfmd",
  title: "SFMD",
  paper: "Orabona, Crammer, Cesa-Bianchi 2015",
  relative: true,
  bounded: false,
  lazy: true,
  coupled: false,
  settings: { rate: 1 },
  slots: ["γ", "σ"],

  start(cells, at) {
    cells[at] = 0;
    cells[at + 1] = 1;
  },

  weight(cells, at, _q, ρ) {
    return (cells[at] * ρ) / Math.sqrt(cells[at + 1]);
  },

  update(cells, at, q, ρ, slope) {
    const v = slope * q;
    cells[at] = saturate(cells[at] * ρ - v);
    cells[at + 1] = cap(cells[at + 1] + v * v);
  },

  divisor(round) {
    return Math.sqrt(round.d) / round.settings.rate;
  },
};
