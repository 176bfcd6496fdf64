import { arithmetic } from "scinol";
import type { Variant } from "./contestant.ts";

/**
 * ScInOL₁ whose round counter runs twice as fast, which the published curves on real data show (its cause was not found):
 * the caution β falls twice as deep. Written with the paper's own letters.
 *
 *     β ← min(β, (S² + M²) / (x² 2t));   w = β sgn(G) (e^{|G| / 2Ŝ} − 1) / (2 Ŝ),  Ŝ = √(S² + M²)
 */
export const scinol1Doubled: Variant = {
  title: "ScInOL₁, doubled counter",
  explains: "scinol1",
  make(features, outputs) {
    const width = outputs;
    const M = new Float64Array(features + 1);
    const S2 = new Float64Array((features + 1) * width);
    const G = new Float64Array((features + 1) * width);
    const β = new Float64Array((features + 1) * width).fill(1);
    let t = 0;

    function caution(at: number, x: number, largest: number): number {
      return Math.min(β[at], (S2[at] + largest * largest) / (x * x * 2 * (t + 1)));
    }

    function add(i: number, x: number, scores: Float64Array): void {
      const largest = Math.max(M[i], Math.abs(x));
      for (let k = 0, at = i * width; k < width; k++, at++) {
        const root = Math.sqrt(S2[at] + largest * largest);
        const size = Math.min(Math.abs(G[at]) / root / 2, 600);
        const weight = (caution(at, x, largest) * arithmetic.expm1(size)) / (2 * root);
        scores[k] += (G[at] < 0 ? -weight : weight) * x;
      }
    }

    function learnFrom(i: number, x: number, slopes: Float64Array): void {
      M[i] = Math.max(M[i], Math.abs(x));
      for (let k = 0, at = i * width; k < width; k++, at++) {
        β[at] = caution(at, x, M[i]);
        const v = slopes[k] * x;
        G[at] -= v;
        S2[at] += v * v;
      }
    }

    return {
      score({ indices, values }, scores) {
        scores.fill(0);
        add(features, 1, scores);
        for (let n = 0; n < indices.length; n++) add(indices[n], values[n], scores);
      },
      learn({ indices, values }, slopes) {
        learnFrom(features, 1, slopes);
        for (let n = 0; n < indices.length; n++) learnFrom(indices[n], values[n], slopes);
        t++;
      },
    };
  },
};
