import type { Rule } from "./rule.ts";
import { cap, saturate } from "./saturate.ts";

/**
 * ScInOL₂ bets on every coordinate a share of the wealth η it has won there so far.
 *
 *     θ = γ / √(s + 1)
 *     ω = clamp(θ, −1, 1) η / (2 √(s + 1))
 *     v = g q;   γ ← γ − v;   s ← s + v²;   η ← η − v ω
 *
 * γ = G/M and s = S²/M² are the paper's negative gradient sum and squared gradient sum, η its wealth. With
 * r = √(s + 1) the weight is clamp(γ, −r, r) · (η / (2 (s + 1))): one square root and one division, neither of which
 * waits for the other, and no product that can overflow. |v| ≤ 1 keeps η positive, since |v ω| ≤ η / 2.
 *
 * Forgetting spares what was won, but not what was lost: what a memory that forgets had before a round is taken for at least
 * ε. It would otherwise lose for ever on features that tell nothing, down to where it could not come back in any time there is.
 *
 * M rarely moves: asking for ρ = 1 first spares the processor a chain of products.
 */
export const scinol2: Rule = {
  name: "scinol2",
  title: "ScInOL₂",
  paper: "Kempka, Kotłowski, Warmuth 2019, Algorithm 2",
  relative: true,
  bounded: true,
  lazy: true,
  coupled: false,
  settings: { epsilon: 1 },
  slots: ["γ", "s", "η"],

  start(cells, at, settings) {
    cells[at] = 0;
    cells[at + 1] = 0;
    cells[at + 2] = settings.epsilon;
  },

  weight(cells, at, _q, ρ) {
    const γ = ρ === 1 ? cells[at] : cells[at] * ρ;
    const s1 = (ρ === 1 ? cells[at + 1] : cells[at + 1] * (ρ * ρ)) + 1;
    const r = Math.sqrt(s1);
    const clamped = γ > r ? r : γ < -r ? -r : γ;
    return clamped * (cells[at + 2] / (s1 + s1));
  },

  update(cells, at, q, ρ, slope, ω) {
    const v = slope * q;
    // Adding zero makes −0, which a tiny ρ or λ can leave of γ, a plain zero: then a v of 0 changes no bit.
    cells[at] = (ρ === 1 ? cells[at] : saturate(cells[at] * ρ) + 0) - v;
    cells[at + 1] = (ρ === 1 ? cells[at + 1] : cap(cells[at + 1] * (ρ * ρ))) + v * v;
    cells[at + 2] = cap(cells[at + 2] - v * ω);
  },

  forget(cells, at, ρ, λ, settings) {
    cells[at] = saturate(cells[at] * ρ) * λ + 0;
    cells[at + 1] = cap(cells[at + 1] * (ρ * ρ)) * λ;
    if (λ < 1 && cells[at + 2] < settings.epsilon) cells[at + 2] = settings.epsilon;
  },
};
