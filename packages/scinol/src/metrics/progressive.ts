import { exponent, pow2 } from "../arithmetic/bits.ts";
import type { Learner } from "../learner.ts";
import { unknownName } from "../suggest.ts";
import { checkCount } from "./check.ts";
import type { DriftAlarm } from "./drift.ts";
import type { Metric, Outcome } from "./metric.ts";

/** One example of a stream. */
export interface StreamedExample<X, Y> {
  readonly x: X;
  readonly y: Y;
  readonly weight?: number | undefined;
}

/** Metrics by the names they shall have in the learning curve. */
// biome-ignore lint/suspicious/noExplicitAny: only `any` lets each metric keep the type of its own value.
export type Metrics<Prediction, Y> = Record<string, Metric<Outcome<Prediction, Y>, any>>;

/** What each of these metrics says. */
// biome-ignore lint/suspicious/noExplicitAny: as above.
export type MetricValues<M extends Record<string, Metric<never, any>>> = {
  readonly [Name in keyof M]: ReturnType<M[Name]["value"]>;
};

export interface ProgressiveOptions<Name extends string = string> {
  /** A point of the curve every so many rounds; left out, at 1, 2, 4, 8, … */
  readonly every?: number;
  /** Alarms by the name of the metric whose number of each example they watch. */
  readonly alarms?: { readonly [_ in Name]?: DriftAlarm };
}

/** A point of the learning curve. */
export interface CurvePoint<V, Name extends string = string> {
  /** How many examples were learned from. */
  readonly rounds: number;
  readonly values: V;
  /** The metrics whose alarm went off in this very round. */
  readonly drifts: readonly Name[];
}

/**
 * Progressive validation: each example is first predicted, then scored, then learned from, so that every prediction
 * is of an example never seen.
 *
 * Answers the learning curve, to be read by `for await`, whether the examples come from memory or from afar. There
 * is a point wherever `every` says, one whenever an alarm goes off, and one at the end.
 */
export function progressive<X, Y, Prediction, M extends Metrics<Prediction, Y>>(
  learner: Learner<X, Y, Prediction>,
  stream: Iterable<StreamedExample<X, Y>> | AsyncIterable<StreamedExample<X, Y>>,
  metrics: M,
  options: ProgressiveOptions<keyof M & string> = {},
): Progressive<X, Y, Prediction, M> {
  return new Progressive(learner, stream, metrics, options);
}

export class Progressive<X, Y, Prediction, M extends Metrics<Prediction, Y>>
  implements AsyncIterable<CurvePoint<MetricValues<M>, keyof M & string>>
{
  private readonly learner: Learner<X, Y, Prediction>;
  private readonly metrics: M;
  private readonly scored: readonly M[string][];
  private readonly watched: readonly { name: keyof M & string; alarm: DriftAlarm }[];
  private readonly every: number | undefined;
  private readonly curve: AsyncGenerator<CurvePoint<MetricValues<M>, keyof M & string>, void>;
  private count = 0;
  private drifts: (keyof M & string)[] = [];

  constructor(
    learner: Learner<X, Y, Prediction>,
    stream: Iterable<StreamedExample<X, Y>> | AsyncIterable<StreamedExample<X, Y>>,
    metrics: M,
    options: ProgressiveOptions<keyof M & string>,
  ) {
    this.learner = learner;
    this.metrics = metrics;
    this.scored = Object.values(metrics) as M[string][];
    this.every = options.every === undefined ? undefined : checkCount("every", options.every);
    this.watched = Object.entries<DriftAlarm | undefined>(options.alarms ?? {}).flatMap(([name, alarm]) => {
      if (!Object.hasOwn(metrics, name)) throw unknownName("metric", name, Object.keys(metrics));
      return alarm === undefined ? [] : [{ name, alarm }];
    });
    if (isAsync(stream)) this.curve = this.drawFromAfar(stream);
    else if (typeof stream?.[Symbol.iterator] === "function") this.curve = this.draw(stream);
    else throw new TypeError("invalid stream: it is not iterable");
  }

  /** Examples learned from so far. */
  get rounds(): number {
    return this.count;
  }

  /** What the metrics say now. */
  get values(): MetricValues<M> {
    const values: Record<string, unknown> = {};
    for (const [name, metric] of Object.entries(this.metrics)) values[name] = metric.value();
    return values as MetricValues<M>;
  }

  /** The points to come. There is one curve: whoever reads on gets what is left of it. */
  [Symbol.asyncIterator](): AsyncGenerator<CurvePoint<MetricValues<M>, keyof M & string>, void> {
    return this.curve;
  }

  /** Goes through all that is left of the stream; the values at its end. */
  async finish(): Promise<MetricValues<M>> {
    for await (const _ of this.curve);
    return this.values;
  }

  private async *draw(stream: Iterable<StreamedExample<X, Y>>) {
    let pointed = false;
    for (const example of stream) {
      pointed = this.take(example);
      if (pointed) yield this.point();
    }
    if (!pointed) yield this.point();
  }

  /** The same, but waiting for each example: to wait where there is no need would take longer than to learn. */
  private async *drawFromAfar(stream: AsyncIterable<StreamedExample<X, Y>>) {
    let pointed = false;
    for await (const example of stream) {
      pointed = this.take(example);
      if (pointed) yield this.point();
    }
    if (!pointed) yield this.point();
  }

  /** One round; whether there is a point to show after it. */
  private take({ x, y, weight }: StreamedExample<X, Y>): boolean {
    const prediction = this.learner.predict(x);
    // Learning answers the loss of the prediction before it: what the metrics count is not changed by it any more.
    const loss = this.learner.learn(x, y, weight);
    const outcome: Outcome<Prediction, Y> = { prediction, label: y, weight, loss };
    this.count++;
    for (const metric of this.scored) metric.add(outcome);
    this.drifts = [];
    for (const { name, alarm } of this.watched) {
      if (alarm.add(this.metrics[name].number(outcome))) this.drifts.push(name);
    }
    return this.drifts.length > 0 || this.isDue();
  }

  private isDue(): boolean {
    if (this.every !== undefined) return this.count % this.every === 0;
    return pow2(exponent(this.count)) === this.count;
  }

  private point(): CurvePoint<MetricValues<M>, keyof M & string> {
    return { rounds: this.rounds, values: this.values, drifts: this.drifts };
  }
}

function isAsync<T>(stream: Iterable<T> | AsyncIterable<T>): stream is AsyncIterable<T> {
  return typeof (stream as AsyncIterable<T>)?.[Symbol.asyncIterator] === "function";
}
