import { NONE, UNKNOWN } from "../core/layout.ts";
import type { Block } from "../engine/block.ts";
import type { Kind } from "../records/column.ts";
import { show } from "../show.ts";
import { Column } from "./column.ts";
import type { Encoder } from "./encoder.ts";
import { DAY, Moments } from "./moments.ts";
import type { RowSource } from "./rows.ts";
import { refuseCross, type Vocabulary } from "./vocabulary.ts";

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

interface Located {
  readonly dictionary: object;
  readonly features: Int32Array;
}

/** Writes rows of a table to a block, each as its record would be written, with no names to look up. */
export class TableSource implements RowSource<TableRows> {
  private readonly encoder: Encoder;
  private readonly vocabulary: Vocabulary;
  private readonly kinds: readonly Kind[];
  private readonly names: readonly string[];
  private readonly numbers: number;
  private readonly texts: number;
  private readonly dates: readonly number[];
  private readonly moments: Moments;
  /** The columns by position; those that the vocabulary does not have are not kept. */
  private columns: Column[] = [];
  private places = new Int32Array(0);
  /** Numbers that are columns of the model at their own places, and there are no others. */
  private isPlain = false;
  private isPlaced = false;
  /** Columns that can be missing, and are not in the table. */
  private absent: Column[] = [];
  private known = -1;
  /** Features of the codes of each column of texts, as far as they are known. */
  private located: Located[] = [];

  constructor(encoder: Encoder, layout: TableLayout) {
    this.encoder = encoder;
    this.vocabulary = encoder.vocabulary;
    this.moments = new Moments(encoder.vocabulary);
    this.numbers = layout.numbers.length;
    this.texts = layout.texts.length;
    this.kinds = [...layout.numbers.map(({ kind }) => kind), ...layout.texts.map(() => "category" as const)];
    this.names = [...layout.numbers.map(({ name }) => name), ...layout.texts];
    this.dates = layout.numbers.flatMap(({ kind }, n) => (kind === "date" ? [n] : []));
    if (new Set(this.names).size < this.names.length)
      throw new RangeError("a table has two columns of one name");
    for (const name of this.names) {
      const column = this.vocabulary.columns.get(name);
      if (column !== undefined) refuseCross(column);
    }
  }

  check({ rows, numbers, apart = this.numbers, codes, dictionaries }: TableRows): void {
    const { texts } = this;
    if (rows === 0) return;
    if (numbers.length < (rows - 1) * apart + this.numbers) {
      throw new RangeError(`table: ${rows} rows of ${this.numbers} numbers, got ${numbers.length} numbers`);
    }
    if (codes.length < rows * texts) {
      throw new RangeError(`table: ${rows} rows of ${texts} texts, got ${codes.length} codes`);
    }
    for (let n = 0; n < texts; n++) {
      const { length } = dictionaries[n].values;
      for (let at = n; at < rows * texts; at += texts) {
        if (codes[at] < length) continue;
        const name = show(this.names[this.numbers + n]);
        throw new RangeError(`table: column ${name} has code ${codes[at]}, and ${length} texts`);
      }
    }
  }

  forget(): void {
    this.isPlaced = false;
    this.located = [];
  }

  place(_rows: TableRows, _row: number, isLearning: boolean): void {
    const { vocabulary } = this;
    vocabulary.begin(isLearning);
    if (this.isPlaced && this.known === vocabulary.columns.size) return;
    this.columns = this.names.map((name, n) => this.bind(name, this.kinds[n], isLearning));
    this.places = new Int32Array(this.numbers).fill(NONE);
    const hasDistances = this.dates.length > 1;
    for (let n = 0; n < this.numbers; n++) {
      const kind = this.kinds[n];
      if (kind === "number" || kind === "boolean" || (kind === "date" && hasDistances)) {
        this.places[n] = vocabulary.numberOf(this.columns[n], kind === "boolean");
      }
    }
    this.isPlain =
      vocabulary.flags.length === this.numbers &&
      this.places.every((place, n) => place === n && this.kinds[n] !== "date");
    this.absent = vocabulary.missable.filter((column) => !this.columns.includes(column));
    this.isPlaced = isLearning || this.columns.every(({ name }) => vocabulary.columns.has(name));
    this.known = vocabulary.columns.size;
  }

