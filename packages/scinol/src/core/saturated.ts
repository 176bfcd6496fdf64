import type { Lane } from "./memory.ts";

const MOST: f64 = 1e290;

/** What a cell keeps of x. */
export function saturated(x: Lane): Lane {
  const above = x < -MOST ? -MOST : x;
  return MOST < above ? MOST : above;
}

/** The same of what is never negative: s, and η, of which at most half is lost in a round. */
export function atMost(x: Lane): Lane {
  return MOST < x ? MOST : x;
}
