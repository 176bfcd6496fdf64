import type { Label } from "../learner.ts";
import { nameOf } from "./accumulate.ts";
import { areaUnder } from "./area.ts";
import { checkCount, checkState, checkWeight, damaged } from "./check.ts";
import { type Classified, isPositive, probabilityOf } from "./classified.ts";
import type { Metric, MetricState, SavedMetric } from "./metric.ts";

/**
 * The exact area under the ROC curve of the last `length` examples.
 *
 * Their order by probability, and by age among equals, is kept up to date: finding a place takes log n steps, moving
 * the others one copy of memory. The area is added up from scratch whenever it is asked for, so that nothing drifts.
 */
export class RankedWindow implements Metric<Classified, number> {
  readonly name: string;
  readonly number: (outcome: Classified) => number;
  private readonly positive: Label;
  private readonly length: number;
  /** The ring, the oldest example at `head`: probability, weight, class. */
  private readonly probabilities: Float64Array;
  private readonly weights: Float64Array;
  private readonly isHit: Uint8Array;
  private head = 0;
  private size = 0;
  /** The ring's places in order. */
  private readonly order: Uint32Array;

  constructor(positive: Label, length: number, number: (outcome: Classified) => number) {
    this.length = checkCount("window", length);
    this.name = nameOf("auc", { positive }, { window: length });
    this.number = number;
    this.positive = positive;
    this.probabilities = new Float64Array(length);
    this.weights = new Float64Array(length);
    this.isHit = new Uint8Array(length);
    this.order = new Uint32Array(length);
  }

  readonly add = (outcome: Classified): void => {
    const weight = checkWeight(outcome);
    const probability = probabilityOf(outcome, this.positive);
    const isHit = isPositive(outcome, this.positive);
    if (this.size === this.length) this.dropOldest();
    this.insert(probability, weight, isHit);
  };

  readonly value = (): number => {
    const { order, probabilities, size } = this;
    const tied = new Float64Array(2 * size);
    let group = -1;
    for (let i = 0; i < size; i++) {
      const slot = order[i];
      if (i === 0 || probabilities[slot] !== probabilities[order[i - 1]]) group++;
      tied[2 * group + this.isHit[slot]] += this.weights[slot];
    }
    return areaUnder(tied);
  };

  /** The examples from the oldest to the newest: probability, weight, whether positive. */
  readonly save = (): MetricState => {
    const numbers = new Float64Array(3 * this.size);
    for (let i = 0; i < this.size; i++) {
      const slot = (this.head + i) % this.length;
      numbers.set([this.probabilities[slot], this.weights[slot], this.isHit[slot]], 3 * i);
    }
    return { metric: this.name, numbers, labels: [] };
  };

  readonly load = (state: SavedMetric): void => {
    const numbers = checkState(this.name, state);
    const size = numbers.length / 3;
    if (!Number.isInteger(size) || size > this.length)
      throw damaged(`${numbers.length} numbers are no window`);
    for (let i = 0; i < size; i++) {
      const [probability, weight, isHit] = numbers.subarray(3 * i, 3 * i + 3);
      const right = probability >= 0 && probability <= 1 && weight >= 0 && (isHit === 0 || isHit === 1);
      if (!right) throw damaged(`example ${i} is none`);
    }
    this.head = 0;
    this.size = 0;
    for (let i = 0; i < size; i++) this.insert(numbers[3 * i], numbers[3 * i + 1], numbers[3 * i + 2] === 1);
  };

  private insert(probability: number, weight: number, isHit: boolean): void {
    const slot = (this.head + this.size) % this.length;
    this.probabilities[slot] = probability;
    this.weights[slot] = weight;
    this.isHit[slot] = isHit ? 1 : 0;
    const place = this.placeOf((other) => other > probability);
    this.order.copyWithin(place + 1, place, this.size);
    this.order[place] = slot;
    this.size++;
  }

  /** Among equals the oldest comes first. */
  private dropOldest(): void {
    const probability = this.probabilities[this.head];
    const place = this.placeOf((other) => other >= probability);
    this.order.copyWithin(place, place + 1, this.size);
    this.head = (this.head + 1) % this.length;
    this.size--;
  }

  /** The first place in order whose probability is beyond. */
  private placeOf(isBeyond: (probability: number) => boolean): number {
    let low = 0;
    let high = this.size;
    while (low < high) {
      const middle = (low + high) >> 1;
      if (isBeyond(this.probabilities[this.order[middle]])) high = middle;
      else low = middle + 1;
    }
    return low;
  }
}
