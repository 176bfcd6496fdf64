import { readFileSync } from "node:fs";
import { describe, expect, it } from "vitest";
import { type LossName, linear } from "../src/index.ts";
import { type RuleName, rules } from "../src/paper/rules/index.ts";

/** Made by an independent program, in the papers' literal form, with 50 digits; see goldens/trajectories.py. */
interface Stream {
  x: number[][];
  y: number[];
  weight?: number[];
  outputs: number;
  loss: LossName;
  constant: boolean;
  results: Record<string, { scores: number[][]; weights: number[][] }>;
}

const { streams } = JSON.parse(
  readFileSync(new URL("goldens/trajectories.json", import.meta.url), "utf8"),
) as {
  streams: Record<string, Stream>;
};

/** How far doubles may stray from 50 digits, in units of max(1, |value|). SGD on `mixed` plays scores of 1e9. */
const tolerance = (stream: string, rule: string) => (stream === "mixed" && rule === "sgd" ? 1e-10 : 1e-12);

describe.each(["mixed", "many", "weighted", "extreme", "absolute"])("on the stream %s", (name) => {
  const stream = streams[name];

  it.each(Object.keys(stream.results))("%s plays the scores of the 50-digit program", (rule) => {
    const golden = stream.results[rule];
    const { x, y, weight, outputs, loss, constant } = stream;
    const model = linear({ rule: rules[rule as RuleName], loss, outputs, constant, features: x[0].length });
    for (let t = 0; t < x.length; t++) {
      const scores = model.score(x[t], weight?.[t]);
      for (let k = 0; k < outputs; k++) {
        const want = golden.scores[t][k];
        const error = Math.abs(scores[k] - want) / Math.max(1, Math.abs(want));
        expect(error, `round ${t + 1}, output ${k}: ${scores[k]} for ${want}`).toBeLessThan(
          tolerance(name, rule),
        );
      }
      model.learn(x[t], y[t], weight?.[t]);
    }
    const { intercept, weights } = model.weights();
    const all = constant ? [...intercept, ...weights] : [...weights];
    golden.weights.flat().forEach((want, i) => {
      const error = want === 0 ? Math.abs(all[i]) : Math.abs(all[i] / want - 1);
      expect(error, `weight ${i}: ${all[i]} for ${want}`).toBeLessThan(1e-9);
    });
  });
});
