import type { SparseRows } from "../records/sparse-rows.ts";
import type { Stretch } from "../records/table.ts";
import { copy } from "./copy.ts";
import type { KernelState } from "./kernel-state.ts";
import { KernelTwo, type TwoClasses } from "./kernel-two.ts";

/** Rows of a table whose numbers all have their coordinates; see assembly/table.ts. */
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
  /** How much each row counts. */
  readonly weights: Float64Array;
  /** n, m, m′ and a of each column, which move. */
  readonly statistics: Float64Array;
}

/** Rows of sparse vectors; see assembly/coordinates.ts. */
export interface SparseJob {
  readonly rows: SparseRows;
  readonly weights: Float64Array;
  /** How many coordinates there are. */
  readonly coordinates: number;
  /** The coordinate of each index, −1 where it is new. One that has a coordinate keeps it, as long as the array is the same. */
  readonly known: Int32Array;
  /** The coordinate of an entry's index, given if need be; −1 where its row has to be taken by itself. */
  meet(entry: number): number;
}

/** Rows are copied to kernel memory in chunks of about so many bytes, which a processor's cache holds. */
const CHUNK_BYTES = 1 << 19;
const MODEL_BYTES = 64;
const TABLE_BYTES = 64;
/** Entries of sparse rows taken at a time: few after a row that had to be taken by itself, as there may be more of its like. */
const MOST_ENTRIES = 1 << 14;
const FEWEST_ENTRIES = 1 << 8;
/** i32 of a stretch. */
const STRETCH = 5;

/** Learns from many rows in one call of the kernel. They lie where batches do. */
export class KernelRows {
  private readonly state: KernelState;
  /** The chunk that was copied last, of which rows, and when the memory was laid out for it. */
  private copied: { rows: object; chunk: number; arranged: number } | undefined;
  /** How many entries of sparse rows to try next. */
  private entries = MOST_ENTRIES;
  /** The coordinates of indices that were copied last, and when the memory was laid out for them. */
  private known: { array: Int32Array; arranged: number } | undefined;

  constructor(state: KernelState) {
    this.state = state;
  }

  /** Begins with a block: what was copied may have changed where it came from, or been overwritten. */
  begin(): void {
    this.copied = undefined;
  }

