import { PAIR } from "../../core/memory.ts";
import { ENTRY, MOVE, ROUND_BYTES } from "./layout.ts";

/* Where a round works. It means nothing once the next row is played. */

export let ROUND: usize = 0;
export let SUMS: usize = 0; // of q ω, q² and of features seen for the first time; a pair each
export let SCORES: usize = 0;
export let SLOPES: usize = 0;
export let MOVING: usize = 0; // a feature whose M moves
export let EDGES: usize = 0; // x of the constant's pair, then of a pair with one feature
export let XS: usize = 0; // x of a row of indices and values, in pairs
export let LIST: usize = 0; // entries
export let MOVES: usize = 0; // M that move
export let OMEGAS: usize = 0; // ω of each entry, of all outputs

/** Lays the scratch out from `base` on for rows of so many entries; a slot has `bytes`. Returns where it ends. */
export function arrange(base: usize, entries: usize, bytes: usize, slots: usize): usize {
  // The constant's, and one that an odd number of columns begins.
  const most = entries + 2;
  ROUND = (base + 15) & ~15;
  SUMS = ROUND + ROUND_BYTES;
  SCORES = SUMS + 3 * PAIR;
  SLOPES = SCORES + bytes;
  EDGES = SLOPES + bytes;
  MOVING = EDGES + 2 * PAIR;
  XS = MOVING + PAIR + slots * bytes;
  LIST = XS + PAIR * most;
  MOVES = LIST + ENTRY * most;
  // In JavaScript the lanes of a pair move one by one.
  OMEGAS = MOVES + 2 * MOVE * most;
  return OMEGAS + bytes * most;
}

/** Returns how many bytes of scratch a block needs. */
export function scratchBytes(entries: usize, bytes: usize, slots: usize): usize {
  return arrange(0, entries, bytes, slots) + 16;
}
