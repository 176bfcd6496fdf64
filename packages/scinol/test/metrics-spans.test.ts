import fc from "fast-check";
import { describe, expect, it } from "vitest";
import {
  accuracy,
  auc,
  brier,
  calibration,
  confusion,
  logLoss,
  type Metric,
  type MetricState,
  mae,
  meanLoss,
  r2,
  rmse,
  type SavedMetric,
  type Span,
} from "../src/index.ts";
import { mulberry32 } from "./metrics-random.ts";

/** An outcome that every metric takes, whatever its kind. */
interface AnyOutcome {
  prediction: { label: number; probabilities: Map<number, number>; value: number };
  label: number;
  loss: number;
  weight: number;
}

// biome-ignore lint/suspicious/noExplicitAny: values are compared, whatever they are.
type AnyMetric = Metric<AnyOutcome, any>;

const metrics: Record<string, (span?: Span) => AnyMetric> = {
  meanLoss,
  accuracy,
  logLoss,
  brier,
  confusion: (span) => confusion<number>(span),
  mae,
  rmse,
  r2,
  calibration,
  "calibration of a class": (span) => calibration({ positive: 1, bins: 7, ...span }),
  auc: (span) => auc({ positive: 1, ...span }),
};
const names = Object.keys(metrics);

/** A random outcome over `classes` classes; sizes of errors differ by many orders. */
function outcomes(seed: number, classes = 3): () => AnyOutcome {
  const random = mulberry32(seed);
  return () => {
    const raw = Array.from({ length: classes }, () => random() ** 2 + 1e-9);
    const sum = raw.reduce((a, b) => a + b, 0);
    const probabilities = new Map(raw.map((p, k) => [k, p / sum]));
    const label = Math.floor(random() * classes);
    return {
      prediction: { label: raw.indexOf(Math.max(...raw)), probabilities, value: 3 * random() },
      label,
      loss: random() * 10 ** Math.floor(random() * 9 - 4),
      weight: random() < 0.1 ? 0 : Math.ceil(random() * 8) / 4,
    };
  };
}

/** Numbers equal to 1e-12 of their size, wherever they are in a value. */
function expectClose(got: unknown, want: unknown, tolerance = 1e-12): void {
  if (typeof want === "number" && Number.isFinite(want)) {
    const error = Math.abs((got as number) - want) / Math.max(Math.abs(want), 1e-3);
    // Asked a million times: expect() itself would take most of the time.
    if (!(error <= tolerance)) expect.fail(`${got} is not ${want}`);
  } else if (typeof want === "object") {
    if (Object.keys(got as object).length !== Object.keys(want as object).length) expect(got).toEqual(want);
    for (const [key, value] of Object.entries(want as object)) {
      expectClose((got as Record<string, unknown>)[key], value, tolerance);
    }
  } else if (!Object.is(got, want)) expect(got).toBe(want);
}

function totalOf(name: string, examples: readonly AnyOutcome[]): unknown {
  const total = metrics[name]();
  for (const example of examples) total.add(example);
  return total.value();
}

/** Bins make the total AUC coarse; this is it over a window that nothing leaves. */
function exactOf(name: string, examples: readonly AnyOutcome[]): unknown {
  if (name !== "auc") return totalOf(name, examples);
  const all = auc({ positive: 1, window: examples.length });
  for (const example of examples) all.add(example);
  return all.value();
}

describe("a window", () => {
  it.each(names.filter((name) => name !== "confusion"))(
    "of n makes %s what it is of the last n alone",
    (name) => {
      fc.assert(
        fc.property(
          fc.integer(),
          fc.integer({ min: 1, max: 30 }),
          fc.integer({ min: 1, max: 100 }),
          (seed, n, rounds) => {
            const next = outcomes(seed);
            const metric = metrics[name]({ window: n });
            const last: AnyOutcome[] = [];
            for (let t = 0; t < rounds; t++) {
              last.push(next());
              if (last.length > n) last.shift();
              metric.add(last.at(-1)!);
              expectClose(metric.value(), exactOf(name, last));
            }
          },
        ),
        { numRuns: 30 },
      );
    },
  );

  it("counts exactly in the confusion matrix, also of classes that have left", () => {
    const metric = confusion<string>({ window: 2 });
    const add = (answer: string, label: string) => metric.add({ prediction: { label: answer }, label });
    add("a", "a");
    add("b", "a");
    add("b", "c");
    expect(metric.value()).toEqual({
      classes: ["a", "b", "c"],
      counts: [
        [0, 1, 0],
        [0, 0, 0],
        [0, 1, 0],
      ],
      unanswered: [0, 0, 0],
    });
  });

  it.each(["meanLoss", "rmse", "r2", "calibration"])(
    "does not drift: %s equals its recomputation to 1e-12 throughout 100,000 rounds",
    (name) => {
      const next = outcomes(7);
      const metric = metrics[name]({ window: 1000 });
      const last: AnyOutcome[] = [];
      for (let t = 1; t <= 100_000; t++) {
        const outcome = next();
        metric.add(outcome);
        last.push(outcome);
        if (last.length === 2000) last.splice(0, 1000);
        if (t % 997 === 0 || t > 99_990) expectClose(metric.value(), totalOf(name, last.slice(-1000)));
      }
    },
  );

  it("remembers nothing of a number, however large, that has left it", () => {
    const metric = meanLoss({ window: 3 });
    for (const loss of [0.1, 1e300, 0.2, 0.3]) metric.add({ loss });
    expect(metric.value()).toBe(1e300 / 3);
    metric.add({ loss: 0.4 });
    expect(metric.value()).toBe((0.4 + 0.3 + 0.2) / 3);

    const fit = r2({ window: 3 });
    for (const label of [0, 1e150, 1, 2, 3]) fit.add({ prediction: { value: 2 }, label });
    expect(fit.value()).toBe(0);
  });
});

