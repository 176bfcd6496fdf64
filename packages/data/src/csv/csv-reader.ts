import type { Window } from "../bytes/window.ts";
import { putText } from "../cell.ts";
import type { Column, Kind } from "../column.ts";
import { DataError } from "../data-error.ts";
import { looksDecimal, parseDecimal } from "../decimal.ts";
import { decode, invalidCode } from "../dictionary.ts";
import { rejectRow, type Settings } from "../options.ts";
import type { Rows, TableBlock } from "../table.ts";
import { CompiledScan } from "./compiled-scan.ts";
import type { Dialect } from "./dialect.ts";
import { action, type ScanJob, type Scanner, scanRows, stop } from "./scan.ts";
import { badLine, openQuote, type Split, spaces, splitRow } from "./split.ts";

/** The compiled scanner, or one in JavaScript. */
export type ScanWith = "compiled" | Scanner;

/** Reads the rows of the window into blocks. */
export async function* readCsv(
  window: Window,
  dialect: Dialect,
  rows: Rows,
  settings: Settings,
  how: ScanWith = "compiled",
): AsyncGenerator<TableBlock, void, void> {
  const pass = new CsvPass(window, dialect, rows, settings, how);
  for await (const limit of window.limits()) {
    for (let more = true; more; ) {
      let failure: unknown;
      try {
        more = pass.advance(limit);
      } catch (error) {
        failure = error;
      }
      // Rows before a bad one are good, and are delivered before it is reported.
      if (rows.rows > 0) yield rows.take(window.source.name);
      if (failure !== undefined) throw failure;
    }
  }
}

class CsvPass {
  readonly #window: Window;
  readonly #rows: Rows;
  readonly #settings: Settings;
  readonly #columns: readonly Column[];
  readonly #spanned: Column[];
  readonly #job: ScanJob;
  readonly #scan: Scanner;
  readonly #compiled: CompiledScan | undefined;
  readonly #gaps: boolean;
  /** Where the numbers belong that the scanner reads. */
  readonly #slots: readonly number[];
  /** The values of the texts that stand for a missing one and are written as numbers. */
  readonly #missingNumbers: ReadonlySet<number>;
  #headerAhead: boolean;

