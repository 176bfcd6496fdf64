import { readFileSync } from "node:fs";
import type { Curve } from "./statistics.ts";

/** The paper's own curves, as numbers: mean and standard deviation of ten runs after each epoch. */
interface PublishedCurves {
  readonly series: {
    readonly [dataset: string]: {
      readonly [measure in Measure]: { readonly [algorithm: string]: Curve };
    };
  };
}

export type Measure = "crossEntropy" | "accuracy";

interface PublishedToy {
  readonly iterations: readonly number[];
  /** Mean test cross-entropy of ten training sets, by algorithm and rate: "SGD (0.001)". */
  readonly series: { readonly [name: string]: readonly number[] };
}

const curves: PublishedCurves = read("curves.json");
export const publishedToy: PublishedToy = read("toy.json");

/** The name an algorithm has in the published figures. */
const NAMES: { readonly [algorithm: string]: string } = {
  scinol1: "ScInOL1",
  scinol2: "ScInOL2",
  sgd: "SGD",
  adagrad: "AdaGrad",
  adam: "Adam",
  nag: "NAG",
  sfmd: "SFMD",
  cocob: "CoCoB",
  k17: "Alg1-K17",
};

/** The published curve of an algorithm; undefined where there is none. */
export function publishedCurve(dataset: string, measure: Measure, algorithm: string): Curve | undefined {
  const name = NAMES[algorithm];
  return name === undefined ? undefined : curves.series[dataset]?.[measure][name];
}

/** The algorithms that the paper shows on real data. */
export const PUBLISHED_ALGORITHMS = [
  "scinol1",
  "scinol2",
  "sgd",
  "adagrad",
  "adam",
  "nag",
  "cocob",
  "k17",
] as const;

export function publishedToyCurve(
  algorithm: string,
  rate: number | undefined,
): readonly number[] | undefined {
  const name = NAMES[algorithm];
  if (rate === undefined) return publishedToy.series[name];
  const text = Number.isInteger(rate) ? rate.toFixed(1) : String(rate);
  return publishedToy.series[`${name} (${text})`];
}

function read<T>(file: string): T {
  return JSON.parse(readFileSync(new URL(`../../published/${file}`, import.meta.url), "utf8"));
}
