import { closeSync, openSync } from "node:fs";
import { BadRows } from "../bad-rows.ts";
import { explain } from "../bytes/byte-source.ts";
import { putText } from "../cell.ts";
import type { Column, Evidence } from "../column.ts";
import { DataError } from "../data-error.ts";
import { Dictionary, invalidCode } from "../dictionary.ts";
import type { Settings } from "../options.ts";
import type { Rows } from "../table.ts";
import { ColumnBytes, roomFor, stateSize } from "./column-bytes.ts";
import { ColumnCursor } from "./column-cursor.ts";
import { Damaged } from "./damaged.ts";
import type { Chunk } from "./footer.ts";
import { PageMemory } from "./page-memory.ts";
import type { PlainFile } from "./plain.ts";
import { valuesAtATime } from "./runs.ts";
import { hasDictionary, NumberValues, TextValues, TruthValues } from "./values.ts";

/** Fills blocks from plain files, one file after the other, all columns side by side. */
export class PlainTable {
  readonly #readers: ColumnReader[];
  readonly #textReaders: ColumnReader[];
  readonly #settings: Settings;
  readonly #memory: PageMemory;
  /** Where the compiled program has its columns. */
  readonly #states: number;
  /** Where a survey has its table, of 2^bits slots. */
  readonly #survey: number;
  readonly #surveyBits: number;
  #path = "";
  #file: number | undefined;
  /** Rows of the present file. */
  #done = 0;
  #left = 0;

