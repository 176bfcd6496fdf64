import type { LearnedRows } from "./learned-rows.ts";
import type { Regression } from "./learner.ts";
import { huber } from "./losses/huber.ts";
import { type LossName, losses } from "./losses/index.ts";
import type { Loss } from "./losses/loss.ts";
import { checkLabel, isValue } from "./losses/loss.ts";
import { quantile } from "./losses/quantile.ts";
import { moveShares } from "./memories.ts";
import type { Outcome } from "./metrics/metric.ts";
import { type Arrays, writeModelFile } from "./model-file.ts";
import { type LearnerOptions, type SettledOptions, settle } from "./options.ts";
import type { Progress } from "./progress.ts";
import { type Contribution, type NamedWeight, RecordModel, type SavedHeader } from "./record-model.ts";
import type { Record } from "./records/record.ts";
import type { SparseRows } from "./records/sparse-rows.ts";
import type { TableLayout, TableRows } from "./records/table.ts";
import { type RowTask, rowLearner } from "./row-learner.ts";
import { saturate } from "./rules/saturate.ts";
import { unknownName } from "./suggest.ts";
import { Target } from "./target.ts";

export interface RegressorOptions extends LearnerOptions {
  /** What is estimated: "huber" something between mean and median (the default), "absolute" the median, "squared" the
   * mean as far as clipped slopes let it, a number between 0 and 1 that quantile. */
  readonly loss?: "huber" | "absolute" | "squared" | number;
}

export interface ValueExplanation {
  /** baseline + the sum of contributions. */
  readonly value: number;
  /** The prediction for a record whose columns are all at their centre. */
  readonly baseline: number;
  /** What each column adds, the most telling first. */
  readonly contributions: readonly Contribution[];
}

/** A regressor that only predicts. */
export type FrozenRegressor = Omit<Regressor, "learn" | "check" | "outcome" | "freeze">;

/** A memory's loss counts at most so much against its share, in standardised units. */
const LARGEST_LOSS = 10;

/** Learns to predict a number, from one record at a time, whatever its unit and its zero. */
export function regressor(options: RegressorOptions = {}): Regressor {
  const settled = settle(options, "loss");
  const exact = options.exact ?? false;
  return new Regressor(settled, options.schema, options.loss ?? (exact ? "absolute" : "huber"), !exact);
}

/**
 * Plays standardised scores ŷ′; the answer is μ + σ ŷ′, with μ and σ the robust mean and spread of the labels so far.
 * Until two labels have differed there is no unit to learn in, and only the statistics move.
 */
export class Regressor {
  readonly task = "regression";
  private readonly model: RecordModel;
  private readonly lossName: NonNullable<RegressorOptions["loss"]>;
  private readonly loss: Loss;
  private readonly target = new Target();
  /** Whether the target has a unit and a zero of its own, or is learned as it is. */
  private readonly standardised: boolean;
  private readonly memoryLosses: Float64Array;
  /** Rounds that trained the model, and the mean of the memories' losses over them. */
  private readonly usual = new Float64Array(2);
  private readonly score = new Float64Array(1);
  private readonly slope = new Float64Array(1);

  constructor(
    settled: SettledOptions,
    schema: LearnerOptions["schema"],
    loss: NonNullable<RegressorOptions["loss"]>,
    standardised: boolean,
  ) {
    this.lossName = loss;
    this.loss = lossOf(loss);
    this.standardised = standardised;
    this.model = new RecordModel(settled, schema, "squared");
    this.memoryLosses = new Float64Array(this.model.shares.length);
  }

  /** How often something new was left out because `maxFeatures` was reached. */
  get ignored(): number {
    return this.model.encoder.coordinates.ignored;
  }

  /** How many coordinates the columns have come to, the constant included. */
  get coordinates(): number {
    return this.model.encoder.coordinates.count;
  }

  /** An application's own notes: anything that JSON can hold. Saved with the model, and there again when it is loaded. */
  get notes(): unknown {
    return this.model.notes;
  }

  set notes(notes: unknown) {
    this.model.notes = notes;
  }

  /** How it has done so far. */
  get progress(): Progress {
    return this.model.progress;
  }

  /** Each memory's share of the answer: the more the short ones have, the faster the world is changing. */
  get shares(): { member: string; share: number }[] {
    return this.model.namedShares;
  }

  predict(record: Record, weight = 1): Regression {
    this.model.read(record, weight);
    return { value: this.answer(this.model.play(false)) };
  }

  /** Learns from one record; answers the loss of the prediction made just before, in the target's unit. */
  learn(record: Record, y: number, weight = 1): number {
    this.check(record, y, weight);
    return this.learnScores(this.model.play(true), y, weight);
  }

  /** Throws what `learn` would throw, and changes nothing. */
  check(record: Record, y: number, weight = 1): void {
    this.model.refuseIfFrozen();
    checkLabel(this.loss, y, 1);
    this.model.read(record, weight);
  }

  /** Learns as `learn` does; answers what metrics count: the prediction made just before, and what became of it. */
  outcome(record: Record, y: number, weight = 1): Outcome<Regression, number> {
    this.check(record, y, weight);
    const scores = this.model.play(true);
    const prediction = { value: this.answer(scores) };
    return { prediction, label: y, weight, loss: this.learnScores(scores, y, weight) };
  }

  private learnScores(scores: Float64Array, y: number, weight: number): number {
    const { trains } = this;
    const loss = this.judge(scores, y, weight);
    if (trains) this.model.digest();
    return loss;
  }

  /** Whether the model learns from the next label: there is a unit to learn in. */
  private get trains(): boolean {
    return this.unit > 0;
  }

