/**
 * A rule is an algorithm for one coordinate: what weight to play, what to remember.
 *
 * Its file exports a definition and functions of a *cell*, the numbers of one (feature, output) pair. A cell is found by
 * its address; its slots lie `apart` bytes from each other. The functions say what happens in one lane: in WebAssembly two
 * cells are computed at once.
 *
 *     begin(round, settings)                  what all coordinates of a round share; called again once N and d are known
 *     weight(cell, apart, q)        → ω       the weight ω to play on q; never writes
 *     update(cell, apart, q, g, ω)            learns from the slope g at the weight played; the only writer
 *     rescale(cell, apart, ρ)                 rewrites the cell for a new unit
 *     divisor                                 what every score is divided by
 *
 * A *relative* rule sees every feature as a unitless q = x / M in [−1, 1], M being the largest |x| so far, this one
 * included. Its cells are relative to M too; when M moves from M₀ to M₁ they are rescaled with ρ = M₀ / M₁. To a rule that
 * is not relative, q = x and M = 1.
 */
export interface Definition {
  readonly name: string;
  /** The name people write it with. */
  readonly title: string;
  /** Where it was published. */
  readonly paper: string;
  /** Sees features relative to their largest value, which makes its predictions indifferent to their units. */
  readonly relative: boolean;
  /** Needs |g q| ≤ 1: slopes are clipped to [−1, 1], and importance weights above 1 take part in M. */
  readonly bounded: boolean;
  /** A coordinate with x = 0 changes nothing, so a round costs only the non-zeros. */
  readonly lazy: boolean;
  /** Uses N, the sum of q² over all coordinates and rounds, which couples the coordinates. */
  readonly coupled: boolean;
  /** The settings it takes, with their defaults. */
  readonly settings: Readonly<Record<string, number>>;
  /** The least and the most a setting may be, where that is not 1e-100 and 1e10. */
  readonly limits?: Readonly<Record<string, readonly [least: number, most: number]>>;
  /** What a cell remembers, in the paper's letters. */
  readonly slots: readonly string[];
  /** The slots that may be negative. */
  readonly signed: readonly string[];
  /** Returns the slots of a fresh cell. */
  start(settings: Settings): readonly number[];
}

/** A rule with its drivers, which scripts/compile-rules.mjs makes from the rule's file and drivers/. */
export interface Rule extends Definition {
  readonly program: Program;
  /** Returns the weight played on q = 0 by a cell whose slots are numbers side by side, over the scores' divisor. */
  weightOf(round: number, settings: number, cell: number): number;
}

export type Settings = Readonly<Record<string, number>>;

/** The functions of drivers/rows.ts for one rule. Addresses are bytes in the memory in use. */
export interface Program {
  learn(model: number, block: number): number;
  predict(model: number, block: number): number;
  updateBy(model: number, block: number): void;
}
