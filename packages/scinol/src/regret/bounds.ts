/**
 * What the paper proves about the ScInOL rules, worked out from a model's state for any comparator u.
 *
 * After T rounds, with M the largest |x| of a coordinate, s = S²/M² its squared gradient sum, and a = |u| Ŝ for
 * Ŝ = √(S² + M²) = M √(s + 1), the regret against u is at most the sum over all coordinates and outputs of
 *
 *     ScInOL₁   2 a ln(1 + 2 a T / ε) + ε (1 + ln T)                       Theorem 1
 *               2 a ln(1 + 2 a / β) + ε (1 + ln T)                         the same before its last step, β ≥ ε / T
 *     ScInOL₂   2 a (ln(3 a Ŝ² / (ε x_τ²)) − 1) + ε                        Theorem 2
 *
 * x_τ being the coordinate's first non-zero value. Gradient descent with the best step size for each coordinate,
 * chosen knowing u and all gradients, is promised Σ |u| S: the oracle's bound. One output is the paper's main text,
 * more are its appendix on multivariate predictions.
 *
 * A coordinate that was never non-zero costs nothing and promises nothing: it is left out, constants and all.
 * a is computed as (|u| M) √(s + 1), and logarithms of products as sums, so that nothing overflows at any scale.
 */
import { log } from "../arithmetic/log.ts";
import { log1p } from "../arithmetic/log1p.ts";
import type { Linear } from "../paper/linear.ts";
import { type Comparator, coordinateWeights } from "./comparator.ts";

const LN3 = log(3);

/** Theorem 1's bound on the regret of a ScInOL₁ model; `tight` uses each β as it is rather than its least, ε / T. */
export function scinol1Bound(
  model: Linear,
  comparator: Comparator,
  options: { readonly tight?: boolean } = {},
): number {
  checkRule("scinol1Bound", model, ["scinol1"]);
  const ε = model.settings.epsilon;
  const T = model.rounds;
  const constant = ε * (1 + log(T));
  return sumOverPairs(model, comparator, (u, M, [, s, β]) => {
    const a = u * M * Math.sqrt(s + 1);
    return 2 * a * logOnePlusRatio(2 * a, options.tight ? β : ε / T) + constant;
  });
}

/** Theorem 2's bound on the regret of a ScInOL₂ model; `firstValues` holds |x_τ| for every coordinate. */
export function scinol2Bound(model: Linear, comparator: Comparator, firstValues: ArrayLike<number>): number {
  checkRule("scinol2Bound", model, ["scinol2"]);
  const ε = model.settings.epsilon;
  return sumOverPairs(model, comparator, (u, M, [, s], coordinate) => {
    const x = Math.abs(firstValues[coordinate]);
    if (!(x > 0)) {
      throw new RangeError(
        `scinol2Bound: coordinate ${coordinate} has been non-zero, but its first value is given as ${firstValues[coordinate]}`,
      );
    }
    const a = u * M * Math.sqrt(s + 1);
    if (a === 0) return ε; // 0 ln 0 = 0
    // ln(Ŝ² / x²), Ŝ and x both up to 1e±300.
    const growth = 2 * (log(M) - log(x)) + log1p(s);
    return 2 * a * (LN3 + log(a) + growth - log(ε) - 1) + ε;
  });
}

/** Σ |u| S: what gradient descent would be promised had it known the best step size of every coordinate. */
export function oracleBound(model: Linear, comparator: Comparator): number {
  checkRule("oracleBound", model, ["scinol1", "scinol2"]);
  return sumOverPairs(model, comparator, (u, M, [, s]) => u * M * Math.sqrt(s));
}

/** Sums a term of |u|, M and the cell over all (coordinate, output) pairs that have been non-zero. */
function sumOverPairs(
  model: Linear,
  comparator: Comparator,
  term: (u: number, M: number, slots: Float64Array, coordinate: number) => number,
): number {
  const { outputs } = model;
  const weights = coordinateWeights(comparator, model);
  const coordinates = model.features + (model.constant ? 1 : 0);
  let total = 0;
  for (let i = 0; i < coordinates; i++) {
    for (let k = 0; k < outputs; k++) {
      const { M, slots } = model.cell(i, k);
      if (M > 0) total += term(Math.abs(weights[i * outputs + k]), M, slots, i);
    }
  }
  return total;
}

/** ln(1 + a / b), also where a / b is beyond the largest double. */
function logOnePlusRatio(a: number, b: number): number {
  const ratio = a / b;
  return ratio < Number.POSITIVE_INFINITY ? log1p(ratio) : log(a) - log(b);
}

function checkRule(where: string, model: Linear, names: readonly string[]): void {
  if (!names.includes(model.rule.name)) {
    throw new RangeError(
      `${where}: expected a model of ${names.join(" or ")}, got one of ${model.rule.name}`,
    );
  }
}
