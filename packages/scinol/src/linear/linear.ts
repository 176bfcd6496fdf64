import { kindOf } from "../kind-of.ts";
import { type LossName, losses } from "../losses/index.ts";
import { checkLabel, type Loss } from "../losses/loss.ts";
import { type RuleName, rules } from "../rules/index.ts";
import type { Round, Rule, Settings } from "../rules/rule.ts";
import { unknownName } from "../suggest.ts";
import { drivers } from "./drivers/index.ts";
import { Example, type Features } from "./example.ts";
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

const optionNames = Object.keys({
  rule: true,
  settings: true,
  loss: true,
  features: true,
  outputs: true,
  constant: true,
  memories: true,
  scaleMemory: true,
  stakes: true,
} satisfies Record<keyof LinearOptions, true>);

/** An importance weight beyond this would leave the range in which nothing overflows. */
const LARGEST_WEIGHT = 1e8;

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
  private readonly driver: (typeof drivers)[RuleName];
  private readonly state: State;
  /** What is being learned from … */
  private readonly example = new Example();
  private readonly round: Round;
  /** … and what is only asked about, which may be in the middle of a round. */
  private readonly asked = new Example();
  private readonly askedRound: Round;
  private scores: Float64Array;
  private groupScores: Float64Array;
  private groupSlopes: Float64Array;

  constructor(options: LinearOptions) {
    checkOptions(options);
    const ruleName = options.rule ?? "scinol2";
    if (typeof ruleName !== "string") throw new TypeError(`rule must be a name, got ${kindOf(ruleName)}`);
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
    this.memories = checkMemories(options.memories ?? [1]);
    this.scaleMemory = options.scaleMemory ?? 1;
    this.stakes = options.stakes ?? false;
    checkForgetting(this.rule, this.memories, this.scaleMemory, this.stakes);

    const features = (options.features ?? 0) + (this.constant ? 1 : 0);
    const width = this.outputs * this.memories.length;
    this.state = new State(this.rule, this.settings, features, width);
    this.state.unfade[0] = 1 / this.scaleMemory;
    this.state.stakes = this.stakes;
    this.state.forgets = this.memories.some((keep) => keep !== 1);
    this.round = { t: 0, N: 0, d: 0, rate: 0, divisor: 1, settings: this.settings };
    this.askedRound = { ...this.round };
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
    this.read(this.asked, x, weight);
    this.driver.play(this.state, this.asked, this.askedRound, scores);
    return scores;
  }

  /** What the loss makes of the scores: probabilities or a value, in the same places. */
  predict(x: Features, weight = 1): Float64Array {
    return this.predictInto(x, new Float64Array(this.scores.length), weight);
  }

  /** The same without allocating. */
  predictInto(x: Features, answer: Float64Array, weight = 1): Float64Array {
    this.scoreInto(x, answer, weight);
    const { length } = this.memories;
    for (let j = 0; j < length; j++) {
      for (let k = 0; k < this.outputs; k++) this.groupScores[k] = answer[k * length + j];
      this.loss.link(this.groupScores, this.groupScores);
      for (let k = 0; k < this.outputs; k++) answer[k * length + j] = this.groupScores[k];
    }
    return answer;
  }

  /** Learns from one example; answers the loss suffered before learning, the mean of the memories'. */
  learn(x: Features, label: number, weight = 1): number {
    checkLabel(this.loss, label, this.outputs);
    const scores = this.play(x, weight);
    const { length } = this.memories;
    let total = 0;
    for (let j = 0; j < length; j++) {
      for (let k = 0; k < this.outputs; k++) this.groupScores[k] = scores[k * length + j];
      // Divided one by one: a sum of the largest losses there are would be infinite.
      total += this.loss.suffer(this.groupScores, label, this.groupSlopes) / length;
      for (let k = 0; k < this.outputs; k++) this.slopes[k * length + j] = this.groupSlopes[k];
    }
    this.digest();
    return total;
  }

  /**
   * The first half of a round, for those who take their slopes from elsewhere: the scores on x, in an array that the
   * next call overwrites. Nothing has been learned until `slopes` are set and `digest` is called.
   */
  play(x: Features, weight = 1): Float64Array {
    this.read(this.example, x, weight);
    this.driver.play(this.state, this.example, this.round, this.scores);
    return this.scores;
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
    for (let c = 0; c < slopes.length; c++) {
      if (!Number.isFinite(slopes[c])) throw new RangeError(`slope ${c} must be finite, got ${slopes[c]}`);
    }
    if (this.rule.bounded) {
      for (let c = 0; c < slopes.length; c++) slopes[c] = Math.min(Math.max(slopes[c], -1), 1);
    }
    if (example.weight !== 1) for (let c = 0; c < slopes.length; c++) slopes[c] *= example.weight;
    this.state.growFeatures(example.extent);
    this.driver.digest(this.state, example, this.round, slopes);
  }

  /** What each entry of the example just played gave to the score of one cell. */
  contributions(example: Example, cell: number): Float64Array {
    const { numbers, stride, width, unfade } = this.state;
    const importance = this.rule.bounded ? Math.max(1, example.weight) : 1;
    const given = new Float64Array(example.count);
    for (let n = 0; n < example.count; n++) {
      const x = example.value[n];
      if (x === 0) continue;
      const unit = numbers[(example.dense ? n : example.index[n]) * stride] * unfade[0];
      const size = Math.abs(x) * importance;
      const q = this.rule.relative && size * unit > 1 ? x / size : x * unit;
      given[n] = (q * example.ω[n * width + cell]) / this.round.divisor;
    }
    return given;
  }

  /** The weights that would be played next, in the features' own units. */
  weights(): LinearWeights {
    const { numbers, stride, width, features, stakes, t, N, d } = this.state;
    const slots = this.rule.slots.length;
    const round: Round = { t: t + 1, N, d, rate: 0, divisor: 1, settings: this.settings };
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
    if (outputs === this.outputs) return;
    if (this.loss.label !== "class") throw new RangeError(`${this.loss.name} has one output`);
    const width = checkCount("outputs", outputs, 1) * this.memories.length;
    if (outputs <= this.outputs) return;
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
    const { declaredFeatures } = this;
    this.state.load(
      saved,
      declaredFeatures === undefined ? undefined : declaredFeatures + (this.constant ? 1 : 0),
    );
  }

  /**
   * The sums that regret bounds are made of, see `regret/bounds.ts`: M of a coordinate (where there is a constant
   * feature it is coordinate 0) and the slots of its first memory for an output.
   */
  cell(feature: number, output: number): { M: number; slots: Float64Array } {
    const { numbers, stride } = this.state;
    const { length } = this.rule.slots;
    const base = feature * stride;
    const at = base + 1 + output * this.memories.length * length;
    return { M: 1 / numbers[base], slots: numbers.slice(at, at + length) };
  }

  private read(example: Example, x: Features, weight: number): void {
    checkWeight(weight);
    example.read(x, this.declaredFeatures, this.constant);
    example.weight = weight;
    this.prepare(example);
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

export function checkWeight(weight: number): void {
  if (typeof weight !== "number") throw new TypeError(`weight must be a number, got ${kindOf(weight)}`);
  if (!(weight >= 0 && weight <= LARGEST_WEIGHT)) {
    throw new RangeError(`weight must be between 0 and ${LARGEST_WEIGHT}, got ${weight}`);
  }
}

function checkOptions(options: LinearOptions): void {
  if (kindOf(options) !== "object") throw new TypeError(`options must be an object, got ${kindOf(options)}`);
  for (const name of Object.keys(options)) {
    if (!optionNames.includes(name)) throw unknownName("option", name, optionNames);
  }
  for (const name of ["constant", "stakes"] as const) {
    const value: unknown = options[name];
    if (value !== undefined && typeof value !== "boolean") {
      throw new TypeError(`${name} must be true or false, got ${kindOf(value)}`);
    }
  }
}

function checkSettings(rule: Rule, given: Settings): Settings {
  if (kindOf(given) !== "object") throw new TypeError(`settings must be an object, got ${kindOf(given)}`);
  const settings: Record<string, number> = { ...rule.settings };
  for (const [name, value] of Object.entries(given)) {
    if (!Object.hasOwn(settings, name)) {
      throw unknownName(`setting of ${rule.name}`, name, Object.keys(settings));
    }
    if (typeof value !== "number") throw new TypeError(`${name} must be a number, got ${kindOf(value)}`);
    const [least, most] = rule.limits?.[name] ?? [1e-100, 1e10];
    if (!(value >= least && value <= most)) {
      throw new RangeError(`${name} must be between ${least} and ${most}, got ${value}`);
    }
    settings[name] = value;
  }
  return settings;
}

function checkLoss(loss: LossName | Loss): Loss {
  if (typeof loss !== "string") {
    if (typeof (loss as Partial<Loss>).suffer === "function") return loss;
    throw new TypeError(`loss must be a name or a loss, got ${kindOf(loss)}`);
  }
  if (!Object.hasOwn(losses, loss)) throw unknownName("loss", loss, Object.keys(losses));
  return losses[loss];
}

function checkCount(name: string, value: number, least: number): number {
  if (typeof value !== "number") throw new TypeError(`${name} must be a number, got ${kindOf(value)}`);
  if (!Number.isInteger(value) || value < least || value > 2 ** 26)
    throw new RangeError(`invalid ${name}: ${value}`);
  return value;
}

/** A copy, so that nobody can change a model's memories behind its back. */
function checkMemories(memories: readonly number[]): readonly number[] {
  if (!Array.isArray(memories)) throw new TypeError(`memories must be an array, got ${kindOf(memories)}`);
  if (memories.length === 0) throw new RangeError("a model needs at least one memory");
  for (const keep of memories) {
    if (typeof keep !== "number") throw new TypeError(`memory must be a number, got ${kindOf(keep)}`);
    if (!(keep > 0 && keep <= 1))
      throw new RangeError(`a memory keeps between 0 and 1 of the past, got ${keep}`);
  }
  return [...memories];
}

function checkForgetting(
  rule: Rule,
  memories: readonly number[],
  scaleMemory: number,
  stakes: boolean,
): void {
  if (typeof scaleMemory !== "number")
    throw new TypeError(`scaleMemory must be a number, got ${kindOf(scaleMemory)}`);
  // Less would make M fade by more than the range of doubles has room for.
  if (!(scaleMemory >= 0.001 && scaleMemory <= 1)) {
    throw new RangeError(`scaleMemory must be between 0.001 and 1, got ${scaleMemory}`);
  }
  const forgets = scaleMemory < 1 || memories.some((keep) => keep < 1);
  if (forgets && rule.forget === undefined) throw new RangeError(`${rule.name} cannot forget`);
  if (stakes && !rule.relative) throw new RangeError(`${rule.name} has no stakes: it is not scale-invariant`);
}
