import { LONGEST_RUN } from "../kernel/kernel-views.ts";
import { show } from "../show.ts";
import type { Column, Kind } from "./column.ts";
import type { Encoder } from "./encoder.ts";
import { VIEW_NUMBERS } from "./views.ts";

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

/** Columns of numbers beside one another whose coordinates, and statistics where they have views, are so too. */
export interface Stretch {
  readonly from: number;
  count: number;
  readonly views: boolean;
  readonly coordinate: number;
  readonly statistics: number;
}

/** A table's columns found among an encoder's, once for all its rows: numbers first, then texts. */
export class BoundTable {
  readonly columns: readonly Column[];
  readonly kinds: readonly Kind[];
  readonly numbers: number;
  /** Once every column of numbers has its coordinates: where rows without missing numbers go, without asking again. */
  private stretches: readonly Stretch[] | undefined;
  /** For each column of texts, the coordinates of its dictionary's codes as far as they are known, else −1. */
  private readonly located: { dictionary: object; coordinates: Int32Array }[] = [];

  constructor(encoder: Encoder, layout: TableLayout) {
    this.numbers = layout.numbers.length;
    this.kinds = [...layout.numbers.map(({ kind }) => kind), ...layout.texts.map(() => "category" as const)];
    const names = [...layout.numbers.map(({ name }) => name), ...layout.texts];
    if (new Set(names).size < names.length) throw new RangeError("a table has two columns of one name");
    this.columns = names.map((name, n) => bind(encoder, name, this.kinds[n]));
  }

  /** Where rows go, or undefined while a column has not been met. */
  settled(views: boolean): readonly Stretch[] | undefined {
    this.stretches ??= this.settle(views);
    return this.stretches;
  }

  /**
   * Writes the coordinates of the texts of rows `from` up to `to`, those of a row side by side; stops at a row that has
   * one without a coordinate, and answers which that is.
   */
  locate(table: TableRows, from: number, to: number, coordinates: Int32Array): number {
    const texts = this.columns.length - this.numbers;
    let at = 0;
    for (let row = from; row < to; row++) {
      for (let n = 0; n < texts; n++) {
        const code = table.codes[row * texts + n];
        const column = this.columns[this.numbers + n];
        const coordinate = code < 0 ? column.missing : this.coordinateOf(column, n, table, code);
        if (coordinate < 0) return row;
        coordinates[at++] = coordinate;
      }
    }
    return to;
  }

  private coordinateOf(column: Column, n: number, { dictionaries }: TableRows, code: number): number {
    let known = this.located[n];
    if (known?.dictionary !== dictionaries[n] || code >= known.coordinates.length) {
      const coordinates = new Int32Array(Math.max(16, 2 * dictionaries[n].values.length)).fill(-1);
      if (known?.dictionary === dictionaries[n]) coordinates.set(known.coordinates);
      known = this.located[n] = { dictionary: dictionaries[n], coordinates };
    }
    if (known.coordinates[code] < 0) {
      known.coordinates[code] = column.categories.get(dictionaries[n].values[code]) ?? -1;
    }
    return known.coordinates[code];
  }

  private settle(hasViews: boolean): Stretch[] | undefined {
    const stretches: Stretch[] = [];
    for (let n = 0; n < this.numbers; n++) {
      const { kind, coordinate, statistics, crossed } = this.columns[n];
      const views = hasViews && kind === "number";
      if (coordinate < 0 || (views && statistics < 0) || crossed || kind === "date") return undefined;
      const last = stretches.at(-1);
      const follows =
        last !== undefined &&
        last.views === views &&
        coordinate === last.coordinate + last.count * (views ? 2 : 1) &&
        (!views || (statistics === last.statistics + last.count * VIEW_NUMBERS && last.count < LONGEST_RUN));
      if (follows) last.count++;
      else stretches.push({ from: n, count: 1, views, coordinate, statistics });
    }
    return stretches;
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
