import { use } from "../core/memory.ts";
import { Cells, type Shape } from "./cells.ts";
import {
  BLOCK,
  COLUMNS,
  ENTRY,
  GIVEN_SLOPES,
  INDICES,
  LABELS,
  OFFSETS,
  OMEGA,
  RESULTS,
  ROUND_BYTES,
  ROUND_D,
  ROUND_DIVISOR,
  ROUND_N,
  ROUND_T,
  ROWS,
  SCRATCH,
  VALUES,
  WEIGHTS,
} from "./drivers/layout.ts";
import { arrange, LIST, OMEGAS, ROUND, SLOPES, scratchBytes } from "./drivers/scratch.ts";
import type { Row } from "./row.ts";
import type { Rule, Settings } from "./rules/rule.ts";

/** Rows that are not in the model's memory are copied there so many bytes at a time: they stay in a processor's cache. */
const BATCH_BYTES = 2 ** 18;

/** Many rows: values row after row, or with offsets and indices. */
export interface Batch {
  readonly count: number;
  /** Values of each row, or entries of the longest. */
  readonly columns: number;
  readonly values: Float64Array;
  /** Where each row's entries begin, one more than there are rows; without them rows are dense. */
  readonly offsets?: Int32Array | undefined;
  readonly indices?: Int32Array | undefined;
}

/** How much a block of rows needs: rows, values and indices that are copied, entries of a row, results. */
interface Need {
  readonly rows: number;
  readonly values: number;
  readonly columns: number;
  readonly results: number;
}

/** Room for a block, and where its parts are. */
interface Places extends Need {
  readonly version: number;
  readonly block: number;
  readonly at: Readonly<
    Record<"values" | "offsets" | "indices" | "labels" | "weights" | "results" | "slopes" | "scratch", number>
  >;
}

/**
 * A rule that learns from rows. Either many in one go, `learn`, where the drivers compute the loss; or one in two halves:
 * `play` returns its scores, `update` learns from their slopes.
 */
export class RuleModel {
  readonly cells: Cells;
  private places: Places | undefined;
  /** The row whose scores and weights are in scratch. */
  private played: Row | undefined;
  private scores: Float64Array;

  constructor(rule: Rule, settings: Settings, shape: Shape, kernel: "auto" | "js") {
    this.cells = new Cells(rule, settings, shape, kernel);
    this.scores = new Float64Array(shape.outputs);
  }

  /** Returns the scores of a row, one an output, in an array that the next call overwrites. Learns nothing. */
  play(row: Row): Float64Array {
    const { cells, scores } = this;
    const places = this.bringRow(row);
    cells.program.predict(cells.address, places.block);
    const { doubles } = cells.home.space;
    const first = places.at.results >> 3;
    for (let k = 0; k < scores.length; k++) scores[k] = doubles[first + k];
    this.played = row;
    return scores;
  }

  /** Learns from slopes, one an output, at the scores that the row was played with; clips and weights them in place. */
  update(row: Row, slopes: Float64Array): void {
    const { cells } = this;
    const isNew = row.extent > cells.features;
    cells.reach(row.extent);
    // Something else may have been played since, or the row has features that were blank.
    if (isNew || this.played !== row || this.places?.version !== cells.version) this.play(row);
    const { block, at } = this.places!;
    const { doubles } = cells.home.space;
    for (let k = 0; k < slopes.length; k++) doubles[(at.slopes >> 3) + k] = slopes[k];
    // The lane beyond an odd number of outputs.
    if (slopes.length % 2 === 1) doubles[(at.slopes >> 3) + slopes.length] = 0;
    cells.program.updateBy(cells.address, block);
    cells.features = Math.max(cells.features, row.extent);
    this.readSlopes(row, slopes);
    this.played = undefined;
  }

  /** Learns from a row and its label; returns the loss, and writes what it learned from, clipped and weighted. */
  learnRow(row: Row, label: number, slopes: Float64Array): number {
    const { cells } = this;
    cells.reach(row.extent);
    const places = this.bringRow(row);
    const { doubles } = cells.home.space;
    doubles[places.at.labels >> 3] = label;
    cells.program.learn(cells.address, places.block);
    cells.features = Math.max(cells.features, row.extent);
    this.readSlopes(row, slopes);
    return doubles[places.at.results >> 3];
  }

