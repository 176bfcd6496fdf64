/** What one column of a record adds to a score. */
export interface Contribution {
  readonly column: string;
  readonly contribution: number;
}

/** One line of `weights()`: what one more unit of a column, or the presence of a category, adds to a score. */
export interface NamedWeight {
  readonly name: string;
  readonly weight: number;
}

/** A column's curve: what each of its values adds to the score, and how much of what was learned lies there. */
export interface EffectPoint {
  readonly value: number;
  readonly effect: number;
  /** Share of the information about this column that lies around the value. */
  readonly data: number;
}

export interface CategoryEffect {
  readonly category: string;
  readonly effect: number;
}

export interface Effects {
  readonly column: string;
  readonly points: readonly EffectPoint[];
  readonly categories: readonly CategoryEffect[];
}
