import type { Label } from "../learner.ts";
import { checkLabel, damaged } from "./check.ts";

/** Labels as a state may hold them. */
export function checkLabels(labels: readonly Label[]): void {
  if (!Array.isArray(labels)) throw damaged("it has no labels");
  for (const label of labels) checkLabel(label);
  if (new Set(labels).size !== labels.length) throw damaged("a class is there twice");
}

/** Classes in order of appearance: the first has number 0. */
export class Classes {
  private readonly numbers = new Map<Label, number>();

  get labels(): Label[] {
    return [...this.numbers.keys()];
  }

  /** The class's number, the next free one if it was never met. */
  numberOf(label: Label): number {
    let number = this.numbers.get(label);
    if (number === undefined) {
      number = this.numbers.size;
      this.numbers.set(label, number);
    }
    return number;
  }

  load(labels: readonly Label[]): void {
    this.numbers.clear();
    for (const label of labels) this.numberOf(label);
  }
}
