import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { classifier, regressor } from "../../src/index.ts";
import { anyRecord, anyWeight } from "../arbitraries.ts";

const labels = fc.constantFrom("spam", "ham", 1, "1", true);
const rounds = fc.array(fc.tuple(anyRecord, anyWeight, labels), { minLength: 1, maxLength: 40 });
const anyOptions = fc.record(
  {
    memory: fc.constantFrom("adaptive" as const, "all" as const),
    hash: fc.constantFrom(0, 4),
    maxFeatures: fc.constantFrom(2 ** 26, 60),
    engine: fc.constantFrom("auto" as const, "js" as const),
  },
  { requiredKeys: [] },
);

describe("learning reports exactly the loss of what predicting would have said", () => {
  it("of classes, met one by one", () => {
    fc.assert(
      fc.property(anyOptions, rounds, (options, stream) => {
        const learner = classifier(options);
        for (const [record, weight, label] of stream) {
          const before = learner.predict(record, weight).probabilities.get(label);
          const loss = learner.learn(record, label, weight);
          expect(Number.isFinite(loss)).toBe(true);
          if (before === undefined) continue;
          expect(Math.abs(loss + Math.log(Math.max(before, 1e-15)))).toBeLessThan(1e-12 * Math.max(1, loss));
        }
      }),
    );
  });

  it("of a number", () => {
    fc.assert(
      fc.property(anyOptions, rounds, fc.constantFrom("absolute" as const, 0.9), (options, stream, loss) => {
        const learner = regressor({ ...options, loss });
        stream.forEach(([record, weight], t) => {
          const y = Math.round(10 * Math.sin(t));
          const { value } = learner.predict(record, weight);
          const reported = learner.learn(record, y, weight);
          const u = value - y;
          const isSpread = t > 0 && loss === 0.9;
          const expected = isSpread ? [Math.abs(u) * (u > 0 ? 0.1 : 0.9), Math.abs(u)] : [Math.abs(u)];
          const nearest = Math.min(...expected.map((one) => Math.abs(one - reported)));
          expect(nearest).toBeLessThan(1e-9 * Math.max(1, Math.abs(y)));
        });
      }),
    );
  });
});

describe("predicting writes nothing", () => {
  it("whatever is asked", () => {
    fc.assert(
      fc.property(anyOptions, rounds, fc.array(anyRecord, { maxLength: 5 }), (options, stream, asked) => {
        const quiet = classifier(options);
        const busy = classifier(options);
        for (const [record, weight, label] of stream) {
          for (const one of asked) busy.predict(one);
          expect(busy.learn(record, label, weight)).toBe(quiet.learn(record, label, weight));
        }
        expect(busy.coordinates).toBe(quiet.coordinates);
      }),
    );
  });
});

describe("engines come to the same bits", () => {
  it("of records of any kind", () => {
    fc.assert(
      fc.property(rounds, (stream) => {
        const simd = classifier({ engine: "auto" });
        const js = classifier({ engine: "js" });
        expect([simd.engine.name, js.engine.name]).toEqual(["simd", "js"]);
        for (const [record, weight, label] of stream) {
          expect(simd.learn(record, label, weight)).toBe(js.learn(record, label, weight));
          expect(simd.predict(record)).toEqual(js.predict(record));
        }
      }),
    );
  });
});

describe("a label that comes late", () => {
  it("is learned with what was said, and its loss is that of what was said", () => {
    const learner = classifier();
    for (let t = 0; t < 200; t++) learner.learn({ a: t % 7, b: `x${t % 3}` }, t % 7 > 3 ? "up" : "down");
    const { said, probabilities } = learner.predict({ a: 6 });
    for (let t = 0; t < 20; t++) learner.learn({ a: t % 7 }, "down");
    const loss = learner.learn({ a: 6 }, "up", { said });
    expect(loss).toBeCloseTo(-Math.log(probabilities.get("up")!), 12);
  });

  it("refuses what was not said by such a model", () => {
    const learner = classifier();
    learner.learn({ a: 1 }, "x");
    for (const said of ["", "AAAA", btoa("12345678"), "no base64 at all!"]) {
      expect(() => learner.learn({ a: 1 }, "x", { said })).toThrow(
        "said must be what a prediction of this model had",
      );
    }
  });
});
