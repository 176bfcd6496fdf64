import { NONE } from "../core/layout.ts";
import type { Block } from "../engine/block.ts";
import { show } from "../show.ts";
import { Column } from "./column.ts";
import type { Encoder } from "./encoder.ts";
import type { RowSource } from "./rows.ts";
import { SharedFeatures } from "./shared-features.ts";
import type { SparseRows } from "./sparse-rows.ts";
import { refuseCross } from "./vocabulary.ts";

/** Indices beyond this are looked up by their names every time. */
const MOST_KNOWN = 2 ** 24;

/** Writes rows of sparse vectors to a block, as their records would be written. Equal indices are added. */
export class SparseSource implements RowSource<SparseRows> {
  private readonly encoder: Encoder;
  private readonly shared = new SharedFeatures();
  /** The feature of each index that has come before, else NONE. */
  private features = new Int32Array(0);
  private names: object | undefined;
  private isRecord = false;
  readonly hasUnknown = false;

  constructor(encoder: Encoder) {
    this.encoder = encoder;
  }

  check({ rows, offsets, indices, values }: SparseRows): void {
    if (offsets.length < rows + 1) {
      throw new RangeError(`sparse rows: expected ${rows + 1} offsets, got ${offsets.length}`);
    }
    for (let row = 0; row < rows; row++) {
      const [from, to] = [offsets[row], offsets[row + 1]];
      if (!(from >= 0 && to >= from && to <= indices.length && to <= values.length)) {
        throw new RangeError(
          `sparse rows: row ${row} is from ${show(from)} to ${show(to)} of ${indices.length} entries`,
        );
      }
    }
  }

  forget(): void {
    this.features = new Int32Array(0);
  }

  place(rows: SparseRows, row: number, isLearning: boolean): void {
    const { vocabulary } = this.encoder;
    // Where a column can be something else than a sparse feature, rows go the way of records.
    this.isRecord = !vocabulary.isSparse || this.encoder.hasCrosses;
    if (this.isRecord) {
      this.encoder.read(recordOf(rows, row));
      this.encoder.place(isLearning);
      return;
    }
    vocabulary.begin(isLearning);
    if (rows.names === this.names) return;
    this.names = rows.names;
    this.forget();
  }

  write(rows: SparseRows, row: number, block: Block, label: number, weight: number): void {
    if (this.isRecord) return this.encoder.write(block, label, weight);
    const from = block.begin();
    block.numbers.fill(Number.NaN, from, from + block.columns);
    this.shared.begin();
    for (let k = rows.offsets[row]; k < rows.offsets[row + 1]; k++) {
      const index = rows.indices[k];
      const value = rows.values[k];
      if (!(Math.abs(value) <= 1e300)) continue;
      const known = this.features[index];
      if (known >= 0) this.shared.add(block, known, "", value);
      else this.shared.add(block, this.featureOf(rows, index), nameOf(rows, index), value);
    }
    block.end(label, weight);
  }

  /** The feature of an index that is not known yet. */
  private featureOf(rows: SparseRows, index: number): number {
    const { vocabulary } = this.encoder;
    const name = nameOf(rows, index);
    const column = vocabulary.columns.get(name) ?? new Column(name, undefined, false);
    refuseCross(column);
    vocabulary.setKind(column, "indicator");
    const feature = vocabulary.featureOf(column, 1);
    if (feature < 0) return feature;
    if (!vocabulary.columns.has(name)) vocabulary.add(column);
    if (index >>> 0 === index && index < MOST_KNOWN) this.know(index, feature);
    return feature;
  }

  private know(index: number, feature: number): void {
    if (index >= this.features.length) {
      const features = new Int32Array(Math.min(Math.max(64, 2 * index), MOST_KNOWN)).fill(NONE);
      features.set(this.features);
      this.features = features;
    }
    this.features[index] = feature;
  }
}

/** What the column of an index is called. */
function nameOf({ names }: SparseRows, index: number): string {
  return names?.values[index] ?? String(index);
}

/** A row as a record; equal indices are added. */
function recordOf(rows: SparseRows, row: number): { indices: string[]; values: number[] } {
  const sum = new Map<string, number>();
  for (let k = rows.offsets[row]; k < rows.offsets[row + 1]; k++) {
    const name = nameOf(rows, rows.indices[k]);
    sum.set(name, (sum.get(name) ?? 0) + rows.values[k]);
  }
  return { indices: [...sum.keys()], values: [...sum.values()] };
}
