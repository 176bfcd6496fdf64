import { absolute } from "./absolute.ts";
import { hinge } from "./hinge.ts";
import { huber } from "./huber.ts";
import { logistic } from "./logistic.ts";
import type { Loss } from "./loss.ts";
import { quantile } from "./quantile.ts";
import { smoothHinge } from "./smooth-hinge.ts";
import { softmax } from "./softmax.ts";
import { squared } from "./squared.ts";

/** Every loss by name, quantile and huber with their defaults. */
export const losses = {
  logistic,
  hinge,
  smoothHinge,
  softmax,
  absolute,
  quantile: quantile(),
  huber: huber(),
  squared,
} satisfies Record<string, Loss>;

export type LossName = keyof typeof losses;
