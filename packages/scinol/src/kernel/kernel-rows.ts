import type { Stretch } from "../records/table.ts";
import type { KernelState } from "./kernel-state.ts";

/** Rows of a table whose numbers all have their coordinates; see assembly/rows.ts. */
export interface TableJob {
  /** The rows. Between two calls of `begin` they stay as they are, and are copied once. */
  readonly rows: { readonly rows: number; readonly numbers: Float64Array };
  /** Numbers a row has, and how far apart rows begin. */
  readonly width: number;
  readonly apart: number;
  readonly stretches: readonly Stretch[];
  /** Categories a row has. */
  readonly categories: number;
  /** How many coordinates there are. */
  readonly coordinates: number;
  /** Writes the coordinates of the categories of rows `from` up to at most `to`; answers to which row they are known. */
  locate(from: number, to: number, coordinates: Int32Array): number;
  /** How much each row counts; 1 unless given. */
  readonly weights: ArrayLike<number> | undefined;
  /** n, m, m′ and a of each column, which move. */
  readonly statistics: Float64Array;
}

/** Rows of sparse vectors. */
export interface SparseJob {
  readonly rows: { readonly offsets: ArrayLike<number> };
  readonly weights: ArrayLike<number> | undefined;
  /** How many coordinates there are, and one more than the largest that was written. */
  readonly coordinates: number;
  extent(): number;
  /**
   * Writes a row's coordinates and values from `at` on, zeros left out, giving coordinates to what is new; answers the place
   * behind the last, or −1 where the row has to be taken by itself.
   */
  write(row: number, at: number, index: Int32Array, value: Float64Array): number;
}

/** Turns a row's scores into slopes, both in the model's own arrays. */
export type Judge = (row: number) => void;

/** Rows are copied to kernel memory in chunks of about so many bytes, which a processor's cache holds. */
const CHUNK_BYTES = 1 << 19;
const MODEL_BYTES = 64;
const TABLE_BYTES = 64;
/** i32 of a stretch. */
const STRETCH = 5;

/** Learns from many rows in one call of the kernel. They lie where batches do. */
export class KernelRows {
  private readonly state: KernelState;
  /** The chunk of the block that was copied last, and when the memory was laid out for it. */
  private copied: { chunk: number; arranged: number } | undefined;

  constructor(state: KernelState) {
    this.state = state;
  }

  /** Begins with a block: what was copied may have changed where it came from, or been overwritten. */
  begin(): void {
    this.copied = undefined;
  }

  /** Learns from rows from `from` on, as far as they have nothing new and are in one chunk; answers how many. */
  learnTable(job: TableJob, from: number, to: number, judge: Judge): number {
    const { state } = this;
    const { width, apart, stretches, categories } = job;
    const extent = stretches.reduce(
      (most, { coordinate, count, views }) => Math.max(most, coordinate + (views ? 2 * count : count)),
      1,
    );
    const placed = stretches.reduce((sum, { count, views }) => sum + (views ? 2 * count : count), 1);
    state.reserveEntries(placed + categories);
    state.reach(job.coordinates);
    const most = Math.max(1, Math.floor(CHUNK_BYTES / (8 * apart + 4 * categories + 8)));
    const chunk = Math.floor(from / most);
    const first = chunk * most;
    const at = layOut(state, [
      MODEL_BYTES,
      TABLE_BYTES,
      4 * STRETCH * stretches.length,
      8 * job.statistics.length,
      8 * most,
      4 * most * categories,
      8 * most * apart,
      4 * (placed + categories),
      8 * (placed + categories),
    ]);
    const [model, table, stretch, statistics, importances, coordinates, numbers, index, value] = at;
    const { numbers: memory, wholes } = state;

    const known = new Int32Array(memory.buffer, coordinates, most * categories);
    const last = Math.min(to, first + most);
    const limit = job.locate(from, last, known.subarray((from - first) * categories));
    if (limit <= from) return 0;

    const same = this.copied;
    if (same?.chunk !== chunk || same.arranged !== state.arranged) {
      memory.set(
        job.rows.numbers.subarray(first * apart, Math.min(job.rows.rows, first + most) * apart),
        numbers / 8,
      );
      this.copied = { chunk, arranged: state.arranged };
    }
    memory.set(job.statistics, statistics / 8);
    fillImportances(memory, importances / 8 + from - first, job.weights, from, limit);
    state.tell(model);
    const categoriesAt = [categories, coordinates, importances];
    wholes.set(
      [width, apart, numbers, stretch, stretches.length, statistics, ...categoriesAt, index, value],
      table / 4,
    );
    stretches.forEach((s, n) => {
      wholes.set([s.from, s.count, s.views ? 1 : 0, s.coordinate, s.statistics], stretch / 4 + STRETCH * n);
    });

    const learned = state.judging(
      (row) => judge(first + row),
      () => state.kernel.learnTableRows(model, table, from - first, limit - first, state.unfade),
    );
    const count = learned - (from - first);
    if (count > 0) {
      // Coordinates are given out before they are learned from, by a row whose label taught nothing.
      const rows = known.subarray((from - first) * categories, (from - first + count) * categories);
      state.growFeatures(state.features < job.coordinates ? extentOf(rows, extent) : extent);
      job.statistics.set(memory.subarray(statistics / 8, statistics / 8 + job.statistics.length));
    }
    return count;
  }

