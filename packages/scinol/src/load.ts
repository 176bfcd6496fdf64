import { Classifier } from "./classifier.ts";
import { readModelFile } from "./model-file.ts";
import { Regressor } from "./regressor.ts";

/** Goes on from what a learner's `save` gave, to the bit. */
export function load(bytes: Uint8Array): Classifier | Regressor {
  const { header, arrays } = readModelFile(bytes);
  return header.task === "classification"
    ? Classifier.restore(header, arrays)
    : Regressor.restore(header, arrays);
}