  /** Everything of a round but the model's learning: the loss of its scores and their slopes, counted. */
  private judge(scores: Float64Array, y: number, weight: number): number {
    const loss = this.trains ? this.train(scores, y) : this.lossWithoutUnit(y);
    if (this.standardised) this.target.see(y);
    this.progress.add(loss, weight);
    return loss;
  }

  /**
   * Learns from the rows of tables with these columns, in order: the same as `learn` for each row, without a record to
   * be made of it. The function answers how it went, in arrays that its next call overwrites.
   */
  table(
    layout: TableLayout,
  ): (rows: TableRows, labels: ArrayLike<number>, weights?: ArrayLike<number>) => LearnedRows {
    return rowLearner(this.model, this.model.tables(layout), this.rowTask);
  }

  /** The same for rows of sparse vectors, whose features have a meaningful zero. */
  sparse(): (rows: SparseRows, labels: ArrayLike<number>, weights?: ArrayLike<number>) => LearnedRows {
    return rowLearner(this.model, this.model.sparseRows(), this.rowTask);
  }

  private get rowTask(): RowTask<number> {
    const trains = () => this.trains;
    return {
      get trains() {
        return trains();
      },
      numberOf: (y) => (isValue(y) ? y : Number.NaN),
      check: (y) => checkLabel(this.loss, y, 1),
      meet: (y) => y,
      judge: (scores, y, weight) => {
        const answer = this.answer(scores);
        return { answer, loss: this.judge(scores, y, weight) };
      },
    };
  }

  /** Why a record is predicted to have its value, in the target's unit. */
  explain(record: Record): ValueExplanation {
    this.model.read(record, 1);
    this.model.play(false);
    const { total, baseline, contributions } = this.model.explain(0, this.unit * this.factor, this.zero);
    return { value: total, baseline, contributions };
  }

  /** What was learned, by column: how much the value rises with one more unit of it. */
  weights(): { intercept: number; weights: NamedWeight[] } {
    return this.model.weights(0, this.unit * this.factor, this.zero);
  }

  /** A regressor that gives the same predictions and learns nothing more. */
  freeze(): FrozenRegressor {
    return Regressor.restore(...this.parts(true), this.model.schema);
  }

  /** Everything, in one file; `load` goes on from it to the bit. */
  save(): Uint8Array {
    return writeModelFile(...this.parts(this.model.frozen));
  }

  /** What there is to read about the model. */
  toJSON(): object {
    return {
      task: this.task,
      loss: this.loss.name,
      target: { centre: this.zero, spread: this.unit },
      ...this.model.describe(),
      ...this.weights(),
    };
  }

  /** Makes a regressor of what a model file holds. */
  static restore(header: object, arrays: Arrays, schema: LearnerOptions["schema"]): Regressor {
    const saved = header as SavedHeader & { loss: "huber"; standardised: boolean };
    const restored = new Regressor(saved.options, schema, saved.loss, saved.standardised);
    restored.model.load(saved, arrays);
    restored.target.load(arrays.target);
    if (!saved.frozen) restored.usual.set(arrays.usual);
    return restored;
  }

  private parts(frozen: boolean): [header: object, arrays: Arrays] {
    const { header, arrays } = this.model.save(frozen);
    return [
      { task: this.task, loss: this.lossName, standardised: this.standardised, ...header },
      { ...arrays, target: this.target.save(), ...(frozen ? {} : { usual: this.usual }) },
    ];
  }

  private get zero(): number {
    return this.standardised ? this.target.μ : 0;
  }

  private get unit(): number {
    return this.standardised ? this.target.σ : 1;
  }

  private get factor(): number {
    return this.standardised && this.target.σ > 0 ? this.target.factor : 1;
  }

  /** μ + σ ŷ′, ŷ′ being the memories' scores mixed by their shares. */
  private answer(scores: Float64Array): number {
    const { shares } = this.model;
    let mixed = 0;
    for (let j = 0; j < shares.length; j++) mixed += shares[j] * scores[j];
    return saturate(this.zero + this.unit * (this.factor * mixed));
  }

  /** While σ = 0 a label that differs is infinitely many units away, where every loss is as good as absolute. */
  private lossWithoutUnit(y: number): number {
    this.score[0] = this.zero;
    return (typeof this.lossName === "number" ? this.loss : losses.absolute).loss(this.score, y);
  }

  /** The loss of the answer; sets the slopes of every memory and moves their shares. */
  private train(scores: Float64Array, y: number): number {
    const { shares, linear } = this.model;
    const label = saturate((y - this.zero) / this.unit);
    const { factor, usual } = this;
    let mixed = 0;
    let mean = 0;
    for (let j = 0; j < shares.length; j++) {
      this.score[0] = factor * scores[j];
      this.memoryLosses[j] = Math.min(this.loss.suffer(this.score, label, this.slope), LARGEST_LOSS);
      linear.slopes[j] = this.slope[0];
      mixed += shares[j] * this.score[0];
      mean += shares[j] * this.memoryLosses[j];
    }
    usual[0] += 1;
    usual[1] += (mean - usual[1]) / usual[0];
    if (usual[1] > 0) {
      for (let j = 0; j < shares.length; j++) this.memoryLosses[j] /= usual[1];
      moveShares(shares, this.memoryLosses);
    }
    this.score[0] = mixed;
    return saturate(this.unit * this.loss.loss(this.score, label));
  }
}

function lossOf(loss: NonNullable<RegressorOptions["loss"]>): Loss {
  if (typeof loss === "number") return quantile(loss);
  if (loss === "huber") return huber();
  const names: LossName[] = ["huber", "absolute", "squared"];
  if (!names.includes(loss)) throw unknownName("loss", String(loss), names);
  return losses[loss];
}
