import type { Rule, Settings } from "../rules/rule.ts";
import { FIRST, type Kernel, PAGE } from "./kernel.ts";

/** Slots there is room for in a cell: γ, s and η. A rule with fewer leaves the last alone. */
const SLOTS = 3;

/** As far as a whole number of 32 bits reaches with its sign, which kernels take addresses for. */
const MOST_BYTES = 2 ** 31;

export interface KernelOptions {
  readonly rule: Rule;
  readonly settings: Settings;
  readonly memories: readonly number[];
  readonly scaleMemory: number;
  readonly stakes: boolean;
}

/**
 * Where a model's numbers lie inside WebAssembly. One after another, each on a boundary of 64 bytes: a few sums, a spare
 * feature, the block lent to a reader, the coordinates of indices, the rows of a batch, numbers to hand over, what an
 * example is copied to, and the features, which assembly/ tells the shape of. What comes first never moves; the features do
 * whenever something before them grows.
 */
export class KernelMemory {
  width: number;
  readonly kernel: Kernel;
  readonly options: KernelOptions;
  /** Cells a feature has in memory: 1, or `width` made even. */
  lanes: number;
  /** Where things are, in bytes. */
  readonly at = {
    sums: FIRST,
    spare: FIRST + 64,
    block: FIRST + 128,
    coordinates: 0,
    batch: 0,
    scores: 0,
    slopes: 0,
    keep: 0,
    index: 0,
    value: 0,
    ω: 0,
    state: 0,
  };
  numbers = new Float64Array(0);
  wholes = new Int32Array(0);
  /** Features there is room for, entries of an example, and bytes lent and held for batches. */
  private room = 0;
  /** A cell that has met nothing. */
  private readonly fresh = new Float64Array(SLOTS);
  entries = 64;
  private blockBytes = 0;
  private coordinateBytes = 0;
  private batchBytes = 0;

  constructor(kernel: Kernel, options: KernelOptions, width: number) {
    this.kernel = kernel;
    this.options = options;
    this.width = width;
    this.lanes = this.lanesFor(width);
    options.rule.start(this.fresh, 0, options.settings);
    this.arrange(() => {});
  }

  reach(features: number): void {
    if (features <= this.room) return;
    const from = this.room;
    this.rearrange(() => {
      this.room = Math.max(features, 2 * from, 16);
    });
    this.startFrom(from);
  }

  growWidth(width: number): void {
    if (width <= this.width) return;
    const kept = Array.from({ length: this.room }, (_, i) => this.feature(i));
    const change = () => {
      this.width = width;
      this.lanes = this.lanesFor(width);
    };
    this.layOut(change, () => {});
    kept.forEach((numbers, i) => {
      this.start(i);
      this.write(i, numbers, 0);
    });
  }

  reserveEntries(count: number): void {
    if (count <= this.entries) return;
    this.rearrange(() => {
      this.entries = Math.max(count, 2 * this.entries);
    });
  }

  reserveBlock(bytes: number): void {
    const { blockBytes } = this;
    if (bytes <= blockBytes) return;
    this.rearrange(() => {
      this.blockBytes = bytes;
    });
    this.numbers.fill(0, (this.at.block + blockBytes) / 8, (this.at.block + bytes) / 8);
  }

  reserveCoordinates(bytes: number): void {
    if (bytes <= this.coordinateBytes) return;
    this.rearrange(() => {
      this.coordinateBytes = bytes;
    });
  }

  reserveBatch(bytes: number): void {
    if (bytes <= this.batchBytes) return;
    this.rearrange(() => {
      this.batchBytes = bytes;
    });
  }

  /** 1/M of a feature and its cells, slot by slot. */
  feature(i: number): Float64Array {
    const { numbers, width } = this;
    const base = this.addressOf(i);
    const slots = this.options.rule.slots.length;
    const found = new Float64Array(1 + slots * width);
    found[0] = numbers[base];
    for (let c = 0; c < width; c++) {
      for (let slot = 0; slot < slots; slot++) {
        found[1 + c * slots + slot] = numbers[this.slotAt(base, slot) + c];
      }
    }
    return found;
  }

  /** Puts in `count` features as `feature` gives them, one after another from `from` on; the rest are fresh. */
  fill(count: number, all: Float64Array, from: number): void {
    const stride = 1 + this.options.rule.slots.length * this.width;
    this.reach(count);
    for (let i = 0; i < this.room; i++) {
      this.start(i);
      if (i < count) this.write(i, all, from + i * stride);
    }
  }

  /** Where a feature begins, in numbers. */
  addressOf(i: number): number {
    const state = this.at.state / 8;
    return this.lanes === 1 ? state + (i >> 1) * 8 + (i & 1) : state + i * (2 + SLOTS * this.lanes);
  }