  /** The same for rows of sparse vectors. */
  learnSparse(job: SparseJob, from: number, to: number, judge: Judge): number {
    const { state } = this;
    const { offsets } = job.rows;
    let last = from;
    let longest = 0;
    const entries = CHUNK_BYTES / 12;
    for (; last < to && (last === from || offsets[last + 1] - offsets[from] < entries); last++) {
      longest = Math.max(longest, offsets[last + 1] - offsets[last]);
    }
    // Every row has the constant, too.
    state.reserveEntries(longest + 1);
    state.reach(job.coordinates + offsets[last] - offsets[from]);
    const room = offsets[last] - offsets[from] + last - from;
    const at = layOut(state, [MODEL_BYTES, 4 * (last - from + 1), 8 * (last - from), 4 * room, 8 * room]);
    const [model, starts, importances, index, value] = at;
    const { numbers: memory, wholes } = state;
    const indices = new Int32Array(memory.buffer, index, room);
    const values = new Float64Array(memory.buffer, value, room);
    let rows = 0;
    for (let entry = 0; rows < last - from; rows++) {
      wholes[starts / 4 + rows] = entry;
      indices[entry] = 0;
      values[entry] = 1;
      const behind = job.write(from + rows, entry + 1, indices, values);
      if (behind < 0) break;
      wholes[starts / 4 + rows + 1] = entry = behind;
    }
    if (rows === 0) return 0;
    fillImportances(memory, importances / 8, job.weights, from, from + rows);
    state.tell(model);
    state.growFeatures(job.extent());
    state.judging(
      (row) => judge(from + row),
      () => state.kernel.learnSparseRows(model, starts, index, value, importances, rows, state.unfade),
    );
    return rows;
  }
}

/** Makes room for parts of so many bytes, one behind the other, and answers where they are. */
function layOut(state: KernelState, sizes: readonly number[]): number[] {
  const offsets = [0];
  for (const size of sizes) offsets.push((offsets.at(-1)! + size + 63) & ~63);
  state.reserveBatch(offsets.at(-1)!);
  return offsets.map((offset) => state.at.batch + offset);
}

/** One more than the largest coordinate, at least `least`. */
function extentOf(coordinates: Int32Array, least: number): number {
  return coordinates.reduce((most, coordinate) => Math.max(most, coordinate + 1), least);
}

/** What M sees of an example's weight: a weight above 1. */
function fillImportances(
  memory: Float64Array,
  at: number,
  weights: ArrayLike<number> | undefined,
  from: number,
  to: number,
): void {
  if (weights === undefined) memory.fill(1, at, at + to - from);
  else for (let row = from; row < to; row++) memory[at + row - from] = Math.max(1, weights[row]);
}
