import type { CompressedRows } from "../linear/compressed-rows.ts";
import { Rows } from "../linear/rows.ts";
import type { Loss } from "../losses/loss.ts";
import { softmax } from "../losses/softmax.ts";
import { copy } from "./copy.ts";
import { kernelLoss } from "./kernel-loss.ts";
import type { KernelState } from "./kernel-state.ts";

/** Rows that are not in kernel memory are copied there so many bytes at a time: small enough for a processor's cache. */
const BATCH_BYTES = 1 << 18;

/** A sparse entry's value and index. */
const ENTRY_BYTES = 12;

/** Entries written four at a time may reach beyond the last. */
const SLACK = 4;

/** What the kernel says of values of which none is wrong; and if some count as zero without being it. */
const NONE = -1;
const TINY = -2;

/** What the kernel is told of values that are to be checked while they are learned from. */
const UNCHECKED = -1;

/** For fewer rows it would take longer to be ready to undo them. */
const SOME_ROWS = 16;

/** Some rows in kernel memory: how many, and where. Dense rows have no offsets and no indices. */
interface Brought {
  readonly count: number;
  readonly values: number;
  readonly offsets: number;
  readonly indices: number;
  /** Where there is room for three numbers a row. */
  readonly perRow: number;
}

/** Many examples at a time for a `KernelState`, without coming back to JavaScript for each. */
export class KernelBatch {
  private readonly state: KernelState;
  private readonly constants: 0 | 1;
  /** The rows that were brought last, if all of them were. */
  private held: { readonly rows: Rows | CompressedRows; readonly brought: Brought } | undefined;
  /** Of the rows checked last: one more than the largest index, and where in the kernel's block they are, if they are. */
  private extent = 0;
  private inside: number | undefined;
  /** Whether any of their values is zero, if they are sparse; counts as zero without being it, if they are dense. */
  private zeros = false;
  private tiny = false;
  /** What features were before a batch that may have to be undone. */
  private before = new Float64Array(0);

  /** One memory that keeps everything, and nothing that rounds would share. */
  private readonly isPlain: boolean;

  constructor(state: KernelState, constant: boolean) {
    this.state = state;
    this.constants = constant ? 1 : 0;
    const { memories, stakes, scaleMemory } = state.options;
    this.isPlain = !stakes && scaleMemory === 1 && memories.length === 1 && memories[0] === 1;
  }

  /** Whether `learn` can be used. */
  canLearn(loss: Loss): boolean {
    return this.isPlain && (this.state.lanes === 1 ? kernelLoss(loss) !== undefined : loss === softmax);
  }

  /** Room for rows in kernel memory, where nothing need be copied from. */
  block(rows: number, columns: number): Float64Array {
    const { state } = this;
    this.reserve(columns);
    state.reserveBatch(BATCH_BYTES);
    state.reserveBlock(8 * rows * columns);
    return new Float64Array(state.kernel.memory.buffer, state.at.block, rows * columns);
  }

  /** Whether an array lies in kernel memory, which is taken away from it when that grows. */
  holds(array: ArrayBufferView): boolean {
    return array.buffer === this.state.kernel.memory.buffer;
  }

  /** Throws where a value is no feature. */
  check(rows: Rows): void {
    this.begin(rows);
    this.checkBegun(rows);
  }

  private checkBegun(rows: Rows): void {
    const { state } = this;
    const { kernel, lanes } = state;
    // With several cells a feature, values that count as zero are told from others one by one.
    const find = lanes > 1 ? kernel.firstBeyond : kernel.firstWrong;
    for (let from = 0; from < rows.count; ) {
      const { values, count } = this.bring(rows, from);
      const wrong = find(values, count * rows.columns);
      this.tiny ||= wrong === TINY;
      if (wrong >= 0) rows.refuse(from * rows.columns + wrong, state.numbers[values / 8 + wrong]);
      from += count;
    }
  }

  private begin(rows: Rows): void {
    this.extent = rows.columns;
    // Before anything grows: the block stays where it is, but arrays lose sight of it.
    this.inside = this.holds(rows.values) ? rows.values.byteOffset : undefined;
    this.reserve(rows.columns);
    this.tiny = false;
  }

  /** Whether `learnUnchecked` can be used. */
  canLearnUnchecked(loss: Loss, rows: Rows, losses: Float64Array | undefined): boolean {
    // Losses that a growing memory is taken away from must be refused before anything is learned.
    const isSafe = !ArrayBuffer.isView(losses) || !this.holds(losses);
    return rows.count >= SOME_ROWS && isSafe && this.state.lanes === 1 && this.canLearn(loss);
  }