describe("fading", () => {
  it("gives the newest weight 1, the one before it keep, then keep²", () => {
    const metric = meanLoss({ keep: 0.5 });
    for (const loss of [4, 2, 1]) metric.add({ loss });
    expect(metric.value()).toBe((1 + 2 / 2 + 4 / 4) / (1 + 1 / 2 + 1 / 4));
  });

  it.each(names)("makes %s what it is with faded weights", (name) => {
    fc.assert(
      fc.property(
        fc.integer(),
        fc.double({ min: 0.5, max: 1, noNaN: true }),
        fc.integer({ min: 1, max: 60 }),
        (seed, keep, rounds) => {
          const next = outcomes(seed);
          const metric = metrics[name]({ keep });
          const examples = Array.from({ length: rounds }, next);
          for (const example of examples) metric.add(example);
          const faded = examples.map((e, t) => ({ ...e, weight: e.weight * keep ** (rounds - 1 - t) }));
          expectClose(metric.value(), totalOf(name, faded), 1e-11);
        },
      ),
      { numRuns: 50 },
    );
  });

  it("lets reading change nothing that comes after", () => {
    const read = confusion<number>({ keep: 0.9 });
    const unread = confusion<number>({ keep: 0.9 });
    const next = outcomes(3);
    for (let t = 0; t < 200; t++) {
      const outcome = next();
      read.add(outcome);
      unread.add(outcome);
      read.value();
    }
    expect(read.save()).toEqual(unread.save());
  });
});

describe("saving", () => {
  const spans: Span[] = [{}, { window: 17 }, { keep: 0.97 }];
  const forms = names.flatMap((name) => spans.map((span) => [metrics[name](span).name, name, span] as const));

  it.each(forms)("%s and loading it anywhere goes on bit for bit", (_, name, span) => {
    fc.assert(
      fc.property(fc.integer(), fc.nat(70), fc.integer({ min: 1, max: 70 }), (seed, before, rounds) => {
        const next = outcomes(seed, 5);
        const metric = metrics[name](span);
        for (let t = 0; t < before; t++) metric.add(next());
        const loaded = metrics[name](span);
        for (let t = 0; t < 5; t++) loaded.add(next());
        loaded.load(throughJson(metric.save()));
        expect(loaded.value()).toEqual(metric.value());
        for (let t = 0; t < rounds; t++) {
          const outcome = next();
          metric.add(outcome);
          loaded.add(outcome);
        }
        expect(loaded.value()).toEqual(metric.value());
        expect(loaded.save()).toEqual(metric.save());
      }),
      { numRuns: 20 },
    );
  });

  it("gives a state that the metric does not share", () => {
    const metric = meanLoss({ window: 2 });
    metric.add({ loss: 1 });
    const state = metric.save();
    metric.add({ loss: 3 });
    state.numbers.fill(9);
    expect(metric.value()).toBe(2);
  });

  it("keeps the types of labels", () => {
    const metric = confusion();
    for (const label of ["1", 1, true, "true"]) metric.add({ prediction: { label: undefined }, label });
    const loaded = confusion();
    loaded.load(throughJson(metric.save()));
    expect(loaded.value()).toEqual(metric.value());
    expect(loaded.value().classes).toEqual(["1", 1, true, "true"]);
  });

  it("takes memory that does not grow with rounds", () => {
    for (const [_, name, span] of forms) {
      const metric = metrics[name](span);
      const next = outcomes(11);
      for (let t = 0; t < 300; t++) metric.add(next());
      const { length } = metric.save().numbers;
      for (let t = 0; t < 1000; t++) metric.add(next());
      expect(metric.save().numbers.length, metric.name).toBe(length);
    }
  });

  it("refuses a state of another metric, or a damaged one, and stays as it was", () => {
    const metric = accuracy({ window: 2 });
    metric.add({ prediction: { label: 1 }, label: 1 });
    const state = metric.save();
    const { numbers } = state;
    expect(() => metric.load(accuracy().save())).toThrow(
      "state is of accuracy, this is accuracy({ window: 2 })",
    );
    expect(() => metric.load({ ...state, numbers: numbers.with(1, Number.NaN) })).toThrow(
      "state is damaged: number 1 is NaN",
    );
    expect(() => metric.load({ ...state, numbers: numbers.subarray(1) })).toThrow("state is damaged");
    expect(() => metric.load({ ...state, numbers: numbers.with(3, 1) })).toThrow("there is no cell 1");
    expect(() =>
      confusion().load({ metric: "confusion", numbers: [1, 2, 3, 4], labels: ["a", "a"] }),
    ).toThrow("a class is there twice");
    expect(() => confusion().load({ metric: "confusion", numbers: [1, 2, 3, 4, 5], labels: ["a"] })).toThrow(
      "expected 1 to 4 cells, got 5",
    );
    expect(() => mae().load({ metric: "mae", numbers: [1, 2, 3, 4], labels: [] })).toThrow(
      "expected 1 cells, got 2",
    );
    expect(metric.save()).toEqual(state);
  });

  function throughJson(state: MetricState): SavedMetric {
    return JSON.parse(JSON.stringify({ ...state, numbers: Array.from(state.numbers) }));
  }
});
