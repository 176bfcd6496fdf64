import { rules } from "scinol/rules";
import { describe, expect, it } from "vitest";
import { contestant, DEFAULT, variants } from "../src/contestants/contestant.ts";
import { scinol1Doubled } from "../src/contestants/scinol1-doubled.ts";
import { sharedBytes, sharedCodes, sharedFloats, type Table } from "../src/datasets/table.ts";
import { random } from "../src/random.ts";

/** Two columns, the class told by the first. */
function table(classes: number): Table {
  const rows = 400;
  const { normal } = random(1);
  const numbers = sharedFloats(2 * rows);
  const labels = sharedBytes(rows);
  for (let row = 0; row < rows; row++) {
    numbers[2 * row] = 1000 * normal();
    numbers[2 * row + 1] = normal() / 1000;
    labels[row] = numbers[2 * row] < -400 ? 0 : numbers[2 * row] > 400 && classes > 2 ? 2 : 1;
  }
  return {
    rows,
    classes: ["a", "b", "c"].slice(0, classes),
    labels,
    numberNames: ["x", "y"],
    numbers,
    divisor: 1,
    textNames: [],
    codes: sharedCodes(0),
    dictionaries: [],
    coded: [],
    meaningfulZero: false,
    training: undefined,
  };
}

describe.each([2, 3])("contestants on %d classes", (classes) => {
  const data = table(classes);
  const training = Uint32Array.from({ length: 300 }, (_, n) => n);
  const test = Uint32Array.from({ length: 100 }, (_, n) => 300 + n);

  it.each([DEFAULT, ...Object.keys(rules), ...Object.keys(variants)])(
    "%s learns, and testing changes nothing",
    (name) => {
      const model = contestant(name, name === "nag-as-released" ? { rate: 0.5 } : {}, data);
      expect(model.learn(training)).toBeGreaterThan(0);
      const once = model.test(test);
      expect(model.test(test)).toEqual(once);
      expect(Number.isFinite(once.crossEntropy)).toBe(true);
      expect(once.accuracy).toBeGreaterThan(0.2);
    },
  );
});

it("the doubled counter is the only thing that tells the variant from ScInOL₁", () => {
  const model = scinol1Doubled.make(1, 1, {});
  const x = { indices: Int32Array.of(0), values: Float64Array.of(2) };
  const scores = new Float64Array(1);
  model.learn(x, Float64Array.of(-0.5));
  model.score(x, scores);
  // By hand: feature M = 2, S² = 1, G = 1; β = min(1, 4 / (4 · 2)) at t = 1, then min(½, 5 / (4 · 4)) = 5/16.
  const w = ((5 / 16) * Math.expm1(1 / Math.sqrt(5) / 2)) / (2 * Math.sqrt(5));
  // The constant: M = 1, S² = ¼, G = ½; β = min(1, ½), then min(½, 1.25 / 4).
  const c = ((1.25 / 4) * Math.expm1(0.5 / Math.sqrt(1.25) / 2)) / (2 * Math.sqrt(1.25));
  expect(scores[0]).toBeCloseTo(2 * w + c, 12);
});
