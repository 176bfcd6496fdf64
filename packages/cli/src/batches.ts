import { DataError, type Reader, type SparseBlock, type TableBlock, type TableReader } from "@scinol/data";
import type { Label, SparseRows, TableRows } from "scinol";
import { isTable, type Roles } from "./roles.ts";

/** Some rows with their labels, ready to be learned from. Good until the next one is asked for. */
export interface Batch {
  readonly rows: number;
  readonly file: string;
  readonly lines: ArrayLike<number>;
  /** Undefined where a row has none, which only `unlabelled` lets through. */
  readonly labels: ArrayLike<Label>;
  readonly weights: ArrayLike<number> | undefined;
  /** One of the two. */
  readonly table?: TableRows;
  readonly sparse?: SparseRows;
  /** A row of a table as it was read, every column in its order. */
  original?(row: number): [name: string, value: unknown][];
}

export interface BatchOptions {
  /** Which rows are wanted, by their number in the source; all unless given. */
  readonly wanted?: ((row: number) => boolean) | undefined;
  /** Rows need no label. */
  readonly unlabelled?: boolean;
  /** Rows without a label are left out and counted, not an error. */
  readonly skip?: boolean;
  /** Numbers only; anything else is an error. */
  readonly numeric?: boolean;
}

/** Turns a reader's blocks into batches, and counts the rows that had no label. */
export class Batches {
  /** Rows left out for want of a label or a weight. */
  skipped = 0;
  private readonly reader: Reader;
  private readonly roles: Roles | undefined;
  private readonly options: BatchOptions;
  private row = 0;
  private numbers = new Float64Array(0);
  private codes = new Int32Array(0);
  private kept = new Int32Array(0);

  constructor(reader: Reader, roles: Roles | undefined, options: BatchOptions = {}) {
    this.reader = reader;
    this.roles = roles;
    this.options = options;
  }

  async *[Symbol.asyncIterator](): AsyncGenerator<Batch, void, void> {
    if (isTable(this.reader)) {
      const roles = this.roles as Roles;
      for await (const block of this.reader.blocks()) {
        const batch = this.ofTable(block, roles);
        if (batch.rows > 0) yield batch;
      }
    } else {
      for await (const block of this.reader.blocks()) {
        const batch = this.ofSparse(block);
        if (batch.rows > 0) yield batch;
      }
    }
  }

  private ofTable(block: TableBlock, roles: Roles): Batch {
    const { target, weight } = roles;
    const labels: Label[] = [];
    const weights = weight === undefined ? undefined : new Float64Array(block.rows);
    const kept = this.room(block.rows);
    let rows = 0;
    for (let row = 0; row < block.rows; row++) {
      if (this.options.wanted?.(this.row++) === false) continue;
      let label: Label | undefined;
      if (target !== undefined) {
        if (target.kind === "text") {
          const code = block.codes[row * block.textsPerRow + target.slot];
          if (code >= 0) label = block.dictionaries[target.slot].values[code];
        } else {
          const number = block.numbers[row * block.numbersPerRow + target.slot];
          if (!Number.isNaN(number)) label = target.kind === "boolean" ? number === 1 : plain(number);
        }
        if (label === undefined && !this.options.unlabelled) {
          this.reject(block.file, block.lines[row], target.name, "the label is missing");
          continue;
        }
        if (this.options.numeric && typeof label !== "number" && label !== undefined) {
          throw new DataError(
            { file: block.file, line: block.lines[row], column: target.name },
            `expected a number to predict, got ${JSON.stringify(label)}; use --task multiclass`,
          );
        }
      }
      if (weights !== undefined && weight !== undefined) {
        const value = block.numbers[row * block.numbersPerRow + weight.slot];
        if (!(value >= 0 && value <= 1e8)) {
          const what = Number.isNaN(value)
            ? "the weight is missing"
            : `a weight is from 0 to 1e8, got ${value}`;
          this.reject(block.file, block.lines[row], weight.name, what);
          continue;
        }
        weights[rows] = value;
      }
      labels.push(label as Label);
      kept[rows++] = row;
    }
    const lines =
      rows === block.rows ? block.lines : Uint32Array.from(kept.subarray(0, rows), (row) => block.lines[row]);
    const table = this.compact(block, roles, kept, rows);
    const original = (row: number) => this.originalOf(block, kept[row]);
    return { rows, file: block.file, lines, labels, weights, table, original };
  }

  private originalOf(block: TableBlock, row: number): [string, unknown][] {
    return (this.reader as TableReader).columns
      .filter(({ ignored }) => !ignored)
      .map(({ name, kind, slot }) => {
        if (kind === "text") {
          const code = block.codes[row * block.textsPerRow + slot];
          return [name, code < 0 ? null : block.dictionaries[slot].values[code]];
        }
        const number = block.numbers[row * block.numbersPerRow + slot];
        if (Number.isNaN(number)) return [name, null];
        if (kind === "boolean") return [name, number === 1];
        return [name, kind === "date" ? new Date(number) : number];
      });
  }

  /** The columns that are learned from, without the others. */
  private compact(block: TableBlock, roles: Roles, kept: Int32Array, rows: number): TableRows {
    const { numberSlots, textSlots } = roles;
    const dictionaries = textSlots.map((slot) => (slot < 0 ? { values: [] } : block.dictionaries[slot]));
    const whole = rows === block.rows;
    const codes =
      whole && isWhole(textSlots, block.textsPerRow)
        ? block.codes
        : this.gatherCodes(block, textSlots, kept, rows);
    // Mostly the target is the first column or the last: the others can stay where they are.
    if (whole && isRun(numberSlots)) {
      const numbers = block.numbers.subarray(numberSlots[0] ?? 0);
      return { rows, numbers, apart: block.numbersPerRow, codes, dictionaries };
    }
    return { rows, numbers: this.gatherNumbers(block, numberSlots, kept, rows), codes, dictionaries };
  }

