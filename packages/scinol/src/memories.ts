import { exp } from "./arithmetic/exp.ts";

/** What the default learner's four memories keep of the past in a round. */
export const ADAPTIVE = [1, 1 - 1e-4, 1 - 1e-3, 1 - 1e-2] as const;

/** How quickly shares follow the losses: a memory's share is multiplied by e^{−loss / 5}. */
const PATIENCE = 5;
/** Of every share, so much is dealt out again evenly, so that no memory is ever given up. */
const DEALT = 1e-4;

/**
 * Moves each memory's share of the answer after a round, from the losses (in comparable units) that the memories
 * suffered:
 *
 *     π_j ← π_j e^{−ℓ_j / 5};   π ← π / Σπ;   π_j ← (1 − 10⁻⁴) π_j + 10⁻⁴ / J
 */
export function moveShares(shares: Float64Array, losses: Float64Array): void {
  if (shares.length === 1) return;
  let least = losses[0];
  for (let j = 1; j < losses.length; j++) if (losses[j] < least) least = losses[j];
  let sum = 0;
  // Relative to the least loss, so that at least one factor is 1 and the sum cannot vanish.
  for (let j = 0; j < shares.length; j++) sum += shares[j] *= exp((least - losses[j]) / PATIENCE);
  for (let j = 0; j < shares.length; j++) {
    shares[j] = (1 - DEALT) * (shares[j] / sum) + DEALT / shares.length;
  }
}