  /**
   * Learns from rows that nobody has checked; answers the sum of the losses. Throws, with nothing changed, where a value is no
   * feature.
   */
  learnUnchecked(
    loss: Loss,
    rows: Rows,
    labels: ArrayLike<number>,
    losses: Float64Array | undefined,
  ): number {
    const { state } = this;
    const { features, t, d } = state;
    this.begin(rows);
    // Nobody is told of losses that may have to be undone.
    const suffered = losses && new Float64Array(rows.count);
    let total = 0;
    for (let from = 0; from < rows.count; ) {
      const brought = this.bring(rows, from);
      if (from === 0) {
        state.growFeatures(this.extent + this.constants);
        this.keepFeatures();
      }
      total = this.learnBrought(loss, rows, brought, from, labels, UNCHECKED, total);
      const wrong = state.kernel.wrongInBatch();
      if (wrong !== NONE) {
        state.numbers.set(this.before, state.at.state / 8);
        state.features = features;
        state.advance(t - state.t, d - state.d);
        if (wrong >= 0) rows.refuse(from * rows.columns + wrong, state.numbers[brought.values / 8 + wrong]);
        this.checkBegun(rows);
        return this.learn(loss, rows, labels, losses);
      }
      this.tellLosses(brought, from, suffered);
      from += brought.count;
    }
    this.held = undefined;
    losses?.set(suffered!);
    return total;
  }

  /** Keeps what a batch of dense rows may change. */
  private keepFeatures(): void {
    const { numbers, at } = this.state;
    // Two features lie together.
    const length = 8 * Math.ceil((this.extent + this.constants) / 2);
    if (this.before.length !== length) this.before = new Float64Array(length);
    this.before.set(numbers.subarray(at.state / 8, at.state / 8 + length));
  }

  /** The first row in which something is wrong, or −1; no index may reach `limit`. */
  firstWrongRow(rows: CompressedRows, limit: number): number {
    const { kernel } = this.state;
    this.extent = 0;
    this.zeros = false;
    for (let from = 0; from < rows.count; ) {
      const { offsets, indices, values, count } = this.bring(rows, from);
      const wrong = kernel.firstWrongRow(count, offsets, indices, values, limit);
      if (wrong >= 0) return from + wrong;
      this.extent = Math.max(this.extent, kernel.extentOfRows());
      this.zeros ||= kernel.zerosInRows() !== 0;
      from += count;
    }
    // All there must be room for, so that memory stays where it is from here on.
    this.reserve(rows.longest);
    this.state.reach(this.extent + this.constants);
    return -1;
  }

  /** Learns from rows that were checked just before; answers the sum of the losses. */
  learn(
    loss: Loss,
    rows: Rows | CompressedRows,
    labels: ArrayLike<number>,
    losses: Float64Array | undefined,
  ): number {
    this.state.growFeatures(this.extent + this.constants);
    let total = 0;
    for (let from = 0; from < rows.count; ) {
      const brought = this.bring(rows, from);
      total = this.learnBrought(loss, rows, brought, from, labels, this.tiny ? 1 : 0, total);
      this.tellLosses(brought, from, losses);
      from += brought.count;
    }
    this.held = undefined;
    return total;
  }

  /** Learns from the rows from `from` on that were brought; answers the sum of the losses, added to `total`. */
  private learnBrought(
    loss: Loss,
    rows: Rows | CompressedRows,
    brought: Brought,
    from: number,
    labels: ArrayLike<number>,
    tiny: number,
    total: number,
  ): number {
    const { numbers } = this.state;
    const { count, perRow } = brought;
    const label = perRow / 8;
    const weight = label + count;
    copy(labels, from, from + count, numbers, label);
    if (rows.weights === undefined) numbers.fill(1, weight, weight + count);
    else copy(rows.weights, from, from + count, numbers, weight);
    return this.run(loss, brought, rows instanceof Rows ? rows.columns : 0, tiny, total);
  }

  /** Counts rows that were learned from, and hands over their losses. */
  private tellLosses({ perRow, count }: Brought, from: number, losses: Float64Array | undefined): void {
    const { state } = this;
    const suffered = perRow / 8 + 2 * count;
    losses?.set(state.numbers.subarray(suffered, suffered + count), from);
    state.advance(count, state.kernel.freshInBatch());
  }

