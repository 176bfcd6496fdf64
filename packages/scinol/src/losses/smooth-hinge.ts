import { SMOOTH_HINGE } from "./formulas.ts";
import { scalarLoss } from "./loss.ts";

/** The hinge with its corner rounded off: ½ (1 − z)² for 0 ≤ z = yŷ ≤ 1, straight below. Labels −1 and 1. */
export const smoothHinge = scalarLoss({
  name: "smoothHinge",
  label: "sign",
  lipschitz: 1,
  formula: SMOOTH_HINGE,
});
