import { BETS, ENTRY, GAUSS, MEMBERS, STEADY_MEMBERS, VIEW } from "./layout.ts";

/*
 * Where a round works: memory that means nothing between two calls. Its size follows from the columns, the indices of
 * the longest row and the outputs, so that no constant bounds any of them.
 */

export let ROW: usize = 0; // the row's numbers, or the target's, padded with NaN to a pair
export let VIEWS: usize = 0; // a VIEW of each pair of columns
export let LIST: usize = 0; // entries
export let PLAYED: usize = 0; // ω of each entry and output, a pair each, for each pair of members
export let BLANK: usize = 0; // the cells of a feature that the model does not have: zeros
export let SCALES: usize = 0; // 1/√(N/t) of members 1 and 4; of member 4 twice
export let GAUSS_SUMS: usize = 0; // a GAUSS_SUM per output: without hats, then of hats
export let GAUSS_STEPS: usize = 0; // gains and curves, a pair each, per output: without hats, then of hats
export let BETS_SUMS: usize = 0; // scores and gains, a pair each, per output and pair of members, for hats too
export let SLOPES: usize = 0; // a pair per output and pair of members
export let OWN: usize = 0; // what a mixture looks at: see MIXED
export let SAID_LIVE: usize = 0;
export let SAID_STEADY: usize = 0;
export let STEADY_MIXED: usize = 0;
export let GIVEN: usize = 0; // the answer: per output a probability, or free and held
export let ROOM: usize = 0; // of the stack's step and the shares

/** Scores, variances and energies of the Gaussian members, a pair each. */
export const GAUSS_SUM: usize = 48;

/** What a mixture of J members looks at: J + 1 scores per output, then J + 1 probabilities per output. */
function mixedBytes(members: usize, outputs: usize): usize {
  return 16 * (members + 1) * outputs + 16;
}

/** Lays the scratch out from `base` on; returns where it ends. */
export function arrange(base: usize, columns: usize, indices: usize, outputs: usize): usize {
  const pairs = (columns + 1) >> 1;
  const entries = columns * 3 + indices + 3;
  let next = (base + 63) & ~63;
  ROW = next;
  next += 16 * (pairs + 1);
  VIEWS = next;
  next += VIEW * (pairs + 1);
  LIST = next;
  next += ENTRY * (entries + 2);
  PLAYED = (next + 15) & ~15;
  next = PLAYED + 32 * outputs * (entries + 2);
  SCALES = next;
  next += 32;
  GAUSS_SUMS = next;
  next += 2 * GAUSS_SUM * outputs;
  GAUSS_STEPS = next;
  next += 2 * GAUSS * outputs;
  BETS_SUMS = next;
  next += 4 * 32 * outputs;
  SLOPES = next;
  next += 3 * 16 * outputs;
  OWN = next;
  next += mixedBytes(MEMBERS, outputs);
  SAID_LIVE = next;
  next += mixedBytes(MEMBERS, outputs);
  STEADY_MIXED = next;
  next += mixedBytes(STEADY_MEMBERS, outputs);
  SAID_STEADY = next;
  next += mixedBytes(STEADY_MEMBERS, outputs);
  GIVEN = next;
  next += 16 + 8 * outputs;
  ROOM = next;
  next += 8 * (4 * MEMBERS + 3 * MEMBERS * MEMBERS);
  BLANK = (next + 63) & ~63;
  next = BLANK + (GAUSS + 2 * BETS) * outputs;
  return next;
}

/** How many bytes of scratch a block needs. */
export function scratchBytes(columns: usize, indices: usize, outputs: usize): usize {
  return arrange(0, columns, indices, outputs) + 64;
}
