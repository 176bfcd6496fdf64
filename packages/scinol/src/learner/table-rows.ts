import type { Kind } from "../records/column.ts";

/** The columns of a table, as its rows have them: numbers (booleans as 0 and 1, dates in milliseconds) and texts. */
export interface TableLayout {
  readonly numbers: readonly { readonly name: string; readonly kind: Exclude<Kind, "category" | "tokens"> }[];
  readonly texts: readonly string[];
}

/** Some rows of a table. */
export interface TableRows {
  readonly rows: number;
  /** Row after row, one for each column of numbers; NaN is missing. */
  readonly numbers: Float64Array;
  /** How many numbers apart rows begin, where there are others between them; left out, there are none. */
  readonly apart?: number | undefined;
  /** Row after row, one for each column of texts: positions in `dictionaries`, −1 is missing. */
  readonly codes: Int32Array;
  /** The texts of each column. Texts may be added; others take their place as another object. */
  readonly dictionaries: readonly { readonly values: readonly string[] }[];
}
