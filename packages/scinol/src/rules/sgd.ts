import type { Rule } from "./rule.ts";
import { saturate } from "./saturate.ts";

/**
 * Online gradient descent with a falling step: w ← w − (η / √t) g x.
 */
export const sgd: Rule = {
  name: "sgd",
  title: "SGD",
  paper: "Zinkevich 2003",
  relative: false,
  bounded: false,
  lazy: true,
  coupled: false,
  settings: { rate: 0.01 },
  slots: ["w"],

  start(cells, at) {
    cells[at] = 0;
  },

  weight(cells, at) {
    return cells[at];
  },

  update(cells, at, x, _ρ, slope, _w, round) {
    cells[at] = saturate(cells[at] - round.rate * saturate(slope * x));
  },

  rate(round) {
    return round.settings.rate / Math.sqrt(round.t);
  },
};
