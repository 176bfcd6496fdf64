import { describe, expect, it } from "vitest";
import {
  accuracy,
  adwin,
  confusion,
  type Learner,
  linear,
  logLoss,
  mae,
  meanLoss,
  progressive,
  type Regression,
  type StreamedExample,
} from "../src/index.ts";
import { mulberry32 } from "./metrics-random.ts";

/** Answers the mean label so far; writes down what it is asked to do. */
function meanLearner() {
  const calls: string[] = [];
  let sum = 0;
  let weights = 0;
  const predict = (): Regression => ({ value: weights === 0 ? 0 : sum / weights });
  const learner: Learner<string, number, Regression> = {
    predict(x) {
      calls.push(`predict ${x}`);
      return predict();
    },
    learn(x, y, weight = 1) {
      calls.push(`learn ${x}`);
      const loss = Math.abs(predict().value - y);
      sum += weight * y;
      weights += weight;
      return loss;
    },
  };
  return { learner, calls };
}

const letters: StreamedExample<string, number>[] = [
  { x: "a", y: 2 },
  { x: "b", y: 4 },
  { x: "c", y: 6, weight: 2 },
  { x: "d", y: 4.5 },
  { x: "e", y: 4.5 },
];

async function* fromAfar<T>(items: Iterable<T>): AsyncGenerator<T> {
  for (const item of items) {
    await Promise.resolve();
    yield item;
  }
}

async function all<T>(points: AsyncIterable<T>): Promise<T[]> {
  const list: T[] = [];
  for await (const point of points) list.push(point);
  return list;
}

describe("progressive validation", () => {
  it("predicts, then learns, once for each example", async () => {
    const { learner, calls } = meanLearner();
    await progressive(learner, letters.slice(0, 2), { mae: mae() }).finish();
    expect(calls).toEqual(["predict a", "learn a", "predict b", "learn b"]);
  });

  it("scores the prediction made before learning, with the example's weight", async () => {
    // Answers 0, 2, 3, 4.5, 4.5: errors 2, 2, 3 (twice), 0, 0.
    const curve = await all(progressive(meanLearner().learner, letters, { mae: mae(), loss: meanLoss() }));
    expect(curve.map(({ rounds }) => rounds)).toEqual([1, 2, 4, 5]);
    expect(curve.map(({ values }) => values.mae)).toEqual([2, 2, 10 / 5, 10 / 6]);
    expect(curve.map(({ values }) => values.loss)).toEqual(curve.map(({ values }) => values.mae));
  });

  it("draws the same curve from afar as from memory", async () => {
    const near = await all(progressive(meanLearner().learner, letters, { mae: mae() }));
    const far = await all(progressive(meanLearner().learner, fromAfar(letters), { mae: mae() }));
    expect(far).toEqual(near);
  });

  it("gives a point every n rounds if told so, and always one at the end", async () => {
    const rounds = async (count: number, every: number) => {
      const points = await all(
        progressive(meanLearner().learner, letters.slice(0, count), { mae: mae() }, { every }),
      );
      return points.map((point) => point.rounds);
    };
    expect(await rounds(5, 2)).toEqual([2, 4, 5]);
    expect(await rounds(4, 2)).toEqual([2, 4]);
    expect(await rounds(0, 2)).toEqual([0]);
  });

  it("keeps the values after the stream has ended", async () => {
    const run = progressive(meanLearner().learner, letters, { mae: mae() });
    expect(await run.finish()).toEqual({ mae: 10 / 6 });
    expect(run.values).toEqual({ mae: 10 / 6 });
    expect(run.rounds).toBe(5);
  });

  it("can be left and gone on with", async () => {
    const run = progressive(meanLearner().learner, letters, { mae: mae() }, { every: 2 });
    const first = await run[Symbol.asyncIterator]().next();
    expect(first.value?.rounds).toBe(2);
    expect(await run.finish()).toEqual({ mae: 10 / 6 });
  });

  it("closes the stream when the reader breaks off", async () => {
    let closed = false;
    async function* endless() {
      try {
        for (;;) yield letters[0];
      } finally {
        closed = true;
      }
    }
    for await (const point of progressive(meanLearner().learner, endless(), { mae: mae() })) {
      if (point.rounds === 8) break;
    }
    expect(closed).toBe(true);
  });

  it("shows a drift in the round of its alarm", async () => {
    function* stream() {
      const random = mulberry32(4);
      for (let t = 0; t < 3000; t++) yield { x: "x", y: random() + (t < 2500 ? 0 : 5) };
    }
    const metrics = { mae: mae({ window: 100 }), loss: meanLoss() };
    const run = progressive(meanLearner().learner, stream(), metrics, { alarms: { mae: adwin() } });
    const drifts = (await all(run)).filter((point) => point.drifts.length > 0);
    expect(drifts[0].drifts).toEqual(["mae"]);
    expect(drifts[0].rounds).toBeGreaterThan(2500);
    expect(drifts[0].rounds).toBeLessThan(2530);
  });

  it("watches any metric", async () => {
    const watched: number[] = [];
    const alarm = { add: (value: number) => watched.push(value) > 3 };
    const metrics = { right: confusion<boolean>() };
    const learner = { predict: () => ({ label: true }), learn: () => 0 };
    const stream = [true, false, true, true, false].map((y) => ({ x: 0, y }));
    const points = await all(progressive(learner, stream, metrics, { alarms: { right: alarm } }));
    expect(watched).toEqual([1, 0, 1, 1, 0]);
    expect(points.map(({ rounds, drifts }) => [rounds, ...drifts])).toEqual([
      [1],
      [2],
      [4, "right"],
      [5, "right"],
    ]);
  });

  it("measures a linear model whose log loss is its own loss", async () => {
    const model = linear();
    const learner: Learner<number[], boolean, { label: boolean; probabilities: Map<boolean, number> }> = {
      predict(x) {
        const [p] = model.predict(x);
        return {
          label: p >= 0.5,
          probabilities: new Map([
            [false, 1 - p],
            [true, p],
          ]),
        };
      },
      learn: (x, y, weight) => model.learn(x, y ? 1 : -1, weight),
    };
    const random = mulberry32(9);
    const stream = Array.from({ length: 2000 }, () => {
      const x = [random() - 0.5, 1000 * random()];
      return { x, y: x[0] > 0 };
    });
    const metrics = { accuracy: accuracy({ window: 500 }), logLoss: logLoss(), loss: meanLoss() };
    const values = await progressive(learner, stream, metrics).finish();
    expect(values.logLoss).toBeCloseTo(values.loss, 12);
    expect(values.accuracy).toBeGreaterThan(0.9);
  });

  it("refuses a stream that is none, an alarm on nothing, a curve without points", () => {
    const { learner } = meanLearner();
    expect(() => progressive(learner, 7 as unknown as [], {})).toThrow("invalid stream: it is not iterable");
    expect(() => progressive(learner, [], { mae: mae() }, { every: 0 })).toThrow("invalid every: 0");
    const alarms = { maee: adwin() } as object;
    expect(() => progressive(learner, [], { mae: mae() }, { alarms })).toThrow(
      'unknown metric "maee"; did you mean "mae"?',
    );
  });

  it("lets what the stream or the learner throws through", async () => {
    async function* broken() {
      yield letters[0];
      throw new Error("line 2: cut off");
    }
    const run = progressive(meanLearner().learner, broken(), { mae: mae() });
    await expect(run.finish()).rejects.toThrow("line 2: cut off");
    expect(run.rounds).toBe(1);
  });
});
