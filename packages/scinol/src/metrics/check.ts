import type { Label } from "../learner.ts";
import type { SavedMetric, Weighted } from "./metric.ts";

/** The core takes no larger ones. */
const LARGEST_WEIGHT = 1e8;

/** Probabilities that were mixed or divided may leave [0, 1] by a rounding or two. */
const ROUNDING = 1e-9;

export function checkWeight({ weight = 1 }: Weighted): number {
  if (typeof weight !== "number" || !(weight >= 0 && weight <= LARGEST_WEIGHT))
    throw invalid("weight", weight);
  return weight;
}

export function checkNumber(name: string, value: number): number {
  if (!Number.isFinite(value)) throw invalid(name, value);
  return value;
}

export function checkLabel(label: Label): Label {
  const known = typeof label === "string" || typeof label === "boolean";
  if (!known && !Number.isFinite(label)) throw invalid("label", label);
  return label;
}

/** The probability itself, 0 of a class that is absent. */
export function checkProbability(probability: number | undefined): number {
  if (probability === undefined) return 0;
  if (typeof probability !== "number" || !(probability >= -ROUNDING && probability <= 1 + ROUNDING)) {
    throw invalid("probability", probability);
  }
  return Math.min(Math.max(probability, 0), 1);
}

export function checkCount(name: string, value: number): number {
  if (!Number.isInteger(value) || value < 1 || value > 2 ** 26) throw invalid(name, value);
  return value;
}

export function checkKeep(keep: number): number {
  if (!(keep > 0 && keep <= 1)) throw invalid("keep", keep);
  return keep;
}

/** The numbers of a state saved by a metric of this name. */
export function checkState(name: string, state: SavedMetric): Float64Array {
  if (state.metric !== name) throw new RangeError(`state is of ${state.metric}, this is ${name}`);
  return checkNumbers(state.numbers);
}

export function checkNumbers(given: ArrayLike<number>): Float64Array {
  const numbers = Float64Array.from(given);
  const at = numbers.findIndex(Number.isNaN);
  if (at !== -1) throw damaged(`number ${at} is NaN`);
  return numbers;
}

export function damaged(what: string): RangeError {
  return new RangeError(`state is damaged: ${what}`);
}

export function invalid(name: string, value: unknown): RangeError {
  return new RangeError(`invalid ${name}: ${shown(value)}`);
}

function shown(value: unknown): string {
  if (typeof value === "string" || Array.isArray(value)) return JSON.stringify(value);
  return typeof value === "object" && value !== null ? "an object" : String(value);
}
