import type { Lane } from "./memory.ts";

const MOST: f64 = 1e290;

/** What a cell keeps of x. */
export function saturated(x: Lane): Lane {
  const above = x < -MOST ? -MOST : x;
  return MOST < above ? MOST : above;
}
