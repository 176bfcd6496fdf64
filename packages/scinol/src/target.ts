import { VIEW_NUMBERS, views } from "./records/views.ts";
import { cap } from "./rules/saturate.ts";

/**
 * The unit and the zero of a regression target: its robust mean μ and mean absolute deviation σ, the `bend` statistics
 * of the labels so far. Slopes are taken in units of σ, so that the loss is 1-Lipschitz whatever y is measured in.
 */
export class Target {
  private readonly statistics = new Float64Array(VIEW_NUMBERS);
  /** σ when it first exceeded 0. */
  private readonly first = Float64Array.of(0);
  private readonly label = new Float64Array(1);
  private readonly seen = new Float64Array(VIEW_NUMBERS + 2);

  /** The zero: 0 before any label. */
  get μ(): number {
    return this.statistics[2];
  }

  /** The unit: 0 until two labels have differed. */
  get σ(): number {
    return this.statistics[3];
  }

  /**
   * What a score played in the first unit is worth in the present one. Wealth is won in units of σ, and weights are
   * linear in it: when σ grows all weights shrink alike, which is one factor and no sweep over the model.
   */
  get factor(): number {
    // A target that stays the same for a million rounds has a σ near 0.
    return cap(this.first[0] / this.σ);
  }

  /** Takes a label into account, after the model has learned from it. */
  see(y: number): void {
    this.label[0] = y;
    views(this.label, 0, this.statistics, 0, this.seen);
    this.statistics.set(this.seen.subarray(0, VIEW_NUMBERS));
    if (this.first[0] === 0) this.first[0] = this.σ;
  }

  save(): Float64Array {
    return Float64Array.of(...this.statistics, ...this.first);
  }

  load(saved: Float64Array): void {
    this.statistics.set(saved.subarray(0, VIEW_NUMBERS));
    this.first.set(saved.subarray(VIEW_NUMBERS));
  }
}
