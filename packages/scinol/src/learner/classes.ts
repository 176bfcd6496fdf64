import { SOFTMAX, TWO_CLASSES } from "../core/layout.ts";
import type { Label } from "../learner.ts";
import { show } from "../show.ts";
import type { Head } from "./head.ts";
import { Classification } from "./prediction.ts";

/** More than these is not a classification. */
const MOST_CLASSES = 10_000;

/**
 * Classes, declared or met one by one. Two share one output, the second's score; a lone one plays against any other. With a
 * third, every class has an output of its own: the second's goes on from what it learned.
 */
export class Classes<L extends Label> implements Head<L, Classification<L>> {
  readonly task = "classification";
  readonly level = 0.5;
  readonly names: L[] = [];
  readonly indices = new Map<L, number>();
  readonly declared: boolean;

  constructor(declared: readonly L[] | undefined) {
    this.declared = declared !== undefined;
    if (declared === undefined) return;
    if (!(Array.isArray(declared) && declared.length >= 2)) {
      throw new RangeError("classes must be an array of at least two");
    }
    if (declared.length > MOST_CLASSES) {
      throw new RangeError(`more than ${MOST_CLASSES} classes; predict a number with a regressor instead`);
    }
    this.addAll(declared, "is declared twice");
  }

  /** Takes up classes that were met before. */
  static met<L extends Label>(labels: readonly L[]): Classes<L> {
    const classes = new Classes<L>(undefined);
    if (!Array.isArray(labels) || labels.length > MOST_CLASSES) throw new RangeError("too many classes");
    classes.addAll(labels, "comes twice");
    return classes;
  }

  private addAll(labels: readonly L[], twice: string): void {
    for (const label of labels) {
      checkLabel(label);
      if (this.indices.has(label)) throw new RangeError(`class ${show(label)} ${twice}`);
      this.add(label);
    }
  }

  get loss(): number {
    return this.names.length > 2 ? SOFTMAX : TWO_CLASSES;
  }

  get outputs(): number {
    return this.names.length > 2 ? this.names.length : 1;
  }

  check(label: L): void {
    if (this.indices.has(label)) return;
    checkLabel(label);
    if (this.declared) {
      const some = this.names.slice(0, 10).map(show).join(", ");
      const more = this.names.length > 10 ? ", …" : "";
      throw new RangeError(`label ${show(label)} is not among the classes ${some}${more}`);
    }
    if (this.names.length === MOST_CLASSES) {
      throw new RangeError(`more than ${MOST_CLASSES} classes; predict a number with a regressor instead`);
    }
  }

  meet(label: L): (() => void) | undefined {
    if (this.indices.has(label)) return undefined;
    this.add(label);
    return () => {
      this.names.pop();
      this.indices.delete(label);
    };
  }

  private add(label: L): void {
    this.indices.set(label, this.names.length);
    // −0 and 0 are one class.
    this.names.push(label === 0 ? (0 as L) : label);
  }

  numberOf(label: L): number {
    const index = this.indices.get(label)!;
    return this.names.length > 2 ? index : index === 1 ? 1 : -1;
  }

  save(): { classes: readonly L[]; declared: boolean } {
    return { classes: this.names, declared: this.declared };
  }

  get width(): number {
    return this.names.length;
  }

  /** The probability of class k. */
  private probabilityOf(k: number, answers: Float64Array, at: number): number {
    if (this.names.length > 2) return answers[at + k];
    return k === 1 ? answers[at] : 1 - answers[at];
  }

  writeAnswer(answers: Float64Array, at: number, into: Float64Array, target: number): void {
    for (let k = 0; k < this.names.length; k++) into[target + k] = this.probabilityOf(k, answers, at);
  }

  predictionOf(answers: Float64Array, at: number, said: Float64Array | undefined): Classification<L> {
    const { names } = this;
    const probabilities = new Map<L, number>();
    for (let k = 0; k < names.length; k++) probabilities.set(names[k], this.probabilityOf(k, answers, at));
    return new Classification(names[this.reportOf(answers, at)], probabilities, said);
  }

  reportOf(answers: Float64Array, at: number): number {
    const { length } = this.names;
    if (length <= 2) return length === 2 && answers[at] > 0.5 ? 1 : 0;
    let best = 0;
    for (let k = 1; k < length; k++) if (answers[at + k] > answers[at + best]) best = k;
    return best;
  }
}

function checkLabel(label: unknown): void {
  const known = typeof label === "string" || typeof label === "boolean" || Number.isFinite(label);
  if (!known) throw new TypeError(`label must be a string, a number or a boolean, got ${show(label)}`);
}
