import { ABSOLUTE, HUBER, QUANTILE, SQUARED } from "../core/layout.ts";
import { kindOf } from "../kind-of.ts";
import { show } from "../show.ts";
import { unknownName } from "../suggest.ts";
import type { Head } from "./head.ts";
import { Regression } from "./prediction.ts";

/** What is estimated: "huber" something between mean and median, "absolute" the median, "squared" the mean, a number
 * between 0 and 1 that quantile. */
export type ValueLoss = "huber" | "absolute" | "squared" | number;

const LOSSES = { huber: HUBER, absolute: ABSOLUTE, squared: SQUARED };

/** A number. */
export class Value implements Head<number, Regression> {
  readonly task = "regression";
  readonly outputs = 1;
  readonly width = 1;
  readonly name: ValueLoss;

  constructor(name: ValueLoss) {
    this.name = name;
    if (typeof name === "number") {
      if (!(name > 0 && name < 1))
        throw new RangeError(`quantile must lie between 0 and 1, got ${show(name)}`);
    } else if (!Object.hasOwn(LOSSES, name)) throw unknownName("loss", String(name), Object.keys(LOSSES));
  }

  get loss(): number {
    return typeof this.name === "number" ? QUANTILE : LOSSES[this.name];
  }

  get level(): number {
    return typeof this.name === "number" ? this.name : 0.5;
  }

  check(label: number): void {
    if (typeof label !== "number") throw new TypeError(`label must be a number, got ${kindOf(label)}`);
    if (!(Math.abs(label) <= 1e300)) throw new RangeError(`label must be between ±1e300, got ${label}`);
  }

  meet(): undefined {}

  numberOf(label: number): number {
    return label;
  }

  save(): { loss: ValueLoss } {
    return { loss: this.name };
  }

  predictionOf(answers: Float64Array, at: number, said: Float64Array | undefined): Regression {
    return new Regression(answers[at], said);
  }

  writeAnswer(answers: Float64Array, at: number, into: Float64Array, target: number): void {
    into[target] = answers[at];
  }

  reportOf(answers: Float64Array, at: number): number {
    return answers[at];
  }
}