  private readSlopes(row: Row, slopes: Float64Array): void {
    this.arrange(row);
    const { doubles } = this.cells.home.space;
    for (let k = 0; k < slopes.length; k++) slopes[k] = doubles[(SLOPES >> 3) + k];
  }

  /** Lays the scratch out as it was for a row. */
  private arrange(row: Row): void {
    const { slotBytes, rule } = this.cells;
    arrange(this.places!.at.scratch, row.count, slotBytes, rule.slots.length);
  }

  /**
   * Learns from rows one after another; returns their losses. Returns undefined, with nothing changed, if a value is no
   * feature. Lists must have been checked. `isReady` is called once there is room, and may throw.
   */
  learn(
    batch: Batch,
    extent: number,
    labels: ArrayLike<number>,
    weights: Float64Array | undefined,
    isReady: () => void,
  ): Float64Array | undefined {
    const { cells } = this;
    const inside = this.holds(batch.values) ? batch.values.byteOffset : 0;
    cells.reach(extent);
    this.makeRoom(this.needOf(batch, 0, inside, 1));
    isReady();
    const kept = batch.offsets === undefined ? cells.keep(batch.columns) : undefined;
    const losses = new Float64Array(batch.count);
    for (let from = 0; from < batch.count; ) {
      const { places, rows } = this.bring(batch, from, inside, 1);
      const { doubles, u32 } = cells.home.space;
      const { at, block } = places;
      for (let r = 0; r < rows; r++) doubles[(at.labels >> 3) + r] = labels[from + r];
      if (weights !== undefined) doubles.set(weights.subarray(from, from + rows), at.weights >> 3);
      u32[(block + WEIGHTS) >> 2] = weights === undefined ? 0 : at.weights;
      const done = cells.program.learn(cells.address, block);
      if (done < rows) {
        cells.restore(kept!);
        return undefined;
      }
      losses.set(doubles.subarray(at.results >> 3, (at.results >> 3) + rows), from);
      from += rows;
    }
    cells.features = Math.max(cells.features, extent);
    return losses;
  }

  /** Writes the scores of dense rows into `all`. Returns how many rows there are, or the one with a value that is no feature. */
  predict(batch: Batch, all: Float64Array): number {
    const { cells } = this;
    const { outputs } = cells;
    const inside = this.holds(batch.values) ? batch.values.byteOffset : 0;
    for (let from = 0; from < batch.count; ) {
      const { places, rows } = this.bring(batch, from, inside, outputs);
      const { doubles, u32 } = cells.home.space;
      u32[(places.block + WEIGHTS) >> 2] = 0;
      const done = cells.program.predict(cells.address, places.block);
      if (done < rows) return from + done;
      const first = places.at.results >> 3;
      all.set(doubles.subarray(first, first + rows * outputs), from * outputs);
      from += rows;
    }
    return batch.count;
  }

  /** Returns what each entry of a row gives to the score of an output; what is left of the score is the constant's. */
  contributions(row: Row, output: number): Float64Array {
    this.play(row);
    const { cells } = this;
    this.arrange(row);
    const { doubles } = cells.home.space;
    const divisor = doubles[(ROUND + ROUND_DIVISOR) >> 3];
    const lanes = cells.slotBytes >> 3;
    const given = new Float64Array(row.count);
    const isPair = cells.outputs === 1;
    let n = cells.constants - 1;
    let last = -1;
    for (let entry = 0; entry < row.count; entry++) {
      const i = row.isDense ? entry : row.indices[entry];
      const x = row.values[entry];
      if (isPair && i >> 1 !== last) n++;
      last = i >> 1;
      if (cells.rule.lazy && Math.abs(x) < 1e-300) continue;
      if (!isPair) n++;
      const at = (LIST + n * ENTRY) >> 3;
      const q = doubles[at + (isPair ? i & 1 : 0)];
      const ω = doubles[isPair ? at + (OMEGA >> 3) + (i & 1) : (OMEGAS >> 3) + n * lanes + output];
      if (q !== 0 && divisor !== 0) given[entry] = (q * ω) / divisor;
    }
    return given;
  }

