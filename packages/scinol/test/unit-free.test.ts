import { readFileSync } from "node:fs";
import { describe, expect, it } from "vitest";
import { classifier, type Kind, regressor } from "../src/index.ts";

/** Made by an independent program with 50 digits; see goldens/trajectories.py. */
const { streams } = JSON.parse(readFileSync(new URL("goldens/trajectories.json", import.meta.url), "utf8"));

/** The first columns are numbers, the others indicators. */
function schemaOf(columns: number, numeric: number): { [name: string]: Kind } {
  return Object.fromEntries(
    Array.from({ length: columns }, (_, i) => [String(i), i < numeric ? "number" : "indicator"]),
  );
}

const close = (got: number, want: number) => Math.abs(got - want) / Math.max(1, Math.abs(want));

describe("the default learner", () => {
  it("classifies as the 50-digit program does", () => {
    const { x, y, numeric, results } = streams.default;
    const golden = results.default;
    const learner = classifier({ classes: [-1, 1], schema: schemaOf(x[0].length, numeric) });
    for (let t = 0; t < x.length; t++) {
      expect(close(learner.predict(x[t]).probabilities.get(1)!, golden.probability[t])).toBeLessThan(1e-10);
      learner.shares.forEach((share, j) => {
        expect(close(share, golden.shares[t][j])).toBeLessThan(1e-10);
      });
      learner.learn(x[t], y[t]);
    }
  });

  it("predicts numbers as the 50-digit program does", () => {
    const { x, y, numeric, results } = streams.regression;
    const golden = results.default;
    const learner = regressor({ schema: schemaOf(x[0].length, numeric) });
    for (let t = 0; t < x.length; t++) {
      expect(close(learner.predict(x[t]).value, golden.answer[t]), `round ${t + 1}`).toBeLessThan(1e-10);
      learner.shares.forEach((share, j) => {
        expect(close(share, golden.shares[t][j])).toBeLessThan(1e-10);
      });
      learner.learn(x[t], y[t]);
    }
  });
});
