import { show } from "../show.ts";
import type { Column, Kind } from "./column.ts";
import type { Encoder } from "./encoder.ts";

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
  /** Row after row, one for each column of texts: positions in `dictionaries`, −1 is missing. */
  readonly codes: Int32Array;
  /** The texts of each column. */
  readonly dictionaries: readonly { readonly values: readonly string[] }[];
}

/** A table's columns found among an encoder's, once for all its rows: numbers first, then texts. */
export class BoundTable {
  readonly columns: readonly Column[];
  readonly kinds: readonly Kind[];
  readonly numbers: number;

  constructor(encoder: Encoder, layout: TableLayout) {
    this.numbers = layout.numbers.length;
    this.kinds = [...layout.numbers.map(({ kind }) => kind), ...layout.texts.map(() => "category" as const)];
    const names = [...layout.numbers.map(({ name }) => name), ...layout.texts];
    if (new Set(names).size < names.length) throw new RangeError("a table has two columns of one name");
    this.columns = names.map((name, n) => bind(encoder, name, this.kinds[n]));
  }
}

/** The column of that name, of that kind or of none yet. */
function bind(encoder: Encoder, name: string, kind: Kind): Column {
  const column = encoder.column(name);
  if (column.cross) throw new RangeError(`column ${show(name)} has the name of a cross; rename it`);
  if (column.kind !== undefined && column.kind !== kind) {
    throw new RangeError(`column ${show(name)} is a ${kind} here, a ${column.kind} in the model`);
  }
  column.kind = kind;
  return column;
}
