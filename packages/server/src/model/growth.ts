import type { WireLabel, WireOptions } from "scinol/client";
import type { Learnable } from "./entry.ts";

/** What events can add to a model, at most. */
export class Growth {
  /** Values, each of which can be of a new column or category. */
  values = 0;
  /** Letters of names and texts. */
  letters = 0;
  readonly labels = new Set<WireLabel>();

  /** Of these events, whatever the model knows already; what comes twice among them is counted once. */
  static ofDistinct(events: readonly Learnable[], options: readonly WireOptions[]): Growth {
    const growth = new Growth();
    const distinct = new Set<string>();
    for (const { x, y } of events) {
      collect(x, "", distinct);
      growth.labels.add(y);
      growth.values += crossed(x, options);
    }
    for (const text of distinct) growth.letters += text.length;
    growth.values += distinct.size;
    return growth;
  }
}

function collect(value: unknown, name: string, found: Set<string>): void {
  if (typeof value === "string") found.add(`${name}=${value}`);
  else if (Array.isArray(value)) for (const one of value) collect(one, name, found);
  else if (typeof value === "object" && value !== null)
    for (const [key, inner] of Object.entries(value))
      collect(inner, name === "" ? key : `${name}.${key}`, found);
  found.add(name);
}

/** Categories that the crosses of some options can make of a record. */
export function crossed(x: Learnable["x"], options: readonly WireOptions[]): number {
  let sum = 0;
  for (const { crosses = [] } of options) {
    for (const cross of crosses) {
      sum += cross.reduce((product, name) => {
        const value = Object.hasOwn(x, name) ? x[name] : undefined;
        return product * (Array.isArray(value) ? Math.max(1, value.length) : 1);
      }, 1);
    }
  }
  return sum;
}
