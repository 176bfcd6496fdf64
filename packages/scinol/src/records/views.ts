import { log } from "../arithmetic/log.ts";

/** The numbers kept of a numeric column: how many values, their mean m, their robust mean m′, their spread a. */
export const VIEW_NUMBERS = 4;

/** Statistics look back over at most so many values, so that they follow a column that changes. */
const HORIZON = 1000;

/**
 * A view nearer to zero than this, in spreads, is zero. A value that equals the mean leaves only what rounding left of
 * it, which differs from unit to unit, and a coordinate that is zero is not touched where one that is nearly so is.
 */
const NOTHING = 1e-9;

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
 */
export class Views {
  /** The statistics once x has been taken into account: n, m, m′, a. */
  readonly next = new Float64Array(VIEW_NUMBERS);
  level = 0;
  bend = 0;

  /** Works out both views of x, given the statistics before it, and the statistics after it. Changes neither. */
  see(x: number, statistics: Float64Array, at: number): void {
    const { next } = this;
    const n = statistics[at] + 1;
    next[0] = n;
    if (n === 1) {
      next[1] = next[2] = x;
      next[3] = this.level = this.bend = 0;
      return;
    }
    const horizon = n < HORIZON ? n : HORIZON;
    const m = statistics[at + 1] + (x - statistics[at + 1]) / horizon;
    const a = statistics[at + 3];
    const τ = n > 10 ? a : 10 * a;
    let δ = x - statistics[at + 2];
    if (n > 2 && Math.abs(δ) > τ && a > 0) {
      const bent = τ * (1 + log(Math.min(Math.abs(δ) / τ, 1e300)));
      δ = δ < 0 ? -bent : bent;
    }
    const spread = a + (Math.abs(δ) - a) / horizon;
    next[1] = m;
    next[2] = statistics[at + 2] + δ / horizon;
    next[3] = spread;
    const level = x - m;
    const bend = spread === 0 ? 0 : (δ * (1 - 1 / horizon)) / spread;
    this.level = Math.abs(level) > NOTHING * spread ? level : 0;
    this.bend = Math.abs(bend) > NOTHING ? bend : 0;
  }
}