  /** The column of that name, of that kind or of none yet. */
  private bind(name: string, kind: Kind, isLearning: boolean): Column {
    const { vocabulary } = this;
    const column = vocabulary.columns.get(name) ?? new Column(name, undefined, false);
    if (column.kind !== undefined && column.kind !== kind) {
      throw new RangeError(`column ${show(name)} is a ${kind} here, a ${column.kind} in the model`);
    }
    if (isLearning && !vocabulary.columns.has(name)) vocabulary.add(column);
    vocabulary.settle(column, kind);
    return column;
  }

  write(table: TableRows, row: number, block: Block, label: number, weight: number): void {
    const { vocabulary, numbers, texts, columns } = this;
    const from = block.begin();
    const first = row * (table.apart ?? numbers);
    if (this.isPlain) copy(table.numbers, first, block.numbers, from, numbers);
    else this.writeNumbers(table.numbers, first, block, from);
    for (let n = 0; n < texts; n++) {
      const code = table.codes[row * texts + n];
      const column = columns[numbers + n];
      if (code < 0) block.addKnown(vocabulary.missingOf(column), 1);
      else if (vocabulary.hash > 0)
        this.encoder.writeCategory(block, column, table.dictionaries[n].values[code], false);
      else block.addKnown(this.featureOf(column, n, table, code), 1);
    }
    for (const column of this.absent) block.addKnown(vocabulary.missingOf(column), 1);
    block.end(label, weight);
  }

  private writeNumbers(values: Float64Array, first: number, block: Block, from: number): void {
    const { vocabulary, columns, kinds, places, dates } = this;
    block.numbers.fill(Number.NaN, from, from + block.columns);
    for (let n = 0; n < this.numbers; n++) {
      const value = values[first + n];
      const isThere = Math.abs(value) <= 1e300;
      if (kinds[n] === "indicator") {
        if (isThere) block.addKnown(vocabulary.featureOf(columns[n], 1), value);
      } else if (kinds[n] === "date") {
        if (isThere) this.moments.write(block, columns[n], value);
        else block.addKnown(vocabulary.missingOf(columns[n]), 1);
        if (dates.length < 2 || !isThere) continue;
        const other = values[first + (dates[0] === n ? dates[1] : dates[0])];
        if (places[n] >= 0) block.numbers[from + places[n]] = (value - other) / DAY;
      } else if (places[n] >= 0) block.numbers[from + places[n]] = value;
      else if (places[n] === UNKNOWN && isThere && kinds[n] === "number") block.unknownColumns++;
    }
  }

  private featureOf(column: Column, n: number, { dictionaries }: TableRows, code: number): number {
    const { located, vocabulary } = this;
    let known = located[n];
    if (known?.dictionary !== dictionaries[n] || code >= known.features.length) {
      const features = new Int32Array(Math.max(16, 2 * dictionaries[n].values.length)).fill(NONE);
      if (known?.dictionary === dictionaries[n]) features.set(known.features);
      known = located[n] = { dictionary: dictionaries[n], features };
    }
    const before = known.features[code];
    if (before >= 0) return before;
    const feature = vocabulary.categoryOf(column, dictionaries[n].values[code]);
    if (feature >= 0) known.features[code] = feature;
    return feature;
  }
}

/** Copies a row's numbers; a loop is faster than `set` for few. */
function copy(from: Float64Array, at: number, to: Float64Array, target: number, count: number): void {
  if (count > 32) to.set(from.subarray(at, at + count), target);
  else for (let n = 0; n < count; n++) to[target + n] = from[at + n];
}
