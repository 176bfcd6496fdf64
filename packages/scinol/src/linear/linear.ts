import { kernel } from "../kernel/kernel.ts";
import { KernelBatch } from "../kernel/kernel-batch.ts";
import type { SparseJob, TableJob } from "../kernel/kernel-rows.ts";
import { kernelRule } from "../kernel/kernel-rule.ts";
import { KernelState, type RowsJudge } from "../kernel/kernel-state.ts";
import type { TwoClasses } from "../kernel/kernel-two.ts";
import { kindOf } from "../kind-of.ts";
import { checkLabel, type Loss } from "../losses/loss.ts";
import { rules } from "../rules/index.ts";
import type { Round, Rule, Settings } from "../rules/rule.ts";
import { unknownName } from "../suggest.ts";
import { CompressedRows, type SparseBatch } from "./compressed-rows.ts";
import type { Engine } from "./engine.ts";
import { checkWeight, Example, type Features, MOST_FEATURES } from "./example.ts";
import {
  checkCount,
  checkForgetting,
  checkLoss,
  checkMemories,
  checkOptions,
  checkSettings,
  type LinearOptions,
} from "./options.ts";
import { checkLabels, Rows } from "./rows.ts";
import { State } from "./state.ts";

/** What was learned, in the features' own units. */
export interface LinearWeights {
  /** The weight of the constant feature, per cell (output by output, its memories side by side). */
  readonly intercept: Float64Array;
  /** The weight of feature i for cell c at [i · cells + c]. */
  readonly weights: Float64Array;
}

/** What becomes of rows that were played. */
export interface RowJudge {
  /** Sets a model's slopes from the scores of a row. */
  judge(row: number, scores: Float64Array): void;
  /** Where there are two classes, a kernel can judge by itself. */
  readonly two: TwoClasses | undefined;
}

/** A linear model that learns from one example at a time: rule × loss × shape. */
export function linear(options: LinearOptions = {}): Linear {
  return new Linear(options);
}

export class Linear {
  readonly rule: Rule;
  readonly loss: Loss;
  readonly settings: Settings;
  readonly constant: boolean;
  readonly memories: readonly number[];
  readonly scaleMemory: number;
  readonly stakes: boolean;
  outputs: number;
  /** The slopes that `digest` learns from: output k of memory j at k · memories + j. */
  slopes: Float64Array;
  private readonly declaredFeatures: number | undefined;
  private readonly engine: Engine;
  /** Where the engine is a kernel: what gives it many examples at a time. */
  private readonly batch: KernelBatch | undefined;
  /** What is being learned from … */
  private readonly example = new Example();
  private readonly round: Round;
  /** … and what is only asked about, which may be in the middle of a round. */
  private readonly asked = new Example();
  private readonly askedRound: Round;
  private scores: Float64Array;
  private groupScores: Float64Array;
  private groupSlopes: Float64Array;
  /** Who judges the rows at hand, and how much each counts. */
  private judged: { judge: RowJudge; weights: Float64Array } | undefined;

  constructor(options: LinearOptions) {
    checkOptions(options);
    const ruleName = options.rule ?? "scinol2";
    if (typeof ruleName !== "string") throw new TypeError(`rule must be a name, got ${kindOf(ruleName)}`);
    if (!Object.hasOwn(rules, ruleName)) throw unknownName("rule", ruleName, Object.keys(rules));
    this.rule = rules[ruleName];
    this.settings = checkSettings(this.rule, options.settings ?? {});
    this.loss = checkLoss(options.loss ?? "logistic");
    this.outputs = checkCount("outputs", options.outputs ?? (this.loss.label === "class" ? 2 : 1), 1);
    if (this.loss.label !== "class" && this.outputs !== 1) {
      throw new RangeError(`${this.loss.name} has one output, got ${this.outputs}`);
    }
    this.constant = options.constant ?? true;
    this.declaredFeatures =
      options.features === undefined ? undefined : checkCount("features", options.features, 0);
    this.memories = checkMemories(options.memories ?? [1]);
    this.scaleMemory = options.scaleMemory ?? 1;
    this.stakes = options.stakes ?? false;
    checkForgetting(this.rule, this.memories, this.scaleMemory, this.stakes);

    const features = (options.features ?? 0) + (this.constant ? 1 : 0);
    const width = this.outputs * this.memories.length;
    this.engine = this.chooseEngine(options.kernel ?? "auto", features, width);
    if (this.engine instanceof KernelState && this.rule === rules.scinol2) {
      this.batch = new KernelBatch(this.engine, this.constant);
    }
    this.round = newRound(this.settings);
    this.askedRound = newRound(this.settings);
    this.scores = new Float64Array(width);
    this.slopes = new Float64Array(width);
    this.groupScores = new Float64Array(this.outputs);
    this.groupSlopes = new Float64Array(this.outputs);
  }

