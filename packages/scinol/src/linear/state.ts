import type { RuleName } from "../rules/index.ts";
import type { Round, Rule, Settings } from "../rules/rule.ts";
import { saturate } from "../rules/saturate.ts";
import { drivers } from "./drivers/index.ts";
import type { Engine } from "./engine.ts";
import type { Example } from "./example.ts";
import type { Rows } from "./rows.ts";
import { checkSaved, HEADER } from "./saved.ts";

export interface StateOptions {
  readonly settings: Settings;
  readonly memories: readonly number[];
  readonly scaleMemory: number;
  readonly stakes: boolean;
}

/**
 * A model's memory: a few counters and one array of numbers.
 *
 * Features lie one after another, each as `stride` numbers: 1/M first (∞ while the feature has only been zero),
 * then its cells, the memories of an output side by side: cell k·memories + j belongs to output k, memory j.
 * Everything a round touches of a feature is so in one place, which on sparse data is what speed comes from.
 */
export class State implements Engine {
  readonly rule: Rule;
  readonly settings: Settings;
  /** Rounds learned so far. */
  t = 0;
  /** Σ q² over all coordinates and rounds. */
  N = 0;
  /** Features that have been non-zero. */
  d = 0;
  /** Features learned from. There may be fresh ones behind them, see `reach`. */
  features = 0;
  /** Cells of one feature: outputs × memories. */
  width: number;
  stride: number;
  /** 1/φ: what 1/M is multiplied by whenever its feature is touched, so that M fades. (An array: always a double.) */
  readonly unfade: Float64Array;
  /** What each cell's memory keeps of the past in a round; 1 is everything. */
  keep: Float64Array;
  readonly forgets: boolean;
  /** Scores are divided by the root of how many coordinates are at work, √(N/t). */
  readonly stakes: boolean;
  numbers = new Float64Array(0);
  private readonly memories: readonly number[];
  private readonly driver: (typeof drivers)[RuleName];

  constructor(rule: Rule, options: StateOptions, features: number, width: number) {
    this.rule = rule;
    this.driver = drivers[rule.name as RuleName];
    this.settings = options.settings;
    this.memories = options.memories;
    this.unfade = Float64Array.of(1 / options.scaleMemory);
    this.stakes = options.stakes;
    this.forgets = options.memories.some((keep) => keep !== 1);
    this.width = width;
    this.stride = 1 + width * rule.slots.length;
    this.keep = this.keepOf(width);
    this.growFeatures(features);
  }

  play(example: Example, round: Round, scores: Float64Array): void {
    example.fit(this.width);
    this.driver.play(this, example, round, scores);
  }

  digest(example: Example, round: Round, slopes: Float64Array): void {
    this.driver.digest(this, example, round, slopes);
  }

  /** Whether `digestAndPlay` can be used. */
  get canFuse(): boolean {
    return this.driver.canFuse(this);
  }

  /** `digest`, and then `play` on a row, which takes the example's place. */
  digestAndPlay(
    example: Example,
    round: Round,
    slopes: Float64Array,
    rows: Rows,
    row: number,
    nextRound: Round,
    scores: Float64Array,
  ): void {
    this.driver.digestAndPlay(this, example, round, slopes, rows, row, nextRound, scores);
  }

  contributions(example: Example, cell: number): Float64Array {
    const { numbers, stride, width, rule } = this;
    const importance = rule.bounded ? Math.max(1, example.weight) : 1;
    const given = new Float64Array(example.count);
    for (let n = 0; n < example.count; n++) {
      const x = example.value[n];
      if (x === 0) continue;
      const unit = numbers[(example.dense ? n : example.index[n]) * stride] * this.unfade[0];
      const size = Math.abs(x) * importance;
      const q = rule.relative && size * unit > 1 ? x * (1 / size) : x * unit;
      given[n] = saturate(q * example.ω[n * width + cell]);
    }
    return given;
  }

  feature(i: number): Float64Array {
    return this.numbers.subarray(i * this.stride, (i + 1) * this.stride);
  }

  /**
   * Makes sure that `features` features can be read, fresh where nothing was learned of them: predicting on a
   * feature never met needs no special case, and changes nothing. Capacity doubles, so that this stays cheap.
   */
  reach(features: number): void {
    if (features * this.stride <= this.numbers.length) return;
    const { numbers } = this;
    const from = numbers.length / this.stride;
    this.numbers = new Float64Array(Math.max(features, 2 * from) * this.stride);
    this.numbers.set(numbers);
    for (let i = from; i * this.stride < this.numbers.length; i++) this.startFeature(i);
  }

  /** Takes features up to this one as learned from. */
  growFeatures(features: number): void {
    this.reach(features);
    this.features = Math.max(this.features, features);
  }

  /** Makes room for `width` cells a feature; those there keep their state. */
  growWidth(width: number): void {
    if (width <= this.width) return;
    const { numbers, stride } = this;
    const features = numbers.length / stride;
    this.width = width;
    this.stride = 1 + width * this.rule.slots.length;
    this.keep = this.keepOf(width);
    this.numbers = new Float64Array(features * this.stride);
    for (let i = 0; i < features; i++) {
      this.startFeature(i);
      this.numbers.set(numbers.subarray(i * stride, (i + 1) * stride), i * this.stride);
    }
  }

  private startFeature(i: number): void {
    const base = i * this.stride;
    this.numbers[base] = this.rule.relative ? Number.POSITIVE_INFINITY : 1;
    const slots = this.rule.slots.length;
    for (let c = 0; c < this.width; c++) this.rule.start(this.numbers, base + 1 + c * slots, this.settings);
  }

  save(): Float64Array {
    const used = this.features * this.stride;
    const saved = new Float64Array(HEADER + used);
    saved.set([this.t, this.N, this.d, this.features, this.width]);
    saved.set(this.numbers.subarray(0, used), HEADER);
    return saved;
  }

  load(saved: Float64Array, fixed: number | undefined): void {
    checkSaved(saved, this.rule, this.width, fixed);
    [this.t, this.N, this.d, this.features] = saved;
    this.numbers = saved.slice(HEADER);
  }

  private keepOf(width: number): Float64Array {
    return Float64Array.from({ length: width }, (_, c) => this.memories[c % this.memories.length]);
  }
}
