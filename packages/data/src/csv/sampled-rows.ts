import { isUtf8 } from "node:buffer";
import { type Evidence, weigh } from "../column.ts";
import { latin1, looksDecimal } from "../decimal.ts";
import { decode } from "../dictionary.ts";
import { CompiledScan } from "./compiled-scan.ts";
import { action, type ScanJob, stop } from "./scan.ts";
import { spaces, splitLine, splitRow } from "./split.ts";

/** The first complete and readable rows; the real pass reports the others. */
export function sampleRows(
  bytes: Uint8Array,
  from: number,
  limit: number,
  delimiter: number,
  count: number,
): string[][] {
  const rows: string[][] = [];
  for (let at = from; at < limit && rows.length < count; ) {
    const row = splitLine(bytes, at, delimiter) ?? splitRow(bytes, at, limit, delimiter);
    if (row === undefined) break;
    if (row.problem === undefined && row.fields.length > 0) rows.push(row.fields);
    at = row.next;
  }
  return rows;
}

/** How many lines there are, up to a number of them. */
function linesOf(bytes: Uint8Array, from: number, limit: number, most: number): number {
  let lines = 0;
  for (let at = from; at < limit && lines < most; lines++) at = bytes.indexOf(10, at) + 1;
  return lines;
}

/**
 * The same rows, column by column. The scanner that will read the file finds their cells, and reads as numbers those of
 * columns that begin with one; rows that it leaves aside are split. So no text is made of a number.
 */
export class SampledRows {
  /** The first row, if there is one. */
  readonly first: string[] | undefined;
  /** How many there are. */
  readonly rows: number;
  readonly #missing: ReadonlySet<string>;
  readonly #job: ScanJob;
  /** For each field of a scanned row its place among the numbers, or among the spans. */
  readonly #places: readonly number[];
  /** The rows that were split, by their number. */
  readonly #fields: Map<number, string[]> = new Map();
  /** The same rows, all of them split. */
  readonly #split: () => string[][];

  constructor(
    bytes: Uint8Array,
    from: number,
    limit: number,
    delimiter: number,
    count: number,
    missing: ReadonlySet<string>,
  ) {
    const opening = sampleRows(bytes, from, limit, delimiter, 2);
    this.first = opening[0];
    this.#missing = missing;
    let [numbersPerRow, spansPerRow] = [0, 0];
    const doing = (opening.at(-1) ?? []).map((text) => (looksDecimal(text) ? action.number : action.span));
    this.#places = doing.map((what) => (what === action.number ? numbersPerRow++ : spansPerRow++));
    this.#job = {
      bytes: bytes.subarray(from, limit),
      at: 0,
      line: 1,
      limit: limit - from,
      delimiter,
      actions: Uint8Array.from(doing),
      numbers: new Float64Array(0),
      numbersPerRow,
      spans: new Int32Array(0),
      spansPerRow,
      lines: new Uint32Array(0),
      rows: 0,
      capacity: linesOf(bytes, from, limit, count),
    };
    let split: string[][] | undefined;
    this.#split = () => (split ??= sampleRows(bytes, from, limit, delimiter, count));
    if (doing.length > 0 && this.#isScannable()) this.#scan();
    else this.#fields = new Map(this.#split().entries());
    this.rows = Math.max(this.#job.rows, this.#fields.size);
  }

  /**
   * Whether the scanner tells all that splitting does: it lets an empty field trail, takes any bytes for text, and does
   * not say how a number was written, which matters where one stands for a missing value. And whether its arrays are in
   * proportion: rows with as many fields as the second take a byte for each.
   */
  #isScannable(): boolean {
    const { bytes, delimiter, actions, capacity } = this.#job;
    const trailing = new RegExp(`[${String.fromCharCode(delimiter)}][ \\t\\r]*\\n`);
    return (
      capacity * actions.length <= 2 * bytes.length &&
      ![...this.#missing].some(looksDecimal) &&
      isUtf8(bytes) &&
      (delimiter === spaces || !trailing.test(latin1(bytes, 0, bytes.length)))
    );
  }

  #scan(): void {
    const job = this.#job;
    const { limit, delimiter, capacity, numbersPerRow, spansPerRow } = job;
    const scan = new CompiledScan(job);
    const bytes = scan.memory.grow(job.bytes.length, job.bytes);
    job.bytes = bytes;
    scan.lend(job);
    while (scan.scan(job) === stop.odd && job.rows < capacity) {
      const split = splitLine(bytes, job.at, delimiter) ?? splitRow(bytes, job.at, limit, delimiter);
      if (split === undefined) break;
      job.at = split.next;
      if (split.problem !== undefined || split.fields.length === 0) continue;
      // Where the scanner would have put it nothing is to be found.
      const row = job.rows++;
      job.numbers.fill(Number.NaN, row * numbersPerRow, job.rows * numbersPerRow);
      job.spans.fill(0, row * spansPerRow * 2, job.rows * spansPerRow * 2);
      this.#fields.set(row, split.fields);
    }
  }

  /** How many fields a row has. */
  length(row: number): number {
    return this.#fields.get(row)?.length ?? this.#places.length;
  }

  /** Whether there is nothing in a field. */
  isEmpty(row: number, place: number): boolean {
    const { numbers, texts } = this.#cells(place, row, row + 1, 0);
    return numbers.length === 0 && (texts[0] ?? "") === "";
  }

  /** Whether a text is a field of this column below the first row. */
  repeats(text: string, place: number): boolean {
    return this.#written(place, 1, this.rows, 0).includes(text);
  }

  /** What a column shows in rows `from` up to `to`, of those that have so many fields. */
  evidence(place: number, from: number, to: number, fields: number): Evidence {
    const { numbers, texts } = this.#cells(place, from, to, fields);
    const shown = weigh(texts, this.#missing, numbers);
    // A column that only began with a number shows what it does by how all of it is written.
    return shown.kind === "number" || numbers.length === 0
      ? shown
      : weigh(this.#written(place, from, to, fields), this.#missing);
  }

  /** The fields of a column as they are written. */
  #written(place: number, from: number, to: number, fields: number): string[] {
    const { numbers, texts } = this.#cells(place, from, to, fields);
    if (numbers.length === 0) return texts;
    const rows = this.#split().slice(from, to);
    return rows.filter((row) => row.length >= Math.max(fields, place + 1)).map((row) => row[place]);
  }

  /** The fields of a column: the numbers that were scanned, where there is one, and the texts of the others. */
  #cells(place: number, from: number, to: number, fields: number): { numbers: number[]; texts: string[] } {
    const { bytes, actions, numbers: scanned, numbersPerRow, spans, spansPerRow } = this.#job;
    const numbers: number[] = [];
    const texts: string[] = [];
    for (const [row, split] of this.#fields) {
      if (row >= from && row < to && split.length >= Math.max(fields, place + 1)) texts.push(split[place]);
    }
    if (actions.length < Math.max(fields, place + 1)) return { numbers, texts };
    const slot = this.#places[place];
    const last = Math.min(to, this.#job.rows);
    if (actions[place] === action.number) {
      for (let row = from, at = from * numbersPerRow + slot; row < last; row++, at += numbersPerRow) {
        if (!Number.isNaN(scanned[at])) numbers.push(scanned[at]);
      }
    } else {
      for (let row = from; row < last; row++) {
        const span = (row * spansPerRow + slot) * 2;
        texts.push(decode(bytes, spans[span], spans[span + 1]) as string);
      }
    }
    return { numbers, texts };
  }
}
