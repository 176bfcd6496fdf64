import { type LossName, losses } from "../losses/index.ts";
import { checkLabel, type Loss } from "../losses/loss.ts";
import { type RuleName, rules } from "../rules/index.ts";
import type { Round, Rule, Settings } from "../rules/rule.ts";
import { unknownName } from "../suggest.ts";
import { drivers } from "./drivers/index.ts";
import { checkWeight, Example, type Features } from "./example.ts";
import { checkEach, Rows } from "./rows.ts";
import { State } from "./state.ts";

export interface LinearOptions {
  /** The algorithm; ScInOL₂ unless told otherwise. */
  readonly rule?: RuleName;
  /** The rule's own settings, such as `{ rate: 0.1 }`; its defaults where left out. */
  readonly settings?: Settings;
  readonly loss?: LossName | Loss;
  /** How many features there are; left out, there are as many as come. */
  readonly features?: number;
  /** How many outputs there are: the number of classes for softmax, else 1. */
  readonly outputs?: number;
  /** Whether there is a constant feature (an intercept); there is unless switched off. */
  readonly constant?: boolean;
  /** What each memory keeps of the past in a round; one that keeps everything unless told otherwise. */
  readonly memories?: readonly number[];
  /** φ: what a feature's largest value M keeps of itself whenever the feature is seen; 1 is the paper. */
  readonly scaleMemory?: number;
  /** Divides scores by the root of how many coordinates are at work. */
  readonly stakes?: boolean;
}

/** What was learned, in the features' own units. */
export interface LinearWeights {
  /** The weight of the constant feature, per cell (output by output, its memories side by side). */
  readonly intercept: Float64Array;
  /** The weight of feature i for cell c at [i · cells + c]. */
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
  readonly memories: readonly number[];
  outputs: number;
  /** The slopes that `digest` learns from: output k of memory j at k · memories + j. */
  slopes: Float64Array;
  private readonly declaredFeatures: number | undefined;
  private readonly driver: (typeof drivers)[RuleName];
  private readonly state: State;
  private readonly example = new Example();
  private readonly round: Round;
  private readonly nextRound: Round;
  private scores: Float64Array;
  private groupScores: Float64Array;
  private groupSlopes: Float64Array;

  constructor(options: LinearOptions) {
    const ruleName = options.rule ?? "scinol2";
    if (!Object.hasOwn(rules, ruleName)) throw unknownName("rule", ruleName, Object.keys(rules));
    this.rule = rules[ruleName];
    this.driver = drivers[ruleName];
    this.settings = checkSettings(this.rule, options.settings ?? {});
    this.loss = checkLoss(options.loss ?? "logistic");
    this.outputs = checkCount("outputs", options.outputs ?? (this.loss.label === "class" ? 2 : 1), 1);
    if (this.loss.label !== "class" && this.outputs !== 1) {
      throw new RangeError(`${this.loss.name} has one output, got ${this.outputs}`);
    }
    this.constant = options.constant ?? true;
    this.declaredFeatures =
      options.features === undefined ? undefined : checkCount("features", options.features, 0);
    this.memories = options.memories ?? [1];
    const scaleMemory = options.scaleMemory ?? 1;
    checkForgetting(this.rule, this.memories, scaleMemory, options.stakes ?? false);

    const features = (options.features ?? 0) + (this.constant ? 1 : 0);
    const width = this.outputs * this.memories.length;
    this.state = new State(this.rule, this.settings, features, width);
    this.state.unfade[0] = 1 / scaleMemory;
    this.state.stakes = options.stakes ?? false;
    this.state.forgets = this.memories.some((keep) => keep !== 1);
    this.round = newRound(this.settings);
    this.nextRound = newRound(this.settings);
    this.scores = new Float64Array(width);
    this.slopes = new Float64Array(width);
    this.groupScores = new Float64Array(this.outputs);
    this.groupSlopes = new Float64Array(this.outputs);
    this.keepMemories();
  }

  /** Rounds learned so far. */
  get rounds(): number {
    return this.state.t;
  }

  /** Features known so far, the constant not counted. */
  get features(): number {
    return this.state.features - (this.constant ? 1 : 0);
  }

  /** Scores, one an output and memory: output k of memory j at k · memories + j. */
  score(x: Features, weight = 1): Float64Array {
    return this.scoreInto(x, new Float64Array(this.scores.length), weight);
  }

