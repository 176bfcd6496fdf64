import { HINGE } from "./formulas.ts";
import { scalarLoss } from "./loss.ts";

/** max(0, 1 − yŷ), for labels −1 and 1. At the kink the slope is −y, as in the paper. */
export const hinge = scalarLoss({ name: "hinge", label: "sign", lipschitz: 1, formula: HINGE });
