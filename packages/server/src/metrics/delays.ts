/** Bins of a delay in milliseconds, four an octave, up to 2⁴⁰ (35 years). */
const PER_OCTAVE = 4;
const BINS = 40 * PER_OCTAVE;

/** How long labels took, from prediction to label: the mean exactly, quantiles to within a fifth. */
export class Delays {
  private readonly counts = new Float64Array(BINS);
  private readonly sums = new Float64Array(2);

  add(milliseconds: number): void {
    const delay = Math.max(milliseconds, 0);
    this.counts[Math.min(Math.floor(PER_OCTAVE * Math.log2(1 + delay)), BINS - 1)]++;
    this.sums[0]++;
    this.sums[1] += delay;
  }

  get count(): number {
    return this.sums[0];
  }

  /** In seconds. */
  summary(): { mean: number; p50: number; p99: number } | null {
    const [count, total] = this.sums;
    if (count === 0) return null;
    return { mean: total / count / 1000, p50: this.quantile(0.5), p99: this.quantile(0.99) };
  }

  save(): Float64Array {
    return Float64Array.of(...this.sums, ...this.counts);
  }

  load(saved: Float64Array): void {
    this.sums.set(saved.subarray(0, 2));
    this.counts.set(saved.subarray(2));
  }

  /** The middle of the bin that the quantile falls into. */
  private quantile(q: number): number {
    let left = q * this.sums[0];
    let bin = 0;
    while (bin < BINS - 1 && left > this.counts[bin]) left -= this.counts[bin++];
    return (2 ** ((bin + 0.5) / PER_OCTAVE) - 1) / 1000;
  }
}