  /** Rounds learned so far. */
  get rounds(): number {
    return this.engine.t;
  }

  /** Features known so far, the constant not counted. */
  get features(): number {
    return this.engine.features - (this.constant ? 1 : 0);
  }

  /** Scores, one an output and memory: output k of memory j at k · memories + j. */
  score(x: Features, weight = 1): Float64Array {
    return this.scoreInto(x, new Float64Array(this.scores.length), weight);
  }

  /** The same without allocating. */
  scoreInto(x: Features, scores: Float64Array, weight = 1): Float64Array {
    this.check(scores);
    this.read(this.asked, x, weight);
    this.engine.play(this.asked, this.askedRound, scores);
    return scores;
  }

  /** What the loss makes of the scores: probabilities or a value, in the same places. */
  predict(x: Features, weight = 1): Float64Array {
    return this.predictInto(x, new Float64Array(this.scores.length), weight);
  }

  /** The same without allocating. */
  predictInto(x: Features, answer: Float64Array, weight = 1): Float64Array {
    this.scoreInto(x, answer, weight);
    this.link(answer);
    return answer;
  }

  /** Predictions on many dense examples, row after row as in `learnBatch`; into `answers` where given. */
  predictBatch(values: Float64Array, answers?: Float64Array): Float64Array {
    const columns = this.declaredFeatures ?? this.features;
    const rows = this.rowsOf(values, columns === 0 ? 0 : Math.floor(values.length / columns), columns);
    const { length } = this.scores;
    const all = answers ?? new Float64Array(rows.count * length);
    if (!(all instanceof Float64Array) || all.length !== rows.count * length) {
      throw new RangeError(`expected room for ${rows.count * length} answers in a Float64Array`);
    }
    const answer = new Float64Array(length);
    this.batch?.score(rows, all);
    for (let r = 0; r < rows.count; r++) {
      if (this.batch === undefined) {
        this.readRow(this.asked, rows, r);
        this.engine.play(this.asked, this.askedRound, answer);
        all.set(answer, r * length);
      }
      this.link(all, r * length);
    }
    return all;
  }

  /** Learns from one example; answers the loss suffered before learning, the mean of the memories'. */
  learn(x: Features, label: number, weight = 1): number {
    checkLabel(this.loss, label, this.outputs);
    this.play(x, weight);
    const loss = this.suffer(label);
    this.digest();
    return loss;
  }

  /**
   * Learns from many dense examples, one after the other, to the same bits as `learn` but faster: `values` holds
   * them row after row. Answers the sum of the losses; each goes into `losses` where given. Where anything is wrong with
   * any of them, nothing is learned.
   */
  learnBatch(
    values: Float64Array,
    labels: ArrayLike<number>,
    weights?: ArrayLike<number>,
    losses?: Float64Array,
  ): number {
    const { batch } = this;
    const importances = weights && this.own(weights);
    const own = this.own(labels);
    const count = own.length;
    const columns = this.declaredFeatures ?? (count === 0 ? 0 : Math.floor(values.length / count));
    const rows = new Rows(values, count, columns, importances);
    // What checks the rows while it learns from them, and undoes what it learned where it must.
    const undoing = batch?.canLearnUnchecked(this.loss, rows, losses) ? batch : undefined;
    if (undoing === undefined) this.checkRows(rows);
    try {
      checkLabels(own, this.loss, this.outputs);
      checkRoom(losses, count);
    } catch (error) {
      // What is wrong with values is told first.
      if (undoing !== undefined) this.checkRows(rows);
      throw error;
    }
    if (count === 0) return 0;
    if (undoing !== undefined) return undoing.learnUnchecked(this.loss, rows, own, losses);
    if (batch?.canLearn(this.loss)) return batch.learn(this.loss, rows, own, losses);
    return this.engine instanceof State && this.engine.canFuse
      ? this.learnFused(this.engine, rows, own, losses)
      : this.learnRows(rows, own, losses);
  }

