import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { type Classifier, classifier, load, type Regressor, regressor } from "../../src/index.ts";
import { anyRecord, anyWeight } from "../arbitraries.ts";

const labels = fc.constantFrom("spam", "ham", 1, "1", true, "\udfff");
const rounds = fc.array(fc.tuple(anyRecord, anyWeight, labels), { minLength: 1, maxLength: 30 });
const anyOptions = fc.constantFrom(
  {},
  { memory: "all" as const },
  { hash: 3 },
  { hash: 2, crosses: [["a", "b"]] },
  { crosses: [["c", "a", "d"]] },
  { maxFeatures: 40 },
  { engine: "js" as const },
);

describe("a learner that was saved and loaded goes on to the bit", () => {
  it("a classifier, at any point, its classes still growing", () => {
    fc.assert(
      fc.property(anyOptions, rounds, fc.nat(30), (options, stream, point) => {
        const whole = classifier(options);
        let parted = classifier(options) as Classifier;
        stream.forEach(([record, weight, label], t) => {
          if (t === point) parted = load(parted.save()) as Classifier;
          expect(parted.predict(record, weight)).toEqual(whole.predict(record, weight));
          expect(parted.learn(record, label, weight)).toBe(whole.learn(record, label, weight));
        });
        expect(parted.hash).toBe(whole.hash);
        expect(load(parted.save()).hash).toBe(whole.hash);
        expect(load(whole.save()).save()).toEqual(whole.save());
      }),
    );
  });

  it("a regressor, at any point, its unit still unknown", () => {
    const losses = fc.constantFrom("huber" as const, "absolute" as const, "squared" as const, 0.9);
    fc.assert(
      fc.property(anyOptions, losses, rounds, fc.nat(30), (options, loss, stream, point) => {
        const whole = regressor({ ...options, loss });
        let parted = regressor({ ...options, loss });
        stream.forEach(([record, weight], t) => {
          if (t === point) parted = load(parted.save()) as Regressor;
          const y = t < 3 ? 5 : Math.round(10 * Math.sin(t));
          expect(parted.predict(record, weight)).toEqual(whole.predict(record, weight));
          expect(parted.learn(record, y, weight)).toBe(whole.learn(record, y, weight));
        });
        expect(parted.hash).toBe(whole.hash);
      }),
    );
  });

  it("a frozen one, which answers steadily and only predicts", () => {
    const learner = trained();
    const frozen = load(learner.freeze().save()) as Classifier;
    expect(frozen.predict({ a: 3 })).toEqual(learner.predict({ a: 3 }, { steady: true }));
    expect(() => frozen.learn({ a: 3 }, "u")).toThrow("this model is frozen: it only predicts");
  });
});

function trained(): Classifier {
  const learner = classifier();
  for (let t = 0; t < 50; t++) learner.learn({ a: t % 7, c: "xy"[t % 2], f: t % 3 === 0 }, t % 2 ? "u" : "v");
  return learner as Classifier;
}

describe("a file that nobody's save wrote", () => {
  const whole = trained().save();

  it("is refused if a bit of it is another", () => {
    for (let bit = 0; bit < 8 * whole.length; bit += 7) {
      const bytes = whole.slice();
      bytes[bit >> 3] ^= 1 << (bit & 7);
      expect(() => load(bytes)).toThrow();
    }
  });

  // SCINOL_FUZZ=10000 for a campaign.
  const trials = Number(process.env.SCINOL_FUZZ ?? 300);
  it(`with a good checksum is refused, or answers finite probabilities in time (${trials} mutations)`, () => {
    let seed = 1;
    const random = (below: number) => {
      seed = (Math.imul(seed, 1664525) + 1013904223) >>> 0;
      return Math.floor((seed / 2 ** 32) * below);
    };
    const odd = [
      Number.NaN,
      Number.POSITIVE_INFINITY,
      -1,
      0,
      1e300,
      -1e308,
      2 ** 53,
      0.5,
      60,
      1e12,
      5e-324,
      1e-200,
    ];
    for (let trial = 0; trial < trials; trial++) {
      const bytes = whole.slice();
      const view = new DataView(bytes.buffer);
      const memoryAt = 24 + view.getUint32(16, true);
      const memory = view.getUint32(20, true) / 8;
      if (random(2) === 0) {
        for (let n = 0; n <= random(3); n++)
          view.setFloat64(memoryAt + 8 * random(memory), odd[random(odd.length)], true);
      } else {
        const at = 24 + random(memoryAt - 24);
        bytes[at] = random(3) === 0 ? 0x30 + random(10) : random(256);
      }
      view.setUint32(bytes.length - 4, crc32(bytes.subarray(0, -4)), true);
      const began = performance.now();
      let loaded: Classifier;
      try {
        loaded = load(bytes) as Classifier;
      } catch {
        continue;
      }
      for (const record of [{ a: 3, c: "x", f: true }, {}, { a: 1e9 }]) {
        for (const steady of [false, true]) {
          const sum = [...loaded.predict(record, { steady }).probabilities.values()].reduce(
            (all, p) => all + p,
            0,
          );
          expect(Math.abs(sum - 1), `trial ${trial}`).toBeLessThan(1e-9);
        }
        const label = loaded.classes[0] ?? "v";
        expect(Number.isFinite(loaded.learn(record, label)), `trial ${trial}`).toBe(true);
      }
      expect(performance.now() - began, `trial ${trial}`).toBeLessThan(1000);
    }
  });
});

function crc32(bytes: Uint8Array): number {
  let crc = 0xffffffff;
  for (const byte of bytes) {
    crc ^= byte;
    for (let bit = 0; bit < 8; bit++) crc = crc & 1 ? (crc >>> 1) ^ 0xedb88320 : crc >>> 1;
  }
  return (crc ^ 0xffffffff) >>> 0;
}
