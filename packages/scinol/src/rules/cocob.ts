import type { Rule } from "./rule.ts";
import { cap, saturate } from "./saturate.ts";

/**
 * CoCoB, coin betting without a learning rate: indifferent to the scale of gradients, hence not to the scale of
 * features, since its weight does not shrink when a feature grows.
 *
 *     w = θ (L + R) / (L max(A + L, α L))
 *     v = g x;   L ← max(L, |v|);   A ← A + |v|;   R ← max(R − v w, 0);   θ ← θ − v
 */
export const cocob: Rule = {
  name: "cocob",
  title: "CoCoB",
  paper: "Orabona, Tommasi 2017, COCOB-Backprop",
  relative: false,
  bounded: false,
  lazy: true,
  coupled: false,
  settings: { alpha: 100 },
  slots: ["L", "A", "R", "θ"],

  start(cells, at) {
    cells[at] = 1e-8;
    cells[at + 1] = 0;
    cells[at + 2] = 0;
    cells[at + 3] = 0;
  },

  weight(cells, at, _q, _ρ, round) {
    const L = cells[at];
    const bet = cells[at + 3] / Math.max(cells[at + 1] + L, round.settings.alpha * L);
    return saturate(bet * (1 + cells[at + 2] / L));
  },

  update(cells, at, x, _ρ, slope, w) {
    const v = saturate(slope * x);
    cells[at] = Math.max(cells[at], Math.abs(v));
    cells[at + 1] = cap(cells[at + 1] + Math.abs(v));
    cells[at + 2] = cap(Math.max(cells[at + 2] - saturate(v * w), 0));
    cells[at + 3] = saturate(cells[at + 3] - v);
  },
};
