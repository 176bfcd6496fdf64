import { checkLearning, type LearningOptions } from "../learning-options.ts";
import type { ReadingOptions } from "../reading-options.ts";
import { UserError } from "../user-error.ts";
export interface TrainOptions extends ReadingOptions, LearningOptions {
  target?: string;
  weight?: string;
  passes?: number;
  shuffle?: number;
  test?: string[];
  holdout?: number;
  model?: string;
  resume?: string;
  predictions?: string;
  checkpoint?: number;
  quiet?: boolean;
  json?: boolean;
}

/** Refuses options that do not go together. */
export function checkOptions(files: readonly string[], options: TrainOptions): void {
  checkLearning(options);
  if (files.length === 0 && options.sql === undefined)
    throw new UserError("train: name a file to learn from, or - for stdin");
  if (options.checkpoint !== undefined && options.model === undefined) {
    throw new UserError("--checkpoint: needs --model, which says where to");
  }
  if (options.holdout !== undefined && options.test !== undefined) {
    throw new UserError("--holdout: there is --test already; leave one of them out");
  }
  const once = files.includes("-");
  if (once && options.holdout !== undefined) {
    throw new UserError("--holdout: stdin can be read only once; save it to a file first");
  }
  if (once && (options.passes ?? 1) > 1 && options.shuffle === undefined) {
    throw new UserError("--passes: stdin can be read only once; save it to a file first");
  }
}
