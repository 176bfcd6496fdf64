import type { LinearOptions } from "../../src/index.ts";
import { type RuleName, rules } from "../../src/paper/rules/index.ts";

/** A sentence about every rule. `holds` throws `Broken` where it is not true of one. */
export interface Law {
  readonly name: string;
  holds(rule: RuleName): void;
}

/** That a law does not hold, as opposed to anything else that can go wrong while finding out. */
export class Broken extends Error {}

export const ruleNames = Object.keys(rules) as RuleName[];

/** The shapes of model a law is tried on: one output and more, an odd number of outputs, with a constant and without. */
export function shapes(name: RuleName): LinearOptions[] {
  const rule = rules[name];
  return [
    { rule, loss: "logistic" },
    { rule, loss: "softmax", outputs: 3, constant: false },
    { rule, loss: "huber", constant: false },
  ];
}

/** What a model is, for messages. */
export function told({ rule, ...options }: LinearOptions): string {
  return JSON.stringify({ rule: typeof rule === "string" ? rule : rule?.name, ...options });
}

/** Throws unless a and b are the same numbers to the last bit: 0 is not −0 here. */
export function sameBits(a: ArrayLike<number>, b: ArrayLike<number>, where = ""): void {
  if (a.length !== b.length) throw new Broken(`${where}: ${a.length} numbers and ${b.length}`);
  for (let i = 0; i < a.length; i++) {
    if (!Object.is(a[i], b[i])) throw new Broken(`${where}: number ${i} is ${a[i]} and ${b[i]}`);
  }
}

/** Throws unless a and b agree to 12 digits, or to 1e-12 where they are below 1. */
export function close(a: ArrayLike<number>, b: ArrayLike<number>, where = ""): void {
  if (a.length !== b.length) throw new Broken(`${where}: ${a.length} numbers and ${b.length}`);
  for (let i = 0; i < a.length; i++) {
    const error = Math.abs(a[i] - b[i]) / Math.max(1, Math.abs(b[i]));
    if (!(error <= 1e-12)) throw new Broken(`${where}: number ${i} is ${a[i]} and ${b[i]}`);
  }
}
