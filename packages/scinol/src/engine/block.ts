import {
  AGAIN,
  ANSWERS,
  BLOCK,
  INDICES,
  IS_STEADY,
  LABELS,
  LOSSES,
  MOST_INDICES,
  NUMBERS,
  NUMBERS_APART,
  OFFSETS,
  ROWS,
  SAID,
  SAID_BYTES,
  SAYING,
  SCRATCH,
  UNKNOWN_COLUMNS,
  VALUES,
  WEIGHTS,
} from "../core/layout.ts";
import type { Region } from "./region.ts";

/** How rows are learned from or predicted. */
export interface Manner {
  /** Rows that were learned from before: shares and stacks do not learn from them. */
  readonly again?: boolean;
  /** Answers for rows whose labels will not come. */
  readonly steady?: boolean;
  /** What was said of each row, as `saying` had it; empty where nothing was. */
  readonly said?: readonly (Float64Array | undefined)[];
  /** Whether what is said is to be kept. */
  readonly saying?: boolean;
}

/** Rows that wait to be learned from or predicted, and what comes of them. */
export class Block {
  rows = 0;
  /** Numbers a row; NaN is missing. */
  columns: number;
  numbers: Float64Array;
  /** Where each row's entries begin, and where the last one's end. */
  offsets = new Uint32Array(2);
  indices = new Int32Array(16);
  values = new Float64Array(16);
  labels = new Float64Array(1);
  weights = new Float64Array(1);
  entries = 0;
  /** Numeric columns of the row to predict that the model does not have. */
  unknownColumns = 0;
  /** What came of the rows: their answers, `outputs` each; losses where they were learned from; what was said. */
  answers = new Float64Array(1);
  losses = new Float64Array(1);
  said = new Float64Array(0);
  private mostEntries = 0;
  private hasValues = false;
  private hasWeights = false;

  constructor(columns: number) {
    this.columns = columns;
    this.numbers = new Float64Array(columns);
  }

  /** Empties the block, for rows of so many numbers. */
  clear(columns = this.columns): void {
    this.columns = columns;
    this.rows = this.entries = this.mostEntries = this.unknownColumns = 0;
    this.hasValues = this.hasWeights = false;
  }

  /** Begins a row, whose numbers are to be written from the returned place on. */
  begin(): number {
    const from = this.rows * this.columns;
    if (from + this.columns > this.numbers.length) this.numbers = longer(this.numbers, from + this.columns);
    // What a row that was not ended has left.
    this.entries = this.offsets[this.rows];
    return from;
  }

  /** Adds an entry to the row that was begun. */
  add(index: number, value: number): void {
    const n = this.entries++;
    if (n === this.indices.length) {
      const indices = new Int32Array(2 * n);
      indices.set(this.indices);
      this.indices = indices;
      this.values = longer(this.values, 2 * n);
    }
    this.indices[n] = index;
    this.values[n] = value;
    if (value !== 1) this.hasValues = true;
  }

  /** Adds to the value of an entry. */
  addTo(entry: number, value: number): void {
    this.values[entry] += value;
    this.hasValues = true;
  }

  /** Ends the row that was begun. */
  end(label: number, weight: number): void {
    const row = this.rows++;
    if (row + 2 > this.offsets.length) {
      const offsets = new Uint32Array(2 * this.offsets.length);
      offsets.set(this.offsets);
      this.offsets = offsets;
    }
    if (row === this.labels.length) {
      this.labels = longer(this.labels, 2 * row);
      this.weights = longer(this.weights, 2 * row);
    }
    const entries = this.entries - this.offsets[row];
    if (entries > this.mostEntries) this.mostEntries = entries;
    this.offsets[row + 1] = this.entries;
    this.labels[row] = label;
    this.weights[row] = weight;
    if (weight !== 1) this.hasWeights = true;
  }

  /** Takes back the last row. */
  pop(): void {
    this.entries = this.offsets[--this.rows];
  }

  learn(region: Region, manner: Manner = {}): void {
    this.run(region, manner, true);
  }

  predict(region: Region, manner: Manner = {}): void {
    this.run(region, manner, false);
  }

