import type { Label } from "../learner.ts";
import { Classifier } from "./classifier.ts";
import type { SavedHeader } from "./learner.ts";
import { contradiction, readModelFile } from "./model-file.ts";
import { isStandard, type StandardSchema } from "./options.ts";
import { Regressor } from "./regressor.ts";

export interface LoadOptions {
  /** The validator that the learner was made with, which no file can hold. */
  readonly schema?: StandardSchema;
  /** As of a learner that is made. */
  readonly engine?: "auto" | "js";
}

/** Goes on from what a learner's `save` returned, to the bit. */
export function load(bytes: Uint8Array, options: LoadOptions = {}): Classifier | Regressor {
  const { header, memory } = readModelFile(bytes);
  const saved = header as SavedHeader;
  if (isStandard(options.schema) !== (saved?.validated === true)) {
    throw new TypeError(
      options.schema === undefined
        ? "the model was learned through a schema's validator; give it to load as { schema }"
        : "the model was learned without a schema's validator; load it without",
    );
  }
  try {
    if (saved.task === "classification") return Classifier.restore<Label>(saved, memory, options);
    if (saved.task === "regression") return Regressor.restore(saved, memory, options);
  } catch (error) {
    throw contradiction(error);
  }
  throw contradiction(new RangeError("it has no task"));
}
