import { SQUARED } from "./formulas.ts";
import { scalarLoss } from "./loss.ts";

/**
 * ½ (ŷ − y)²: the answer is the mean. Its slope has no bound, so the ScInOL rules, whose theorems need |g| ≤ 1, see
 * it clipped to [−1, 1]: to them it is the Huber loss. Losses beyond the largest double stop there.
 */
export const squared = scalarLoss({
  name: "squared",
  label: "number",
  lipschitz: undefined,
  formula: SQUARED,
});
