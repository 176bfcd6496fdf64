import { kindOf } from "../kind-of.ts";
import type { Rule, Settings } from "../rules/rule.ts";

/**
 * A model's memory: a few counters and one array of numbers.
 *
 * Features lie one after another, each as `stride` numbers: 1/M first (∞ while the feature has only been zero),
 * then its cells, the memories of an output side by side: cell k·memories + j belongs to output k, memory j.
 * Everything a round touches of a feature is so in one place, which on sparse data is what speed comes from.
 */
export class State {
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
  readonly unfade = Float64Array.of(1);
  /** What each cell's memory keeps of the past in a round; 1 is everything. */
  keep: Float64Array;
  forgets = false;
  /** Scores are divided by the root of how many coordinates are at work, √(N/t). */
  stakes = false;
  numbers = new Float64Array(0);

  constructor(rule: Rule, settings: Settings, features: number, width: number) {
    this.rule = rule;
    this.settings = settings;
    this.width = width;
    this.stride = 1 + width * rule.slots.length;
    this.keep = new Float64Array(width).fill(1);
    this.growFeatures(features);
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

  /** All of it in one array: t, N, d, the number of features, the cells a feature, and the numbers. */
  save(): Float64Array {
    const used = this.features * this.stride;
    const saved = new Float64Array(HEADER + used);
    saved.set([this.t, this.N, this.d, this.features, this.width]);
    saved.set(this.numbers.subarray(0, used), HEADER);
    return saved;
  }

  /** Takes over what `save` gave; where the number of features is fixed, of that many. */
  load(saved: Float64Array, fixed: number | undefined): void {
    if (!(saved instanceof Float64Array)) {
      throw new TypeError(`state must be a Float64Array, got ${kindOf(saved)}`);
    }
    const [t, N, d, features, width] = saved;
    const fits = saved.length === HEADER + features * this.stride && features === (fixed ?? features);
    if (!fits || width !== this.width) {
      const many = fixed === undefined ? "a feature" : `for each of ${fixed} features`;
      throw new RangeError(
        `state has ${saved.length} numbers; this model takes ${HEADER} and then ${this.stride} ${many}`,
      );
    }
    for (let i = 0; i < saved.length; i++) {
      if (!this.sound(i, saved[i])) throw new RangeError(`state is damaged: number ${i} is ${saved[i]}`);
    }
    this.t = t;
    this.N = N;
    this.d = d;
    this.features = features;
    this.numbers = saved.slice(HEADER);
  }

  /** Whether number i of what was saved can be what it says. */
  private sound(i: number, number: number): boolean {
    if (i < HEADER) return number >= 0 && (i === 1 ? Number.isFinite(number) : Number.isSafeInteger(number));
    const isUnit = (i - HEADER) % this.stride === 0;
    if (!isUnit) return Number.isFinite(number);
    return this.rule.relative ? number > 0 : number === 1;
  }
}

const HEADER = 5;
