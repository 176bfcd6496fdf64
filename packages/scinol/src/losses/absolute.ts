import { scalarLoss } from "./loss.ts";

/** |ŷ − y|: the answer is the median. */
export const absolute = scalarLoss({
  name: "absolute",
  label: "number",
  lipschitz: 1,
  loss: (score, label) => Math.abs(score - label),
  slope: (score, label) => Math.sign(score - label),
});