  /** For these files, which have the same schema, and for this block, whose columns are as the caller wants them. */
  constructor(files: readonly PlainFile[], rows: Rows, settings: Settings, share: number) {
    this.#settings = settings;
    const { columns } = rows;
    const places = columns.flatMap(({ ignored }, place) => (ignored ? [] : [place]));
    const rooms = places.map((place) => {
      const chunks = files.flatMap(({ groups }) => groups.map((group) => group.chunks[place]));
      const largest = (size: (chunk: Chunk) => number) =>
        chunks.reduce((most, chunk) => Math.max(most, size(chunk)), 0);
      return roomFor(share, {
        packed: largest(({ size }) => size),
        unpacked: largest(({ unpackedSize }) => unpackedSize),
        places: files[0].columns[place].kind !== "text" && chunks.some(hasDictionary),
      });
    });
    const regions = rooms.flatMap(({ input, window, dictionary }) => [input, window, dictionary]);
    const { length } = rows.lines;
    this.#surveyBits = Math.ceil(Math.log2(length + 1)) + 1;
    const shared = [
      rooms.length * stateSize,
      length * 4,
      2 ** this.#surveyBits * 8,
      valuesAtATime * 8,
      rows.numbers.byteLength,
    ];
    const memory = new PageMemory([...shared, ...regions]);
    const [states, lines, survey, present, numbers, ...addresses] = memory.addresses;
    const { exports } = memory;
    const { buffer } = exports.memory;
    // Rows are filled by the compiled program, in its memory.
    rows.lines = new Uint32Array(buffer, lines, length);
    rows.numbers = new Float64Array(buffer, numbers, rows.numbers.length);
    const room = new Float64Array(buffer, present, valuesAtATime);
    this.#memory = memory;
    this.#states = states;
    this.#survey = survey;
    this.#readers = places.map((place, i) => {
      const regions = addresses.slice(3 * i);
      const bytes = new ColumnBytes(memory, rooms[i], [states + i * stateSize, ...regions]);
      bytes.slot = columns[place].slot;
      const { kind, optional, numbers } = files[0].columns[place];
      if (kind === "text") return new TextReader(bytes, columns[place], place, optional);
      const values = numbers === undefined ? new TruthValues() : new NumberValues(numbers);
      const cursor = new ColumnCursor(bytes, values, optional, room);
      return new NumberReader(cursor, columns[place], place, exports.lookAt);
    });
    this.#textReaders = this.#readers.filter((reader) => reader instanceof TextReader);
  }

  /** Goes on with this file. */
  open(file: PlainFile): void {
    this.close();
    this.#path = file.path;
    try {
      this.#file = openSync(file.path, "r");
    } catch (error) {
      throw explain(error, file.path);
    }
    for (const reader of this.#readers) {
      reader.cursor.open(
        this.#file,
        file.groups.map(({ chunks }) => chunks[reader.place]),
      );
    }
    this.#done = 0;
    this.#left = file.rows;
  }

  /** Puts the next rows, at most so many, into the empty block, good and bad. Throws `Damaged` as it is. */
  fill(rows: Rows, most: number): void {
    const count = Math.min(most, this.#left);
    const { exports } = this.#memory;
    exports.numberRows(rows.lines.byteOffset, this.#done + 1, count);
    exports.metInfinite.value = 0;
    const readers = this.#readers;
    for (let next = this.#gather(0, count, rows); next < readers.length; ) {
      try {
        readers[next].read(rows, count);
      } catch (error) {
        if (error instanceof Damaged) error.column = readers[next].column.name;
        throw error;
      }
      next = this.#gather(next + 1, count, rows);
    }
    rows.rows = count;
    this.#done += count;
    this.#left -= count;
  }

  /** Most of the time a column has its next cells on offer: gathers such ones from `first` on, and tells which is another. */
  #gather(first: number, count: number, { numbers, numbersPerRow }: Rows): number {
    const [states, readers] = [this.#states, this.#readers];
    const next = this.#memory.exports.gather(
      states + first * stateSize,
      states + readers.length * stateSize,
      count,
      numbers.byteOffset,
      numbersPerRow * 8,
    );
    return (next - states) / stateSize;
  }

  /** What the cells of a column of the block show. */
  shown({ rows, numbers, numbersPerRow }: Rows, { kind, slot }: Column): Omit<Evidence, "kind"> {
    const { exports } = this.#memory;
    const from = numbers.byteOffset + slot * 8;
    const distinct = exports.survey(from, numbersPerRow * 8, rows, this.#survey, this.#surveyBits);
    const number = kind === "number" && distinct > 0;
    const [binary, integer] = [exports.allBinary.value !== 0, exports.allWhole.value !== 0];
    return { binary: number && binary, integer: number && integer, distinct };
  }

  /** Takes the bad rows out of the block that was just filled, or throws. */
  check(rows: Rows): void {
    const bad = new BadRows();
    const infinite = this.#memory.exports.metInfinite.value !== 0;
    for (const reader of infinite ? this.#readers : this.#textReaders) {
      reader.check(rows, bad, this.#settings, this.#path);
    }
    bad.settle(rows, this.#settings);
  }

  /** There are no more rows then. */
  close(): void {
    if (this.#file !== undefined) closeSync(this.#file);
    this.#file = undefined;
    this.#left = 0;
  }
}

/** One column's way into blocks. */
interface ColumnReader {
  readonly column: Column;
  /** Among all columns of the file. */
  readonly place: number;
  readonly cursor: ColumnCursor<Float64Array> | ColumnCursor<Int32Array>;
  read(rows: Rows, count: number): void;
  check(rows: Rows, bad: BadRows, settings: Settings, file: string): void;
}

class NumberReader implements ColumnReader {
  readonly column: Column;
  readonly place: number;
  readonly cursor: ColumnCursor<Float64Array>;
  /** Looks for infinite numbers. */
  readonly #lookAt: PageMemory["exports"]["lookAt"];

  constructor(
    cursor: ColumnCursor<Float64Array>,
    column: Column,
    place: number,
    lookAt: PageMemory["exports"]["lookAt"],
  ) {
    this.cursor = cursor;
    this.column = column;
    this.place = place;
    this.#lookAt = lookAt;
  }

  read(rows: Rows, count: number): void {
    const [{ numbers, numbersPerRow }, { slot }] = [rows, this.column];
    this.cursor.read(count, numbers, slot, numbersPerRow);
    this.#lookAt(numbers.byteOffset + slot * 8, count, numbersPerRow * 8);
  }

  check(rows: Rows, bad: BadRows, _: Settings, file: string): void {
    const { numbers, numbersPerRow } = rows;
    for (let row = 0, at = this.column.slot; row < rows.rows; row++, at += numbersPerRow) {
      if (Math.abs(numbers[at]) === Number.POSITIVE_INFINITY) {
        const position = { file, line: rows.lines[row], column: this.column.name };
        bad.add(row, new DataError(position, `expected a finite number, got ${numbers[at]}`));
      }
    }
  }
}

class TextReader implements ColumnReader {
  readonly column: Column;
  readonly place: number;
  readonly cursor: ColumnCursor<Int32Array>;
  readonly #values = new TextValues();
  /** Of a column that the caller has as another kind than text. */
  #texts = new Dictionary();
  #codes = new Int32Array(0);

  constructor(bytes: ColumnBytes, column: Column, place: number, optional: boolean) {
    this.column = column;
    this.place = place;
    this.cursor = new ColumnCursor(bytes, this.#values, optional, new Int32Array(valuesAtATime));
  }

  read(rows: Rows, count: number): void {
    const { column, cursor } = this;
    if (column.kind === "text") {
      this.#values.encodeBy(rows.dictionaries[column.slot]);
      cursor.read(count, rows.codes, column.slot, rows.textsPerRow);
      return;
    }
    if (this.#texts.full) this.#texts = this.#texts.fresh();
    if (this.#codes.length < count) this.#codes = new Int32Array(count);
    this.#values.encodeBy(this.#texts);
    cursor.read(count, this.#codes, 0, 1);
  }

  check(rows: Rows, bad: BadRows, settings: Settings, file: string): void {
    const { column } = this;
    const converted = column.kind !== "text";
    for (let row = 0; row < rows.rows; row++) {
      const code = converted ? this.#codes[row] : rows.codes[row * rows.textsPerRow + column.slot];
      if (code === invalidCode) {
        const position = { file, line: rows.lines[row], column: column.name };
        bad.add(row, new DataError(position, "the text is not UTF-8; write it as UTF-8"));
      } else if (converted) {
        try {
          putText(rows, row, column, this.#texts.values[code] ?? "", settings, file);
        } catch (error) {
          bad.add(row, error as DataError);
        }
      }
    }
  }
}