  /** `learnBatch` for sparse examples: `rows` has their entries one after another, and where each example begins. */
  learnSparseBatch(
    rows: SparseBatch,
    labels: ArrayLike<number>,
    weights?: ArrayLike<number>,
    losses?: Float64Array,
  ): number {
    const { batch, declaredFeatures } = this;
    const importances = weights && this.own(weights);
    const { offsets, indices, values } = rows;
    const lists = {
      offsets: offsets && this.own(offsets),
      indices: this.own(indices),
      values: this.own(values),
    };
    const own = this.own(labels);
    const given = new CompressedRows(lists, own.length, importances);
    const lookAt = (typed: CompressedRows) => batch!.firstWrongRow(typed, declaredFeatures ?? MOST_FEATURES);
    given.check(
      (row) => this.asked.read(row, declaredFeatures, this.constant),
      batch && given.typed ? lookAt : undefined,
    );
    const all = batch ? given.asTyped() : given;
    // A kernel that has looked at them has room for all of them.
    if (all !== given) lookAt(all);
    checkLabels(own, this.loss, this.outputs);
    checkRoom(losses, own.length);
    if (batch?.canLearn(this.loss)) return batch.learn(this.loss, all, own, losses);
    let total = 0;
    for (let r = 0; r < all.count; r++) {
      this.read(this.example, all.row(r), all.weights?.[r] ?? 1);
      total += this.learnRead(own[r], losses, r);
    }
    return total;
  }

  /**
   * Room for `rows` rows of `columns` values, zeros at first, to be filled and given to `learnBatch` or `predictBatch`,
   * whole or as a subarray: where there is a kernel it lies in the kernel's own memory, and nothing is copied. A model has
   * one block. Asked for anew it keeps what is in it, as far as that fits; and it must be asked for anew once the model
   * has grown, which empties the array handed out before: its length is then 0.
   */
  block(rows: number, columns: number): Float64Array {
    const [count, width] = [checkCount("rows", rows, 0), checkCount("columns", columns, 0)];
    return this.batch?.block(count, width) ?? new Float64Array(count * width);
  }

  /** Rows, every number of them checked. */
  private rowsOf(values: Float64Array, count: number, columns: number): Rows {
    const rows = new Rows(values, count, columns);
    this.checkRows(rows);
    return rows;
  }

  private checkRows(rows: Rows): void {
    if (this.batch === undefined) rows.check();
    else this.batch.check(rows);
  }

  /**
   * A list that stays as it is: read once where others' code may be behind it, and copied where it lies in a kernel's memory,
   * which may move.
   */
  private own(list: ArrayLike<number>): ArrayLike<number> {
    // A proxy of a typed array is an instance of its class, but no view.
    if (!ArrayBuffer.isView(list)) return Array.from({ length: list.length }, (_, n) => list[n]);
    if (!this.batch?.holds(list)) return list;
    return list instanceof Int32Array ? list.slice() : Float64Array.from(list);
  }

  private learnRows(rows: Rows, labels: ArrayLike<number>, losses: Float64Array | undefined): number {
    // A kernel that has made room for them may have moved them.
    rows.checkThere();
    let total = 0;
    for (let r = 0; r < rows.count; r++) {
      this.readRow(this.example, rows, r);
      total += this.learnRead(labels[r], losses, r);
    }
    return total;
  }

  /** Learns from the row just read. */
  private learnRead(label: number, losses: Float64Array | undefined, row: number): number {
    this.engine.play(this.example, this.round, this.scores);
    const loss = this.suffer(label);
    this.digest();
    if (losses !== undefined) losses[row] = loss;
    return loss;
  }

  /** The same with every digest but the last joined to the play after it. */
  private learnFused(
    state: State,
    rows: Rows,
    labels: ArrayLike<number>,
    losses: Float64Array | undefined,
  ): number {
    const { example, scores, slopes } = this;
    let round = this.round;
    let nextRound = newRound(this.settings);
    this.readRow(example, rows, 0);
    state.play(example, round, scores);
    state.growFeatures(example.extent);
    let total = 0;
    for (let r = 0; r < rows.count; r++) {
      const loss = this.loss.suffer(scores, labels[r], slopes);
      total += loss;
      if (losses !== undefined) losses[r] = loss;
      this.temper(slopes, example.weight);
      if (r + 1 < rows.count) {
        state.digestAndPlay(example, round, slopes, rows, r + 1, nextRound, scores);
        [round, nextRound] = [nextRound, round];
      } else {
        state.digest(example, round, slopes);
      }
    }
    return total;
  }

