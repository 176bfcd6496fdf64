/**
 * A rule is an algorithm told for one coordinate: what weight to play, what to remember.
 *
 * `weight` is pure and `update` is the only writer, so predicting can never change a model. A rule sees one
 * *cell*: the `slots.length` numbers that belong to one (feature, output) pair, at `cells[at]` and onwards.
 *
 * A *relative* rule sees every feature as a unitless q = x / M in [-1, 1], M being the largest |x| so far, this
 * one included. Its cells are kept relative to M too; when M moves from M₀ to M₁ they must be rewritten for the
 * new unit, with ρ = M₀ / M₁. The driver keeps M (as 1/M, so that a round needs no division to find q), and
 * divides the unitless weight ω by M where a weight in the feature's own unit is asked for.
 * A rule that is not relative gets q = x, ρ = 1 and M = 1.
 */
export interface Rule {
  readonly name: string;
  /** The name people write it with. */
  readonly title: string;
  /** Where it was published. */
  readonly paper: string;
  /** Sees features relative to their largest value, which makes its predictions indifferent to their units. */
  readonly relative: boolean;
  /** Needs |g q| ≤ 1: slopes are clipped to [-1, 1], and importance weights above 1 take part in M. */
  readonly bounded: boolean;
  /** A coordinate with x = 0 changes nothing, so a round costs only the non-zeros. */
  readonly lazy: boolean;
  /** Reads `round.N`, which couples the coordinates. */
  readonly coupled: boolean;
  /** The settings it takes, with their defaults. */
  readonly settings: Readonly<Record<string, number>>;
  /** The least and the most a setting may be, where that is not 1e-100 and 1e10. */
  readonly limits?: Readonly<Record<string, readonly [least: number, most: number]>>;
  /** What a cell remembers, in the paper's letters. */
  readonly slots: readonly string[];

  /** A fresh cell. */
  start(cells: Float64Array, at: number, settings: Settings): void;
  /** The weight ω to play on q; the cell is to be read as if rewritten for ρ. Never writes. */
  weight(cells: Float64Array, at: number, q: number, ρ: number, round: Round): number;
  /** Rewrites the cell for ρ and digests the slope at the weight just played. */
  update(cells: Float64Array, at: number, q: number, ρ: number, slope: number, ω: number, round: Round): void;
  /**
   * `update` and then `weight` of the next round on `nextQ`, both for ρ = 1, to the same bits. A rule has it only
   * where keeping its numbers at hand between the two is worth saying them twice.
   */
  advance?(
    cells: Float64Array,
    at: number,
    q: number,
    slope: number,
    ω: number,
    round: Round,
    nextQ: number,
    nextRound: Round,
  ): number;
  /**
   * Rewrites the cell for ρ and lets go of the past, before an update, which then gets ρ = 1: what is remembered counts λ
   * times as much, for λ up to 1.
   */
  forget?(cells: Float64Array, at: number, ρ: number, λ: number, settings: Settings): void;
  /** What every score is divided by, once a round. */
  divisor?(round: Round): number;
  /** The step size, once a round, before the updates. */
  rate?(round: Round): number;
}

export type Settings = Readonly<Record<string, number>>;

/** What all coordinates share in one round. */
export interface Round {
  /** The round's number, from 1. */
  t: number;
  /** Σ q² over all coordinates and rounds, this one included. */
  N: number;
  /** How many coordinates have been non-zero so far, this round included. */
  d: number;
  /** What `rate` answered. */
  rate: number;
  /** What every score was divided by. */
  divisor: number;
  readonly settings: Settings;
}
