import { exp } from "../arithmetic/exp.ts";
import type { Rule } from "./rule.ts";
import { saturate } from "./saturate.ts";

/**
 * Alg1-K17, the scale-invariant ancestor of ScInOL: it measures a coordinate by the features themselves, not by
 * their gradients, and moves slowly.
 *
 *     σ ← σ + q²
 *     ω = e^{(κ² + q²) / (2 α σ)} κ / σ          score = (Σ q ω) / (α t d)
 *     κ ← κ − g q
 *
 * κ = h/M and σ = (Σ x²)/M². The exponent stops at 600. The theorem needs α > 9/8; the paper's experiments, and
 * our default, use 9/8 itself.
 */
export const k17: Rule = {
  name: "k17",
  title: "Alg1-K17",
  paper: "Kotłowski 2017, Algorithm 1",
  relative: true,
  bounded: false,
  lazy: true,
  coupled: false,
  settings: { alpha: 9 / 8 },
  limits: { alpha: [1, 1e10] },
  slots: ["κ", "σ"],

  start(cells, at) {
    cells[at] = 0;
    cells[at + 1] = 0;
  },

  weight(cells, at, q, ρ, round) {
    const κ = cells[at] * ρ;
    const σ = cells[at + 1] * (ρ * ρ) + q * q;
    if (σ === 0) return 0;
    const exponent = (κ * κ + q * q) / (2 * round.settings.alpha * σ);
    return saturate((exp(Math.min(exponent, 600)) * κ) / σ);
  },

  update(cells, at, q, ρ, slope) {
    cells[at] = saturate(cells[at] * ρ - slope * q);
    cells[at + 1] = cells[at + 1] * (ρ * ρ) + q * q;
  },

  divisor(round) {
    return round.settings.alpha * round.t * round.d;
  },
};
