import { expm1 } from "../arithmetic/expm1.ts";
import type { Rule } from "./rule.ts";
import { cap, saturate } from "./saturate.ts";

/**
 * ScInOL₁ plays the slope of an exponential potential, held back by a β that only ever falls: its regret bound
 * has no ratio of feature values in it, and it is the more cautious for that.
 *
 *     β ← min(β, ε (s + 1) / (q² t))
 *     θ = γ / √(s + 1)
 *     ω = β sgn(θ) (e^{|θ|/2} − 1) / (2 √(s + 1))
 *     v = g q;   γ ← γ − v;   s ← s + v²
 *
 * γ = G/M and s = S²/M². |θ| can reach √t on an adversarial stream, so |θ|/2 stops at 600.
 */
export const scinol1: Rule = {
  name: "scinol1",
  title: "ScInOL₁",
  paper: "Kempka, Kotłowski, Warmuth 2019, Algorithm 1",
  relative: true,
  bounded: true,
  lazy: true,
  coupled: false,
  settings: { epsilon: 1 },
  slots: ["γ", "s", "β"],

  start(cells, at, settings) {
    cells[at] = 0;
    cells[at + 1] = 0;
    cells[at + 2] = settings.epsilon;
  },

  weight(cells, at, q, ρ, round) {
    const γ = ρ === 1 ? cells[at] : cells[at] * ρ;
    const s1 = (ρ === 1 ? cells[at + 1] : cells[at + 1] * (ρ * ρ)) + 1;
    const r = Math.sqrt(s1);
    const β = caution(cells[at + 2], s1, q, round.settings.epsilon, round.t);
    const magnitude = (β * expm1(Math.min(Math.abs(γ) / r / 2, 600))) / (r + r);
    return γ < 0 ? -magnitude : magnitude;
  },

  update(cells, at, q, ρ, slope, _ω, round) {
    const v = slope * q;
    const s = cells[at + 1] * (ρ * ρ);
    cells[at] = saturate(cells[at] * ρ - v);
    cells[at + 1] = cap(s + v * v);
    cells[at + 2] = caution(cells[at + 2], s + 1, q, round.settings.epsilon, round.t);
  },

  forget(cells, at, ρ, λ) {
    cells[at] = saturate(cells[at] * ρ) * λ;
    cells[at + 1] = cap(cells[at + 1] * (ρ * ρ)) * λ;
  },
};

/** The next β. Where q = 0 (asked for by `weights()` only) the quotient is ∞ and β stays. */
function caution(β: number, s1: number, q: number, ε: number, t: number): number {
  return Math.min(β, (ε * s1) / (q * q * t));
}
