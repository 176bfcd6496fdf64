import type { Rows } from "../linear/rows.ts";
import type { Loss } from "../losses/loss.ts";
import { kernelLoss } from "./kernel-loss.ts";
import type { KernelState } from "./kernel-state.ts";

/** Rows that are not in kernel memory are copied there so many bytes at a time: small enough for a processor's cache. */
const BATCH_BYTES = 1 << 18;

/** Many examples at a time for a `KernelState`, without coming back to JavaScript for each. */
export class KernelBatch {
  private readonly state: KernelState;
  private readonly constants: 0 | 1;
  /** The rows that lie at `at.batch`, all of them. */
  private held: Rows | undefined;

  constructor(state: KernelState, constant: boolean) {
    this.state = state;
    this.constants = constant ? 1 : 0;
  }

  /** Whether `learn` can be used: one cell a feature, and nothing that the rounds of a batch would share. */
  canLearn(loss: Loss): boolean {
    const { stakes, scaleMemory } = this.state.options;
    return this.state.lanes === 1 && !stakes && scaleMemory === 1 && kernelLoss(loss) !== undefined;
  }

  /** Room for rows in kernel memory, where `learn` need not copy them from. */
  block(rows: number, columns: number): Float64Array {
    const { state } = this;
    this.reserve(columns);
    state.reserveBlock(8 * rows * columns);
    return new Float64Array(state.kernel.memory.buffer, state.at.block, rows * columns);
  }

  /** Where the first value is that is no feature, or −1. */
  firstWrong(rows: Rows): number {
    const { kernel } = this.state;
    this.reserve(rows.columns);
    for (let from = 0; from < rows.count; ) {
      const { address, count } = this.bring(rows, from);
      const wrong = kernel.firstWrong(address, count * rows.columns);
      if (wrong >= 0) return from * rows.columns + wrong;
      from += count;
    }
    return -1;
  }

  /** Learns from rows that were checked; answers the sum of the losses. */
  learn(loss: Loss, rows: Rows, labels: ArrayLike<number>, losses: Float64Array | undefined): number {
    const { state, constants } = this;
    const { kernel, at } = state;
    const { columns } = rows;
    const { number = 0, parameter = 0 } = kernelLoss(loss) ?? {};
    this.reserve(columns);
    state.growFeatures(columns + constants);
    let total = 0;
    for (let from = 0; from < rows.count; ) {
      const { address, count, room } = this.bring(rows, from);
      const label = at.batch / 8 + room * columns;
      const [importance, loss] = [label + room, label + 2 * room];
      copy(labels, from, count, state.numbers, label);
      const { weights } = rows;
      if (weights === undefined) state.numbers.fill(1, importance, importance + count);
      else state.numbers.set(weights.subarray(from, from + count), importance);
      state.numbers.fill(0, at.value / 8, at.value / 8 + columns);
      total = kernel.learnDense(
        ...([number, parameter, count, columns, constants, address] as const),
        ...[8 * label, 8 * importance, 8 * loss, at.value, at.ω, at.state, total],
      );
      losses?.set(state.numbers.subarray(loss, loss + count), from);
      state.advance(count, kernel.freshInBatch());
      from += count;
    }
    this.held = undefined;
    return total;
  }

  /** Rows from `from` on, as many as go at a time: where they are in kernel memory, and how many rows fit there. */
  private bring(rows: Rows, from: number): { address: number; count: number; room: number } {
    const { state } = this;
    const { values, columns } = rows;
    const room = roomFor(columns);
    const count = Math.min(room, rows.count - from);
    if (values.buffer === state.kernel.memory.buffer) {
      return { address: values.byteOffset + 8 * from * columns, count, room };
    }
    const address = state.at.batch;
    if (this.held !== rows || count < rows.count) {
      state.numbers.set(values.subarray(from * columns, (from + count) * columns), address / 8);
      this.held = rows;
    }
    return { address, count, room };
  }

  /** Makes room for rows of so many columns before anything is put anywhere. */
  private reserve(columns: number): void {
    const { state, constants } = this;
    state.reserveEntries(columns + constants + 1);
    state.reach(columns + constants);
    state.reserveBatch(8 * roomFor(columns) * (columns + 3));
  }
}

/** How many rows are brought at a time. */
function roomFor(columns: number): number {
  return Math.max(1, Math.floor(BATCH_BYTES / (8 * (columns + 3))));
}

function copy(from: ArrayLike<number>, start: number, count: number, to: Float64Array, at: number): void {
  if (from instanceof Float64Array) to.set(from.subarray(start, start + count), at);
  else for (let n = 0; n < count; n++) to[at + n] = from[start + n];
}
