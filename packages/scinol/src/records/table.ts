import type { Example } from "../linear/example.ts";
import type { Column, Kind } from "./column.ts";
import type { Encoder } from "./encoder.ts";

/** The columns of a table, as its blocks have them: numbers (booleans as 0 and 1, dates in milliseconds) and texts. */
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
  /** The texts of each column. A dictionary may grow; another one takes its place as another object. */
  readonly dictionaries: readonly { readonly values: readonly string[] }[];
}

/** Encodes rows of a table: what `Encoder.encode` does for records, without names to look up. */
export class TableEncoder {
  private readonly encoder: Encoder;
  private readonly numbers: Column[];
  private readonly texts: Column[];
  /** For each column of texts, the coordinate of each code, −1 where it is not known yet. */
  private readonly coordinates: Int32Array[];
  private readonly dictionaries: object[] = [];

  constructor(encoder: Encoder, layout: TableLayout) {
    this.encoder = encoder;
    this.numbers = layout.numbers.map(({ name, kind }) => bind(encoder, name, kind));
    this.texts = layout.texts.map((name) => bind(encoder, name, "category"));
    this.coordinates = this.texts.map(() => new Int32Array(0));
  }

  encode(table: TableRows, row: number, example: Example, learning: boolean): void {
    const { encoder, numbers, texts } = this;
    encoder.begin(example, learning);
    const firstNumber = row * numbers.length;
    for (let n = 0; n < numbers.length; n++) {
      const x = table.numbers[firstNumber + n];
      if (Math.abs(x) <= 1e300) encoder.encodeNumber(numbers[n], x, false, example);
      else encoder.encodeMissing(numbers[n], example);
    }
    const firstCode = row * texts.length;
    for (let n = 0; n < texts.length; n++) {
      const code = table.codes[firstCode + n];
      if (code < 0) encoder.encodeMissing(texts[n], example);
      else this.encodeCode(table.dictionaries[n], n, code, example, learning);
    }
    encoder.encodeCrosses(example);
  }

  /** A category by its code. What it is called is looked up only the first time. */
  private encodeCode(
    dictionary: { readonly values: readonly string[] },
    n: number,
    code: number,
    example: Example,
    learning: boolean,
  ): void {
    const column = this.texts[n];
    if (this.dictionaries[n] !== dictionary || code >= this.coordinates[n].length) {
      const known = this.dictionaries[n] === dictionary ? this.coordinates[n] : new Int32Array(0);
      this.coordinates[n] = new Int32Array(Math.max(64, 2 * code + 2)).fill(-1);
      this.coordinates[n].set(known);
      this.dictionaries[n] = dictionary;
    }
    const known = this.coordinates[n][code];
    if (known >= 0 && !column.crossed && this.encoder.options.hash === 0) {
      this.encoder.put(column, known, 1, example);
      return;
    }
    const text = dictionary.values[code];
    this.encoder.encodeCategory(column, text, example);
    if (learning) this.coordinates[n][code] = this.encoder.categoryCoordinate(column, text);
  }
}

/** The column of that name, of that kind or of none yet. */
function bind(encoder: Encoder, name: string, kind: Kind): Column {
  const column = encoder.column(name);
  if (column.kind !== undefined && column.kind !== kind) {
    throw new RangeError(`column "${name}" is a ${kind} here, a ${column.kind} in the model`);
  }
  column.kind = kind;
  return column;
}
