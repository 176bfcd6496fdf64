import type { Lane } from "../../core/memory.ts";

const MOST: f64 = 1e290;

/** What a cell keeps of an x that is never far below zero. */
export function capped(x: Lane): Lane {
  return x < MOST ? x : MOST;
}
