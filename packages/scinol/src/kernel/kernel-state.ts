import type { Engine } from "../linear/engine.ts";
import type { Example } from "../linear/example.ts";
import type { Rows } from "../linear/rows.ts";
import { checkSaved, HEADER } from "../linear/saved.ts";
import type { Round } from "../rules/rule.ts";
import { scinol2 } from "../rules/scinol2.ts";
import { FIRST, type Kernel, PAGE } from "./kernel.ts";
import { type Judge, KernelRows, type SparseJob, type TableJob } from "./kernel-rows.ts";

/** Rows are learned from in blocks of about so many bytes: small enough for a processor's cache. */
const BATCH_BYTES = 1 << 18;
/** γ, s and η. */
const SLOTS = 3;

/** What the two halves of a round hand each other. */
export interface RoundParts {
  readonly round: Round;
  readonly scores: Float64Array;
  readonly slopes: Float64Array;
}

export interface KernelOptions {
  readonly epsilon: number;
  readonly memories: readonly number[];
  readonly scaleMemory: number;
  readonly stakes: boolean;
}

/**
 * A ScInOL₂ model's memory inside WebAssembly, for the kernels of assembly/, which tell how features lie in it. After
 * them come, each on a boundary of 64 bytes: what an example is copied to, and a few numbers to hand over.
 */
export class KernelState implements Engine {
  t = 0;
  N = 0;
  d = 0;
  features = 0;
  width: number;
  readonly kernel: Kernel;
  readonly unfade: number;
  /** How often the memory has been laid out. */
  arranged = 0;
  private readonly options: KernelOptions;
  /** Features there is room for, and entries of an example. */
  private room = 0;
  private entries = 64;
  /** Cells a feature has in memory: 1, or `width` made even. */
  private lanes: number;
  /** Where things are, in bytes. */
  private readonly at = { sums: FIRST, scores: 0, slopes: 0, keep: 0, index: 0, value: 0, ω: 0, state: 0 };
  /** All of the memory. */
  numbers = new Float64Array(0);
  wholes = new Int32Array(0);
  /** The example in memory, and the weights it was played with. */
  private played: Example | undefined;
  private readonly rows = new KernelRows(this);

  constructor(kernel: Kernel, options: KernelOptions, features: number, width: number) {
    this.kernel = kernel;
    this.options = options;
    this.unfade = 1 / options.scaleMemory;
    this.width = width;
    this.lanes = this.lanesFor(width);
    this.arrange();
    this.growFeatures(features);
  }

  reach(features: number): void {
    if (features <= this.room) return;
    const from = this.room;
    const kept = this.copyState();
    this.room = Math.max(features, 2 * from, 16);
    this.arrange();
    this.numbers.set(kept, this.at.state / 8);
    for (let i = from; i < this.room; i++) this.start(i);
  }

  growFeatures(features: number): void {
    this.reach(features);
    if (features > this.features) this.features = features;
  }

  growWidth(width: number): void {
    if (width <= this.width) return;
    const kept = Array.from({ length: this.room }, (_, i) => this.feature(i));
    this.width = width;
    this.lanes = this.lanesFor(width);
    this.arrange();
    kept.forEach((numbers, i) => {
      this.start(i);
      this.write(i, numbers, 0);
    });
  }

  play(example: Example, round: Round, scores: Float64Array): void {
    this.playAgain(example);
    this.tellScores(round, scores);
  }

  /** The scores of what the kernel has just played, and the round it would be. */
  private tellScores(round: Round, scores: Float64Array): void {
    const { numbers, at, width } = this;
    const { stakes } = this.options;
    round.t = this.t + 1;
    round.N = stakes ? this.N + numbers[at.sums / 8 + 1] : this.N;
    round.d = this.d + numbers[at.sums / 8 + 2];
    // Nothing has been at work while every feature has been zero: there is nothing to divide by.
    round.divisor = stakes && round.N > 0 ? Math.sqrt(round.N / round.t) : 1;
    const from = this.lanes === 1 ? at.sums / 8 : at.scores / 8;
    for (let c = 0; c < width; c++) scores[c] = numbers[from + c] / round.divisor;
  }

  digest(example: Example, round: Round, slopes: Float64Array): void {
    // Something else may have been asked between playing and learning.
    if (this.played !== example) this.playAgain(example);
    const { kernel, at, lanes, unfade } = this;
    const { count, dense } = example;
    const importance = example.weight > 1 ? example.weight : 1;
    const index = dense ? 0 : at.index;
    if (lanes > 1) {
      this.takeSlopes(slopes);
      kernel.digestMany(
        count,
        index,
        at.value,
        at.ω,
        at.state,
        8 * lanes,
        unfade,
        importance,
        at.slopes,
        at.keep,
      );
    } else if (dense) {
      kernel.digestDense(count, at.value, at.ω, at.state, unfade, importance, slopes[0]);
    } else {
      kernel.digestSparse(count, at.index, at.value, at.ω, at.state, unfade, importance, slopes[0]);
    }
    this.played = undefined;
    this.count(round);
  }