  /**
   * The first half of a round, for those who take their slopes from elsewhere: the scores on x, in an array that the
   * next call overwrites. Nothing has been learned until `slopes` are set and `digest` is called.
   */
  play(x: Features, weight = 1): Float64Array {
    this.read(this.example, x, weight);
    this.engine.play(this.example, this.round, this.scores);
    return this.scores;
  }

  /** `play` for an example that was put together already. */
  playExample(example: Example): Float64Array {
    this.prepare(example);
    this.engine.play(example, this.round, this.scores);
    return this.scores;
  }

  /** The second half of a round: learns from `slopes` at the scores just played. */
  digest(example = this.example): void {
    this.temper(this.slopes, example.weight);
    this.engine.growFeatures(example.extent);
    this.engine.digest(example, this.round, this.slopes);
  }

  /** Begins with other rows, or with the same arrays filled anew: nothing that was copied of them holds. */
  beginRows(): void {
    if (this.engine instanceof KernelState) this.engine.beginRows();
  }

  /**
   * Learns from rows of a table in one go where a kernel can, as far as they have nothing new; answers how many, which may
   * be none. `judge` sets `slopes` from the scores it is given.
   */
  learnTable(job: TableJob, from: number, to: number, judge: RowJudge): number {
    if (!(this.engine instanceof KernelState)) return 0;
    return this.engine.learnTable(job, from, to, this.judging(judge, job.weights));
  }

  /** The same for rows of sparse vectors. */
  learnSparse(job: SparseJob, from: number, to: number, judge: RowJudge): number {
    if (!(this.engine instanceof KernelState)) return 0;
    return this.engine.learnSparse(job, from, to, this.judging(judge, job.weights));
  }

  private judging(judge: RowJudge, weights: Float64Array): RowsJudge {
    const { round, scores, slopes, judgeRow } = this;
    this.judged = { judge, weights };
    return { round, scores, slopes, judge: judgeRow, two: judge.two };
  }

  /** Between playing a row and learning from it. One function for all rows, so that engines need to compile it only once. */
  private readonly judgeRow = (row: number): void => {
    const { judge, weights } = this.judged!;
    judge.judge(row, this.scores);
    this.temper(this.slopes, weights[row]);
  };

  /** What each entry of the example just played gave to the score of one cell. */
  contributions(example: Example, cell: number): Float64Array {
    return this.engine.contributions(example, cell).map((given) => given / this.round.divisor);
  }

  /** The weights that would be played next, in the features' own units. */
  weights(): LinearWeights {
    const { width, features, t, N, d } = this.engine;
    const slots = this.rule.slots.length;
    const round: Round = { ...newRound(this.settings), t: t + 1, N, d };
    // N is the past's: nothing comes with the round that is only imagined, so it is told as the last one.
    const divisor = this.rule.divisor?.(this.rule.coupled ? { ...round, t } : round) ?? 1;
    const divided = t === 0 ? 1 : divisor * (this.stakes ? Math.sqrt(N / t) : 1);
    const all = new Float64Array(features * width);
    for (let i = 0; i < features; i++) {
      const numbers = this.engine.feature(i);
      const unit = numbers[0];
      if (unit === Number.POSITIVE_INFINITY) continue;
      for (let c = 0; c < width; c++) {
        const ω = this.rule.weight(numbers, 1 + c * slots, 0, 1, round);
        all[i * width + c] = (ω / divided) * unit;
      }
    }
    return this.constant
      ? { intercept: all.slice(0, width), weights: all.slice(width) }
      : { intercept: new Float64Array(width), weights: all };
  }

  /** Adds outputs, fresh; the ones there keep what they learned. */
  growOutputs(outputs: number): void {
    if (outputs === this.outputs) return;
    if (this.loss.label !== "class") throw new RangeError(`${this.loss.name} has one output`);
    const width = checkCount("outputs", outputs, 1) * this.memories.length;
    if (outputs <= this.outputs) return;
    this.engine.growWidth(width);
    this.outputs = outputs;
    this.scores = new Float64Array(width);
    this.slopes = new Float64Array(width);
    this.groupScores = new Float64Array(outputs);
    this.groupSlopes = new Float64Array(outputs);
  }

  /** Everything learned, as numbers. */
  save(): Float64Array {
    return this.engine.save();
  }

