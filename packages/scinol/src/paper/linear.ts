import { checkLabel, formulaOf, type Loss } from "../losses/loss.ts";
import { checkLabels, checkRoom, checkValues, checkWeights, denseBatch, sparseBatch } from "./batches.ts";
import { NO_LOSS } from "./drivers/layout.ts";
import { type Batch, RuleModel } from "./model.ts";
import {
  checkCount,
  checkLoss,
  checkOptions,
  checkRule,
  checkSettings,
  type LinearOptions,
} from "./options.ts";
import { checkWeight, type Features, Row, type SparseBatch } from "./row.ts";
import type { Rule, Settings } from "./rules/rule.ts";

/** What was learned, in the features' own units. */
export interface LinearWeights {
  /** The weight of the constant feature, per output. */
  readonly intercept: Float64Array;
  /** The weight of feature i for output k at [i · outputs + k]. */
  readonly weights: Float64Array;
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
  /** Which engine runs the rule, and why: WebAssembly ("simd") or JavaScript, with the same results. */
  readonly engine: { readonly name: "simd" | "js"; readonly why: string };
  outputs: number;
  /** The slopes that `digest` learns from, one an output. */
  slopes: Float64Array;
  private readonly declaredFeatures: number | undefined;
  private readonly model: RuleModel;
  /** What is being learned from, and what is only predicted, which may be in the middle of a round. */
  private readonly row = new Row();
  private readonly asked = new Row();
  /** Whether the drivers compute the loss. */
  private readonly hasFormula: boolean;

  constructor(options: LinearOptions) {
    checkOptions(options);
    this.rule = checkRule(options.rule ?? "scinol2");
    this.settings = checkSettings(this.rule, options.settings ?? {});
    this.loss = checkLoss(options.loss ?? "logistic");
    this.outputs = checkCount("outputs", options.outputs ?? (this.loss.label === "class" ? 2 : 1), 1);
    if (this.loss.label !== "class" && this.outputs !== 1) {
      throw new RangeError(`${this.loss.name} has one output, got ${this.outputs}`);
    }
    this.constant = options.constant ?? true;
    this.declaredFeatures =
      options.features === undefined ? undefined : checkCount("features", options.features, 0);
    const shape = { hasConstant: this.constant, outputs: this.outputs, features: options.features ?? 0 };
    this.model = new RuleModel(this.rule, this.settings, shape, options.kernel ?? "auto");
    const formula = formulaOf(this.loss);
    this.model.cells.setLoss(formula?.number ?? NO_LOSS, formula?.parameter ?? 0);
    this.hasFormula = formula !== undefined;
    this.engine = this.model.cells.engine;
    this.slopes = new Float64Array(this.outputs);
  }

  /** Rounds learned so far. */
  get rounds(): number {
    return this.model.cells.t;
  }

  /** Features known so far, the constant not counted. */
  get features(): number {
    return this.model.cells.features;
  }

  /** Returns the scores, one an output. */
  score(x: Features, weight = 1): Float64Array {
    return this.scoreInto(x, new Float64Array(this.outputs), weight);
  }

  /** The same without allocating. */
  scoreInto(x: Features, scores: Float64Array, weight = 1): Float64Array {
    if (!(scores instanceof Float64Array) || scores.length !== this.outputs) {
      throw new RangeError(`expected room for ${this.outputs} scores in a Float64Array`);
    }
    this.read(this.asked, x, weight);
    const played = this.model.play(this.asked);
    for (let k = 0; k < played.length; k++) scores[k] = played[k];
    return scores;
  }

  /** Returns what the loss makes of the scores: probabilities or a value, in the same places. */
  predict(x: Features, weight = 1): Float64Array {
    return this.predictInto(x, new Float64Array(this.outputs), weight);
  }

  /** The same without allocating. */
  predictInto(x: Features, answer: Float64Array, weight = 1): Float64Array {
    this.scoreInto(x, answer, weight);
    this.loss.link(answer, answer);
    return answer;
  }

