import type { Rule } from "./rule.ts";
import { cap, saturate } from "./saturate.ts";

/**
 * AdaGrad divides every coordinate's step by the root of its squared gradient sum.
 *
 *     v = g x;   A ← A + v²;   w ← w − η v / √A
 *
 * A starts at 0.1, as in TensorFlow, which the paper's experiments used.
 */
export const adagrad: Rule = {
  name: "adagrad",
  title: "AdaGrad",
  paper: "Duchi, Hazan, Singer 2011",
  relative: false,
  bounded: false,
  lazy: true,
  coupled: false,
  settings: { rate: 0.01 },
  slots: ["w", "A"],

  start(cells, at) {
    cells[at] = 0;
    cells[at + 1] = 0.1;
  },

  weight(cells, at) {
    return cells[at];
  },

  update(cells, at, x, _ρ, slope, _w, round) {
    const v = saturate(slope * x);
    const A = cap(cells[at + 1] + v * v);
    cells[at + 1] = A;
    cells[at] = saturate(cells[at] - round.settings.rate * (v / Math.sqrt(A)));
  },
};
