import { describe, expect, it } from "vitest";
import { type Loss, type Player, player, type Row } from "./player.ts";
import { type Stream, stream } from "./streams.ts";

/** Streams of the six data sets, and one that needs no data; how many rows of each are compared. */
const streams: readonly (readonly [name: string, rows: number])[] = [
  ["rfried", 1500],
  ["bank_o", 1500],
  ["census", 1500],
  ["cov7", 1500],
  ["madelon", 500],
  ["mnist", 100],
  ["shuttle", 1500],
];

describe("units do not matter", () => {
  for (const [name, rows] of streams) {
    it(`of the numeric columns of ${name}: three times as large, every answer within 1e-6`, async ({
      skip,
    }) => {
      const made = await stream(name, rows);
      if (!made) return skip("the data set is not there: set SCINOL_DATA");
      expect(farthest(made, 3)).toBeLessThan(1e-6);
    });

    it(`of the numeric columns of ${name}: 2²⁰ times as large, the same bits`, async ({ skip }) => {
      const made = await stream(name, rows);
      if (!made) return skip("the data set is not there: set SCINOL_DATA");
      expect(farthest(made, 2 ** 20)).toBe(0);
    });
  }
});

/** The largest difference of any answer, or loss, on the way of two models, one on other units. */
function farthest(made: Stream, factor: number): number {
  const loss: Loss = made.classes === 0 ? "huber" : made.classes === 1 ? "log" : "softmax";
  const setting = {
    loss,
    tau: 0.5,
    columns: made.columns,
    flags: made.flags,
    classes: made.classes > 1 ? made.classes : 0,
    indicators: made.indicatorCount,
  };
  const models = [player(setting), player(setting)];
  let most = 0;
  for (let t = 0; t < made.rows; t++) {
    const rows = [rowOf(made, t, 1), rowOf(made, t, factor)];
    const [one, other] = rows.map((row, n) => probabilities(models[n], row, made.classes));
    for (let k = 0; k < one.length; k++) most = Math.max(most, Math.abs(one[k] - other[k]));
    const [loss, otherLoss] = rows.map((row, n) => models[n].learn(row));
    if (factor !== 3) most = Math.max(most, Math.abs(loss - otherLoss));
  }
  return most;
}

/** Of classes their probabilities, of a number the answer in units of its spread. */
function probabilities(model: Player, row: Row, classes: number): number[] {
  const scores = model.predict(row, false);
  if (classes === 0) return scores.map((score) => score / (model.target().sigma || 1));
  return classes === 1 ? scores.map((z) => 1 / (1 + Math.exp(-z))) : scores.map(Math.exp);
}

function rowOf(made: Stream, t: number, factor: number): Row {
  const { numbers, columns, flags, indicators, perRow, labels } = made;
  return {
    numbers: numbers.slice(t * columns, (t + 1) * columns).map((x, i) => (flags[i] ? x : x * factor)),
    indices: indicators.slice(t * perRow, (t + 1) * perRow).filter((index) => index >= 0),
    values: undefined,
    label: labels[t],
    weight: 1,
    again: false,
    said: undefined,
  };
}