  private takeSlopes(slopes: Float64Array): void {
    const at = this.at.slopes / 8;
    for (let c = 0; c < this.width; c++) this.numbers[at + c] = slopes[c];
  }

  private count(round: Round): void {
    this.t = round.t;
    this.N = round.N;
    this.d = round.d;
  }

  /** Learns from rows of a table, as far as they have nothing new; answers how many. `judge` makes slopes of scores. */
  learnTable(job: TableJob, from: number, to: number, part: RoundParts, judge: Judge): number {
    return this.rows.learnTable(job, from, to, this.judged(part, judge));
  }

  /** The same for rows of sparse vectors. */
  learnSparse(job: SparseJob, from: number, to: number, part: RoundParts, judge: Judge): number {
    return this.rows.learnSparse(job, from, to, this.judged(part, judge));
  }

  /** What the kernel has the host do between playing a row and learning from it. */
  private judged({ round, scores, slopes }: RoundParts, judge: Judge): Judge {
    return (row) => {
      this.tellScores(round, scores);
      judge(row);
      this.takeSlopes(slopes);
      this.count(round);
    };
  }

  /** Runs kernel code that asks to `judge`. */
  judging<T>(judge: Judge, run: () => T): T {
    this.played = undefined;
    this.kernel.host.judge = judge;
    return run();
  }

  /** Writes down where everything is, for the kernels that are told so much. */
  tell(address: number): void {
    const { at, lanes } = this;
    const { state, index, value, ω, scores, sums, slopes, keep } = at;
    this.wholes.set([8 * lanes, state, index, value, ω, scores, sums, slopes, keep], address / 4);
  }

  /** Behind everything that the model itself needs. */
  get end(): number {
    return this.at.state + 8 * this.stateLength;
  }

  /** Whether `learnLogistic` can be used: one cell a feature, and nothing that the rounds of a batch would share. */
  get canBatch(): boolean {
    return this.lanes === 1 && !this.options.stakes;
  }

  /** Learns from rows with labels −1 and 1 and the logistic loss; answers the sum of the losses. */
  learnLogistic(
    rows: Rows,
    labels: ArrayLike<number>,
    constants: 0 | 1,
    losses: Float64Array | undefined,
  ): number {
    const { kernel, at, unfade } = this;
    const { columns } = rows;
    this.reserveEntries(columns + constants);
    this.growFeatures(columns + constants);
    this.played = undefined;
    const most = Math.max(1, Math.floor(BATCH_BYTES / (8 * (columns + 3))));
    // Behind everything else: the rows, their labels, importances and losses.
    const values = at.state + 8 * this.stateLength;
    this.reserveMemory(values + 8 * most * (columns + 3));
    let total = 0;
    for (let from = 0; from < rows.count; from += most) {
      const count = Math.min(most, rows.count - from);
      const { numbers } = this;
      const [label, importance, loss] = [0, 1, 2].map((n) => values / 8 + most * (columns + n));
      numbers.set(rows.values.subarray(from * columns, (from + count) * columns), values / 8);
      numbers.set(rows.weights.subarray(from, from + count), importance);
      for (let row = 0; row < count; row++) numbers[label + row] = labels[from + row];
      kernel.learnLogistic(
        ...([count, columns, constants, values, 8 * label, 8 * importance, 8 * loss] as const),
        ...[at.value, at.ω, at.state, unfade, at.sums],
      );
      for (let row = 0; row < count; row++) total += numbers[loss + row];
      losses?.set(numbers.subarray(loss, loss + count), from);
      this.t += count;
      this.d += kernel.freshInBatch();
    }
    return total;
  }

  contributions(example: Example, cell: number): Float64Array {
    if (this.played !== example) this.playAgain(example);
    const importance = Math.max(1, example.weight);
    const given = new Float64Array(example.count);
    for (let n = 0; n < example.count; n++) {
      const x = example.value[n];
      if (x === 0) continue;
      const unit = this.numbers[this.addressOf(example.dense ? n : example.index[n])] * this.unfade;
      const size = Math.abs(x) * importance;
      given[n] =
        (size * unit > 1 ? x * (1 / size) : x * unit) * this.numbers[this.at.ω / 8 + n * this.lanes + cell];
    }
    return given;
  }

  feature(i: number): Float64Array {
    const { numbers, width } = this;
    const base = this.addressOf(i);
    const found = new Float64Array(1 + SLOTS * width);
    found[0] = numbers[base];
    for (let c = 0; c < width; c++) {
      for (let slot = 0; slot < SLOTS; slot++) {
        found[1 + c * SLOTS + slot] = numbers[this.slotAt(base, slot) + c];
      }
    }
    return found;
  }

  save(): Float64Array {
    const stride = 1 + SLOTS * this.width;
    const saved = new Float64Array(HEADER + this.features * stride);
    saved.set([this.t, this.N, this.d, this.features, this.width]);
    for (let i = 0; i < this.features; i++) saved.set(this.feature(i), HEADER + i * stride);
    return saved;
  }

