import { kindOf } from "../kind-of.ts";
import { HUBER } from "./formulas.ts";
import type { Loss } from "./loss.ts";
import { scalarLoss } from "./loss.ts";

/**
 * Squared within δ of the label, absolute beyond it. Its best answer is neither mean nor median but between them.
 * A δ above 1 makes slopes above 1, which the ScInOL rules clip.
 */
export function huber(δ = 1): Loss {
  if (typeof δ !== "number") throw new TypeError(`huber threshold must be a number, got ${kindOf(δ)}`);
  if (!(δ > 0 && δ <= 1e100)) throw new RangeError(`huber threshold must be positive, got ${δ}`);
  return scalarLoss({
    name: `huber(${δ})`,
    label: "number",
    lipschitz: δ,
    formula: HUBER,
    parameter: δ,
  });
}
