import { readFileSync } from "node:fs";
import { describe, expect, it } from "vitest";
import { type Loss, type Player, player, type Row, type Said, type Setting } from "./player.ts";
import { type Stream, stream } from "./streams.ts";

/** What the options mean is said in digits.json. */
interface Digit {
  stream: string;
  rows: number;
  loss: Loss;
  options: {
    tau?: number;
    weights?: boolean;
    halt?: number;
    steady?: boolean;
    delay?: number;
    said?: boolean;
  };
  value: number;
}

const { digits } = JSON.parse(readFileSync(new URL("digits.json", import.meta.url), "utf8")) as {
  digits: Digit[];
};

/** The streams made so far: several digits are of the same one. */
const made = new Map<string, Promise<Stream | undefined>>();

function streamOf({ stream: name, rows }: Digit): Promise<Stream | undefined> {
  const key = `${name} ${rows}`;
  if (!made.has(key)) made.set(key, stream(name, rows));
  return made.get(key)!;
}

describe.each(["auto", "js"] as const)("mean losses by the reference, to 1e-9: %s", (engine) => {
  for (const digit of digits)
    it(title(digit), async ({ skip }) => {
      const rows = await streamOf(digit);
      if (!rows) return skip("the data set is not there: set SCINOL_DATA");
      expect(Math.abs(meanLoss(digit, rows, engine) - digit.value)).toBeLessThan(1e-9);
    });
});

function title({ stream, loss, options }: Digit): string {
  return [stream, loss, ...Object.entries(options).map(([name, value]) => `${name} ${value}`)].join(", ");
}

function meanLoss(digit: Digit, stream: Stream, engine: "auto" | "js"): number {
  const { loss, options } = digit;
  const { tau = 0.5, weights = false, halt = 0, steady = false, delay = 0, said = false } = options;
  const setting: Setting = {
    loss,
    tau,
    columns: stream.columns,
    flags: stream.flags,
    classes: loss === "softmax" ? stream.classes : 0,
    indicators: stream.indicatorCount,
  };
  const model = player(setting, { engine });
  const kept: Said[] = [];
  /** The classes learned from so far, in order. */
  const met = new Set<number>();
  let sum = 0;
  let count = 0;
  for (let t = 0; t < stream.rows + delay; t++) {
    if (delay > 0 && t < stream.rows) {
      model.predict(rowOf(stream, t), false);
      kept[t] = model.said();
    }
    const late = t - delay;
    if (late < 0) continue;
    const row = rowOf(stream, late);
    let inSigma: number;
    if (late >= stream.rows - halt) inSigma = lossOfPrediction(model, setting, row, steady, [...met]);
    else {
      if (weights) {
        row.weight = [1, 0, 0.5, 3, 1][late % 5];
        row.again = late % 7 === 3;
      }
      if (said) row.said = kept[late];
      model.learn(row);
      met.add(row.label);
      inSigma = model.lossInSigma();
    }
    if (Number.isNaN(inSigma)) continue;
    sum += inSigma;
    count++;
  }
  return sum / count;
}

function rowOf({ numbers, columns, indicators, perRow, labels }: Stream, t: number): Row {
  return {
    numbers: numbers.slice(t * columns, (t + 1) * columns),
    indices: indicators.slice(t * perRow, (t + 1) * perRow).filter((index) => index >= 0),
    values: undefined,
    label: labels[t],
    weight: 1,
    again: false,
    said: undefined,
  };
}

/** The loss in units of sigma of predicting a row; NaN while sigma is not known. */
function lossOfPrediction(model: Player, setting: Setting, row: Row, steady: boolean, met: number[]): number {
  const { loss, tau } = setting;
  const scores = model.predict(row, steady);
  if (loss === "log") return Math.log1p(Math.exp(-row.label * scores[0]));
  if (loss === "softmax") return -scores[row.label];
  if (loss === "classes") {
    const k = met.indexOf(row.label);
    if (k < 0) throw new Error("a class that was not learned from");
    return scores.length === 1 ? Math.log1p(Math.exp(k === 0 ? scores[0] : -scores[0])) : -scores[k];
  }
  const { sigma, slope } = model.target();
  if (sigma === 0) return Number.NaN;
  const u = (scores[0] - row.label) / sigma;
  if (loss === "quantile") return u * ((u > 0 ? 1 : 0) - tau);
  if (loss === "absolute") return Math.abs(u);
  const bound = loss === "squared" ? 2 * slope : 1;
  return Math.abs(u) < bound ? (u * u) / 2 : bound * (Math.abs(u) - bound / 2);
}