  /** Returns predictions on many dense examples, row after row as in `learnBatch`; into `answers` where given. */
  predictBatch(values: Float64Array, answers?: Float64Array): Float64Array {
    const columns = this.declaredFeatures ?? this.features;
    const batch = this.dense(values, columns === 0 ? 0 : Math.floor(values.length / columns), columns);
    const { outputs } = this;
    const all = answers ?? new Float64Array(batch.count * outputs);
    if (!(all instanceof Float64Array) || all.length !== batch.count * outputs) {
      throw new RangeError(`expected room for ${batch.count * outputs} answers in a Float64Array`);
    }
    if (this.model.predict(batch, all) < batch.count) checkValues(batch);
    for (let at = 0; at < all.length; at += outputs) {
      const answer = all.subarray(at, at + outputs);
      this.loss.link(answer, answer);
    }
    return all;
  }

  /** Learns from one example; returns the loss of the prediction before. */
  learn(x: Features, label: number, weight = 1): number {
    checkLabel(this.loss, label, this.outputs);
    this.read(this.row, x, weight);
    return this.learnRead(label);
  }

  /** Learns from the row that was read. */
  private learnRead(label: number): number {
    if (this.hasFormula) return this.model.learnRow(this.row, label, this.slopes);
    const scores = this.model.play(this.row);
    const loss = this.loss.suffer(scores, label, this.slopes);
    this.digest();
    return loss;
  }

  /**
   * Learns from many dense examples, one after the other, to the same bits as `learn` but faster: `values` holds them row
   * after row. Returns the sum of the losses; each goes into `losses` where given. If anything is wrong with any of them,
   * nothing is learned.
   */
  learnBatch(
    values: Float64Array,
    labels: ArrayLike<number>,
    weights?: ArrayLike<number>,
    losses?: Float64Array,
  ): number {
    const importances = weights && this.own(weights);
    const own = this.own(labels);
    const count = own.length;
    const columns = this.declaredFeatures ?? (count === 0 ? 0 : Math.floor(values.length / count));
    const batch = this.dense(values, count, columns);
    return this.learnAll(batch, columns, own, checkWeights(importances, count), losses);
  }

  /** `learnBatch` for sparse examples: `rows` has their entries one after another, and where each example begins. */
  learnSparseBatch(
    rows: SparseBatch,
    labels: ArrayLike<number>,
    weights?: ArrayLike<number>,
    losses?: Float64Array,
  ): number {
    const importances = weights && this.own(weights);
    const { offsets, indices, values } = rows;
    const lists = {
      offsets: offsets && this.own(offsets),
      indices: this.own(indices),
      values: this.own(values),
    };
    const own = this.own(labels);
    const { batch, extent } = sparseBatch(lists, own.length, this.declaredFeatures);
    return this.learnAll(batch, extent, own, checkWeights(importances, own.length), losses);
  }

  private learnAll(
    batch: Batch,
    extent: number,
    labels: ArrayLike<number>,
    weights: Float64Array | undefined,
    losses: Float64Array | undefined,
  ): number {
    const isDense = batch.offsets === undefined;
    const isReady = () => checkRoom(losses, batch.count);
    try {
      checkLabels(labels, this.loss, this.outputs);
      isReady();
    } catch (error) {
      // What is wrong with values is told first.
      if (isDense) checkValues(batch);
      throw error;
    }
    if (batch.count === 0) return 0;
    const isWhole = this.rule.lazy || (isDense && batch.columns >= this.features);
    const each =
      this.hasFormula && isWhole
        ? this.model.learn(batch, extent, labels, weights, isReady)
        : this.learnOneByOne(batch, labels, weights);
    if (each === undefined) {
      checkValues(batch);
      throw new Error("rows changed while they were learned from");
    }
    losses?.set(each);
    let total = 0;
    for (let r = 0; r < each.length; r++) total += each[r];
    return total;
  }

