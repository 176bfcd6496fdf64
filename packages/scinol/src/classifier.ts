import { exp } from "./arithmetic/exp.ts";
import { log } from "./arithmetic/log.ts";
import type { LearnedRows } from "./learned-rows.ts";
import type { Classification, Label } from "./learner.ts";
import { tellLogistic } from "./losses/logistic.ts";
import { tellSoftmax } from "./losses/softmax.ts";
import { moveShares } from "./memories.ts";
import type { Outcome } from "./metrics/metric.ts";
import { type Arrays, writeModelFile } from "./model-file.ts";
import { type LearnerOptions, type SettledOptions, settle } from "./options.ts";
import type { Progress } from "./progress.ts";
import { type Contribution, type NamedWeight, RecordModel, type SavedHeader } from "./record-model.ts";
import type { Record } from "./records/record.ts";
import type { SparseRows } from "./records/sparse-rows.ts";
import { BoundTable, type TableLayout, type TableRows } from "./records/table.ts";
import { type RowTask, rowLearner } from "./row-learner.ts";
import { show } from "./show.ts";

export interface ClassifierOptions<L extends Label = Label> extends LearnerOptions {
  /** All the classes there are; left out, classes are met as they appear. */
  readonly classes?: readonly L[];
}

export interface ClassExplanation<L extends Label = Label> {
  /** The class whose score is explained; of two classes, relative to the other. */
  readonly label: L | undefined;
  /** baseline + the sum of contributions. */
  readonly score: number;
  /** The score of a record whose columns are all at their centre. */
  readonly baseline: number;
  /** What each column adds, the most telling first. */
  readonly contributions: readonly Contribution[];
}

/** A classifier that only predicts. */
export type FrozenClassifier<L extends Label = Label> = Omit<
  Classifier<L>,
  "learn" | "check" | "outcome" | "freeze"
>;

/** More than these is not a classification. */
const MOST_CLASSES = 10_000;

/** Learns to tell classes apart, from one record at a time. */
export function classifier<const L extends Label = Label>(options: ClassifierOptions<L> = {}): Classifier<L> {
  return new Classifier<L>(settle(options, "classes"), options.schema, options.classes);
}

/**
 * Two classes share one output, the score of the second; the first's is 0: the paper's logistic model. With a third,
 * every class has an output of its own: the second's goes on from what it learned, the others begin at 0, so that no
 * prediction changes by it.
 */
export class Classifier<L extends Label = Label> {
  readonly task = "classification";
  private readonly model: RecordModel;
  private readonly names: L[] = [];
  private readonly indices = new Map<L, number>();
  private readonly declared: boolean;
  private readonly losses: Float64Array;
  private logits = new Float64Array(0);
  private chances = new Float64Array(0);
  private mixed = new Float64Array(0);
  private readonly told = new Float64Array(4);

