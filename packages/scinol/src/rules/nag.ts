import type { Rule } from "./rule.ts";
import { cap, saturate } from "./saturate.ts";

/**
 * NAG, the normalized adaptive gradient: AdaGrad in units of the largest feature value. Vowpal Wabbit's default.
 *
 *     v = g q;   a ← a + v²;   ω ← ω − η √(t / N) v / √a
 *
 * ω = w M is the unitless weight itself (the paper's rescaling of w when M grows leaves it as it is) and
 * a = A/M². N = Σ q² over coordinates and rounds couples them.
 */
export const nag: Rule = {
  name: "nag",
  title: "NAG",
  paper: "Ross, Mineiro, Langford 2013, Algorithm 2",
  relative: true,
  bounded: false,
  lazy: true,
  coupled: true,
  settings: { rate: 0.5 },
  slots: ["ω", "a"],

  start(cells, at) {
    cells[at] = 0;
    cells[at + 1] = 0;
  },

  weight(cells, at) {
    return cells[at];
  },

  update(cells, at, q, ρ, slope, _ω, round) {
    const v = slope * q;
    const a = cap(cells[at + 1] * (ρ * ρ) + v * v);
    cells[at + 1] = a;
    // a = 0 while every slope has been 0: there is no step to take, and no 0/0.
    if (a > 0) cells[at] = saturate(cells[at] - round.rate * (v / Math.sqrt(a)));
  },

  rate(round) {
    return round.settings.rate * Math.sqrt(round.t / round.N);
  },
};