  /** Goes on from what `save` gave to a model of the same options. */
  load(saved: Float64Array): void {
    const { declaredFeatures } = this;
    this.engine.load(
      saved,
      declaredFeatures === undefined ? undefined : declaredFeatures + (this.constant ? 1 : 0),
    );
  }

  /**
   * The sums that regret bounds are made of, see `regret/bounds.ts`: M of a coordinate (where there is a constant
   * feature it is coordinate 0) and the slots of its first memory for an output.
   */
  cell(feature: number, output: number): { M: number; slots: Float64Array } {
    const numbers = this.engine.feature(feature);
    const { length } = this.rule.slots;
    const at = 1 + output * this.memories.length * length;
    return { M: 1 / numbers[0], slots: numbers.slice(at, at + length) };
  }

  /** The loss of the scores just played, the mean of the memories', and its slopes into `slopes`. */
  private suffer(label: number): number {
    const { scores, slopes, groupScores, groupSlopes, outputs } = this;
    const { length } = this.memories;
    let mean = 0;
    for (let j = 0; j < length; j++) {
      for (let k = 0; k < outputs; k++) groupScores[k] = scores[k * length + j];
      // Divided one by one: a sum of the largest losses there are would be infinite.
      mean += this.loss.suffer(groupScores, label, groupSlopes) / length;
      for (let k = 0; k < outputs; k++) slopes[k * length + j] = groupSlopes[k];
    }
    return mean;
  }

  /** Slopes as the rule wants them: finite, bounded if it must be so, and counting as much as the example. */
  private temper(slopes: Float64Array, weight: number): void {
    for (let c = 0; c < slopes.length; c++) {
      if (!Number.isFinite(slopes[c])) throw new RangeError(`slope ${c} must be finite, got ${slopes[c]}`);
    }
    if (this.rule.bounded) {
      for (let c = 0; c < slopes.length; c++) slopes[c] = Math.min(Math.max(slopes[c], -1), 1);
    }
    if (weight !== 1) for (let c = 0; c < slopes.length; c++) slopes[c] *= weight;
  }

  /** From scores to answers, in place; those of an example begin at `from`. */
  private link(answer: Float64Array, from = 0): void {
    const { length } = this.memories;
    for (let j = 0; j < length; j++) {
      const first = from + j;
      for (let k = 0; k < this.outputs; k++) this.groupScores[k] = answer[first + k * length];
      this.loss.link(this.groupScores, this.groupScores);
      for (let k = 0; k < this.outputs; k++) answer[first + k * length] = this.groupScores[k];
    }
  }

  private readRow(example: Example, { values, columns, weights }: Rows, row: number): void {
    example.take(values, row * columns, columns, this.constant);
    example.weight = weights === undefined ? 1 : weights[row];
    this.prepare(example);
  }

  private read(example: Example, x: Features, weight: number): void {
    checkWeight(weight);
    example.read(x, this.declaredFeatures, this.constant);
    example.weight = weight;
    this.prepare(example);
  }

  private prepare(example: Example): void {
    this.engine.reach(example.extent);
    if (!this.rule.lazy) example.spread(Math.max(this.engine.features, example.extent));
  }

  /** A kernel where there is one for the rule, else the rule itself: to the same bits. */
  private chooseEngine(wanted: "auto" | "js", features: number, width: number): Engine {
    const { rule, settings, memories, scaleMemory, stakes } = this;
    const found = wanted === "auto" && kernelRule(rule) >= 0 ? kernel() : undefined;
    if (found === undefined) {
      return new State(rule, { settings, memories, scaleMemory, stakes }, features, width);
    }
    return new KernelState(found, { rule, settings, memories, scaleMemory, stakes }, features, width);
  }

  private check(scores: Float64Array): void {
    if (!(scores instanceof Float64Array) || scores.length !== this.scores.length) {
      throw new RangeError(`expected room for ${this.scores.length} scores in a Float64Array`);
    }
  }
}

function checkRoom(losses: Float64Array | undefined, count: number): void {
  if (losses === undefined) return;
  if (!(losses instanceof Float64Array && ArrayBuffer.isView(losses))) {
    throw new TypeError(`room for losses must be a Float64Array, got ${kindOf(losses)}`);
  }
  if (losses.length !== count) {
    throw new RangeError(`expected room for ${count} losses, got ${losses.length}`);
  }
}

function newRound(settings: Settings): Round {
  return { t: 0, N: 0, d: 0, rate: 0, divisor: 1, settings };
}
