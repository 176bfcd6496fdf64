import type { KernelViews } from "../kernel/kernel-views.ts";
import { VIEW_NUMBERS } from "./views.ts";

/** What is kept of the columns that have views, one after another: in a kernel's memory where there is one. */
export class Statistics {
  numbers: Float64Array;
  used = 0;
  readonly kernel: KernelViews | undefined;

  constructor(kernel: KernelViews | undefined) {
    this.kernel = kernel;
    this.numbers = kernel?.statistics ?? new Float64Array(16 * VIEW_NUMBERS);
  }

  /** Those of all columns. */
  get all(): Float64Array {
    return this.numbers.subarray(0, this.used);
  }

  /** Begins a column with its first value, which is the zero of both views; answers where its statistics are. */
  start(x: number): number {
    const at = this.used;
    this.used += VIEW_NUMBERS;
    this.reserve(this.used);
    this.numbers[at] = 1;
    this.numbers[at + 1] = this.numbers[at + 2] = x;
    this.numbers[at + 3] = 0;
    return at;
  }

  /** Takes over what was saved. */
  load(saved: Float64Array): void {
    this.reserve(saved.length);
    this.numbers.set(saved);
    this.used = saved.length;
  }

  private reserve(length: number): void {
    const { kernel, numbers } = this;
    if (length <= numbers.length) return;
    const room = Math.max(length, 2 * numbers.length);
    if (kernel === undefined) {
      this.numbers = new Float64Array(room);
      this.numbers.set(numbers);
    } else {
      kernel.reserve(room);
      this.numbers = kernel.statistics;
    }
  }
}
