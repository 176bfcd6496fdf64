import { ABSOLUTE } from "./formulas.ts";
import { scalarLoss } from "./loss.ts";

/** |ŷ − y|: the answer is the median. */
export const absolute = scalarLoss({ name: "absolute", label: "number", lipschitz: 1, formula: ABSOLUTE });
