import { accuracy, auc, type Classification, calibration, classifier, meanLoss, type Outcome } from "scinol";
import { describe, expect, it } from "vitest";
import { Curve } from "../src/metrics/curve.ts";
import { Delays } from "../src/metrics/delays.ts";
import { DriftWatch } from "../src/metrics/drift-watch.ts";
import { Hour } from "../src/metrics/hour.ts";
import { Rate } from "../src/metrics/rate.ts";
import { Recent } from "../src/metrics/recent.ts";
import { scoreClass, scoreValue, WIDTH } from "../src/metrics/score.ts";
import { Tally } from "../src/metrics/tally.ts";
import { events, start } from "./service.ts";

/** What became of some examples, and the row of each. */
function outcomes(count: number): { outcome: Outcome<Classification, string>; row: Float64Array }[] {
  const learner = classifier({ classes: ["no", "yes"] });
  return events(count).map(({ x, y }, n) => {
    const outcome = learner.outcome(x, y as "yes" | "no", 1 + (n % 4)) as Outcome<Classification, string>;
    const row = new Float64Array(WIDTH);
    scoreClass(outcome, learner.classes, row);
    return { outcome, row };
  });
}

describe("the last thousand", () => {
  it("are scored as the library's own metrics score a window", () => {
    const recent = new Recent();
    const span = { window: 1000 };
    const theirs = { loss: meanLoss(span), accuracy: accuracy(span), auc: auc({ positive: "yes", ...span }) };
    const reliability = calibration({ positive: "yes", ...span });
    for (const { outcome, row } of outcomes(2500)) {
      recent.add(row);
      for (const metric of [...Object.values(theirs), reliability]) metric.add(outcome);
    }
    const summary = recent.summary(true);
    expect(summary.events).toBe(1000);
    for (const [name, metric] of Object.entries(theirs)) {
      expect(summary[name as "loss"], name).toBeCloseTo(metric.value(), 12);
    }
    const bins = reliability.value().bins;
    expect(recent.calibration().map(({ said }) => said)).toEqual(
      bins.map(({ predicted }) => expect.closeTo(predicted, 12)),
    );
    expect(recent.calibration().map(({ came }) => came)).toEqual(
      bins.map(({ observed }) => expect.closeTo(observed, 12)),
    );
  });

  it("go on from where they were saved", () => {
    const [one, two] = [new Recent(), new Recent()];
    const all = outcomes(1500);
    for (const { row } of all.slice(0, 1200)) one.add(row);
    two.load(one.save());
    for (const { row } of all.slice(1200)) for (const recent of [one, two]) recent.add(row);
    expect(two.summary(true)).toEqual(one.summary(true));
  });
});

describe("a tally", () => {
  it("is as exact as sums are, and ranks to within a bin", () => {
    const tally = new Tally();
    const theirs = { loss: meanLoss(), accuracy: accuracy() };
    const area = auc({ positive: "yes" });
    for (const { outcome, row } of outcomes(2000)) {
      tally.add(row);
      for (const metric of [...Object.values(theirs), area]) metric.add(outcome);
    }
    const summary = tally.summary(true);
    expect(summary.loss).toBeCloseTo(theirs.loss.value(), 12);
    expect(summary.accuracy).toBeCloseTo(theirs.accuracy.value(), 12);
    expect(summary.auc).toBeCloseTo(area.value(), 2);
    expect(tally.summary(false).auc).toBeNull();
  });

  it("of values has their errors, by hand", () => {
    const tally = new Tally();
    const row = new Float64Array(WIDTH);
    for (const [value, label, weight] of [
      [1, 2, 1],
      [5, 2, 3],
    ]) {
      scoreValue({ prediction: { value }, label, weight, loss: 0 }, row);
      tally.add(row);
    }
    expect(tally.summary(true)).toEqual({
      events: 2,
      loss: 0,
      accuracy: null,
      auc: null,
      mae: 2.5,
      rmse: Math.sqrt(7),
    });
  });

  it("of nothing has nothing to say", () => {
    expect(new Tally().summary(true)).toEqual({
      events: 0,
      loss: null,
      accuracy: null,
      auc: null,
      mae: null,
      rmse: null,
    });
  });
});

