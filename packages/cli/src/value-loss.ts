import { huber, type Loss, losses, quantile, type RegressorOptions } from "scinol";

type ValueLoss = NonNullable<RegressorOptions["loss"]>;

export function valueLoss(loss: ValueLoss): Loss {
  if (typeof loss === "number") return quantile(loss);
  return loss === "huber" ? huber() : losses[loss];
}

/** The loss of an answer in the target's unit, as the regressor counts it: in units of the target's spread. */
export function lossOf(loss: ValueLoss, spread: number): (answer: number, y: number) => number {
  const told = valueLoss(loss);
  const score = new Float64Array(1);
  return (answer, y) => {
    // While no two labels have differed there is no unit.
    if (spread === 0) return Math.abs(answer - y);
    score[0] = answer / spread;
    return Math.min(spread * told.loss(score, y / spread), 1e290);
  };
}