  /** Returns the weights that would be played next, in the features' own units: output by output of each coordinate. */
  weights(): Float64Array {
    const { cells } = this;
    const { rule, outputs, coordinates } = cells;
    const slots = rule.slots.length;
    const buffer = new ArrayBuffer(512);
    const doubles = new Float64Array(buffer);
    const [round, settings, cell] = [0, ROUND_BYTES, ROUND_BYTES + 64];
    // N is the past's: no row comes with the round that is only imagined, so it is taken as the last one.
    doubles[ROUND_T >> 3] = cells.t + (rule.coupled ? 0 : 1);
    doubles[ROUND_N >> 3] = cells.N;
    doubles[ROUND_D >> 3] = cells.d;
    doubles.set(
      Object.keys(rule.settings).map((key) => cells.settings[key]),
      settings >> 3,
    );
    const all = new Float64Array(coordinates * outputs);
    for (let i = 0; i < coordinates; i++) {
      const numbers = cells.coordinate(i);
      if (numbers[0] === Number.POSITIVE_INFINITY || cells.t === 0) continue;
      for (let k = 0; k < outputs; k++) {
        doubles.set(numbers.subarray(1 + k * slots, 1 + (k + 1) * slots), cell >> 3);
        use({ doubles, i32: new Int32Array(buffer), u32: new Uint32Array(buffer) });
        all[i * outputs + k] = rule.weightOf(round, settings, cell) * numbers[0];
      }
    }
    return all;
  }

  growOutputs(outputs: number): void {
    this.cells.growOutputs(outputs);
    this.scores = new Float64Array(outputs);
  }

  load(saved: Float64Array, fixed: number | undefined): void {
    this.cells.load(saved, fixed);
    this.played = undefined;
  }

  /** Returns room for so many numbers, in the model's memory where that is WebAssembly's. */
  block(numbers: number, columns: number): Float64Array {
    const { cells } = this;
    if (cells.engine.name === "js") return new Float64Array(numbers);
    cells.reach(columns);
    const address = cells.lend(8 * numbers);
    // Room for the rest of a batch now, so that memory need not move then.
    const rows = { count: BATCH_BYTES, columns, values: new Float64Array(0) };
    this.makeRoom(this.needOf(rows, 0, address, 1));
    this.makeRoom(this.needOf(rows, 0, address, cells.outputs));
    return new Float64Array(cells.home.space.bytes.buffer, address, numbers);
  }

  /** Returns a function that returns an array's numbers, wherever the model's memory has moved. */
  hold(array: Float64Array): () => Float64Array {
    if (!(array instanceof Float64Array) || !this.holds(array)) return () => array;
    const { byteOffset, length } = array;
    return () => new Float64Array(this.cells.home.space.bytes.buffer, byteOffset, length);
  }

  /** Whether an array lies in the model's memory and is taken away when that grows. */
  holds(array: ArrayBufferView): boolean {
    return this.cells.engine.name === "simd" && array.buffer === this.cells.home.space.bytes.buffer;
  }

  /** Copies a row in, and writes its block. */
  private bringRow(row: Row): Places {
    const { cells } = this;
    if (!cells.rule.lazy) row.spread(Math.max(cells.features, row.extent));
    const { count, isDense, values, indices } = row;
    const places = this.makeRoom({ rows: 1, values: count, columns: count, results: cells.outputs });
    const { at } = places;
    const { doubles, i32 } = cells.home.space;
    doubles.set(count === values.length ? values : values.subarray(0, count), at.values >> 3);
    doubles[at.weights >> 3] = row.weight;
    if (!isDense) {
      i32.set(count === indices.length ? indices : indices.subarray(0, count), at.indices >> 2);
      i32[at.offsets >> 2] = 0;
      i32[(at.offsets >> 2) + 1] = count;
    }
    this.writeBlock(places, 1, count, at.values, isDense);
    cells.home.space.u32[(places.block + WEIGHTS) >> 2] = at.weights;
    this.played = undefined;
    return places;
  }

