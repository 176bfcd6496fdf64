import type { Label } from "../learner.ts";
import { Classes } from "./classes.ts";
import { Learner, type SavedHeader } from "./learner.ts";
import { load } from "./load.ts";
import { isStandard, type LearnerOptions, type ResolvedOptions, resolve } from "./options.ts";
import type { Classification } from "./prediction.ts";

export interface ClassifierOptions<L extends Label = Label> extends LearnerOptions {
  /** All the classes there are; left out, classes are met as they appear. */
  readonly classes?: readonly L[];
}

/** A classifier that only predicts. */
export type FrozenClassifier<L extends Label = Label> = Omit<
  Classifier<L>,
  "learn" | "check" | "outcome" | "freeze" | "table" | "sparse"
>;

/** Learns to tell classes apart, from one record at a time. */
export class Classifier<L extends Label = Label> extends Learner<L, Classification<L>> {
  protected readonly head: Classes<L>;

  constructor(resolved: ResolvedOptions, options: LearnerOptions, head: Classes<L>) {
    super("classification", resolved, options);
    this.head = head;
  }

  /** A classifier that predicts steadily and learns nothing more. */
  freeze(): FrozenClassifier<L> {
    return load(
      this.write(true),
      isStandard(this.schema) ? { schema: this.schema } : {},
    ) as unknown as FrozenClassifier<L>;
  }

  /** Makes a classifier of what a model file holds. */
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

export function classifier<const L extends Label = Label>(options: ClassifierOptions<L> = {}): Classifier<L> {
  return new Classifier<L>(resolve(options, ["classes"]), options, new Classes(options.classes));
}
