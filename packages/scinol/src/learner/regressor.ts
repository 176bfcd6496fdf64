import type { Record } from "../records/record.ts";
import { unknownName } from "../suggest.ts";
import type { Contribution, Effects, NamedWeight } from "./effects.ts";
import { targetOf } from "./explanation.ts";
import { Learner, type SavedHeader } from "./learner.ts";
import { load } from "./load.ts";
import { isStandard, type LearnerOptions, type ResolvedOptions, resolve } from "./options.ts";
import type { Regression } from "./prediction.ts";
import { Value, type ValueLoss } from "./value.ts";

export interface RegressorOptions extends LearnerOptions {
  /** What is estimated; "huber" is the default. */
  readonly loss?: ValueLoss;
}

export interface ValueExplanation {
  /** baseline + the sum of contributions. */
  readonly value: number;
  /** The prediction as far as the constant makes it. */
  readonly baseline: number;
  /** What each column adds, the greatest first. */
  readonly contributions: readonly Contribution[];
}

/** A regressor that only predicts. */
export type FrozenRegressor = Omit<Regressor, "learn" | "check" | "outcome" | "freeze" | "table" | "sparse">;

/** Learns to predict a number, from one record at a time, whatever its unit and its zero. */
export class Regressor extends Learner<number, Regression> {
  readonly task = "regression";
  /** @internal */
  protected readonly head: Value;

  /** @internal */
  constructor(resolved: ResolvedOptions, options: LearnerOptions, loss: ValueLoss) {
    super(resolved, options);
    this.head = new Value(loss);
  }

  /** Why a record is predicted to have its value, before that is held to the labels' range, in the target's unit. */
  explain(record: Record, { steady = this.isFrozen }: { steady?: boolean } = {}): ValueExplanation {
    const { baseline, contributions } = this.explainer(record).explain(0, { steady });
    const { centre, spread } = targetOf(this.region);
    const inUnit = contributions.map(({ column, contribution }) => ({
      column,
      contribution: spread * contribution,
    }));
    const value = inUnit.reduce((sum, { contribution }) => sum + contribution, centre + spread * baseline);
    return { value, baseline: centre + spread * baseline, contributions: inUnit };
  }

  /** What the steady answer makes of a column, in the target's unit: its curve, and its categories. */
  effects(column: string): Effects {
    const effects = this.explainer().effects(column, 0);
    if (effects === undefined) throw unknownName("column", column, this.columnNames);
    const { spread } = targetOf(this.region);
    const inUnit = <E extends { effect: number }>(one: E) => ({ ...one, effect: spread * one.effect });
    return { column, points: effects.points.map(inUnit), categories: effects.categories.map(inUnit) };
  }

  /** What was learned, by column: how much the value rises with one more unit of it. */
  weights(): { intercept: number; weights: NamedWeight[] } {
    const { intercepts, names, weights } = this.explainer().weights();
    const { centre, spread } = targetOf(this.region);
    return {
      intercept: centre + spread * intercepts[0],
      weights: names.map((name, n) => ({ name, weight: spread * weights[n][0] })),
    };
  }

  /** What there is to read about the model. */
  toJSON(): object {
    const { centre, spread } = targetOf(this.region);
    return {
      task: this.task,
      loss: this.head.name,
      target: { centre, spread },
      ...this.describe(),
      ...this.weights(),
    };
  }

  /** A regressor that predicts steadily and learns nothing more. */
  freeze(): FrozenRegressor {
    return load(this.write(true), isStandard(this.schema) ? { schema: this.schema } : {}) as Regressor;
  }

  /** Makes a regressor of what a model file holds. @internal */
  static restore(saved: SavedHeader, memory: Float64Array, options: LearnerOptions): Regressor {
    const { loss } = saved.head as { loss: ValueLoss };
    const restored = new Regressor(resolve(saved.options, []), options, loss);
    restored.restore(saved, memory);
    return restored;
  }
}
