import { describe, expect, it } from "vitest";
import { classifier, regressor } from "../../src/index.ts";

const records = Array.from({ length: 3000 }, (_, t) => ({
  a: Math.sin(t),
  kind: t % 7 === 0 ? null : `k${t % 5}`,
  flag: t % 3 === 0,
  y: t % 2 ? "odd" : "even",
  weight: 1 + (t % 2),
}));
const columns = {
  a: Float64Array.from(records, ({ a }) => a),
  kind: records.map(({ kind }) => kind),
  flag: records.map(({ flag }) => flag),
  y: records.map(({ y }) => y),
  weight: Float64Array.from(records, ({ weight }) => weight),
};

describe("learnMany", () => {
  const one = classifier();
  const losses = records.map(({ y, weight, ...record }) => one.learn(record, y, weight));

  it("learns from records as one by one", () => {
    const many = classifier();
    const { rows, meanLoss } = many.learnMany(records, { label: "y", weight: "weight" });
    expect([rows, many.hash]).toEqual([3000, one.hash]);
    const total = losses.reduce((sum, loss, t) => sum + loss * records[t].weight, 0);
    expect(meanLoss).toBeCloseTo(total / 4500, 12);
  });

  it("learns from columns side by side, to the same model", () => {
    const many = classifier();
    expect(many.learnMany(columns, { label: "y", weight: "weight" }).rows).toBe(3000);
    expect(many.hash).toBe(one.hash);
  });

  it("learns from what comes in time, with labels by a function", async () => {
    const many = regressor();
    const plain = regressor();
    async function* stream() {
      for (const { a, kind } of records.slice(0, 50)) yield { a, kind };
    }
    const { rows } = await many.learnMany(stream(), { label: (record) => (record as { a: number }).a * 2 });
    for (const { a, kind } of records.slice(0, 50)) plain.learn({ a, kind }, a * 2);
    expect([rows, many.hash]).toEqual([50, plain.hash]);
  });

  it("names what is missing", () => {
    expect(() => classifier().learnMany([{ a: 1 }], { label: "y" })).toThrow(
      'learnMany: a record has no "y"',
    );
    expect(() => classifier().learnMany(columns, { label: "z" })).toThrow('learnMany: no column "z"');
    expect(() => classifier().learnMany({ a: [1], y: [0, 1] }, { label: "y" })).toThrow(
      "columns of 1 and 2 rows",
    );
  });
});

describe("predictMany", () => {
  it("predicts as one by one", async () => {
    const learner = classifier();
    learner.learnMany(records, { label: "y", weight: "weight" });
    const asked = [{ a: 0.5 }, { a: -0.5, kind: "k1" }, { b: 1 }];
    const expected = asked.map((record) => learner.predict(record, { steady: true }));
    expect(learner.predictMany(asked, { steady: true })).toEqual(expected);
    async function* stream() {
      yield* asked;
    }
    const answered = [];
    for await (const prediction of learner.predictMany(stream(), { steady: true })) answered.push(prediction);
    expect(answered).toEqual(expected);
  });
});
