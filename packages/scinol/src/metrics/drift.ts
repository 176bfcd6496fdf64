import { exponent, pow2 } from "../arithmetic/bits.ts";
import { log } from "../arithmetic/log.ts";
import { checkNumber, checkNumbers, damaged, invalid } from "./check.ts";
import { DEVIATION, MEAN, mergeMoments, WEIGHT } from "./moments.ts";

export interface AdwinOptions {
  /** How probable a false alarm may be in a round; 0.002 unless told otherwise. */
  readonly delta?: number;
  /** The least and the greatest value; values beyond are taken for these. Left out, it is what the window holds. */
  readonly range?: readonly [number, number];
}

/** Says whether a stream of numbers has changed. */
export interface DriftAlarm {
  add(value: number): boolean;
}

/** An alarm for changes of a mean, with a window that finds its own length. */
export function adwin(options: AdwinOptions = {}): Adwin {
  return new Adwin(options);
}

/** Buckets of one size before two become one of twice the size; the paper's M. */
const MOST = 5;

/** What is known of a bucket: weight, mean, squared deviation, least and greatest value. */
const LEAST = 3;
const GREATEST = 4;
const WIDTH = 5;

/**
 * ADWIN (Bifet, Gavaldà: Learning from time-changing data with adaptive windowing, SDM 2007).
 *
 * The window W holds all values since the last change. Whenever it can be cut in two parts, n₀ older and n₁ newer
 * values, whose means differ by more than chance allows,
 *
 *     |μ₀ − μ₁| > √(2/m · σ² · ln(2/δ′)) + 2/(3m) · R · ln(2/δ′),     1/m = 1/n₀ + 1/n₁,     δ′ = δ / ln n,
 *
 * where σ² is the variance of W and R its range (1 in the paper), its oldest bucket is dropped. Buckets hold 1, 2, 4, …
 * values, at most five of a size, so that n values take O(log n) memory; cuts are tried between buckets.
 *
 * With the range left out the alarm has no unit: values times any number give the same alarms.
 */
export class Adwin implements DriftAlarm {
  private readonly delta: number;
  private readonly range: readonly [number, number] | undefined;
  /** Buckets from the oldest, which are the largest, to the newest. */
  private buckets = new Float64Array(32 * WIDTH);
  private count = 0;
  /** All of them together. */
  private readonly all = new Float64Array(WIDTH);

  constructor({ delta = 0.002, range }: AdwinOptions) {
    if (!(delta > 0 && delta < 1)) throw invalid("delta", delta);
    if (range !== undefined && !(range[1] - range[0] > 0 && range[1] - range[0] < Infinity)) {
      throw invalid("range", range);
    }
    this.delta = delta;
    this.range = range;
  }

  /** How many values the window holds. */
  get size(): number {
    return this.all[WEIGHT];
  }

  /** The mean of the window; NaN of an empty one. */
  get mean(): number {
    return this.count === 0 ? Number.NaN : this.all[MEAN];
  }

  /** How many numbers are kept: they grow with the logarithm of the size. */
  get memory(): number {
    return (1 + this.count) * WIDTH;
  }

  /** Takes the next value in; whether the mean has changed, in which case the values before the change are gone. */
  add(value: number): boolean {
    checkNumber("value", value);
    const { range } = this;
    this.append(range === undefined ? value : Math.min(Math.max(value, range[0]), range[1]));
    this.compress();
    let changed = false;
    while (this.count > 1 && this.hasCut()) {
      this.dropOldest();
      changed = true;
    }
    return changed;
  }

  save(): Float64Array {
    const saved = new Float64Array((1 + this.count) * WIDTH);
    saved.set(this.all);
    saved.set(this.buckets.subarray(0, this.count * WIDTH), WIDTH);
    return saved;
  }