  load(saved: Float64Array, fixed: number | undefined): void {
    checkSaved(saved, scinol2, this.width, fixed);
    const [t, N, d, features] = saved;
    const stride = 1 + SLOTS * this.width;
    this.reach(features);
    for (let i = 0; i < this.room; i++) {
      this.start(i);
      if (i < features) this.write(i, saved, HEADER + i * stride);
    }
    this.t = t;
    this.N = N;
    this.d = d;
    this.features = features;
    this.played = undefined;
  }

  /** Copies the example in and plays it; sums and weights stay in memory. */
  private playAgain(example: Example): void {
    const { count, dense, index, value } = example;
    this.reserveEntries(count);
    const { kernel, at, lanes, unfade, numbers } = this;
    const importance = example.weight > 1 ? example.weight : 1;
    numbers.set(count === value.length ? value : value.subarray(0, count), at.value / 8);
    if (!dense) this.wholes.set(count === index.length ? index : index.subarray(0, count), at.index / 4);
    if (lanes > 1) {
      const from = dense ? 0 : at.index;
      kernel.playMany(
        count,
        from,
        at.value,
        at.ω,
        at.state,
        8 * lanes,
        unfade,
        importance,
        at.scores,
        at.sums,
      );
    } else if (dense) {
      kernel.playDense(count, at.value, at.ω, at.state, unfade, importance, at.sums);
    } else {
      kernel.playSparse(count, at.index, at.value, at.ω, at.state, unfade, importance, at.sums);
    }
    this.played = example;
  }

  /** Makes room for an example of so many entries. */
  reserveEntries(count: number): void {
    if (count <= this.entries) return;
    const kept = this.copyState();
    this.entries = Math.max(count, 2 * this.entries);
    this.arrange();
    this.numbers.set(kept, this.at.state / 8);
  }

  /** One cell that keeps everything has a layout of its own; else there is an even number of them. */
  private lanesFor(width: number): number {
    return width === 1 && this.options.memories[0] === 1 ? 1 : width + (width & 1);
  }

  /** Where a feature begins, in numbers. */
  private addressOf(i: number): number {
    const state = this.at.state / 8;
    return this.lanes === 1 ? state + (i >> 1) * 8 + (i & 1) : state + i * (2 + SLOTS * this.lanes);
  }

  /** Where the first cell's slot of a feature is, in numbers. */
  private slotAt(base: number, slot: number): number {
    return this.lanes === 1 ? base + 2 * (slot + 1) : base + 2 + slot * this.lanes;
  }

  private start(i: number): void {
    const base = this.addressOf(i);
    this.numbers[base] = Number.POSITIVE_INFINITY;
    for (let c = 0; c < this.lanes; c++) {
      this.numbers[this.slotAt(base, 0) + c] = 0;
      this.numbers[this.slotAt(base, 1) + c] = 0;
      this.numbers[this.slotAt(base, 2) + c] = this.options.epsilon;
    }
  }

  /** Puts a feature in, as `feature` gives it: 1/M, and as many cells as come with it. */
  private write(i: number, from: Float64Array, at: number): void {
    const base = this.addressOf(i);
    this.numbers[base] = from[at];
    const cells = Math.min(this.width, Math.floor((from.length - at - 1) / SLOTS));
    for (let c = 0; c < cells; c++) {
      for (let slot = 0; slot < SLOTS; slot++) {
        this.numbers[this.slotAt(base, slot) + c] = from[at + 1 + c * SLOTS + slot];
      }
    }
  }

  private get stateLength(): number {
    return this.lanes === 1 ? 8 * Math.ceil(this.room / 2) : this.room * (2 + SLOTS * this.lanes);
  }

  private copyState(): Float64Array {
    return this.numbers.slice(this.at.state / 8, this.at.state / 8 + this.stateLength);
  }

  reserveMemory(bytes: number): void {
    const { memory } = this.kernel;
    const missing = Math.ceil((bytes - memory.buffer.byteLength) / PAGE);
    if (missing > 0) memory.grow(missing);
    // Growing takes the old views' memory away from them.
    if (this.numbers.buffer !== memory.buffer) {
      this.numbers = new Float64Array(memory.buffer);
      this.wholes = new Int32Array(memory.buffer);
    }
  }

  /** Lays everything out anew for the room that is asked for; what was there has to be put back. */
  private arrange(): void {
    const { at, lanes, entries } = this;
    const take = (from: number, bytes: number) => (from + bytes + 63) & ~63;
    at.scores = take(at.sums, 24);
    at.slopes = take(at.scores, 8 * lanes);
    at.keep = take(at.slopes, 8 * lanes);
    at.index = take(at.keep, 8 * lanes);
    at.value = take(at.index, 4 * entries);
    at.ω = take(at.value, 8 * entries);
    at.state = take(at.ω, 8 * lanes * entries);
    this.reserveMemory(at.state + 8 * this.stateLength);
    this.numbers.fill(0, at.scores / 8, at.index / 8);
    for (let c = 0; c < lanes; c++) {
      this.numbers[at.keep / 8 + c] = this.options.memories[c % this.options.memories.length];
    }
    this.played = undefined;
    this.arranged++;
  }
}
