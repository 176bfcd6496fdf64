import { NONE, UNKNOWN } from "../core/layout.ts";
import type { Block } from "../engine/block.ts";
import type { Kind } from "../records/column.ts";
import { show } from "../show.ts";
import { Column } from "./column.ts";
import type { Encoder } from "./encoder.ts";
import { DAY, Moments } from "./moments.ts";
import type { RowSource } from "./rows.ts";
import type { TableLayout, TableRows } from "./table-rows.ts";
import { refuseCross, type Vocabulary } from "./vocabulary.ts";

/** The last moment that a Date can hold. */
const LATEST = 8.64e15;

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
  /** Which columns the vocabulary has; how many it had then; and positions whose first value may yet come. */
  private isKnown: boolean[] = [];
  private bound = -1;
  hasUnknown = false;
  private waiting: readonly number[] = [];
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
    // The other date that a distance is taken from is the first by name, whatever the order of the columns.
    this.dates = layout.numbers
      .flatMap(({ kind }, n) => (kind === "date" ? [n] : []))
      .sort((one, other) => (this.names[one] < this.names[other] ? -1 : 1));
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
    this.bound = -1;
    this.located = [];
  }

  place(table: TableRows, row: number, isLearning: boolean): void {
    const { vocabulary } = this;
    vocabulary.begin(isLearning);
    const isBound = this.bound === vocabulary.columns.size && !this.brings(table, row);
    if (isBound) return;
    const { numbers, texts } = this;
    for (let n = 0; n < this.names.length; n++) this.checkKind(n);
    // A column is met with its first value.
    this.columns = this.names.map((name, n) => {
      const isThere =
        n < numbers ? this.hasNumber(table, row, n) : table.codes[row * texts + n - numbers] >= 0;
      return this.bind(name, this.kinds[n], isLearning && isThere);
    });
    const dates = this.dates.filter((n) => this.hasNumber(table, row, n));
    this.places = new Int32Array(numbers).fill(NONE);
    for (let n = 0; n < numbers; n++) {
      const kind = this.kinds[n];
      const column = this.columns[n];
      const isMet = column.number >= 0 || this.hasNumber(table, row, n);
      if ((kind === "number" || kind === "boolean") && isMet) {
        this.places[n] = vocabulary.numberOf(column, kind === "boolean");
      }
    }
    for (const n of this.dates) {
      const isMet = this.columns[n].number >= 0 || (dates.length > 1 && dates.includes(n));
      if (isMet) this.places[n] = vocabulary.numberOf(this.columns[n], false);
    }
    this.hasUnknown = this.places.includes(UNKNOWN);
    this.isPlain =
      vocabulary.flags.length === numbers &&
      this.places.every((place, n) => place === n && this.kinds[n] !== "date");
    this.isKnown = this.columns.map(({ name }) => vocabulary.columns.has(name));
    this.bound = isLearning ? vocabulary.columns.size : -1;
    this.waiting = this.names.flatMap((_, n) => (this.isPlacedAt(n) ? [] : [n]));
  }

  /** Whether position n needs no place any more. */
  private isPlacedAt(n: number): boolean {
    const kind = this.kinds[n];
    if (kind === "date") return this.isKnown[n] && (this.dates.length < 2 || this.places[n] >= 0);
    return kind === "number" || kind === "boolean" ? this.places[n] >= 0 : this.isKnown[n];
  }

  /** Whether a row has the first value of a column. */
  private brings(table: TableRows, row: number): boolean {
    for (const n of this.waiting) {
      if (
        n < this.numbers
          ? this.hasNumber(table, row, n)
          : table.codes[row * this.texts + n - this.numbers] >= 0
      ) {
        return true;
      }
    }
    return false;
  }

  private hasNumber({ numbers, apart = this.numbers }: TableRows, row: number, n: number): boolean {
    return Math.abs(numbers[row * apart + n]) <= (this.kinds[n] === "date" ? LATEST : 1e300);
  }

  /** Throws where the model's column of that name is of another kind. */
  private checkKind(n: number): void {
    const kind = this.vocabulary.columns.get(this.names[n])?.kind;
    if (kind === undefined || kind === this.kinds[n]) return;
    throw new RangeError(`column ${show(this.names[n])} is a ${this.kinds[n]} here, a ${kind} in the model`);
  }

  /** The column of that name, kept if it has come; of that kind or of none yet. */
  private bind(name: string, kind: Kind, hasCome: boolean): Column {
    const { vocabulary } = this;
    const known = vocabulary.columns.get(name);
    const column = known ?? new Column(name, undefined, false);
    if (hasCome && known === undefined) vocabulary.add(column);
    if (hasCome || known !== undefined) vocabulary.setKind(column, kind);
    return column;
  }

  write(table: TableRows, row: number, block: Block, label: number, weight: number): void {
    const { vocabulary, numbers, texts, columns } = this;
    const from = block.begin();
    const stamp = this.encoder.beginRow();
    const first = row * (table.apart ?? numbers);
    if (this.isPlain && block.columns === numbers) copy(table.numbers, first, block.numbers, from, numbers);
    else this.writeNumbers(table.numbers, first, block, from, stamp);
    for (let n = 0; n < texts; n++) {
      const code = table.codes[row * texts + n];
      const column = columns[numbers + n];
      if (code < 0) continue;
      column.lastSeen = stamp;
      if (vocabulary.hash > 0)
        this.encoder.writeCategory(block, column, table.dictionaries[n].values[code], false);
      else block.addKnown(this.featureOf(column, n, table, code), 1);
    }
    this.encoder.writeMissing(block, stamp);
    if (this.encoder.hasCrosses) this.writeCrosses(table, row, block);
    block.end(label, weight);
  }

  /** Crosses are made of texts: of numbers, what they are written as. */
  private writeCrosses(table: TableRows, row: number, block: Block): void {
    const { numbers, texts, columns, kinds } = this;
    this.encoder.clearCrosses();
    for (let n = 0; n < numbers + texts; n++) {
      if (columns[n].texts === undefined) continue;
      if (n < numbers) {
        if (!this.hasNumber(table, row, n)) continue;
        const value = table.numbers[row * (table.apart ?? numbers) + n];
        const text = kinds[n] === "date" ? new Date(value).toISOString() : String(value);
        columns[n].texts = [kinds[n] === "boolean" ? (value === 1 ? "true" : "false") : text];
      } else {
        const code = table.codes[row * texts + n - numbers];
        if (code >= 0) columns[n].texts = [table.dictionaries[n - numbers].values[code]];
      }
    }
    this.encoder.writeCrosses(block);
  }

  private writeNumbers(values: Float64Array, first: number, block: Block, from: number, stamp: number): void {
    const { vocabulary, columns, kinds, places, dates } = this;
    block.numbers.fill(Number.NaN, from, from + block.columns);
    for (let n = 0; n < this.numbers; n++) {
      const value = values[first + n];
      const isThere = Math.abs(value) <= (kinds[n] === "date" ? LATEST : 1e300);
      if (kinds[n] === "indicator") {
        if (isThere) block.addKnown(vocabulary.featureOf(columns[n], 1), value);
      } else if (kinds[n] === "date") {
        if (!isThere) continue;
        columns[n].lastSeen = stamp;
        this.moments.write(block, columns[n], value);
        const other = dates.find((date) => date !== n && Math.abs(values[first + date]) <= LATEST);
        if (other === undefined) continue;
        if (places[n] >= 0) block.numbers[from + places[n]] = (value - values[first + other]) / DAY;
        else if (places[n] === UNKNOWN) block.unknownColumns++;
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