  /** The same without allocating. */
  scoreInto(x: Features, scores: Float64Array, weight = 1): Float64Array {
    this.check(scores);
    this.read(x, weight);
    this.driver.play(this.state, this.example, this.round, scores);
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
    const rows = new Rows(values, columns === 0 ? 0 : Math.floor(values.length / columns), columns);
    const { length } = this.scores;
    const all = answers ?? new Float64Array(rows.count * length);
    if (!(all instanceof Float64Array) || all.length !== rows.count * length) {
      throw new RangeError(`expected room for ${rows.count * length} answers in a Float64Array`);
    }
    for (let r = 0; r < rows.count; r++) {
      this.readRow(rows, r);
      this.driver.play(this.state, this.example, this.round, this.scores);
      this.link(this.scores);
      for (let c = 0; c < length; c++) all[r * length + c] = this.scores[c];
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
   * them row after row. Answers the sum of the losses; each goes into `losses` where given. All is checked before
   * anything is learned.
   */
  learnBatch(
    values: Float64Array,
    labels: ArrayLike<number>,
    weights?: ArrayLike<number>,
    losses?: Float64Array,
  ): number {
    const count = labels.length;
    const columns = this.declaredFeatures ?? (count === 0 ? 0 : Math.floor(values.length / count));
    const rows = new Rows(values, count, columns, weights);
    checkEach(labels, (label) => checkLabel(this.loss, label, this.outputs));
    if (losses !== undefined && losses.length !== count) {
      throw new RangeError(`expected room for ${count} losses, got ${losses.length}`);
    }
    if (count === 0) return 0;
    return this.driver.canFuse(this.state)
      ? this.learnFused(rows, labels, losses)
      : this.learnRows(rows, labels, losses);
  }

  private learnRows(rows: Rows, labels: ArrayLike<number>, losses: Float64Array | undefined): number {
    let total = 0;
    for (let r = 0; r < rows.count; r++) {
      this.readRow(rows, r);
      this.driver.play(this.state, this.example, this.round, this.scores);
      const loss = this.suffer(labels[r]);
      this.digest();
      total += loss;
      if (losses !== undefined) losses[r] = loss;
    }
    return total;
  }

  /** The same with every digest but the last joined to the play after it. */
  private learnFused(rows: Rows, labels: ArrayLike<number>, losses: Float64Array | undefined): number {
    const { driver, example, scores, slopes, state } = this;
    let { round, nextRound } = this;
    this.readRow(rows, 0);
    driver.play(state, example, round, scores);
    state.growFeatures(example.extent);
    let total = 0;
    for (let r = 0; r < rows.count; r++) {
      const loss = this.loss.suffer(scores, labels[r], slopes);
      total += loss;
      if (losses !== undefined) losses[r] = loss;
      this.temper(slopes, example.weight);
      if (r + 1 < rows.count) {
        driver.digestAndPlay(state, example, round, slopes, rows, r + 1, nextRound, scores);
        [round, nextRound] = [nextRound, round];
      } else {
        driver.digest(state, example, round, slopes);
      }
    }
    return total;
  }

  /**
   * The first half of a round, for those who take their slopes from elsewhere: the scores on x, in an array that the
   * next call overwrites. Nothing has been learned until `slopes` are set and `digest` is called.
   */
  play(x: Features, weight = 1): Float64Array {
    this.read(x, weight);
    return this.playExample(this.example);
  }

  /** `play` for an example that was put together already. */
  playExample(example: Example): Float64Array {
    this.prepare(example);
    this.driver.play(this.state, example, this.round, this.scores);
    return this.scores;
  }

  /** The second half of a round: learns from `slopes` at the scores just played. */
  digest(example = this.example): void {
    const { slopes } = this;
    this.temper(slopes, example.weight);
    this.state.growFeatures(example.extent);
    this.driver.digest(this.state, example, this.round, slopes);
  }

  /** The weights that would be played next, in the features' own units. */
  weights(): LinearWeights {
    const { numbers, stride, width, features, stakes, t, N, d } = this.state;
    const slots = this.rule.slots.length;
    const round: Round = { ...newRound(this.settings), t: t + 1, N, d };
    // N is the past's: nothing comes with the round that is only imagined, so it is told as the last one.
    const divisor = this.rule.divisor?.(this.rule.coupled ? { ...round, t } : round) ?? 1;
    const divided = t === 0 ? 1 : divisor * (stakes ? Math.sqrt(N / t) : 1);
    const all = new Float64Array(features * width);
    for (let i = 0; i < features; i++) {
      const unit = numbers[i * stride];
      if (unit === Number.POSITIVE_INFINITY) continue;
      for (let c = 0; c < width; c++) {
        const ω = this.rule.weight(numbers, i * stride + 1 + c * slots, 0, 1, round);
        all[i * width + c] = (ω / divided) * unit;
      }
    }
    return this.constant
      ? { intercept: all.slice(0, width), weights: all.slice(width) }
      : { intercept: new Float64Array(width), weights: all };
  }

  /** Adds outputs, fresh; the ones there keep what they learned. */
  growOutputs(outputs: number): void {
    if (this.loss.label !== "class") throw new RangeError(`${this.loss.name} has one output`);
    if (outputs <= this.outputs) return;
    const width = checkCount("outputs", outputs, 1) * this.memories.length;
    this.state.growWidth(width);
    this.outputs = outputs;
    this.scores = new Float64Array(width);
    this.slopes = new Float64Array(width);
    this.groupScores = new Float64Array(outputs);
    this.groupSlopes = new Float64Array(outputs);
    this.keepMemories();
  }

  /** Everything learned, as numbers. */
  save(): Float64Array {
    return this.state.save();
  }

  /** Goes on from what `save` gave to a model of the same options. */
  load(saved: Float64Array): void {
    this.state.load(saved);
  }

  /** The sums that regret bounds are made of; see `regret.ts`. */
  cell(feature: number, output: number): { M: number; slots: Float64Array } {
    const { numbers, stride } = this.state;
    const { length } = this.rule.slots;
    const base = feature * stride;
    const at = base + 1 + output * this.memories.length * length;
    return { M: 1 / numbers[base], slots: numbers.slice(at, at + length) };
  }

  /** The loss of the scores just played, the mean of the memories', and its slopes into `slopes`. */
  private suffer(label: number): number {
    const { scores, slopes, groupScores, groupSlopes, outputs } = this;
    const { length } = this.memories;
    let total = 0;
    for (let j = 0; j < length; j++) {
      for (let k = 0; k < outputs; k++) groupScores[k] = scores[k * length + j];
      total += this.loss.suffer(groupScores, label, groupSlopes);
      for (let k = 0; k < outputs; k++) slopes[k * length + j] = groupSlopes[k];
    }
    return total / length;
  }

  /** Slopes as the rule wants them: bounded if it must be so, and counting as much as the example. */
  private temper(slopes: Float64Array, weight: number): void {
    if (this.rule.bounded) {
      for (let c = 0; c < slopes.length; c++) slopes[c] = Math.min(Math.max(slopes[c], -1), 1);
    }
    if (weight !== 1) for (let c = 0; c < slopes.length; c++) slopes[c] *= weight;
  }

  /** From scores to answers, in place. */
  private link(answer: Float64Array): void {
    const { length } = this.memories;
    for (let j = 0; j < length; j++) {
      for (let k = 0; k < this.outputs; k++) this.groupScores[k] = answer[k * length + j];
      this.loss.link(this.groupScores, this.groupScores);
      for (let k = 0; k < this.outputs; k++) answer[k * length + j] = this.groupScores[k];
    }
  }

  private readRow({ values, columns, weights }: Rows, row: number): void {
    this.example.take(values, row * columns, columns, this.constant);
    this.example.weight = weights[row];
    this.prepare(this.example);
  }

  private read(x: Features, weight: number): void {
    checkWeight(weight);
    this.example.read(x, this.declaredFeatures, this.constant);
    this.example.weight = weight;
    this.prepare(this.example);
  }

  private prepare(example: Example): void {
    this.state.reach(example.extent);
    if (!this.rule.lazy) example.spread(Math.max(this.state.features, example.extent));
    example.fit(this.state.width);
  }

  private keepMemories(): void {
    this.state.keep = Float64Array.from(this.scores, (_, c) => this.memories[c % this.memories.length]);
  }

  private check(scores: Float64Array): void {
    if (!(scores instanceof Float64Array) || scores.length !== this.scores.length) {
      throw new RangeError(`expected room for ${this.scores.length} scores in a Float64Array`);
    }
  }
}

function newRound(settings: Settings): Round {
  return { t: 0, N: 0, d: 0, rate: 0, divisor: 1, settings };
}

function checkSettings(rule: Rule, given: Settings): Settings {
  const settings: Record<string, number> = { ...rule.settings };
  for (const [name, value] of Object.entries(given)) {
    if (!Object.hasOwn(settings, name)) {
      throw unknownName(`setting of ${rule.name}`, name, Object.keys(settings));
    }
    const mayBeZero = name === "l1" || name === "l2";
    if (!Number.isFinite(value) || value < 0 || (value === 0 && !mayBeZero)) {
      throw new RangeError(`${name} must be positive, got ${value}`);
    }
    settings[name] = value;
  }
  return settings;
}

function checkLoss(loss: LossName | Loss): Loss {
  if (typeof loss !== "string") return loss;
  if (!Object.hasOwn(losses, loss)) throw unknownName("loss", loss, Object.keys(losses));
  return losses[loss];
}

function checkCount(name: string, value: number, least: number): number {
  if (!Number.isInteger(value) || value < least || value > 2 ** 26)
    throw new RangeError(`invalid ${name}: ${value}`);
  return value;
}

function checkForgetting(
  rule: Rule,
  memories: readonly number[],
  scaleMemory: number,
  stakes: boolean,
): void {
  if (memories.length === 0) throw new RangeError("a model needs at least one memory");
  for (const keep of [...memories, scaleMemory]) {
    if (!(keep > 0 && keep <= 1))
      throw new RangeError(`a memory keeps between 0 and 1 of the past, got ${keep}`);
    if (keep < 1 && rule.forget === undefined) throw new RangeError(`${rule.name} cannot forget`);
  }
  if (stakes && !rule.relative) throw new RangeError(`${rule.name} has no stakes: it is not scale-invariant`);
}