  /** Scores of dense rows that were checked just before, one a cell. */
  score(rows: Rows, answers: Float64Array): void {
    const { state, constants } = this;
    const { width, lanes } = state;
    const { stakes, scaleMemory } = state.options;
    for (let from = 0; from < rows.count; ) {
      const brought = this.bring(rows, from);
      const { kernel, at } = state;
      // Answers go where a batch has its labels: there is room for three numbers a row.
      const count = Math.max(1, Math.min(brought.count, Math.floor((3 * brought.count) / width)));
      state.reserveBatch(brought.perRow - at.batch + 8 * width);
      kernel.scoreDense(
        ...([count, rows.columns, constants, brought.values, brought.perRow] as const),
        ...[at.value, at.ω, at.state, width, 8 * lanes, 1 / scaleMemory, at.scores, at.sums],
        ...[stakes ? state.t + 1 : 0, state.N],
      );
      const first = brought.perRow / 8;
      answers.set(state.numbers.subarray(first, first + count * width), from * width);
      state.advance(0, 0);
      from += count;
    }
    this.held = undefined;
  }

  private run(
    loss: Loss,
    { count, values, offsets, indices, perRow }: Brought,
    columns: number,
    tiny: number,
    total: number,
  ): number {
    const { state, constants } = this;
    const { kernel, at, lanes } = state;
    const labels = perRow;
    const weights = perRow + 8 * count;
    const losses = perRow + 16 * count;
    if (lanes > 1) {
      const entries = state.entries >> 1;
      return kernel.learnSoftmax(
        ...([count, columns, constants, offsets, indices, values, labels, weights, losses] as const),
        ...[entries, at.index, at.value, at.ω, at.scores, at.slopes, state.width, 8 * lanes, at.state, total],
      );
    }
    const { number = 0, parameter = 0 } = kernelLoss(loss) ?? {};
    if (offsets === 0) {
      state.numbers.fill(0, at.value / 8, at.value / 8 + columns);
      // One by one: a spread would take as long as some rows.
      return kernel.learnDense(
        number,
        parameter,
        count,
        columns,
        constants,
        values,
        labels,
        weights,
        losses,
        at.value,
        at.ω,
        at.state,
        tiny,
        total,
      );
    }
    if (this.zeros) kernel.dropZeros(count, offsets, indices, values);
    return kernel.learnSparse(
      ...([number, parameter, count, constants, offsets, indices, values, labels, weights, losses] as const),
      ...[at.value, at.state, total],
    );
  }

  /** Rows from `from` on, as many as go at a time. */
  private bring(rows: Rows | CompressedRows, from: number): Brought {
    if (from === 0 && this.held?.rows === rows) return this.held.brought;
    const brought = rows instanceof Rows ? this.bringDense(rows, from) : this.bringSparse(rows, from);
    this.held = brought.count === rows.count ? { rows, brought } : undefined;
    return brought;
  }

  /** How many rows go at a time. */
  private roomFor({ columns }: Rows): number {
    return Math.max(1, Math.floor(BATCH_BYTES / (8 * (columns + 3))));
  }

  private bringDense(rows: Rows, from: number): Brought {
    const { state, inside } = this;
    const { values, columns } = rows;
    const count = Math.min(this.roomFor(rows), rows.count - from);
    const bytes = inside === undefined ? 8 * count * columns : 0;
    state.reserveBatch(bytes + 24 * count);
    const { at, numbers } = state;
    const perRow = at.batch + bytes;
    if (inside !== undefined) {
      return { count, offsets: 0, indices: 0, perRow, values: inside + 8 * from * columns };
    }
    numbers.set(values.subarray(from * columns, (from + count) * columns), at.batch / 8);
    return { count, offsets: 0, indices: 0, perRow, values: at.batch };
  }

  private bringSparse({ offsets, indices, values, count: all }: CompressedRows, from: number): Brought {
    const { state } = this;
    const most = offsets[from] + BATCH_BYTES / ENTRY_BYTES;
    let to = from + 1;
    while (to < all && to - from < BATCH_BYTES / 64 && offsets[to + 1] <= most) to++;
    const count = to - from;
    const [first, end] = [offsets[from], offsets[to]];
    const entries = end - first;
    state.reserveBatch(8 * entries + 24 * count + 4 * entries + 4 * (count + 1) + 8);
    const { at, numbers, wholes } = state;
    const perRow = at.batch + 8 * entries;
    const brought = { count, values: at.batch, perRow, indices: perRow + 24 * count, offsets: 0 };
    brought.offsets = brought.indices + 4 * entries;
    numbers.set((values as Float64Array).subarray(first, end), brought.values / 8);
    wholes.set((indices as Int32Array).subarray(first, end), brought.indices / 4);
    wholes.set(offsets.subarray(from, to + 1), brought.offsets / 4);
    // Offsets count from the first entry there is, not from the first that was brought.
    return { ...brought, values: brought.values - 8 * first, indices: brought.indices - 4 * first };
  }

  /** Makes room for examples of so many entries before anything is put anywhere: two of them. */
  private reserve(entries: number): void {
    const { state, constants } = this;
    state.reserveEntries(2 * (entries + constants + SLACK));
    state.reach(entries + constants);
  }
}
