import { Classifier } from "./classifier.ts";
import { isStandard, type StandardSchema } from "./learner/options.ts";
import { contradiction, readModelFile } from "./model-file.ts";
import { Regressor } from "./regressor.ts";

export interface LoadOptions {
  /** The validator that the learner was made with, which no file can hold. */
  readonly schema?: StandardSchema;
}

/** Goes on from what a learner's `save` gave, to the bit. */
export function load(bytes: Uint8Array, options: LoadOptions = {}): Classifier | Regressor {
  const { header, arrays } = readModelFile(bytes);
  const { schema } = options;
  const stakes = (header as { options?: { stakes?: unknown } }).options?.stakes;
  if (stakes === true)
    throw new RangeError("the model file is of a former definition; train the model again");
  if (isStandard(schema) !== (header.validated === true)) {
    throw new TypeError(
      schema === undefined
        ? "the model was learned through a schema's validator; give it to load as { schema }"
        : "the model was learned without a schema's validator; load it without",
    );
  }
  const restore =
    header.task === "classification"
      ? Classifier.restore
      : header.task === "regression"
        ? Regressor.restore
        : undefined;
  if (restore === undefined) throw contradiction(new RangeError("it has no task"));
  try {
    return restore(header, arrays, schema);
  } catch (error) {
    throw contradiction(error);
  }
}
