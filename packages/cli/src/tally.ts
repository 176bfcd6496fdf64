import type { Label } from "scinol";
import type { Baseline } from "./baseline.ts";

/** How learning has gone so far, row by row, each judged before it was learned from. */
export class Tally {
  rows = 0;
  weight = 0;
  totalLoss = 0;
  /** Weight of the rows that were classified right. */
  right = 0;
  private absolute = 0;
  private squared = 0;
  readonly baseline: Baseline;

  constructor(baseline: Baseline) {
    this.baseline = baseline;
  }

  addClass(loss: number, isRight: boolean, label: Label, weight: number): void {
    this.count(loss, weight);
    if (isRight) this.right += weight;
    this.baseline.add(label, weight);
  }

  addValue(loss: number, answer: number, y: number, weight: number): void {
    this.count(loss, weight);
    const error = Math.abs(answer - y);
    this.absolute += weight * error;
    this.squared += weight * Math.min(error * error, 1e290);
    this.baseline.add(y, weight);
  }

  get loss(): number {
    return this.mean(this.totalLoss);
  }
  get accuracy(): number {
    return this.mean(this.right);
  }
  get mae(): number {
    return this.mean(this.absolute);
  }
  get rmse(): number {
    return Math.sqrt(this.mean(this.squared));
  }

  save(): SavedTally {
    const { rows, weight, totalLoss, right, absolute, squared } = this;
    return { rows, weight, totalLoss, right, absolute, squared, baseline: this.baseline.save() };
  }

  load(saved: SavedTally): void {
    this.rows = saved.rows;
    this.weight = saved.weight;
    this.totalLoss = saved.totalLoss;
    this.right = saved.right;
    this.absolute = saved.absolute;
    this.squared = saved.squared;
    this.baseline.load(saved.baseline);
  }

  private count(loss: number, weight: number): void {
    this.rows++;
    this.weight += weight;
    this.totalLoss += weight * loss;
  }

  private mean(total: number): number {
    return this.weight === 0 ? 0 : total / this.weight;
  }
}

export interface SavedTally {
  readonly rows: number;
  readonly weight: number;
  readonly totalLoss: number;
  readonly right: number;
  readonly absolute: number;
  readonly squared: number;
  readonly baseline: object;
}