  /** Goes on, bit for bit, from what `save` gave to an alarm of the same options. */
  load(saved: ArrayLike<number>): void {
    const numbers = checkNumbers(saved);
    const count = numbers.length / WIDTH - 1;
    if (!Number.isInteger(count) || count < 0) throw damaged(`${numbers.length} numbers are no buckets`);
    const buckets = numbers.subarray(WIDTH);
    let size = 0;
    for (let b = 0; b < count; b++) {
      const weight = buckets[b * WIDTH];
      const isPower = weight >= 1 && weight < 2 ** 53 && pow2(exponent(weight)) === weight;
      const isOrdered = b === 0 || weight <= buckets[(b - 1) * WIDTH];
      if (!isPower || !isOrdered) throw damaged(`bucket ${b} holds ${weight} values`);
      size += weight;
    }
    if (size !== numbers[WEIGHT]) throw damaged(`the buckets hold ${size} values of ${numbers[WEIGHT]}`);
    this.reach(count);
    this.buckets.set(buckets);
    this.count = count;
    this.all.set(numbers.subarray(0, WIDTH));
  }

  private append(value: number): void {
    this.reach(this.count + 1);
    const at = this.count * WIDTH;
    this.buckets[at + WEIGHT] = 1;
    this.buckets[at + MEAN] = value;
    this.buckets[at + DEVIATION] = 0;
    this.buckets[at + LEAST] = value;
    this.buckets[at + GREATEST] = value;
    this.count++;
    merge(this.all, 0, this.buckets, at);
  }

  private dropOldest(): void {
    this.buckets.copyWithin(0, WIDTH, this.count * WIDTH);
    this.count--;
    this.all.fill(0);
    for (let b = 0; b < this.count; b++) merge(this.all, 0, this.buckets, b * WIDTH);
  }

  /** From the newest size on, two of six buckets of a size become one, next to the larger ones. */
  private compress(): void {
    const { buckets } = this;
    let end = this.count;
    for (let size = 1; ; size *= 2) {
      let start = end;
      while (start > 0 && buckets[(start - 1) * WIDTH] === size) start--;
      if (end - start <= MOST) return;
      merge(buckets, start * WIDTH, buckets, (start + 1) * WIDTH);
      buckets.copyWithin((start + 1) * WIDTH, (start + 2) * WIDTH, this.count * WIDTH);
      this.count--;
      end = start + 1;
    }
  }

  private hasCut(): boolean {
    const { all, buckets, count } = this;
    const size = all[WEIGHT];
    const mean = all[MEAN];
    const range = this.range === undefined ? all[GREATEST] - all[LEAST] : this.range[1] - this.range[0];
    const doubt = log((2 / this.delta) * Math.max(log(size), 1));
    const chance = (2 * all[DEVIATION] * doubt) / size;
    const rest = (2 / 3) * range * doubt;
    let older = 0;
    // Sums are of distances from the mean, so that the newer part's is the negative of the older one's.
    let sum = 0;
    for (let b = 0; b < count - 1; b++) {
      const weight = buckets[b * WIDTH + WEIGHT];
      older += weight;
      sum += weight * (buckets[b * WIDTH + MEAN] - mean);
      const inverse = size / (older * (size - older));
      if (Math.abs(sum) * inverse > Math.sqrt(chance * inverse) + rest * inverse) return true;
    }
    return false;
  }

  private reach(count: number): void {
    if (count * WIDTH <= this.buckets.length) return;
    const { buckets } = this;
    this.buckets = new Float64Array(2 * count * WIDTH);
    this.buckets.set(buckets);
  }
}

function merge(into: Float64Array, i: number, from: Float64Array, j: number): void {
  const isEmpty = into[i + WEIGHT] === 0;
  mergeMoments(into, i, from, j);
  into[i + LEAST] = isEmpty ? from[j + LEAST] : Math.min(into[i + LEAST], from[j + LEAST]);
  into[i + GREATEST] = isEmpty ? from[j + GREATEST] : Math.max(into[i + GREATEST], from[j + GREATEST]);
}
