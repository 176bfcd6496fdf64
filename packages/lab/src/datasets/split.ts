import { type Random, random } from "../random.ts";
import type { Table } from "./table.ts";

export interface Split {
  readonly training: Uint32Array;
  readonly test: Uint32Array;
}

/** The split that comes with the data; else a random third, rounded up from 33 %, is the test set. */
export function split(table: Table, seed: number): Split {
  const order = Uint32Array.from({ length: table.rows }, (_, row) => row);
  if (table.training !== undefined) {
    return { training: order.slice(0, table.training), test: order.slice(table.training) };
  }
  shuffle(order, random(seed));
  const test = Math.ceil(0.33 * table.rows);
  return { training: order.slice(test), test: order.slice(0, test) };
}

/** Fisher and Yates, in place. */
export function shuffle(order: Uint32Array, { uniform }: Random): void {
  for (let n = order.length - 1; n > 0; n--) {
    const other = Math.floor(uniform() * (n + 1));
    const kept = order[n];
    order[n] = order[other];
    order[other] = kept;
  }
}

/** A seed from words, so that what is random in one run does not move with another: FNV-1a. */
export function seedOf(...words: readonly (string | number)[]): number {
  let hash = 0x811c9dc5;
  for (const character of words.join("/")) {
    hash = Math.imul(hash ^ (character.codePointAt(0) as number), 0x01000193);
  }
  return hash >>> 0;
}