  /** Rows that only JavaScript can compute the loss of, or that zeros must be put into. */
  private learnOneByOne(
    batch: Batch,
    labels: ArrayLike<number>,
    weights: Float64Array | undefined,
  ): Float64Array {
    const { count, columns, offsets, indices } = batch;
    if (offsets === undefined) checkValues(batch);
    const each = new Float64Array(count);
    for (let r = 0; r < count; r++) {
      const from = offsets === undefined ? r * columns : offsets[r];
      const given = batch.values.subarray(from, offsets === undefined ? from + columns : offsets[r + 1]);
      const x =
        offsets === undefined ? given : { indices: indices!.subarray(from, offsets[r + 1]), values: given };
      this.read(this.row, x, weights?.[r] ?? 1);
      each[r] = this.learnRead(labels[r]);
    }
    return each;
  }

  /**
   * Returns room for `rows` rows of `columns` values, zeros at first, to be filled and given to `learnBatch` or
   * `predictBatch`, whole or as a subarray: in WebAssembly it lies in the model's memory, and nothing is copied. A model has
   * one block. Asked for anew it keeps what is in it, as far as that fits; and it must be asked for anew once the model
   * has grown, which empties the array handed out before: its length is then 0.
   */
  block(rows: number, columns: number): Float64Array {
    const width = checkCount("columns", columns, 0);
    return this.model.block(checkCount("rows", rows, 0) * width, width);
  }

  /** Dense rows that are found also if they lie in the model's memory and it moves. */
  private dense(values: Float64Array, count: number, columns: number): Batch {
    return denseBatch(values, count, columns, this.model.hold(values));
  }

  /**
   * A list that stays as it is: read once if others' code may be behind it, and copied if it lies in the model's memory,
   * which may move.
   */
  private own(list: ArrayLike<number>): ArrayLike<number> {
    // A proxy of a typed array is an instance of its class, but no view.
    if (!ArrayBuffer.isView(list)) return Array.from({ length: list.length }, (_, n) => list[n]);
    if (!this.model.holds(list)) return list;
    return list instanceof Int32Array ? list.slice() : Float64Array.from(list);
  }

  /**
   * The first half of a round, for callers that have slopes of their own: the scores on x, in an array that the next call
   * overwrites. Nothing has been learned until `slopes` are set and `digest` is called.
   */
  play(x: Features, weight = 1): Float64Array {
    this.read(this.row, x, weight);
    return this.model.play(this.row);
  }

  /** The second half of a round: learns from `slopes` at the scores just played. */
  digest(): void {
    const { slopes } = this;
    for (let k = 0; k < slopes.length; k++) {
      if (!Number.isFinite(slopes[k])) throw new RangeError(`slope ${k} must be finite, got ${slopes[k]}`);
    }
    this.model.update(this.row, slopes);
  }

  /** Returns the weights that would be played next, in the features' own units. */
  weights(): LinearWeights {
    const all = this.model.weights();
    return this.constant
      ? { intercept: all.slice(0, this.outputs), weights: all.slice(this.outputs) }
      : { intercept: new Float64Array(this.outputs), weights: all };
  }

  /** Adds outputs, fresh; the ones there keep what they learned. */
  growOutputs(outputs: number): void {
    if (outputs === this.outputs) return;
    if (this.loss.label !== "class") throw new RangeError(`${this.loss.name} has one output`);
    checkCount("outputs", outputs, 1);
    if (outputs <= this.outputs) return;
    this.model.growOutputs(outputs);
    this.outputs = outputs;
    this.slopes = new Float64Array(outputs);
  }

  /** Returns everything learned, as numbers. */
  save(): Float64Array {
    return this.model.cells.save();
  }

  /** Goes on from what `save` gave to a model of the same options. */
  load(saved: Float64Array): void {
    this.model.load(saved, this.declaredFeatures);
  }

  /**
   * The sums that regret bounds are made of, see `regret/bounds.ts`: M of a coordinate (where there is a constant feature it
   * is coordinate 0) and the slots of its cell for an output.
   */
  cell(coordinate: number, output: number): { M: number; slots: Float64Array } {
    const numbers = this.model.cells.coordinate(coordinate);
    const { length } = this.rule.slots;
    const at = 1 + output * length;
    return { M: 1 / numbers[0], slots: numbers.slice(at, at + length) };
  }

  private read(row: Row, x: Features, weight: number): void {
    checkWeight(weight);
    row.read(x, this.declaredFeatures);
    row.weight = weight;
  }
}
