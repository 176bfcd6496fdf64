import type { Dictionary, Vocabulary } from "./dictionary.ts";
import type { Format, Skipped } from "./options.ts";
import type { Progress } from "./table.ts";

/**
 * Some rows of sparse vectors: row r has the features indices[k] with values[k], offsets[r] ≤ k < offsets[r + 1]. Like
 * every block it is good until the next one is asked for.
 */
export interface SparseBlock {
  readonly file: string;
  readonly rows: number;
  readonly offsets: Uint32Array;
  /** The feature's number in svmlight; in Vowpal Wabbit text its code in `names`. No two in a row are the same. */
  readonly indices: Uint32Array;
  readonly values: Float64Array;
  /** NaN where there is none. */
  readonly labels: Float64Array;
  /** How much each row counts; 1 unless it says otherwise. */
  readonly weights: Float64Array;
  /** The line of each row. */
  readonly lines: Uint32Array;
  /** Vowpal Wabbit's tags, "" where there is none; only there. */
  readonly tags: readonly string[] | undefined;
  /** Names by code, only for Vowpal Wabbit text: "namespace^name", or "name" where the namespace has no name. */
  readonly names: Vocabulary | undefined;
}

/** A sparse row as a record. */
export interface SparseRow {
  label: number | null;
  weight: number;
  tag?: string;
  features: { [name: string]: number };
}

export interface SparseReader {
  readonly shape: "sparse";
  readonly format: Format;
  readonly skipped: Skipped;
  blocks(): AsyncGenerator<SparseBlock, void, void>;
  records(): AsyncGenerator<SparseRow, void, void>;
  where(): { file: string; line: number };
  progress(): Progress;
  close(): Promise<void>;
}

export const rowsPerBlock = 4096;
export const featuresPerBlock: number = 1 << 16;

/** The sparse block that is being filled, a feature at a time. */
export class SparseRows {
  rows = 0;
  /** Features so far, those of the row being filled included. */
  count = 0;
  offsets = new Uint32Array(rowsPerBlock + 1);
  labels = new Float64Array(rowsPerBlock);
  weights = new Float64Array(rowsPerBlock);
  lines = new Uint32Array(rowsPerBlock);
  tags: string[] | undefined;
  names: Dictionary | undefined;
  indices = new Uint32Array(featuresPerBlock);
  values = new Float64Array(featuresPerBlock);
  #seen = new Set<number>();

  get full(): boolean {
    return this.rows === rowsPerBlock || this.count >= featuresPerBlock;
  }

  /** Makes room for more features; the arrays may be new ones. */
  grow(): void {
    const indices = new Uint32Array(this.indices.length * 2);
    indices.set(this.indices);
    this.indices = indices;
    const values = new Float64Array(this.values.length * 2);
    values.set(this.values);
    this.values = values;
  }

  /** Forgets the features of a row that turned out bad. */
  restart(): void {
    this.count = this.offsets[this.rows];
  }

  endRow(label: number, weight: number, line: number): void {
    this.labels[this.rows] = label;
    this.weights[this.rows] = weight;
    this.lines[this.rows] = line;
    this.offsets[++this.rows] = this.count;
  }

  /** A feature that the row being filled has twice. */
  repeated(): number | undefined {
    const first = this.offsets[this.rows];
    let ascending = true;
    for (let k = first + 1; ascending && k < this.count; k++)
      ascending = this.indices[k - 1] < this.indices[k];
    if (ascending) return undefined;
    const seen = this.#seen;
    seen.clear();
    for (let k = first; k < this.count; k++) {
      if (seen.has(this.indices[k])) return this.indices[k];
      seen.add(this.indices[k]);
    }
    return undefined;
  }

  take(file: string): SparseBlock {
    const { rows, count } = this;
    const block = {
      file,
      rows,
      offsets: this.offsets.subarray(0, rows + 1),
      indices: this.indices.subarray(0, count),
      values: this.values.subarray(0, count),
      labels: this.labels.subarray(0, rows),
      weights: this.weights.subarray(0, rows),
      lines: this.lines.subarray(0, rows),
      tags: this.tags,
      names: this.names,
    };
    this.rows = 0;
    this.count = 0;
    if (this.tags) this.tags = [];
    if (this.names?.full) this.names = this.names.fresh();
    return block;
  }
}

/** One row of a block as a record. */
export function sparseRecord(block: SparseBlock, row: number): SparseRow {
  const features: [string, number][] = [];
  for (let k = block.offsets[row]; k < block.offsets[row + 1]; k++) {
    const index = block.indices[k];
    features.push([block.names ? block.names.values[index] : String(index), block.values[k]]);
  }
  const label = block.labels[row];
  return {
    label: Number.isNaN(label) ? null : label,
    weight: block.weights[row],
    ...(block.tags?.[row] ? { tag: block.tags[row] } : {}),
    features: Object.fromEntries(features),
  };
}