  /** What the rows from `from` on need, as many as go at a time; `inside` is where dense values are in memory, if they are. */
  private needOf(batch: Batch, from: number, inside: number, results: number): Need {
    const { columns, offsets } = batch;
    if (offsets === undefined) {
      const step = Math.max(1, Math.floor(BATCH_BYTES / (8 * (columns + 2 + results))));
      const rows = Math.min(batch.count - from, step);
      return { rows, values: inside === 0 ? rows * columns : 0, columns, results: rows * results };
    }
    let to = from + 1;
    while (
      to < batch.count &&
      to - from < BATCH_BYTES / 64 &&
      offsets[to + 1] - offsets[from] <= BATCH_BYTES / 12
    )
      to++;
    return { rows: to - from, values: offsets[to] - offsets[from], columns, results: (to - from) * results };
  }

  /** Copies rows in, and writes their block. */
  private bring(
    batch: Batch,
    from: number,
    inside: number,
    results: number,
  ): { places: Places; rows: number } {
    const { values, offsets, indices, columns } = batch;
    const need = this.needOf(batch, from, inside, results);
    const places = this.makeRoom(need);
    const { at } = places;
    const { doubles, i32 } = this.cells.home.space;
    const first = offsets === undefined ? from * columns : offsets[from];
    if (inside === 0) doubles.set(values.subarray(first, first + need.values), at.values >> 3);
    if (offsets !== undefined) {
      i32.set(indices!.subarray(first, first + need.values), at.indices >> 2);
      for (let r = 0; r <= need.rows; r++) i32[(at.offsets >> 2) + r] = offsets[from + r] - first;
    }
    this.writeBlock(
      places,
      need.rows,
      columns,
      inside === 0 ? at.values : inside + 8 * first,
      offsets === undefined,
    );
    this.played = undefined;
    return { places, rows: need.rows };
  }

  private writeBlock(
    { block, at }: Places,
    rows: number,
    columns: number,
    values: number,
    isDense: boolean,
  ): void {
    const { u32 } = this.cells.home.space;
    const head = block >> 2;
    u32[head + (ROWS >> 2)] = rows;
    u32[head + (COLUMNS >> 2)] = columns;
    u32[head + (VALUES >> 2)] = values;
    u32[head + (OFFSETS >> 2)] = isDense ? 0 : at.offsets;
    u32[head + (INDICES >> 2)] = at.indices;
    u32[head + (LABELS >> 2)] = at.labels;
    u32[head + (RESULTS >> 2)] = at.results;
    u32[head + (GIVEN_SLOPES >> 2)] = at.slopes;
    u32[head + (SCRATCH >> 2)] = at.scratch;
  }

  /** Returns room for a block. Throws, with nothing changed, if there is none. */
  private makeRoom(need: Need): Places {
    const { cells, places } = this;
    if (
      places !== undefined &&
      places.version === cells.version &&
      need.rows <= places.rows &&
      need.values <= places.values &&
      need.columns <= places.columns &&
      need.results <= places.results
    ) {
      return places;
    }
    this.played = undefined;
    let next = 0;
    const part = (bytes: number) => {
      const from = next;
      next += 16 * Math.ceil(bytes / 16);
      return from;
    };
    const columns = Math.max(need.columns, places?.columns ?? 16);
    const rows = Math.max(need.rows, places?.rows ?? 0);
    const values = Math.max(need.values, places?.values ?? 0, columns);
    const results = Math.max(need.results, places?.results ?? 0);
    const block = part(BLOCK);
    const at = {
      values: part(8 * values),
      offsets: part(4 * (rows + 1)),
      indices: part(4 * values),
      labels: part(8 * rows),
      weights: part(8 * rows),
      results: part(8 * results),
      slopes: part(cells.slotBytes),
      scratch: part(scratchBytes(columns, cells.slotBytes, cells.rule.slots.length)),
    };
    const base = cells.home.workspace(next);
    if (base === 0)
      throw new RangeError(`a model and its block have 2 GB, and ${next} bytes more were asked for`);
    for (const name of Object.keys(at) as (keyof typeof at)[]) at[name] += base;
    this.places = { rows, columns, values, results, version: cells.version, block: base + block, at };
    return this.places;
  }
}
