import type { Label } from "../learner.ts";

/**
 * A running measure of how good predictions are. Nothing is kept of an example but a few sums, so that memory does
 * not grow with rounds. (Functions are properties here, not methods, so that the compiler refuses a metric of numbers
 * for a learner of classes.)
 */
export interface Metric<Outcome, Value> {
  /** The metric with its settings: `accuracy({ window: 500 })`. */
  readonly name: string;
  /** Counts one outcome. Throws before anything changes if it holds no number where one is needed. */
  readonly add: (outcome: Outcome) => void;
  /** What the metric says now; of nothing, a number is NaN. */
  readonly value: () => Value;
  /** One number for this outcome alone, weights left aside: what a drift alarm watches. */
  readonly number: (outcome: Outcome) => number;
  readonly save: () => MetricState;
  /** Goes on, bit for bit, from what `save` gave to a metric of the same name. */
  readonly load: (state: SavedMetric) => void;
}

/** An example's importance: 1 if left out; 0 counts for nothing but still takes its place in a window. */
export interface Weighted {
  readonly weight?: number | undefined;
}

/** What became of an example: what was predicted, what was true, and the loss of it. */
export interface Outcome<Prediction, Y> extends Weighted {
  readonly prediction: Prediction;
  readonly label: Y;
  readonly loss: number;
}

/** Which examples count: all of them alike, unless told otherwise. */
export interface Span {
  /** Only this many last examples. */
  readonly window?: number;
  /** What the examples so far keep of their weight whenever one comes, such as 0.999. */
  readonly keep?: number;
}

/** Everything a metric knows: plain values and one array of numbers. */
export interface MetricState {
  readonly metric: string;
  readonly numbers: Float64Array;
  /** The classes met, in order of appearance, by a metric that discovers them. */
  readonly labels: readonly Label[];
}

/** The same, its numbers in any kind of array, as they come out of JSON. */
export interface SavedMetric {
  readonly metric: string;
  readonly numbers: ArrayLike<number>;
  readonly labels: readonly Label[];
}