  /** One cell that keeps everything has a layout of its own; else there is an even number of them. */
  private lanesFor(width: number): number {
    return width === 1 && this.options.memories[0] === 1 ? 1 : width + (width & 1);
  }

  /** Where the first cell's slot of a feature is, in numbers. */
  private slotAt(base: number, slot: number): number {
    return this.lanes === 1 ? base + 2 * (slot + 1) : base + 2 + slot * this.lanes;
  }

  /** Makes features from `from` on fresh. Two of them by hand, which the others are copies of. */
  private startFrom(from: number): void {
    const even = from + (from & 1);
    for (let i = from; i < Math.min(even + 2, this.room); i++) this.start(i);
    const { numbers } = this;
    const first = this.addressOf(even);
    const end = this.at.state / 8 + this.stateLength;
    for (let next = this.addressOf(even + 2); next < end; next += next - first) {
      numbers.copyWithin(next, first, Math.min(next, first + end - next));
    }
  }

  private start(i: number): void {
    const base = this.addressOf(i);
    this.numbers[base] = Number.POSITIVE_INFINITY;
    for (let slot = 0; slot < SLOTS; slot++) {
      const at = this.slotAt(base, slot);
      for (let c = 0; c < this.lanes; c++) this.numbers[at + c] = this.fresh[slot];
    }
  }

  /** Puts a feature in, as `feature` gives it: 1/M, and as many cells as come with it. */
  private write(i: number, from: Float64Array, at: number): void {
    const base = this.addressOf(i);
    this.numbers[base] = from[at];
    const slots = this.options.rule.slots.length;
    const cells = Math.min(this.width, Math.floor((from.length - at - 1) / slots));
    for (let c = 0; c < cells; c++) {
      for (let slot = 0; slot < slots; slot++) {
        this.numbers[this.slotAt(base, slot) + c] = from[at + 1 + c * slots + slot];
      }
    }
  }

  private get stateLength(): number {
    return this.lanes === 1 ? 8 * Math.ceil(this.room / 2) : this.room * (2 + SLOTS * this.lanes);
  }

  /** Changes how much room something has; the features move along. */
  private rearrange(change: () => void): void {
    const from = this.at.state / 8;
    const to = from + this.stateLength;
    this.layOut(change, () => this.numbers.copyWithin(this.at.state / 8, from, to));
  }

  /** Lays everything out for a change, or, where there is no memory for it, throws and leaves everything as it was. */
  private layOut(change: () => void, move: () => void): void {
    const { width, lanes, room, entries, blockBytes, coordinateBytes, batchBytes } = this;
    const at = { ...this.at };
    change();
    try {
      this.arrange(move);
    } catch (error) {
      Object.assign(this, { width, lanes, room, entries, blockBytes, coordinateBytes, batchBytes });
      Object.assign(this.at, at);
      throw error;
    }
  }

  /** Lays everything out anew for the room that is asked for, and has the features moved before anything is written. */
  protected arrange(move: () => void): void {
    const { at, lanes, entries } = this;
    // No whole numbers of 32 bits: what is asked for may be more than any memory has.
    const after = (from: number, bytes: number) => 64 * Math.ceil((from + bytes) / 64);
    at.coordinates = after(at.block, this.blockBytes);
    at.batch = after(at.coordinates, this.coordinateBytes);
    at.scores = after(at.batch, this.batchBytes);
    at.slopes = after(at.scores, 8 * lanes);
    at.keep = after(at.slopes, 8 * lanes);
    // Behind it the wealth that each cell has at least.
    at.index = after(at.keep, 16 * lanes);
    at.value = after(at.index, 8 * entries);
    at.ω = after(at.value, 8 * entries);
    at.state = after(at.ω, 8 * lanes * entries);
    this.reserveMemory(at.state + 8 * this.stateLength);
    move();
    this.numbers.fill(0, at.scores / 8, at.index / 8);
    const { memories, settings } = this.options;
    for (let c = 0; c < lanes; c++) {
      const keep = memories[c % memories.length];
      this.numbers[at.keep / 8 + c] = keep;
      this.numbers[at.keep / 8 + lanes + c] = keep < 1 ? settings.epsilon : Number.NEGATIVE_INFINITY;
    }
  }

  private reserveMemory(bytes: number): void {
    const { memory } = this.kernel;
    if (bytes > MOST_BYTES)
      throw new RangeError(`a model and its block have 2 GB, and ${bytes} bytes were asked for`);
    const missing = Math.ceil((bytes - memory.buffer.byteLength) / PAGE);
    if (missing > 0) memory.grow(missing);
    // Growing takes the old views' memory away from them.
    if (this.numbers.buffer !== memory.buffer) {
      this.numbers = new Float64Array(memory.buffer);
      this.wholes = new Int32Array(memory.buffer);
    }
  }
}
