import {
  AGAIN,
  ANSWERS,
  BLOCK,
  INDICES,
  IS_SCALED_AS_SAVED,
  IS_STEADY,
  LABELS,
  LOSSES,
  MOST_INDICES,
  NONE,
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
import type { Space } from "./engine.ts";
import type { Region } from "./region.ts";

/** How rows are learned from or predicted. */
export interface Manner {
  /** Rows that were learned from before: shares and stacks do not learn from them. */
  readonly again?: boolean;
  /** Answers for rows whose labels will not come. */
  readonly steady?: boolean;
  /** What was said of each row, as `saying` had it; empty where nothing was. */
  readonly said?: readonly (Float64Array | undefined)[];
  /** Explanations take the scale of the model as it is, without the row. */
  readonly scaledAsSaved?: boolean;
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

  /** Empties the block, for rows of `columns` numbers. */
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

  /** Adds an entry unless its feature was left out. */
  addKnown(index: number, value: number): void {
    if (index !== NONE) this.add(index, value);
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
    const block = this.write(region, manner, this.rows * region.shape.outputs);
    region.home.space.core.learn(region.address, block);
    this.take(region, block, this.rows * region.shape.outputs);
    this.losses = taken(this.losses, region.home.space, block + LOSSES, this.rows);
  }

  predict(region: Region, manner: Manner = {}): void {
    const block = this.write(region, manner, this.rows * region.shape.outputs);
    region.home.space.core.predict(region.address, block);
    this.take(region, block, this.rows * region.shape.outputs);
    if (manner.saying) {
      const length = this.rows * saidLength(region.members, region.shape.outputs);
      this.said = taken(this.said, region.home.space, block + SAYING, length);
    }
  }

  /**
   * Writes to `answers` what each feature of the block's one row adds: its cells, then a part for each output. Returns how
   * many features there are.
   */
  explain(region: Region, manner: Manner): number {
    const width = 1 + region.shape.outputs;
    const block = this.write(
      region,
      manner,
      width * (3 * (this.columns + this.unknownColumns) + this.entries + 3),
    );
    const count = region.home.space.core.explain(region.address, block);
    this.take(region, block, width * count);
    return count;
  }

  private take(region: Region, block: number, count: number): void {
    this.answers = taken(this.answers, region.home.space, block + ANSWERS, count);
  }

  /** Copies the rows into the model's memory, with room for what will come of them; returns where the block is. */
  private write(region: Region, manner: Manner, answers: number): number {
    const { again, steady, said, saying, scaledAsSaved } = manner;
    const { rows, columns, entries, hasValues, hasWeights } = this;
    const { outputs } = region.shape;
    const { space } = region.home;
    const mostIndices = this.mostEntries + 2 * this.unknownColumns;
    const saidBytes = saidLength(region.members, outputs) * 8;
    const saysBytes = said !== undefined || saying === true ? rows * saidBytes : 0;
    const scratch = space.core.scratchBytes(columns, mostIndices, outputs);
    const needed = BLOCK + 8 * (rows * (columns + 4) + answers) + 12 * entries + saysBytes + scratch + 64;
    const block = region.home.workspace(needed);
    if (block === 0) throw new RangeError("the rows are longer than there is memory for");
    const { doubles, u32, i32 } = space;
    let next = block + BLOCK;
    const room = (bytes: number) => {
      const at = next;
      next += Math.ceil(bytes / 8) * 8;
      return at;
    };
    const set = (at: number, value: number) => {
      u32[(block + at) >> 2] = value;
    };
    const doublesOf = (numbers: Float64Array, count: number) => {
      const at = room(8 * count);
      copyDoubles(doubles, at >> 3, numbers, count);
      return at;
    };
    set(ROWS, rows);
    set(NUMBERS, doublesOf(this.numbers, rows * columns));
    set(NUMBERS_APART, 8 * columns);
    set(VALUES, hasValues ? doublesOf(this.values, entries) : 0);
    set(LABELS, doublesOf(this.labels, rows));
    set(WEIGHTS, hasWeights ? doublesOf(this.weights, rows) : 0);
    set(ANSWERS, room(8 * answers));
    set(LOSSES, room(8 * rows));
    const says = room(saysBytes);
    if (said !== undefined) this.writeSaid(doubles, says >> 3, saidBytes >> 3, said);
    set(SAID, said === undefined ? 0 : says);
    set(SAYING, saying ? says : 0);
    set(SAID_BYTES, saidBytes);
    const offsets = room(4 * (rows + 1));
    for (let n = 0; n <= rows; n++) u32[(offsets >> 2) + n] = this.offsets[n];
    set(OFFSETS, offsets);
    const indices = room(4 * entries);
    for (let n = 0; n < entries; n++) i32[(indices >> 2) + n] = this.indices[n];
    set(INDICES, indices);
    set(MOST_INDICES, mostIndices);
    set(UNKNOWN_COLUMNS, this.unknownColumns);
    set(AGAIN, again ? 1 : 0);
    set(IS_STEADY, steady ? 1 : 0);
    set(IS_SCALED_AS_SAVED, scaledAsSaved ? 1 : 0);
    set(SCRATCH, next);
    return block;
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

/** Returns `count` numbers from memory, whose address is at `at`; in `room` where they fit. */
function taken(
  room: Float64Array<ArrayBuffer>,
  { doubles, u32 }: Space,
  at: number,
  count: number,
): Float64Array<ArrayBuffer> {
  const from = u32[at >> 2] >> 3;
  const to = room.length < count ? new Float64Array(count) : room;
  if (count > 64) to.set(doubles.subarray(from, from + count));
  else for (let n = 0; n < count; n++) to[n] = doubles[from + n];
  return to;
}

function longer(array: Float64Array, length: number): Float64Array<ArrayBuffer> {
  const more = new Float64Array(Math.max(length, 2 * array.length));
  more.set(array);
  return more;
}
