import { arithmetic, type Label, type RegressorOptions, Target } from "scinol";
import { RunningQuantile } from "./running-quantile.ts";
import { lossOf } from "./value-loss.ts";

const { log } = arithmetic;

/** What knowing nothing but the labels so far would have cost: the figure that a model has to beat. */
export interface Baseline {
  add(label: Label, weight: number): void;
  /** The mean loss so far. */
  readonly loss: number;
  save(): object;
  load(saved: object): void;
}

/** Predicting every class by its running rate, (count + 1) / (n + K). */
export class ClassBaseline implements Baseline {
  private readonly counts = new Map<Label, { count: number }>();
  private rows = 0;
  private weight = 0;
  /** Σ weight · ln(n + K) with the K of now, less Σ weight · ln(count + 1). */
  private total = 0;

  add(label: Label, weight: number): void {
    let known = this.counts.get(label);
    if (known === undefined) {
      // All K classes count from the start. Had there been one more, each row so far would have had n + K + 1 in place
      // of n + K, and the sum of the logarithms telescopes.
      const classes = this.counts.size;
      if (this.rows > 0) this.total += (this.weight / this.rows) * log((this.rows + classes) / classes);
      known = { count: 0 };
      this.counts.set(label, known);
    }
    this.total += weight * log((this.rows + this.counts.size) / (known.count + 1));
    known.count++;
    this.rows++;
    this.weight += weight;
  }

  get loss(): number {
    return this.weight === 0 ? 0 : this.total / this.weight;
  }

  save(): object {
    const counts = Array.from(this.counts, ([label, { count }]) => [label, count]);
    return { counts, rows: this.rows, weight: this.weight, total: this.total };
  }

  load(saved: { counts: [Label, number][]; rows: number; weight: number; total: number }): void {
    for (const [label, count] of saved.counts) this.counts.set(label, { count });
    this.rows = saved.rows;
    this.weight = saved.weight;
    this.total = saved.total;
  }
}

type ValueLoss = NonNullable<RegressorOptions["loss"]>;

/** Predicting the running mean, or for the absolute and quantile losses the running median or quantile. */
export class ValueBaseline implements Baseline {
  private readonly estimated: ValueLoss;
  private readonly standardised: boolean;
  private readonly target = new Target();
  private readonly quantile: RunningQuantile | undefined;
  private mean = 0;
  private rows = 0;
  private weight = 0;
  private total = 0;
  private unit = 0;
  private lossAt: (answer: number, y: number) => number;

  constructor(loss: ValueLoss, standardised: boolean) {
    this.estimated = loss;
    this.standardised = standardised;
    this.lossAt = lossOf(loss, 0);
    if (loss === "absolute") this.quantile = new RunningQuantile(0.5);
    if (typeof loss === "number") this.quantile = new RunningQuantile(loss);
  }

  add(label: Label, weight: number): void {
    const y = label as number;
    const answer = this.quantile?.value ?? this.mean;
    const unit = this.standardised ? this.target.σ : 1;
    if (unit !== this.unit) {
      this.unit = unit;
      this.lossAt = lossOf(this.estimated, unit);
    }
    this.total += weight * this.lossAt(answer, y);
    this.rows++;
    this.mean += (y - this.mean) / this.rows;
    this.quantile?.add(y);
    if (this.standardised) this.target.see(y);
    this.weight += weight;
  }

  get loss(): number {
    return this.weight === 0 ? 0 : this.total / this.weight;
  }

  save(): object {
    const { mean, rows, weight, total, target } = this;
    const statistics = [...target.save()];
    return { mean, rows, weight, total, statistics, quantile: this.quantile?.save() };
  }

  load(saved: {
    mean: number;
    rows: number;
    weight: number;
    total: number;
    statistics: number[];
    quantile?: number[];
  }): void {
    this.mean = saved.mean;
    this.rows = saved.rows;
    this.weight = saved.weight;
    this.total = saved.total;
    this.target.load(Float64Array.from(saved.statistics));
    if (saved.quantile !== undefined) this.quantile?.load(saved.quantile);
  }
}
