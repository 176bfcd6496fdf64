import type { Classifier } from "scinol";
import type { WireLabel, WireOptions } from "scinol/client";
import type { Limits } from "../limits.ts";
import { Refusal } from "../refusal.ts";
import type { Fold } from "./fold.ts";
import type { Growth } from "./growth.ts";
import type { Learner } from "./learner-of.ts";

/*
 * A model is a table of cells, one for each coordinate and output. Its memory is bounded by bounding these, before anything is taken:
 * an event that was acknowledged must fit. A value has at most as many coordinates as a date: two views, six circles and whether it is
 * missing.
 */
const COORDINATES_PER_VALUE = 9;

/** Two classes share one output. */
const outputsOf = (classes: number) => (classes > 2 ? classes : 1);

/** The room that a model has left, with commands under way that have been checked and are not folded yet. */
export class Room {
  private readonly limits: Limits;
  private values = 0;
  private letters = 0;
  private readonly labels = new Map<WireLabel, number>();

  constructor(limits: Limits) {
    this.limits = limits;
  }

  /** What a command can bring is on its way, until the function that is returned is called. */
  enter({ values, letters, labels }: Growth): () => void {
    this.values += values;
    this.letters += letters;
    for (const label of labels) this.labels.set(label, (this.labels.get(label) ?? 0) + 1);
    return () => {
      this.values -= values;
      this.letters -= letters;
      for (const label of labels) {
        const left = this.labels.get(label)! - 1;
        if (left === 0) this.labels.delete(label);
        else this.labels.set(label, left);
      }
    };
  }

  /** Why a model, or a challenger of it, may have no room for what is on its way and this; undefined if there is room. */
  refusal(fold: Fold, growth: Growth): Refusal | undefined {
    const letters = fold.letters + this.letters + growth.letters;
    if (letters > this.limits.letters)
      return full(`names and categories of ${letters} letters, of at most ${this.limits.letters}`);
    const learners: [Learner, WireOptions][] = [[fold.learner, fold.options]];
    for (const { learner, options } of fold.challengers.values()) learners.push([learner, options]);
    for (const [learner, options] of learners) {
      const refusal = this.refusalOf(learner, options, growth);
      if (refusal !== undefined) return refusal;
    }
    return undefined;
  }

  private refusalOf(learner: Learner, { maxFeatures }: WireOptions, growth: Growth): Refusal | undefined {
    const classes = learner.task === "classification" ? this.classesOf(learner as Classifier, growth) : 0;
    const { limits } = this;
    if (classes > limits.classes)
      return new Refusal(409, `${classes} classes, of at most ${limits.classes}; predict a number instead`);
    const most = learner.coordinates + COORDINATES_PER_VALUE * (this.values + growth.values);
    const cells = Math.min(most, maxFeatures ?? Number.POSITIVE_INFINITY) * outputsOf(classes);
    if (cells > limits.cells) return full(`${cells} cells, of at most ${limits.cells}`);
    return undefined;
  }

  private classesOf({ classes }: Classifier, { labels }: Growth): number {
    const added = new Set<WireLabel>();
    for (const label of labels) if (!classes.includes(label)) added.add(label);
    for (const label of this.labels.keys()) if (!classes.includes(label)) added.add(label);
    return classes.length + added.size;
  }
}

function full(what: string): Refusal {
  return new Refusal(
    507,
    `the model could come to ${what}; give it maxFeatures or hash, or send fewer events`,
  );
}

/** Refuses options with which a new learner has more cells than are allowed: its hash table is made at once. */
export function checkCells({ hash = 0 }: WireOptions, classes: number, limits: Limits): void {
  if (classes > limits.classes)
    throw new Refusal(400, `${classes} classes, of at most ${limits.classes}`, "classes");
  const cells = (1 + 2 ** hash) * outputsOf(classes);
  if (hash > 0 && cells > limits.cells)
    throw new Refusal(
      400,
      `hash ${hash} comes to ${cells} cells, of at most ${limits.cells}`,
      "options.hash",
    );
}

/** Refuses a learner from a file that has more cells than are allowed. */
export function checkCellsOf(learner: Learner, limits: Limits): void {
  const classes = learner.task === "classification" ? (learner as Classifier).classes.length : 0;
  const cells = learner.coordinates * outputsOf(classes);
  if (classes > limits.classes || cells > limits.cells)
    throw new Refusal(
      409,
      `the file's model has ${cells} cells and ${classes} classes, of at most ${limits.cells} and ${limits.classes}`,
      "body",
    );
}