  private gatherNumbers(
    block: TableBlock,
    slots: readonly number[],
    kept: Int32Array,
    rows: number,
  ): Float64Array {
    if (this.numbers.length < rows * slots.length) this.numbers = new Float64Array(rows * slots.length);
    const { numbers } = this;
    const width = slots.length;
    for (let n = 0; n < rows; n++) {
      const from = kept[n] * block.numbersPerRow;
      const to = n * width;
      for (let k = 0; k < width; k++)
        numbers[to + k] = slots[k] < 0 ? Number.NaN : block.numbers[from + slots[k]];
    }
    return numbers.subarray(0, rows * width);
  }

  private gatherCodes(
    block: TableBlock,
    slots: readonly number[],
    kept: Int32Array,
    rows: number,
  ): Int32Array {
    if (this.codes.length < rows * slots.length) this.codes = new Int32Array(rows * slots.length);
    const { codes } = this;
    const width = slots.length;
    for (let n = 0; n < rows; n++) {
      const from = kept[n] * block.textsPerRow;
      const to = n * width;
      for (let k = 0; k < width; k++) codes[to + k] = slots[k] < 0 ? -1 : block.codes[from + slots[k]];
    }
    return codes.subarray(0, rows * width);
  }

  private ofSparse(block: SparseBlock): Batch {
    const { wanted, unlabelled } = this.options;
    const kept = this.room(block.rows);
    let rows = 0;
    for (let row = 0; row < block.rows; row++) {
      if (wanted?.(this.row++) === false) continue;
      if (Number.isNaN(block.labels[row]) && !unlabelled) {
        this.reject(block.file, block.lines[row], undefined, "the label is missing");
        continue;
      }
      if (!(block.weights[row] >= 0 && block.weights[row] <= 1e8)) {
        const what = `a weight is from 0 to 1e8, got ${block.weights[row]}`;
        this.reject(block.file, block.lines[row], undefined, what);
        continue;
      }
      kept[rows++] = row;
    }
    const { file, names, indices, values } = block;
    if (rows === block.rows) {
      const { labels, weights, lines, offsets } = block;
      return { rows, file, lines, labels, weights, sparse: { rows, offsets, indices, values, names } };
    }
    return pickSparse(block, kept.subarray(0, rows));
  }

  private reject(file: string, line: number, column: string | undefined, what: string): void {
    if (!this.options.skip) {
      throw new DataError(
        { file, line, column },
        `${what}; correct it, or leave such rows out: --on-error skip`,
      );
    }
    this.skipped++;
  }

  private room(rows: number): Int32Array {
    if (this.kept.length < rows) this.kept = new Int32Array(rows);
    return this.kept;
  }
}

/** Rows `from` up to `to` of a batch. */
export function slice(batch: Batch, from: number, to: number): Batch {
  if (from === 0 && to === batch.rows) return batch;
  const rows = to - from;
  const part = <T>(values: ArrayLike<T>): ArrayLike<T> =>
    Array.isArray(values) ? values.slice(from, to) : (values as unknown as Sliceable<T>).subarray(from, to);
  const common = {
    rows,
    file: batch.file,
    lines: part(batch.lines),
    labels: part(batch.labels),
    weights: batch.weights === undefined ? undefined : part(batch.weights),
  };
  if (batch.sparse !== undefined) {
    const { offsets, indices, values, names } = batch.sparse;
    return {
      ...common,
      sparse: { rows, offsets: (offsets as Uint32Array).subarray(from, to + 1), indices, values, names },
    };
  }
  const { numbers, codes, dictionaries, rows: all, apart } = batch.table as TableRows;
  const width = dictionaries.length;
  const wide = apart ?? Math.floor(numbers.length / all);
  return {
    ...common,
    table: {
      rows,
      apart,
      numbers: numbers.subarray(from * wide, to * wide),
      codes: codes.subarray(from * width, to * width),
      dictionaries,
    },
  };
}

interface Sliceable<T> {
  subarray(from: number, to: number): ArrayLike<T>;
}

function isWhole(slots: readonly number[], width: number): boolean {
  return slots.length === width && isRun(slots);
}

/** Whether these are places beside one another. */
function isRun(slots: readonly number[]): boolean {
  return slots.every((slot, n) => slot >= 0 && slot === slots[0] + n);
}

function pickSparse(block: SparseBlock, kept: Int32Array): Batch {
  const count = kept.reduce((sum, row) => sum + block.offsets[row + 1] - block.offsets[row], 0);
  const offsets = new Uint32Array(kept.length + 1);
  const indices = new Uint32Array(count);
  const values = new Float64Array(count);
  kept.forEach((row, n) => {
    const [from, to] = [block.offsets[row], block.offsets[row + 1]];
    indices.set(block.indices.subarray(from, to), offsets[n]);
    values.set(block.values.subarray(from, to), offsets[n]);
    offsets[n + 1] = offsets[n] + to - from;
  });
  const pick = (from: ArrayLike<number>) => Float64Array.from(kept, (row) => from[row]);
  return {
    rows: kept.length,
    file: block.file,
    lines: pick(block.lines),
    labels: pick(block.labels),
    weights: pick(block.weights),
    sparse: { rows: kept.length, offsets, indices, values, names: block.names },
  };
}

/** A number that is a small whole one as engines like them best, as an integer: labels are looked up row by row. */
function plain(number: number): number {
  const whole = number | 0;
  return whole === number ? whole : number;
}
