import type { Column } from "./column.ts";
import { Dictionary, type Vocabulary } from "./dictionary.ts";
import type { Format, Skipped } from "./options.ts";

/**
 * Some rows of a table. The arrays are the reader's own and are filled again: a block is good until the next one is asked
 * for. `keep` copies one that must last.
 */
export interface TableBlock {
  readonly file: string;
  readonly rows: number;
  /** Row after row, `numbersPerRow` a row: numbers, booleans (0, 1), dates (ms since 1970). NaN is missing. */
  readonly numbers: Float64Array;
  readonly numbersPerRow: number;
  /** Row after row, `textsPerRow` a row: codes into `dictionaries`. -1 is missing. */
  readonly codes: Int32Array;
  readonly textsPerRow: number;
  /** One a text column. A dictionary only grows, until a new one takes its place: compare by identity. */
  readonly dictionaries: readonly Vocabulary[];
  /** The line each row began on; for formats without lines, the row's number. */
  readonly lines: Uint32Array;
}

/** How far a reader is: bytes as stored, so compressed ones when the file is. */
export interface Progress {
  bytes: number;
  total: number | undefined;
}

export type Value = number | string | boolean | Date | null;

/** A row by column names; nested objects only where JSON Lines have them. */
export type Row = { [column: string]: Value | object };

export interface TableReader {
  readonly shape: "table";
  readonly format: Format;
  readonly columns: readonly Column[];
  readonly skipped: Skipped;
  /** The rows, a block at a time; a reader is read once, through this or `records`. */
  blocks(): AsyncGenerator<TableBlock, void, void>;
  /** The rows as plain records. `where` tells the last one's place. */
  records(): AsyncGenerator<Row, void, void>;
  where(): { file: string; line: number };
  progress(): Progress;
  close(): Promise<void>;
}

/** A copy of the block that the reader will not touch. */
export function keep(block: TableBlock): TableBlock {
  return {
    ...block,
    numbers: block.numbers.slice(),
    codes: block.codes.slice(),
    dictionaries: [...block.dictionaries],
    lines: block.lines.slice(),
  };
}

/** Cells in a block: as many as stay in the second-level cache while they are filled and then learned from. */
const cellsPerBlock = 1 << 16;

/** How many rows of such columns make a block. */
export function rowsPerBlock(columns: readonly Column[], cells: number = cellsPerBlock): number {
  const used = columns.filter((column) => !column.ignored).length;
  return Math.max(1, Math.min(4096, Math.floor(cells / Math.max(1, used))));
}

/** The block that is being filled. */
export class Rows {
  readonly columns: readonly Column[];
  readonly capacity: number;
  readonly numbersPerRow: number;
  readonly textsPerRow: number;
  numbers: Float64Array;
  codes: Int32Array;
  lines: Uint32Array;
  dictionaries: Dictionary[];
  rows = 0;

  constructor(columns: readonly Column[], missing: ReadonlySet<string>, capacity = rowsPerBlock(columns)) {
    this.columns = columns;
    const used = columns.filter((column) => !column.ignored);
    this.textsPerRow = used.filter((column) => column.kind === "text").length;
    this.numbersPerRow = used.length - this.textsPerRow;
    this.capacity = capacity;
    this.numbers = new Float64Array(this.capacity * this.numbersPerRow);
    this.codes = new Int32Array(this.capacity * this.textsPerRow);
    this.lines = new Uint32Array(this.capacity);
    this.dictionaries = Array.from({ length: this.textsPerRow }, () => new Dictionary(missing));
  }

  /** The rows filled so far, as a block; the next row begins a new one. */
  take(file: string): TableBlock {
    const { rows, numbersPerRow, textsPerRow } = this;
    this.rows = 0;
    const block = {
      file,
      rows,
      numbers: this.numbers.subarray(0, rows * numbersPerRow),
      numbersPerRow,
      codes: this.codes.subarray(0, rows * textsPerRow),
      textsPerRow,
      dictionaries: this.dictionaries,
      lines: this.lines.subarray(0, rows),
    };
    if (this.dictionaries.some((dictionary) => dictionary.full)) {
      this.dictionaries = this.dictionaries.map((dictionary) =>
        dictionary.full ? dictionary.fresh() : dictionary,
      );
    }
    return block;
  }

  /** Takes a row back out of the middle; those after it move up. */
  drop(row: number): void {
    const { rows, numbersPerRow: n, textsPerRow: t } = this;
    this.numbers.copyWithin(row * n, (row + 1) * n, rows * n);
    this.codes.copyWithin(row * t, (row + 1) * t, rows * t);
    this.lines.copyWithin(row, row + 1, rows);
    this.rows--;
  }
}

/** One row of a block as a record. */
export function record(block: TableBlock, columns: readonly Column[], row: number): Row {
  const numbers = row * block.numbersPerRow;
  const codes = row * block.textsPerRow;
  const entries: [string, Value][] = [];
  for (const column of columns) {
    if (column.ignored) continue;
    let value: Value;
    if (column.kind === "text") {
      const code = block.codes[codes + column.slot];
      value = code < 0 ? null : block.dictionaries[column.slot].values[code];
    } else {
      const number = block.numbers[numbers + column.slot];
      if (Number.isNaN(number)) value = null;
      else if (column.kind === "boolean") value = number === 1;
      else if (column.kind === "date") value = new Date(number);
      else value = number;
    }
    entries.push([column.name, value]);
  }
  // Unlike assignment this makes a column called "__proto__" a column like any other.
  return Object.fromEntries(entries);
}
