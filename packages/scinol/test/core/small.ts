/** The cases of goldens/small.json, which goldens/small.py makes; its head says what is in them. */
import { readFileSync } from "node:fs";
import type { Row, Setting } from "./player.ts";

export interface SmallCase extends Setting {
  name: string;
  /** Row t is learned when row t + delay has been predicted; at the end the rest. */
  delay: number;
  /** Which answer of then `learn` is handed. */
  said: "no" | "live" | "steady";
  /** `said` is undefined in all of them. */
  rows: readonly Row[];
  expected: {
    /** The answers of `predict` before the row is learned. */
    live: readonly number[][];
    steady: readonly number[][];
    /** What `learn` returns. */
    reported: readonly number[];
    /** Numbers only: the same in units of sigma, NaN where there is none. */
    inSigma: readonly number[] | undefined;
  };
}

/** Rows are separated by semicolons, the numbers of a row by spaces; - is none. */
type Figures = string;

interface Written extends Omit<SmallCase, "flags" | "indicators" | "rows" | "expected"> {
  /** The numbers of the 0/1 columns. */
  flags: number[];
  numbers: Figures;
  labels: Figures;
  names?: Figures;
  values?: Figures;
  weights?: Figures;
  again?: Figures;
  live: Figures;
  steady: Figures;
  reported: Figures;
  inSigma?: Figures;
}

const written: Written[] = JSON.parse(readFileSync(new URL("goldens/small.json", import.meta.url), "utf8"));

function read(figures: Figures): number[][] {
  const row = (text: string) => (text === "" ? [] : text.split(" "));
  return figures.split(";").map((text) => row(text).map((x) => (x === "-" ? Number.NaN : Number(x))));
}

export const cases: readonly SmallCase[] = written.map((c) => {
  const numbers = read(c.numbers);
  const names = c.names === undefined ? undefined : read(c.names);
  const values = c.values === undefined ? undefined : read(c.values);
  const weights = c.weights === undefined ? undefined : read(c.weights).flat();
  const again = c.again === undefined ? undefined : read(c.again).flat();
  return {
    name: c.name,
    loss: c.loss,
    tau: c.tau,
    columns: c.columns,
    flags: Array.from({ length: c.columns }, (_, i) => c.flags.includes(i)),
    classes: c.classes,
    indicators: 1 + Math.max(-1, ...(names ?? []).flat()),
    delay: c.delay,
    said: c.said,
    rows: read(c.labels).map(([label], t) => ({
      numbers: Float64Array.from(numbers[t]),
      indices: Int32Array.from(names?.[t] ?? []),
      values: values && Float64Array.from(values[t]),
      label,
      weight: weights?.[t] ?? 1,
      again: again?.[t] === 1,
      said: undefined,
    })),
    expected: {
      live: read(c.live),
      steady: read(c.steady),
      reported: read(c.reported).flat(),
      inSigma: c.inSigma === undefined ? undefined : read(c.inSigma).flat(),
    },
  };
});