  constructor(settled: SettledOptions, schema: LearnerOptions["schema"], classes: readonly L[] | undefined) {
    this.declared = classes !== undefined;
    this.model = new RecordModel(settled, schema, "softmax");
    this.losses = new Float64Array(this.model.shares.length);
    if (classes !== undefined && !(Array.isArray(classes) && classes.length >= 2)) {
      throw new RangeError("classes must be an array of at least two");
    }
    if (classes !== undefined && classes.length > MOST_CLASSES) {
      throw new RangeError(`more than ${MOST_CLASSES} classes; predict a number with a regressor instead`);
    }
    for (const label of classes ?? []) {
      checkLabel(label);
      if (this.indices.has(label)) throw new RangeError(`class ${show(label)} is declared twice`);
      this.meet(label);
    }
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

  /** The classes met so far, or declared. */
  get classes(): readonly L[] {
    return this.names;
  }

  /** Each memory's share of the answer: the more the short ones have, the faster the world is changing. */
  get shares(): { member: string; share: number }[] {
    return this.model.namedShares;
  }

  predict(record: Record, weight = 1): Classification<L> {
    this.model.read(record, weight);
    this.mix(this.model.play(false));
    return this.answer();
  }

  /** Throws what `learn` would throw, and changes nothing. */
  check(record: Record, label: L, weight = 1): void {
    this.model.refuseIfFrozen();
    if (!this.indices.has(label)) this.checkNew(label);
    this.model.read(record, weight);
  }

  /** Learns from one record; answers the log loss of the prediction made just before. */
  learn(record: Record, label: L, weight = 1): number {
    this.check(record, label, weight);
    // Only now: the record's own code might have met the class.
    const index = this.indices.get(label) ?? this.meet(label);
    return this.learnRead(index, weight);
  }

  /** Learns as `learn` does; answers what metrics count: the prediction made just before, and what became of it. */
  outcome(record: Record, label: L, weight = 1): Outcome<Classification<L>, L> {
    this.model.refuseIfFrozen();
    const index = this.indices.get(label);
    if (index === undefined) {
      // A class never met is absent from the prediction, and learning meets it.
      const prediction = this.predict(record, weight);
      return { prediction, label, weight, loss: this.learn(record, label, weight) };
    }
    this.model.read(record, weight);
    const loss = this.learnRead(index, weight);
    return { prediction: this.answer(), label, weight, loss };
  }

  /** What has just been mixed. */
  private answer(): Classification<L> {
    const { names, mixed } = this;
    const probabilities = new Map<L, number>();
    for (let k = 0; k < names.length; k++) probabilities.set(names[k], mixed[k]);
    return { label: this.likeliest(), probabilities };
  }

  /** Learns from the record that was read; what was predicted of it is mixed. */
  private learnRead(index: number, weight: number): number {
    const loss = this.judge(this.model.play(true), index, weight);
    this.model.digest();
    return loss;
  }

  /** Everything of a round but the model's learning: the loss of its scores and their slopes, counted. */
  private judge(scores: Float64Array, index: number, weight: number): number {
    const loss = this.suffer(scores, index);
    this.progress.add(loss, weight);
    return loss;
  }

  /**
   * Learns from the rows of tables with these columns, in order: the same as `learn` for each row, without a record to
   * be made of it. The function answers how it went, in arrays that its next call overwrites.
   */
  table(
    layout: TableLayout,
  ): (rows: TableRows, labels: ArrayLike<L>, weights?: ArrayLike<number>) => LearnedRows {
    const { model } = this;
    return rowLearner(model, model.tables(layout), this.rowTask);
  }

  /** The same for rows of sparse vectors, whose features have a meaningful zero. */
  sparse(): (rows: SparseRows, labels: ArrayLike<L>, weights?: ArrayLike<number>) => LearnedRows {
    return rowLearner(this.model, this.model.sparseRows(), this.rowTask);
  }

  private get rowTask(): RowTask<L> {
    const { names, model } = this;
    const count = (loss: number, weight: number) => model.progress.add(loss, weight);
    return {
      trains: true,
      get count() {
        return names.length === 2 ? count : undefined;
      },
      numberOf: (label) => this.indices.get(label) ?? Number.NaN,
      check: (label) => {
        if (!this.indices.has(label)) this.checkNew(label);
      },
      meet: (label) => this.meet(label),
      judge: (scores, index, weight) => {
        const loss = this.judge(scores, index, weight);
        return { answer: this.likeliestIndex(), loss };
      },
    };
  }

  /**
   * Predicts rows of tables with these columns: the same as `predict` for each row. The function answers the
   * probability of class k for row r at [r · classes + k], in an array that its next call overwrites.
   */
  predictTable(layout: TableLayout): (rows: TableRows) => Float64Array {
    const { model } = this;
    const bound = new BoundTable(model.encoder, layout);
    let probabilities = new Float64Array(0);
    return (table) => {
      const count = this.names.length;
      if (probabilities.length < table.rows * count) probabilities = new Float64Array(table.rows * count);
      for (let row = 0; row < table.rows; row++) {
        model.readRow(bound, table, row, 1);
        this.mix(model.play(false));
        probabilities.set(this.mixed, row * count);
      }
      return probabilities;
    };
  }

  /** Why a record is predicted to be of its class, or of the one named. */
  explain(record: Record, label?: L): ClassExplanation<L> {
    if (label !== undefined && !this.indices.has(label))
      throw new RangeError(`class ${show(label)} is not known`);
    this.model.read(record, 1);
    this.mix(this.model.play(false));
    const explained = label ?? this.likeliest();
    const k = explained === undefined ? 0 : (this.indices.get(explained) as number);
    const { total, baseline, contributions } = this.model.explain(this.outputOf(k), this.signOf(k));
    return { label: explained, score: total, baseline, contributions };
  }

  /** What was learned of a class (the last one unless named), by column, in the columns' own units. */
  weights(label = this.names.at(-1)): { label: L | undefined; intercept: number; weights: NamedWeight[] } {
    if (label === undefined) return { label, intercept: 0, weights: [] };
    const k = this.indices.get(label);
    if (k === undefined) throw new RangeError(`class ${show(label)} is not known`);
    return { label, ...this.model.weights(this.outputOf(k), this.signOf(k)) };
  }

  /** A classifier that gives the same predictions and learns nothing more. */
  freeze(): FrozenClassifier<L> {
    return Classifier.restore<L>(...this.parts(true), this.model.schema);
  }

  /** Everything, in one file; `load` goes on from it to the bit. */
  save(): Uint8Array {
    return writeModelFile(...this.parts(this.model.frozen));
  }

  /** What there is to read about the model. */
  toJSON(): object {
    return {
      task: this.task,
      classes: this.names,
      ...this.model.describe(),
      weights: this.names.slice(this.firstWithOutput).map((name) => this.weights(name)),
    };
  }

  /** Makes a classifier of what a model file holds. */
  static restore<L extends Label>(
    header: object,
    arrays: Arrays,
    schema: LearnerOptions["schema"],
  ): Classifier<L> {
    const saved = header as SavedHeader & { classes: L[]; declared: boolean };
    const restored = new Classifier<L>(saved.options, schema, saved.declared ? saved.classes : undefined);
    if (!saved.declared) for (const name of saved.classes) restored.meet(name);
    restored.model.load(saved, arrays);
    return restored;
  }

  private parts(frozen: boolean): [header: object, arrays: Arrays] {
    const { header, arrays } = this.model.save(frozen);
    return [{ task: this.task, classes: this.names, declared: this.declared, ...header }, arrays];
  }

  /** Throws on what cannot be a class that has not been met. */
  private checkNew(label: unknown): void {
    checkLabel(label);
    if (this.declared) {
      const some = this.names.slice(0, 10).map(show).join(", ");
      const more = this.names.length > 10 ? ", …" : "";
      throw new RangeError(`label ${show(label)} is not among the classes ${some}${more}`);
    }
    if (this.names.length === MOST_CLASSES) {
      throw new RangeError(`more than ${MOST_CLASSES} classes; predict a number with a regressor instead`);
    }
  }

  /** A class that has not been met gets an output, fresh; answers its index. */
  private meet(label: L): number {
    const index = this.names.length;
    const count = index + 1;
    // First, as there may be no memory for it.
    this.model.linear.growOutputs(count > 2 ? count : 1);
    this.indices.set(label, index);
    // To a Map −0 and 0 are one key, and to JSON one number.
    this.names.push(label === 0 ? (0 as L) : label);
    this.logits = new Float64Array(count);
    this.chances = new Float64Array(count);
    this.mixed = new Float64Array(count);
    return index;
  }

  /** Probabilities of all classes, the memories' mixed by their shares, into `mixed`. */
  private mix(scores: Float64Array): void {
    const { shares } = this.model;
    this.mixed.fill(0);
    if (this.names.length === 2) return this.mixTwo(scores);
    for (let j = 0; j < shares.length; j++) {
      this.readLogits(scores, j);
      tellSoftmax(this.logits, 0, this.chances);
      for (let k = 0; k < this.mixed.length; k++) this.mixed[k] += shares[j] * this.chances[k];
    }
  }

  /** Two classes are the paper's one-output logistic model. */
  private mixTwo(scores: Float64Array): void {
    const { mixed, told } = this;
    const { shares } = this.model;
    for (let j = 0; j < shares.length; j++) {
      tellLogistic(scores[j], 1, told);
      mixed[0] += shares[j] * told[0];
      mixed[1] += shares[j] * told[1];
    }
  }

  /** The loss of the mixed prediction, which goes into `mixed`; sets the slopes of every memory and moves their shares. */
  private suffer(scores: Float64Array, label: number): number {
    const { mixed, losses, chances, told } = this;
    const { shares, linear } = this.model;
    const { slopes } = linear;
    if (this.names.length === 1) {
      slopes.fill(0);
      this.mix(scores);
      return 0;
    }
    if (this.names.length === 2) {
      // Told one by one: filling takes longer than two numbers do.
      mixed[0] = mixed[1] = 0;
      for (let j = 0; j < shares.length; j++) {
        tellLogistic(scores[j], label === 1 ? 1 : -1, told);
        mixed[0] += shares[j] * told[0];
        mixed[1] += shares[j] * told[1];
        losses[j] = told[2];
        slopes[j] = told[3];
      }
      return this.moveShares();
    }
    mixed.fill(0);
    for (let j = 0; j < shares.length; j++) {
      this.readLogits(scores, j);
      losses[j] = tellSoftmax(this.logits, label, chances);
      for (let k = 0; k < chances.length; k++) {
        mixed[k] += shares[j] * chances[k];
        slopes[this.outputOf(k) * shares.length + j] = k === label ? chances[k] - 1 : chances[k];
      }
    }
    return this.moveShares();
  }

  /** The loss of the mixed prediction, by the shares as they were; then they move. */
  private moveShares(): number {
    const loss = mixedLoss(this.model.shares, this.losses);
    moveShares(this.model.shares, this.losses);
    return loss;
  }

  private readLogits(scores: Float64Array, memory: number): void {
    const memories = this.model.shares.length;
    this.logits.fill(0);
    for (let k = this.firstWithOutput; k < this.logits.length; k++) {
      this.logits[k] = scores[this.outputOf(k) * memories + memory];
    }
  }

  private get firstWithOutput(): number {
    return this.names.length > 2 ? 0 : 1;
  }

  private likeliest(): L | undefined {
    return this.names[this.likeliestIndex()];
  }

  private likeliestIndex(): number {
    let best = 0;
    for (let k = 1; k < this.mixed.length; k++) if (this.mixed[k] > this.mixed[best]) best = k;
    return best;
  }

  /** The second class had the one output that two classes share, and keeps it; the first's comes after. */
  private outputOf(k: number): number {
    if (this.names.length <= 2) return 0;
    return k < 2 ? 1 - k : k;
  }

  /** Of two classes the first's score is the second's, turned round. */
  private signOf(k: number): number {
    return k === 0 && this.names.length === 2 ? -1 : 1;
  }
}

/** −ln Σ π_j e^{−ℓ_j}, without underflow. */
function mixedLoss(shares: Float64Array, losses: Float64Array): number {
  if (shares.length === 1) return losses[0];
  let least = losses[0];
  for (let j = 1; j < losses.length; j++) if (losses[j] < least) least = losses[j];
  let sum = 0;
  for (let j = 0; j < losses.length; j++) sum += shares[j] * exp(least - losses[j]);
  return least - log(sum);
}

function checkLabel(label: unknown): void {
  const known = typeof label === "string" || typeof label === "boolean" || Number.isFinite(label);
  if (!known) throw new TypeError(`label must be a string, a number or a boolean, got ${show(label)}`);
}
