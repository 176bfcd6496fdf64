import type { Label, TableRows } from "scinol";
import type { Batch } from "./batches.ts";
import { random } from "./random.ts";

const rowsPerBatch = 1024;
const rowsPerChunk = 4096;

/** All the rows of a source, held in memory, in an order drawn anew for every pass. */
export class Shuffled {
  /** The cells of tables, so many rows a chunk. */
  private readonly numbers: Float64Array[] = [];
  private readonly codes: Int32Array[] = [];
  private numbersPerRow = 0;
  private apart: number | undefined;
  private readonly sparse: { indices: ArrayLike<number> | string[]; values: Float64Array }[] = [];
  private readonly labels: Label[] = [];
  private readonly weights: number[] = [];
  private readonly lines: number[] = [];
  private readonly files: string[] = [];
  private weighted = false;
  private dictionaries: { values: string[]; codes: Map<string, number> }[] = [];
  private readonly names = { values: [] as string[], codes: new Map<string, number>() };
  private readonly draw: () => number;
  private readonly order: number[] = [];

  constructor(seed: number) {
    this.draw = random(seed);
  }

  get rows(): number {
    return this.labels.length;
  }

  add(batch: Batch): void {
    const { table, sparse } = batch;
    const width = table === undefined ? 0 : table.dictionaries.length;
    const wide = table === undefined ? 0 : (table.apart ?? Math.floor(table.numbers.length / batch.rows));
    if (this.rows === 0) {
      this.numbersPerRow = wide;
      this.apart = table?.apart;
      this.dictionaries = Array.from({ length: width }, () => ({ values: [], codes: new Map() }));
    }
    this.weighted ||= batch.weights !== undefined;
    for (let row = 0; row < batch.rows; row++) {
      this.order.push(this.rows);
      this.weights.push(batch.weights?.[row] ?? 1);
      this.lines.push(batch.lines[row]);
      this.files.push(batch.file);
      if (table !== undefined) {
        this.addCells(table, row, wide, width);
      } else if (sparse !== undefined) {
        const [from, to] = [sparse.offsets[row], sparse.offsets[row + 1]];
        const own = (sparse.indices as Uint32Array).slice(from, to);
        const { names } = sparse;
        const indices =
          names === undefined ? own : own.map((index) => codeOf(this.names, names.values[index]));
        this.sparse.push({ indices, values: (sparse.values as Float64Array).slice(from, to) });
      }
      this.labels.push(batch.labels[row]);
    }
  }

  private addCells(table: TableRows, row: number, wide: number, width: number): void {
    const place = this.rows % rowsPerChunk;
    if (place === 0) {
      this.numbers.push(new Float64Array(rowsPerChunk * wide));
      this.codes.push(new Int32Array(rowsPerChunk * width));
    }
    this.numbers.at(-1)!.set(table.numbers.subarray(row * wide, (row + 1) * wide), place * wide);
    const codes = this.codes.at(-1)!;
    for (let n = 0; n < width; n++) {
      const code = table.codes[row * width + n];
      codes[place * width + n] =
        code < 0 ? -1 : codeOf(this.dictionaries[n], table.dictionaries[n].values[code]);
    }
  }

  /** Draws the order of the next pass. */
  shuffle(): void {
    const { order } = this;
    for (let n = order.length - 1; n > 0; n--) {
      const other = Math.floor(this.draw() * (n + 1));
      [order[n], order[other]] = [order[other], order[n]];
    }
  }

  *batches(): Generator<Batch, void, void> {
    for (let from = 0; from < this.rows; from += rowsPerBatch) {
      yield this.gather(this.order.slice(from, from + rowsPerBatch));
    }
  }

  private gather(order: readonly number[]): Batch {
    const rows = order.length;
    const common = {
      rows,
      file: this.files[order[0]],
      lines: order.map((row) => this.lines[row]),
      labels: order.map((row) => this.labels[row]),
      weights: this.weighted ? Float64Array.from(order, (row) => this.weights[row]) : undefined,
    };
    if (this.sparse.length > 0) {
      const offsets = new Uint32Array(rows + 1);
      order.forEach((row, n) => {
        offsets[n + 1] = offsets[n] + this.sparse[row].values.length;
      });
      const indices = new Uint32Array(offsets[rows]);
      const values = new Float64Array(offsets[rows]);
      order.forEach((row, n) => {
        indices.set(this.sparse[row].indices as ArrayLike<number>, offsets[n]);
        values.set(this.sparse[row].values, offsets[n]);
      });
      const names = this.names.values.length > 0 ? this.names : undefined;
      return { ...common, sparse: { rows, offsets, indices, values, names } };
    }
    const [wide, width] = [this.numbersPerRow, this.dictionaries.length];
    const numbers = new Float64Array(rows * wide);
    const codes = new Int32Array(rows * width);
    order.forEach((row, n) => {
      const chunk = Math.floor(row / rowsPerChunk);
      const place = row % rowsPerChunk;
      numbers.set(this.numbers[chunk].subarray(place * wide, (place + 1) * wide), n * wide);
      codes.set(this.codes[chunk].subarray(place * width, (place + 1) * width), n * width);
    });
    return { ...common, table: { rows, numbers, apart: this.apart, codes, dictionaries: this.dictionaries } };
  }
}

function codeOf(dictionary: { values: string[]; codes: Map<string, number> }, text: string): number {
  const known = dictionary.codes.get(text);
  if (known !== undefined) return known;
  dictionary.codes.set(text, dictionary.values.length);
  dictionary.values.push(text);
  return dictionary.values.length - 1;
}
