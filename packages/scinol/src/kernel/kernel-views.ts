import { FIRST, type Kernel, PAGE } from "./kernel.ts";

/** Columns worked on in one call. */
export const LONGEST_RUN = 256;

const VALUES = FIRST;
const VIEWS = VALUES + 8 * LONGEST_RUN;
const STATISTICS = VIEWS + 16 * LONGEST_RUN;

/** The views of columns whose statistics and coordinates follow one another, many in one call of the kernel. */
export class KernelViews {
  /** The statistics of all columns; longer once `reserve` was called. */
  statistics: Float64Array;
  private readonly kernel: Kernel;
  private values: Float64Array;
  private views: Float64Array;

  constructor(kernel: Kernel) {
    this.kernel = kernel;
    this.statistics = this.values = this.views = new Float64Array(0);
    this.reserve(64);
  }

  /** Makes room for so many numbers of statistics; those there stay. */
  reserve(length: number): void {
    const { memory } = this.kernel;
    const missing = Math.ceil((STATISTICS + 8 * length - memory.buffer.byteLength) / PAGE);
    if (missing > 0) memory.grow(missing);
    this.statistics = new Float64Array(memory.buffer, STATISTICS, length);
    this.values = new Float64Array(memory.buffer, VALUES, LONGEST_RUN);
    this.views = new Float64Array(memory.buffer, VIEWS, 2);
  }

  /**
   * Level and bend of `count` numbers, one after the other, in an array that the next call overwrites; their statistics
   * begin at `at`, and move when `learning`.
   */
  see(numbers: Float64Array, from: number, count: number, at: number, learning: boolean): Float64Array {
    const { values } = this;
    for (let n = 0; n < count; n++) values[n] = numbers[from + n];
    this.kernel.see(count, VALUES, STATISTICS + 8 * at, VIEWS, learning ? 1 : 0);
    // Records mostly look alike: the same length is asked for again and again.
    if (this.views.length !== 2 * count) {
      this.views = new Float64Array(this.kernel.memory.buffer, VIEWS, 2 * count);
    }
    return this.views;
  }
}
