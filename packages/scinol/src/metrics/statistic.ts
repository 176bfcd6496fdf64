import type { Classes } from "./classes.ts";

/**
 * A metric told for one example: what it contributes, and what is read off the contributions put together.
 *
 * An example contributes `width` numbers, a row, to one cell of a table: a mean has a single cell, a confusion matrix
 * one for each pair of classes. Rows come together by `merge`, mostly plain addition. That is all the total, the
 * window and the fading need to know, see `total.ts`, `window.ts`, `faded.ts`; nothing is ever subtracted.
 */
export interface Statistic<Outcome, Value> extends Rows {
  readonly name: string;
  /** How many cells the table has at most when so many classes were met; it starts with those of none. */
  cells(classes: number): number;
  /** Writes the row of an outcome and answers its cell; throws, having changed nothing, if there is no such row. */
  read(outcome: Outcome, row: Float64Array): number;
  /** What the table says. */
  value(table: Float64Array): Value;
  /** See `Metric.number`. */
  number(outcome: Outcome): number;
  /** The classes met so far, for a table that grows with them. */
  readonly classes?: Classes;
}

/** How rows come together. A row of zeros is the empty one. */
export interface Rows {
  readonly width: number;
  /** Puts the row at from[j …] into the one at into[i …]. */
  merge(into: Float64Array, i: number, from: Float64Array, j: number): void;
  /** Lets the row at into[i …] keep this part of its weight. */
  fade(into: Float64Array, i: number, keep: number): void;
}

/** Rows that add up. */
export function sums(width: number): Rows {
  return {
    width,
    merge(into, i, from, j) {
      for (let k = 0; k < width; k++) into[i + k] += from[j + k];
    },
    fade(into, i, keep) {
      for (let k = 0; k < width; k++) into[i + k] *= keep;
    },
  };
}