  /**
   * Learns from rows from `from` on, as far as they have nothing new and are in one chunk; answers how many. The kernel
   * judges those of two classes.
   */
  learnTable(job: TableJob, from: number, to: number, two: TwoClasses | undefined): number {
    const { state } = this;
    const { width, apart, stretches, categories } = job;
    const extent = stretches.reduce(
      (most, { coordinate, count, views }) => Math.max(most, coordinate + (views ? 2 * count : count)),
      1,
    );
    const placed = stretches.reduce((sum, { count, views }) => sum + (views ? 2 * count : count), 1);
    // Views are written two columns at a time, and behind the last one there may be none.
    const entries = placed + categories + 2;
    state.reserveEntries(entries);
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
      // Rows may overlap, and the last one ends behind where another would begin.
      8 * (most * apart + width),
      4 * entries,
      8 * entries,
      32 + 44 * (placed + 1),
      // Every column that has views is placed twice, one more makes it even.
      24 * placed,
      KernelTwo.bytes(two, most),
    ]);
    const [model, table, stretch, statistics, importances, coordinates, numbers, ...rest] = at;
    const [index, value, room, laidOut, judged] = rest;
    const { numbers: memory, wholes } = state;

    const known = new Int32Array(memory.buffer, coordinates, most * categories);
    const last = Math.min(to, first + most);
    const limit = job.locate(from, last, known.subarray((from - first) * categories));
    if (limit <= from) return 0;

    const same = this.copied;
    if (same?.rows !== job.rows || same.chunk !== chunk || same.arranged !== state.arranged) {
      const end = (Math.min(job.rows.rows, first + most) - 1) * apart + width;
      const there = job.rows.numbers.subarray(first * apart, end);
      memory.set(there, numbers / 8);
      // What is not there is missing, and not what lay here before.
      memory.fill(Number.NaN, numbers / 8 + there.length, numbers / 8 + end - first * apart);
      this.copied = { rows: job.rows, chunk, arranged: state.arranged };
    }
    memory.set(job.statistics, statistics / 8);
    fillImportances(memory, importances / 8 + from - first, job.weights, from, limit);
    const kernelTwo = two && new KernelTwo(two, state, judged, most);
    kernelTwo?.tell(from - first, from, limit);
    state.tell(model, first, two ? judged : 0);
    const categoriesAt = [categories, coordinates, importances];
    wholes.set(
      [
        width,
        apart,
        numbers,
        stretch,
        stretches.length,
        statistics,
        ...categoriesAt,
        index,
        value,
        room,
        laidOut,
      ],
      table / 4,
    );
    stretches.forEach((s, n) => {
      wholes.set([s.from, s.count, s.views ? 1 : 0, s.coordinate, s.statistics], stretch / 4 + STRETCH * n);
    });

    const learned = state.kernel.learnTableRows(model, table, from - first, limit - first, state.unfade);
    const count = learned - (from - first);
    if (count > 0) {
      kernelTwo?.take(from - first, from, count);
      // Coordinates are given out before they are learned from, by a row whose label taught nothing.
      const rows = known.subarray((from - first) * categories, (from - first + count) * categories);
      state.growFeatures(state.features < job.coordinates ? extentOf(rows, extent) : extent);
      job.statistics.set(memory.subarray(statistics / 8, statistics / 8 + job.statistics.length));
    }
    return count;
  }

  /** The same for rows of sparse vectors. */
  learnSparse(job: SparseJob, from: number, to: number, two: TwoClasses | undefined): number {
    const { state } = this;
    const { offsets, indices, values } = job.rows;
    const there = Math.min(indices.length, values.length);
    let last = from;
    let longest = 0;
    for (; last < to && (last === from || offsets[last + 1] - offsets[from] <= this.entries); last++) {
      const length = offsets[last + 1] - offsets[last];
      // A row that ends before it begins, or behind all values, is not for a kernel.
      if (!(length >= 0 && offsets[last + 1] <= there)) break;
      longest = Math.max(longest, length);
    }
    if (last === from) return 0;
    const [first, end] = [offsets[from], offsets[last]];
    const count = end - first;
    // Every row has the constant, too.
    state.reserveEntries(longest + 1);
    state.reach(job.coordinates + count);
    state.reserveCoordinates(4 * job.known.length);
    const room = count + last - from;
    const ends = 4 * (last - from + 1);
    const at = layOut(state, [
      MODEL_BYTES,
      ends,
      4 * count,
      8 * count,
      ends,
      8 * (last - from),
      4 * room,
      8 * room,
      KernelTwo.bytes(two, last - from),
    ]);
    const [model, offset, indicesAt, valuesAt, starts, importances, index, value, judged] = at;
    const { numbers: memory, wholes, kernel } = state;
    this.copyKnown(job.known);
    copy(offsets, from, last + 1, wholes, offset / 4);
    copyIndices(indices, first, end, wholes, indicesAt / 4);
    copy(values, first, end, memory, valuesAt / 8);
    kernel.host.meet = job.meet;
    const rows = kernel.placeRows(
      last - from,
      offset,
      // Offsets count from the first entry there is, not from the first that was copied.
      indicesAt - 4 * first,
      valuesAt - 8 * first,
      state.at.coordinates,
      job.known.length,
      starts,
      index,
      value,
    );
    this.entries = rows < last - from ? FEWEST_ENTRIES : Math.min(2 * this.entries, MOST_ENTRIES);
    if (rows === 0) return 0;
    fillImportances(memory, importances / 8, job.weights, from, from + rows);
    const kernelTwo = two && new KernelTwo(two, state, judged, last - from);
    kernelTwo?.tell(0, from, from + rows);
    state.tell(model, from, two ? judged : 0);
    state.growFeatures(kernel.extentPlaced());
    kernel.learnSparseRows(model, starts, index, value, importances, rows, state.unfade);
    kernelTwo?.take(0, from, rows);
    return rows;
  }

  /** Coordinates are only ever added, and a kernel that has not heard of one asks: a copy holds until there is more to copy. */
  private copyKnown(array: Int32Array): void {
    const { state, known } = this;
    if (known?.array === array && known.arranged === state.arranged) return;
    state.wholes.set(array, state.at.coordinates / 4);
    this.known = { array, arranged: state.arranged };
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
  weights: Float64Array,
  from: number,
  to: number,
): void {
  for (let row = from; row < to; row++) memory[at + row - from] = Math.max(1, weights[row]);
}

/** Copies indices; what is no whole number gets one that is never known. */
function copyIndices(from: ArrayLike<number>, start: number, end: number, to: Int32Array, at: number): void {
  if (from instanceof Uint32Array || from instanceof Int32Array) copy(from, start, end, to, at);
  else for (let n = start; n < end; n++) to[at + n - start] = from[n] >>> 0 === from[n] ? from[n] : -1;
}
