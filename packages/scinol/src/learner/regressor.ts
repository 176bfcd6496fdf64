import { Learner, type SavedHeader } from "./learner.ts";
import { load } from "./load.ts";
import { isStandard, type LearnerOptions, type ResolvedOptions, resolve } from "./options.ts";
import type { Regression } from "./prediction.ts";
import { Value, type ValueLoss } from "./value.ts";

export interface RegressorOptions extends LearnerOptions {
  /** What is estimated; "huber" is the default. */
  readonly loss?: ValueLoss;
}

/** A regressor that only predicts. */
export type FrozenRegressor = Omit<Regressor, "learn" | "check" | "outcome" | "freeze" | "table" | "sparse">;

/** Learns to predict a number, from one record at a time, whatever its unit and its zero. */
export class Regressor extends Learner<number, Regression> {
  protected readonly head: Value;

  constructor(resolved: ResolvedOptions, options: LearnerOptions, loss: ValueLoss) {
    super("regression", resolved, options);
    this.head = new Value(loss);
  }

  /** A regressor that predicts steadily and learns nothing more. */
  freeze(): FrozenRegressor {
    return load(this.write(true), isStandard(this.schema) ? { schema: this.schema } : {}) as Regressor;
  }

  /** Makes a regressor of what a model file holds. */
  static restore(saved: SavedHeader, memory: Float64Array, options: LearnerOptions): Regressor {
    const { loss } = saved.head as { loss: ValueLoss };
    const restored = new Regressor(resolve(saved.options, []), options, loss);
    restored.restore(saved, memory);
    return restored;
  }
}

export function regressor(options: RegressorOptions = {}): Regressor {
  return new Regressor(resolve(options, ["loss"]), options, options.loss ?? "huber");
}
