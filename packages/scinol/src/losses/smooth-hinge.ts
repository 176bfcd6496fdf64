import { scalarLoss } from "./loss.ts";

/** The hinge with its corner rounded off: ½ (1 − z)² for 0 ≤ z = yŷ ≤ 1, straight below. Labels −1 and 1. */
export const smoothHinge = scalarLoss({
  name: "smoothHinge",
  label: "sign",
  lipschitz: 1,
  loss(score, label) {
    const short = 1 - score * label;
    if (short <= 0) return 0;
    return short < 1 ? (short * short) / 2 : short - 0.5;
  },
  slope: (score, label) => -label * Math.min(Math.max(1 - score * label, 0), 1),
});