  /** Copies the rows into the model's memory, has the core work on them, and takes out what came of them. */
  private run(region: Region, { again, steady, said, saying }: Manner, learning: boolean): void {
    const { rows, columns, entries, hasValues, hasWeights } = this;
    const { outputs } = region.shape;
    const { space } = region.home;
    const mostIndices = this.mostEntries + 2 * this.unknownColumns;
    const saidBytes = saidLength(region.members, outputs) * 8;
    const saysBytes = said !== undefined || saying === true ? rows * saidBytes : 0;
    const scratch = space.core.scratchBytes(columns, mostIndices, outputs);
    const needed = BLOCK + 8 * rows * (columns + 4 + outputs) + 12 * entries + saysBytes + scratch + 64;
    const block = region.home.workspace(needed);
    if (block === 0) throw new RangeError("the rows are longer than there is memory for");
    const { doubles, u32, i32 } = space;
    let next = block + BLOCK;
    const room = (bytes: number) => {
      const at = next;
      next += Math.ceil(bytes / 8) * 8;
      return at;
    };
    const numbers = room(8 * rows * columns);
    copyDoubles(doubles, numbers >> 3, this.numbers, rows * columns);
    const values = hasValues ? room(8 * entries) : 0;
    if (hasValues) copyDoubles(doubles, values >> 3, this.values, entries);
    const labels = room(8 * rows);
    copyDoubles(doubles, labels >> 3, this.labels, rows);
    const weights = hasWeights ? room(8 * rows) : 0;
    if (hasWeights) copyDoubles(doubles, weights >> 3, this.weights, rows);
    const answers = room(8 * rows * outputs);
    const losses = room(8 * rows);
    const says = room(saysBytes);
    const offsets = room(4 * (rows + 1));
    for (let n = 0; n <= rows; n++) u32[(offsets >> 2) + n] = this.offsets[n];
    const indices = room(4 * entries);
    for (let n = 0; n < entries; n++) i32[(indices >> 2) + n] = this.indices[n];
    if (said !== undefined) this.writeSaid(doubles, says >> 3, saidBytes >> 3, said);

    const at = block >> 2;
    u32[at + (ROWS >> 2)] = rows;
    u32[at + (NUMBERS >> 2)] = numbers;
    u32[at + (NUMBERS_APART >> 2)] = 8 * columns;
    u32[at + (OFFSETS >> 2)] = offsets;
    u32[at + (INDICES >> 2)] = indices;
    u32[at + (INDICES >> 2)] = indices;
    u32[at + (VALUES >> 2)] = values;
    u32[at + (UNKNOWN_COLUMNS >> 2)] = this.unknownColumns;
    u32[at + (LABELS >> 2)] = labels;
    u32[at + (WEIGHTS >> 2)] = weights;
    u32[at + (AGAIN >> 2)] = again ? 1 : 0;
    u32[at + (IS_STEADY >> 2)] = steady ? 1 : 0;
    u32[at + (SAID >> 2)] = said === undefined ? 0 : says;
    u32[at + (SAYING >> 2)] = saying ? says : 0;
    u32[at + (SAID_BYTES >> 2)] = saidBytes;
    u32[at + (ANSWERS >> 2)] = answers;
    u32[at + (LOSSES >> 2)] = losses;
    u32[at + (MOST_INDICES >> 2)] = mostIndices;
    u32[at + (SCRATCH >> 2)] = next;
    if (learning) space.core.learn(region.address, block);
    else space.core.predict(region.address, block);

    this.answers = taken(this.answers, doubles, answers >> 3, rows * outputs);
    if (learning) this.losses = taken(this.losses, doubles, losses >> 3, rows);
    if (saying) this.said = taken(this.said, doubles, says >> 3, saysBytes >> 3);
  }

  /** Returns what was said of a row. */
  saidOf(region: Region, row: number): Float64Array {
    const length = saidLength(region.members, region.shape.outputs);
    return this.said.slice(row * length, (row + 1) * length);
  }

  private writeSaid(
    doubles: Float64Array,
    at: number,
    apart: number,
    said: readonly (Float64Array | undefined)[],
  ): void {
    for (let row = 0; row < this.rows; row++) {
      const its = said[row];
      // No outputs: nothing was said.
      if (its === undefined) doubles[at + row * apart] = 0;
      else doubles.set(its, at + row * apart);
    }
  }
}

/** How many numbers are kept of what was said of a row. */
export function saidLength(members: number, outputs: number): number {
  return 1 + members * outputs + Math.max(outputs, 3);
}

/** Copies numbers; a loop is faster than `set` for the few of one row. */
function copyDoubles(to: Float64Array, at: number, from: Float64Array, count: number): void {
  if (count > 64) to.set(from.length === count ? from : from.subarray(0, count), at);
  else for (let n = 0; n < count; n++) to[at + n] = from[n];
}

/** Returns `count` numbers from memory, in `room` where they fit. */
function taken(
  room: Float64Array<ArrayBuffer>,
  from: Float64Array<ArrayBuffer>,
  at: number,
  count: number,
): Float64Array<ArrayBuffer> {
  if (count > 64) {
    if (room.length < count) return from.slice(at, at + count);
    room.set(from.subarray(at, at + count));
    return room;
  }
  const to = room.length < count ? new Float64Array(64) : room;
  for (let n = 0; n < count; n++) to[n] = from[at + n];
  return to;
}

function longer(array: Float64Array, length: number): Float64Array<ArrayBuffer> {
  const more = new Float64Array(Math.max(length, 2 * array.length));
  more.set(array);
  return more;
}
