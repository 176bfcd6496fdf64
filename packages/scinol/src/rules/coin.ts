import type { Rule } from "./rule.ts";
import { saturate } from "./saturate.ts";

/**
 * Coin betting as `vw --coin` does it: every coordinate bets its winnings R on the sign of the gradient sum θ.
 *
 *     ω = (α + R) θ / (L (L + A))          score = (Σ q ω) / c,   c = (N + 10⁻⁶) / t
 *     L ← |g| where |g| > L, at least β;   ω again, with the new L
 *     v = g q;   θ ← θ − v;   A ← A + |v|;   R ← R − v ω
 *
 * θ and A are relative to M; L is the largest slope seen. α = 4 is the initial wealth, β = 1 the least L.
 */
export const coin: Rule = {
  name: "coin",
  title: "Coin",
  paper: "Orabona, Tommasi 2017, as in Vowpal Wabbit's --coin",
  relative: true,
  bounded: false,
  lazy: true,
  coupled: true,
  settings: { alpha: 4, beta: 1 },
  slots: ["θ", "A", "R", "L"],

  start(cells, at) {
    cells[at] = 0;
    cells[at + 1] = 0;
    cells[at + 2] = 0;
    cells[at + 3] = 0;
  },

  weight(cells, at, _q, ρ, round) {
    return bet(cells[at] * ρ, cells[at + 1] * ρ, cells[at + 2], cells[at + 3], round.settings.alpha);
  },

  update(cells, at, q, ρ, slope, _ω, round) {
    const { alpha, beta } = round.settings;
    const steepness = Math.abs(slope);
    if (steepness > cells[at + 3]) cells[at + 3] = Math.max(steepness, beta);
    const v = slope * q;
    const θ = cells[at] * ρ;
    const A = cells[at + 1] * ρ;
    const ω = bet(θ, A, cells[at + 2], cells[at + 3], alpha);
    cells[at] = saturate(θ - v);
    cells[at + 1] = saturate(A + Math.abs(v));
    cells[at + 2] = saturate(cells[at + 2] - v * ω);
  },

  divisor(round) {
    return (round.N + 1e-6) / round.t;
  },
};

function bet(θ: number, A: number, R: number, L: number, α: number): number {
  return L === 0 ? 0 : saturate(((α + R) / L) * (θ / (L + A)));
}
