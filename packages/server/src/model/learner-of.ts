import { type Classifier, classifier, type Regressor, regressor } from "scinol";
import type { ModelSettings, WireOptions } from "scinol/client";

export type Learner = Classifier | Regressor;

/** A fresh learner for a model of these settings, or for a challenger of it with other options. Throws on wrong ones. */
export function learnerOf({ task, classes }: ModelSettings, options: WireOptions = {}): Learner {
  const { loss, ...rest } = options;
  if (task === "classification") {
    if (loss !== undefined) throw new TypeError("loss is of a regression; a classification has the log loss");
    return classifier({ ...rest, ...(classes === undefined ? {} : { classes }) });
  }
  if (classes !== undefined) throw new TypeError("classes are of a classification; a regression has none");
  const wanted = typeof loss === "object" ? loss.quantile : loss;
  return regressor({ ...rest, ...(wanted === undefined ? {} : { loss: wanted }) });
}