it("the last hour goes by the time of the events, and forgets", () => {
  const hour = new Hour();
  const row = new Float64Array(WIDTH);
  const minute = 60_000;
  for (let n = 0; n < 120; n++) {
    scoreValue({ prediction: { value: 0 }, label: n, loss: n }, row);
    hour.add(row, n * minute);
  }
  expect(hour.summary(119.5 * minute, false)).toMatchObject({ events: 60, mae: (60 + 119) / 2 });
  expect(hour.summary(149.5 * minute, false)).toMatchObject({ events: 30, mae: (90 + 119) / 2 });
  const again = new Hour();
  again.load(hour.save());
  expect(again.summary(149.5 * minute, false)).toEqual(hour.summary(149.5 * minute, false));
  expect(hour.summary(500 * minute, false).events).toBe(0);
});

it("delays have their mean exactly, and quantiles to within a fifth", () => {
  const delays = new Delays();
  expect(delays.summary()).toBeNull();
  for (let n = 1; n <= 1000; n++) delays.add(n * 100);
  const { mean, p50, p99 } = delays.summary()!;
  expect(mean).toBeCloseTo(50.05, 9);
  expect(Math.abs(p50 / 50 - 1)).toBeLessThan(0.2);
  expect(Math.abs(p99 / 99 - 1)).toBeLessThan(0.2);
});

it("a curve keeps to its number of points, evenly spread, the last one near the end", () => {
  const curve = new Curve();
  for (let position = 1; position <= 100_000; position++) {
    if (curve.isDue(position)) curve.add(position, 0, position, 0);
  }
  const points = curve.points();
  expect(points.length).toBeLessThanOrEqual(512);
  expect(points.length).toBeGreaterThan(200);
  const gaps = points.slice(1).map(({ position }, n) => position - points[n].position);
  expect(new Set(gaps).size).toBe(1);
  expect(points.at(-1)!.position).toBeGreaterThan(99_000);
});

it("a drift alarm is of losses that grow, not of those that fall", () => {
  const watch = new DriftWatch();
  const noise = (n: number) => ((n * 7919) % 100) / 100;
  let alarms = 0;
  for (let n = 0; n < 1000; n++) if (watch.add(5 + noise(n), n)) alarms++;
  for (let n = 0; n < 1000; n++) if (watch.add(1 + noise(n), n)) alarms++;
  expect(alarms).toBe(0);
  for (let n = 0; n < 1000; n++) if (watch.add(5 + noise(n), 5000 + n)) alarms++;
  expect(alarms).toBeGreaterThan(0);
  expect(watch.summary()).toEqual({ alarms, last: expect.stringMatching(/^1970-01-01T00:00:05/) });
});

it("a rate is of the last ten whole seconds", () => {
  const rate = new Rate();
  for (let second = 100; second < 130; second++) rate.add(second, second * 1000 + 500);
  expect(rate.perSecond(130_000)).toBeCloseTo(124.5, 9);
  expect(rate.perSecond(135_000)).toBeCloseTo((125 + 126 + 127 + 128 + 129) / 10, 9);
  expect(rate.perSecond(900_000)).toBe(0);
});

it("events from before the second class was met are not ranked among those after", async () => {
  const service = await start();
  await service.put("/models/m", { task: "classification" });
  const first = Array.from({ length: 200 }, () => ({ x: { a: 0 }, y: "no" }));
  // What nothing can tell apart: ranked by chance.
  const mixed = Array.from({ length: 400 }, (_, n) => ({
    x: { a: 0 },
    y: ((n * n * 7919) % 1009) % 2 === 0 ? "yes" : "no",
  }));
  await service.post("/models/m/learn", [...first, ...mixed]);
  const { total, last1000 } = (await service.get("/models/m")).json.metrics;
  for (const { auc } of [total, last1000]) {
    expect(auc).toBeGreaterThan(0.35);
    expect(auc).toBeLessThan(0.6);
  }
});
