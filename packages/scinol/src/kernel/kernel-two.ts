import type { KernelState } from "./kernel-state.ts";

/** Rows of two classes, which the kernel judges by itself; see assembly/judge-two.ts. */
export interface TwoClasses {
  /** 1 where a row is of the second class. */
  readonly labels: Float64Array;
  /** How much each row matters. */
  readonly weights: Float64Array;
  /** Each memory's share of the answer, which move. */
  readonly shares: Float64Array;
  /** Takes in what was predicted of rows from `from` on, and the losses. */
  learned(from: number, answers: Float64Array, losses: Float64Array): void;
}

/** Eight addresses and whole numbers, and t, N and d. */
const HEAD_BYTES = 56;
const COUNTERS = 4;

/** Such rows in kernel memory: a block of them, some of which are learned from at a time. */
export class KernelTwo {
  private readonly two: TwoClasses;
  private readonly state: KernelState;
  private readonly at: number;
  /** Where labels, weights, answers, losses and shares are, in bytes. */
  private readonly parts: readonly number[];

  /** `at` is where there is room for so many rows. */
  constructor(two: TwoClasses, state: KernelState, at: number, rows: number) {
    this.two = two;
    this.state = state;
    this.at = at;
    this.parts = [0, 1, 2, 3, 4].map((n) => at + HEAD_BYTES + 8 * n * rows);
  }

  static bytes(two: TwoClasses | undefined, rows: number): number {
    return two === undefined ? 0 : HEAD_BYTES + 8 * (4 * rows + two.shares.length);
  }

  /** Writes down rows `from` up to `to`, the first of which is row `first` of the block. */
  tell(first: number, from: number, to: number): void {
    const { two, at } = this;
    const { numbers, wholes, t, N, d, options } = this.state;
    const [labels, weights, answers, losses, shares] = this.parts;
    const memories = two.shares.length;
    numbers.set(two.labels.subarray(from, to), labels / 8 + first);
    numbers.set(two.weights.subarray(from, to), weights / 8 + first);
    numbers.set(two.shares, shares / 8);
    const stakes = options.stakes ? 1 : 0;
    const open = 0;
    wholes.set([labels, weights, answers, losses, memories, shares, stakes, open], at / 4);
    numbers.set([t, N, d], at / 8 + COUNTERS);
  }

  /** Takes back what was learned from `count` rows. */
  take(first: number, from: number, count: number): void {
    const { two, state, at } = this;
    const { numbers } = state;
    const [, , answers, losses, shares] = this.parts;
    const [t, N, d] = numbers.subarray(at / 8 + COUNTERS);
    state.count({ t, N, d });
    two.shares.set(numbers.subarray(shares / 8, shares / 8 + two.shares.length));
    const rows = (part: number) => numbers.subarray(part / 8 + first, part / 8 + first + count);
    two.learned(from, rows(answers), rows(losses));
  }
}
