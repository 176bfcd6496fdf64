import type { Label } from "../learner.ts";
import type { Record } from "../records/record.ts";
import { show } from "../show.ts";
import { unknownName } from "../suggest.ts";
import { Classes } from "./classes.ts";
import type { Contribution, Effects, NamedWeight } from "./effects.ts";
import { Learner, type SavedHeader } from "./learner.ts";
import { load } from "./load.ts";
import { isStandard, type LearnerOptions, type ResolvedOptions, resolve } from "./options.ts";
import type { Classification } from "./prediction.ts";

export interface ClassifierOptions<L extends Label = Label> extends LearnerOptions {
  /** All the classes there are; left out, classes are met as they appear. */
  readonly classes?: readonly L[];
}

export interface ClassExplanation<L extends Label = Label> {
  /** The class whose score is explained; of two classes, relative to the other. */
  readonly label: L | undefined;
  /** baseline + the sum of contributions. */
  readonly score: number;
  /** What the constant adds. */
  readonly baseline: number;
  /** What each column adds, the greatest first. */
  readonly contributions: readonly Contribution[];
}

export interface ClassWeights<L extends Label = Label> {
  readonly label: L | undefined;
  readonly intercept: number;
  readonly weights: readonly NamedWeight[];
}

/** A classifier that only predicts. */
export type FrozenClassifier<L extends Label = Label> = Omit<
  Classifier<L>,
  "learn" | "check" | "outcome" | "freeze" | "table" | "sparse"
>;

/** Learns to tell classes apart, from one record at a time. */
export class Classifier<L extends Label = Label> extends Learner<L, Classification<L>> {
  readonly task = "classification";
  /** @internal */
  protected readonly head: Classes<L>;

  /** @internal */
  constructor(resolved: ResolvedOptions, options: LearnerOptions, head: Classes<L>) {
    super(resolved, options);
    this.head = head;
  }

  /**
   * Why a record is predicted to be of its class, or of the one named: the score is baseline + the sum of contributions;
   * of two classes, it is relative to the other.
   */
  explain(
    record: Record,
    label?: L,
    { steady = this.isFrozen }: { steady?: boolean } = {},
  ): ClassExplanation<L> {
    if (label !== undefined) this.indexOf(label);
    const explained = label ?? this.predict(record, { steady }).label;
    const explainer = this.explainer(record);
    const k = explained === undefined ? 0 : this.indexOf(explained);
    const { baseline, contributions } = explainer.explain(this.outputOf(k), { steady });
    const sign = this.signOf(k);
    const signed = contributions.map(({ column, contribution }) => ({
      column,
      contribution: sign * contribution,
    }));
    const score = signed.reduce((sum, { contribution }) => sum + contribution, sign * baseline);
    return { label: explained, score, baseline: sign * baseline, contributions: signed };
  }

  /** What the steady answer makes of a column, for a class (the last one unless named): its curve, and its categories. */
  effects(column: string, label: L | undefined = this.classes.at(-1)): Effects {
    const k = label === undefined ? 0 : this.indexOf(label);
    const effects = this.explainer().effects(column, this.outputOf(k));
    if (effects === undefined) throw unknownName("column", column, this.columnNames);
    const sign = this.signOf(k);
    if (sign > 0) return effects;
    const turned = <E extends { effect: number }>(one: E) => ({ ...one, effect: -one.effect });
    return { column, points: effects.points.map(turned), categories: effects.categories.map(turned) };
  }

  /** What was learned of a class (the last one unless named), by column, in the columns' own units. */
  weights(label: L | undefined = this.classes.at(-1)): ClassWeights<L> {
    if (label === undefined) return { label, intercept: 0, weights: [] };
    this.indexOf(label);
    return this.weightsOf([label])[0];
  }

  private weightsOf(labels: readonly L[]): ClassWeights<L>[] {
    const { intercepts, names, weights } = this.explainer().weights();
    return labels.map((label) => {
      const k = this.indexOf(label);
      const [output, sign] = [this.outputOf(k), this.signOf(k)];
      const named = names.map((name, n) => ({ name, weight: sign * weights[n][output] }));
      return { label, intercept: sign * intercepts[output], weights: named };
    });
  }

  /** What there is to read about the model. */
  toJSON(): object {
    const labels = this.classes.length <= 2 ? this.classes.slice(1) : this.classes;
    return { task: this.task, classes: this.classes, ...this.describe(), weights: this.weightsOf(labels) };
  }

  private indexOf(label: L): number {
    const k = this.head.indices.get(label);
    if (k === undefined) throw new RangeError(`class ${show(label)} is not known`);
    return k;
  }

  private outputOf(k: number): number {
    return this.classes.length > 2 ? k : 0;
  }

  /** Of two classes, the first's score is the second's, turned round. */
  private signOf(k: number): number {
    return this.classes.length <= 2 && k === 0 ? -1 : 1;
  }

  /** A classifier that predicts steadily and learns nothing more. */
  freeze(): FrozenClassifier<L> {
    return load(
      this.write(true),
      isStandard(this.schema) ? { schema: this.schema } : {},
    ) as unknown as FrozenClassifier<L>;
  }

  /** Makes a classifier of what a model file holds. @internal */
  static restore<L extends Label>(
    saved: SavedHeader,
    memory: Float64Array,
    options: LearnerOptions,
  ): Classifier<L> {
    const { classes, declared } = saved.head as { classes: readonly L[]; declared: boolean };
    const head = declared === true ? new Classes<L>(classes) : Classes.met<L>(classes);
    const restored = new Classifier<L>(resolve(saved.options, []), options, head);
    restored.restore(saved, memory);
    return restored;
  }

  /** The classes met so far, or declared. */
  get classes(): readonly L[] {
    return this.head.names;
  }
}
