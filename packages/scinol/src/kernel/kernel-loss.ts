import { losses } from "../losses/index.ts";
import type { Loss } from "../losses/loss.ts";

/** A loss as assembly/losses.ts knows it: by its number there, with τ or δ where it has one. */
export interface KernelLoss {
  readonly number: number;
  readonly parameter: number;
}

const known = new Map<Loss, KernelLoss>(
  [
    { loss: losses.logistic, parameter: 0 },
    { loss: losses.hinge, parameter: 0 },
    { loss: losses.smoothHinge, parameter: 0 },
    { loss: losses.absolute, parameter: 0 },
    { loss: losses.quantile, parameter: 0.5 },
    { loss: losses.huber, parameter: 1 },
    { loss: losses.squared, parameter: 0 },
  ].map(({ loss, parameter }, number) => [loss, { number, parameter }]),
);

/** The losses of one score that have a name; undefined of any other, which only JavaScript can suffer. */
export function kernelLoss(loss: Loss): KernelLoss | undefined {
  return known.get(loss);
}