  constructor(window: Window, dialect: Dialect, rows: Rows, settings: Settings, how: ScanWith) {
    this.#window = window;
    this.#rows = rows;
    this.#settings = settings;
    this.#columns = rows.columns;
    this.#headerAhead = dialect.header;
    // The scanner does not say how a number was written, which matters where one stands for a missing value.
    this.#missingNumbers = new Set([...settings.missingTexts].filter(looksDecimal).map(Number));
    const scanned = (kind: Kind) => kind === "number" && this.#missingNumbers.size === 0;
    const doing = rows.columns.map(({ ignored, kind }) => {
      if (ignored) return action.skip;
      return scanned(kind) ? action.number : action.span;
    });
    this.#spanned = rows.columns.filter((_, place) => doing[place] === action.span);
    // The scanner fills numbers one after the other; what it only finds, booleans and dates, leaves gaps between them.
    const gaps = this.#spanned.some(({ kind }) => kind !== "text");
    this.#slots = rows.columns.filter((_, place) => doing[place] === action.number).map(({ slot }) => slot);
    const numeric = this.#slots.length;
    this.#job = {
      bytes: window.bytes,
      at: 0,
      line: 1,
      limit: 0,
      delimiter: dialect.delimiter,
      actions: Uint8Array.from(doing),
      numbers: gaps ? new Float64Array(rows.capacity * numeric) : rows.numbers,
      numbersPerRow: numeric,
      spans: new Int32Array(rows.capacity * this.#spanned.length * 2),
      spansPerRow: this.#spanned.length,
      lines: rows.lines,
      rows: 0,
      capacity: rows.capacity,
    };
    this.#gaps = gaps;
    this.#scan = typeof how === "function" ? how : scanRows;
    if (how === "compiled") {
      this.#compiled = new CompiledScan(this.#job);
      window.moveTo(this.#compiled.memory);
    }
  }

  /** Reads on to the limit or until the block is full; whether there is more before the limit. */
  advance(limit: number): boolean {
    const [window, rows, job] = [this.#window, this.#rows, this.#job];
    if (this.#compiled?.lend(job)) {
      rows.lines = job.lines;
      if (!this.#gaps) rows.numbers = job.numbers;
    }
    if (this.#headerAhead && !this.#skipHeader(limit)) return false;
    for (;;) {
      const first = rows.rows;
      job.bytes = window.bytes;
      job.at = window.start;
      job.line = window.line;
      job.limit = limit;
      job.rows = first;
      const why = this.#compiled?.has(job) ? this.#compiled.scan(job) : this.#scan(job);
      window.start = job.at;
      window.line = job.line;
      rows.rows = job.rows;
      this.#finish(first);
      if (why === stop.full) return true;
      if (why === stop.empty) return false;
      const row = this.#split(limit);
      if (row === undefined) return false;
      this.#putRow(row);
    }
  }

  #skipHeader(limit: number): boolean {
    for (;;) {
      const row = this.#split(limit);
      if (row === undefined) return false;
      this.#consume(row);
      // Blank and unreadable lines above it were no part of the sample either.
      if (row.problem !== undefined) this.#reject(row.problem, this.#window.line - 1);
      else if (row.fields.length > 0) {
        this.#headerAhead = false;
        return true;
      }
      if (this.#window.start >= limit) return false;
    }
  }

  /** The next row by the whole grammar; undefined when it has to wait for more bytes. */
  #split(limit: number): Split | undefined {
    const { bytes, start, ended, overlong } = this.#window;
    const row = splitRow(bytes, start, limit, this.#job.delimiter);
    return row ?? (ended || overlong ? badLine(bytes, start, openQuote) : undefined);
  }

  #consume(row: Split): void {
    this.#window.start = row.next;
    this.#window.line += row.lines;
  }

  #putRow(row: Split): void {
    const rows = this.#rows;
    const { line } = this.#window;
    this.#consume(row);
    const problem = row.problem ?? this.#miscount(row.fields.length, row.fields.at(-1));
    if (problem !== undefined) this.#reject(problem, line);
    else if (row.fields.length > 0) {
      rows.lines[rows.rows] = line;
      try {
        this.#columns.forEach((column, place) => {
          putText(rows, rows.rows, column, row.fields[place], this.#settings, this.#window.source.name);
        });
        rows.rows++;
      } catch (error) {
        rejectRow(this.#settings, error as DataError);
      }
    }
  }

  /** What is wrong with a row of so many fields: none is a blank line, and one empty field may trail. */
  #miscount(count: number, lastField: string | undefined): string | undefined {
    const expected = this.#columns.length;
    if (count === expected || count === 0) return undefined;
    if (count === expected + 1 && lastField === "" && this.#job.delimiter !== spaces) return undefined;
    const hint = count < expected ? "is the row cut off?" : "quote a field with the delimiter in it";
    return `expected ${expected} fields, got ${count}; ${hint}`;
  }

  #reject(what: string, line: number): void {
    rejectRow(this.#settings, new DataError({ file: this.#window.source.name, line }, what));
  }

  /** Gives the rows just scanned their codes, booleans and dates, from the bytes the scanner marked. */
  #finish(first: number): void {
    const [job, spanned] = [this.#job, this.#spanned];
    const { bytes, spans } = job;
    const perRow = spanned.length;
    if (this.#gaps) this.#spread(first);
    const bad: DataError[] = [];
    for (let place = 0; place < perRow; place++) {
      const column = spanned[place];
      if (column.kind === "text") this.#encode(column, place, first, bad);
      else {
        const { numbers, numbersPerRow } = this.#rows;
        for (let row = first; row < job.rows; row++) {
          const span = (row * perRow + place) * 2;
          if (column.kind === "number") {
            const value = parseDecimal(bytes, spans[span], spans[span + 1]);
            if (Number.isFinite(value) && !this.#missingNumbers.has(value)) {
              numbers[row * numbersPerRow + column.slot] = value;
              continue;
            }
          }
          const text = decode(bytes, spans[span], spans[span + 1]);
          if (text === undefined) bad.push(this.#notText(row, column));
          else this.#put(row, column, text, bad);
        }
      }
    }
    if (bad.length > 0) this.#dropBad(bad, first);
  }

  /** The codes of one column of the rows just scanned. */
  #encode(column: Column, place: number, first: number, bad: DataError[]): void {
    const { bytes, spans, rows: last } = this.#job;
    const { codes, textsPerRow } = this.#rows;
    const dictionary = this.#rows.dictionaries[column.slot];
    const step = this.#spanned.length * 2;
    let span = first * step + place * 2;
    for (let row = first; row < last; row++, span += step) {
      const code = dictionary.code(bytes, spans[span], spans[span + 1]);
      codes[row * textsPerRow + column.slot] = code;
      if (code === invalidCode) bad.push(this.#notText(row, column));
    }
  }

  #put(row: number, column: Column, text: string, bad: DataError[]): void {
    try {
      putText(this.#rows, row, column, text, this.#settings, this.#window.source.name);
    } catch (error) {
      bad.push(error as DataError);
    }
  }

  #notText(row: number, column: Column): DataError {
    const position = { file: this.#window.source.name, line: this.#rows.lines[row], column: column.name };
    return new DataError(position, "the text is not UTF-8; save the file as UTF-8");
  }

  /** Moves the scanned numbers to their slots, with room for the others between them. */
  #spread(first: number): void {
    const [rows, job] = [this.#rows, this.#job];
    const slots = this.#slots;
    for (let row = first; row < job.rows; row++) {
      for (let i = 0; i < slots.length; i++) {
        rows.numbers[row * rows.numbersPerRow + slots[i]] = job.numbers[row * slots.length + i];
      }
    }
  }

  /** Takes bad rows out of the block again; where the first one is to be reported, all that follow it too. */
  #dropBad(bad: DataError[], first: number): void {
    const rows = this.#rows;
    const line = (error: DataError) => error.position.line ?? 0;
    bad.sort((a, b) => line(a) - line(b));
    const rowOf = (error: DataError) => rows.lines.subarray(0, rows.rows).indexOf(line(error), first);
    if (this.#settings.onError !== "skip") {
      rows.rows = rowOf(bad[0]);
      throw bad[0];
    }
    for (const error of bad) {
      const row = rowOf(error);
      if (row < 0) continue; // A second bad cell of a row that is gone already.
      rejectRow(this.#settings, error);
      rows.drop(row);
    }
  }
}
