import { kindOf } from "../kind-of.ts";
import { QUANTILE } from "./formulas.ts";
import type { Loss } from "./loss.ts";
import { scalarLoss } from "./loss.ts";

/** The loss whose best answer is the τ-quantile: τ (y − ŷ) below the label, (1 − τ)(ŷ − y) above. */
export function quantile(τ = 0.5): Loss {
  if (typeof τ !== "number") throw new TypeError(`quantile must be a number, got ${kindOf(τ)}`);
  if (!(τ > 0 && τ < 1)) throw new RangeError(`quantile must lie between 0 and 1, got ${τ}`);
  return scalarLoss({
    name: `quantile(${τ})`,
    label: "number",
    lipschitz: Math.max(τ, 1 - τ),
    formula: QUANTILE,
    parameter: τ,
  });
}
