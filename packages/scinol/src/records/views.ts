import { log } from "../arithmetic/log.ts";
import { LARGEST } from "../linear/example.ts";

/** The numbers kept of a numeric column: how many values, their mean m, their robust mean m′, their spread a. */
export const VIEW_NUMBERS = 4;

/** Statistics look back over at most so many values, so that they follow a column that changes. */
export const HORIZON = 1000;

/** So much of a spread is lost to rounding where a column's zero lies 10⁴ spreads away, with room to spare. */
const NOTHING = 1e-10;

/**
 * The two views of a numeric column, which make a learner indifferent to its unit and its zero.
 *
 *     level    m ← m + (x − m) / n̄                                feature  x − m
 *     bend     δ = x − m′;   τ = a if n > 10, else 10 a
 *              if a > 0, n > 2 and |δ| > τ:   δ ← sgn(δ) τ (1 + ln(|δ| / τ))
 *              m′ ← m′ + δ / n̄;   a ← a + (|δ| − a) / n̄           feature  δ (1 − 1/n̄) / a
 *
 * n counts this value too, n̄ = min(n, 1000). `level` is the deviation from the running mean. `bend` is the deviation
 * from a robust running mean in units of the mean absolute deviation, its tail bent to a logarithm: a value a million
 * times too large moves nothing by more than a few spreads. The first value is the zero of both views.
 *
 * Given x = xs[i] and the statistics before it, at `at`, puts the statistics after it (n, m, m′, a), the level and the
 * bend into `seen`. Changes nothing else. (x comes in an array, as a number would have to be boxed.)
 */
export function views(
  xs: Float64Array,
  i: number,
  statistics: Float64Array,
  at: number,
  seen: Float64Array,
): void {
  const x = xs[i];
  const n = statistics[at] + 1;
  seen[0] = n;
  if (n === 1) {
    seen[1] = seen[2] = x;
    seen[3] = seen[4] = seen[5] = 0;
    return;
  }
  const pace = n < HORIZON ? 1 / n : 1 / HORIZON;
  const m = statistics[at + 1] + (x - statistics[at + 1]) * pace;
  const a = statistics[at + 3];
  const τ = n > 10 ? a : 10 * a;
  let δ = x - statistics[at + 2];
  if (n > 2 && Math.abs(δ) > τ && a > 0) {
    const bent = τ * (1 + log(Math.min(Math.abs(δ) / τ, 1e300)));
    δ = δ < 0 ? -bent : bent;
  }
  const spread = a + (Math.abs(δ) - a) * pace;
  seen[1] = m;
  seen[2] = statistics[at + 2] + δ * pace;
  seen[3] = spread;
  // What a change of unit could round to nothing is nothing: a coordinate at 0 is not touched, and forgets nothing.
  const least = NOTHING * spread;
  const level = Math.abs(x - m) > least ? x - m : 0;
  seen[4] = Math.min(Math.max(level, -LARGEST), LARGEST);
  // Between numbers too small to be halved there is a difference and no spread.
  seen[5] = Math.abs(δ) > least && spread > 0 ? (δ * (1 - pace)) / spread : 0;
}
