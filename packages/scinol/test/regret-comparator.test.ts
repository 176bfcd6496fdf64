import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { bestComparator, StoredExamples } from "../src/index.ts";

/** Numbers that look random and are the same on every machine. */
function scattered(seed: number): () => number {
  let state = seed;
  return () => {
    state = (Math.imul(state, 1664525) + 1013904223) >>> 0;
    return state / 2 ** 32;
  };
}

/** Noisy examples of a linear truth, none of which can be told apart for sure. */
function noisy(count: number, features: number, classes: number, scale: (i: number) => number, seed = 1) {
  const random = scattered(seed);
  const examples = new StoredExamples();
  for (let t = 0; t < count; t++) {
    const plain = Array.from({ length: features }, () => 2 * random() - 1);
    const noise = random();
    const signal = plain.reduce((sum, x, i) => sum + x * (i % 3), 0);
    const y =
      classes === 2
        ? signal + 6 * (noise - 0.5) > 0
          ? 1
          : -1
        : Math.floor(classes * (noise < 0.5 ? 2 * noise : Math.abs(signal % 1)));
    examples.add(
      plain.map((x, i) => x * scale(i)),
      y,
    );
  }
  return examples;
}

/** The gradient of the total loss in every weight, by differences, in units of the columns' scale. */
function differences(loss: (u: number[]) => number, u: number[], scale: (c: number) => number): number[] {
  return u.map((_, c) => {
    const h = 1e-5 / scale(c);
    const at = (shift: number) => loss(u.map((w, i) => (i === c ? w + shift : w)));
    return (at(h) - at(-h)) / 2e-5;
  });
}

describe("the best weights in hindsight", () => {
  it("give the constant feature alone the log odds of the labels", () => {
    const examples = new StoredExamples();
    for (let t = 0; t < 40; t++) examples.add([], t < 30 ? 1 : -1);
    const best = bestComparator(examples);
    expect(best.intercept[0]).toBeCloseTo(Math.log(3), 12);
    expect(best.loss).toBeCloseTo(-30 * Math.log(0.75) - 10 * Math.log(0.25), 10);
    expect(best).toMatchObject({ converged: true, separable: false });
    expect(best.gradientNorm).toBeLessThan(1e-10);
  });

  it("give one feature without a constant the log odds of agreeing with it, in its own unit", () => {
    const examples = new StoredExamples({ constant: false });
    for (let t = 0; t < 50; t++)
      examples.add([t % 2 === 0 ? 5e7 : -5e7], (t < 40 ? 1 : -1) * (t % 2 === 0 ? 1 : -1));
    const best = bestComparator(examples);
    expect(best.weights[0] * 5e7).toBeCloseTo(Math.log(4), 12);
    expect(best.intercept[0]).toBe(0);
  });

  it("give every class of softmax the logarithm of its share, less their mean", () => {
    const examples = new StoredExamples();
    for (const y of [0, 0, 0, 0, 1, 1, 2]) examples.add([], y);
    const best = bestComparator(examples, { loss: "softmax" });
    const logs = [4 / 7, 2 / 7, 1 / 7].map(Math.log);
    const mean = (logs[0] + logs[1] + logs[2]) / 3;
    logs.forEach((log, k) => {
      expect(best.intercept[k]).toBeCloseTo(log - mean, 10);
    });
    expect(best.converged).toBe(true);
  });

  it("count an example of weight 3 three times, and one of weight 0 not at all", () => {
    const once = new StoredExamples();
    const thrice = new StoredExamples();
    const random = scattered(3);
    for (let t = 0; t < 60; t++) {
      const x = [random(), random()];
      const y = random() < 0.5 ? 1 : -1;
      once.add(x, y, t % 3 === 0 ? 3 : 1);
      once.add([9, 9], -1, 0);
      for (let again = 0; again < (t % 3 === 0 ? 3 : 1); again++) thrice.add(x, y);
    }
    const a = bestComparator(once);
    const b = bestComparator(thrice);
    expect(a.loss).toBeCloseTo(b.loss, 9);
    a.weights.forEach((w, i) => {
      expect(w).toBeCloseTo(b.weights[i], 8);
    });
  });

  it("are where the loss is level, for logistic and softmax", () => {
    for (const classes of [2, 4]) {
      const K = classes === 2 ? 1 : classes;
      const examples = noisy(300, 5, classes, (i) => 10 ** (3 * i - 6));
      const best = bestComparator(examples, { loss: classes === 2 ? "logistic" : "softmax" });
      expect(best.converged).toBe(true);
      expect(best.gradientNorm).toBeLessThan(1e-8);
      const loss = (u: number[]) => {
        let total = 0;
        for (let t = 0; t < examples.count; t++) {
          const z = new Array(K).fill(0);
          for (let n = examples.starts[t]; n < examples.starts[t + 1]; n++) {
            for (let k = 0; k < K; k++) z[k] += u[examples.index[n] * K + k] * examples.value[n];
          }
          const y = examples.labels[t];
          total +=
            K === 1
              ? Math.log1p(Math.exp(-y * z[0]))
              : Math.log(z.reduce((sum, s) => sum + Math.exp(s), 0)) - z[y];
        }
        return total;
      };
      const u = [...best.intercept, ...best.weights];
      expect(loss(u)).toBeCloseTo(best.loss, 9);
      const M = examples.largestValues();
      for (const slope of differences(loss, u, (c) => M[Math.floor(c / K)])) {
        expect(Math.abs(slope)).toBeLessThan(1e-5);
      }
    }
  });

  it("follow their columns' units from 1e-300 to 1e300, at the same loss", () => {
    const plain = bestComparator(noisy(200, 6, 2, () => 1));
    const scale = (i: number) => [1e-8, 1e8, 1e-10, 1e10, 1e-290, 1e290][i];
    const scaled = bestComparator(noisy(200, 6, 2, scale));
    expect(scaled.converged).toBe(true);
    expect(Math.abs(scaled.loss - plain.loss)).toBeLessThan(1e-9);
    plain.weights.forEach((w, i) => {
      expect(scaled.weights[i] * scale(i)).toBeCloseTo(w, 8);
    });
  });

  it("are the same to the bit in units that differ by powers of two", () => {
    const plain = bestComparator(
      noisy(100, 4, 3, () => 1),
      { loss: "softmax" },
    );
    const scaled = bestComparator(
      noisy(100, 4, 3, (i) => 2 ** (100 * i - 150)),
      { loss: "softmax" },
    );
    expect(scaled.iterations).toBe(plain.iterations);
    expect([...scaled.weights].map((w, c) => w * 2 ** (100 * Math.floor(c / 3) - 150))).toEqual([
      ...plain.weights,
    ]);
  });

  it("agree between the logistic loss and softmax of two classes", () => {
    const signs = noisy(200, 3, 2, () => 1);
    const classes = new StoredExamples();
    for (let t = 0; t < signs.count; t++) {
      classes.add(signs.value.slice(signs.starts[t] + 1, signs.starts[t + 1]), signs.labels[t] === 1 ? 1 : 0);
    }
    const one = bestComparator(signs);
    const two = bestComparator(classes, { loss: "softmax" });
    expect(two.loss).toBeCloseTo(one.loss, 9);
    one.weights.forEach((w, i) => {
      expect(two.weights[2 * i + 1] - two.weights[2 * i]).toBeCloseTo(w, 8);
    });
  });

  it("cannot be beaten by other weights", () => {
    const examples = noisy(120, 3, 2, (i) => 100 ** i);
    const best = bestComparator(examples);
    const shift = fc.array(fc.double({ min: -2, max: 2, noNaN: true }), { minLength: 4, maxLength: 4 });
    fc.assert(
      fc.property(shift, ([a, ...shifts]) => {
        let total = 0;
        for (let t = 0; t < examples.count; t++) {
          let z = 0;
          for (let n = examples.starts[t]; n < examples.starts[t + 1]; n++) {
            const i = examples.index[n];
            const u = i === 0 ? best.intercept[0] + a : best.weights[i - 1] + shifts[i - 1] / 100 ** (i - 1);
            z += u * examples.value[n];
          }
          total += Math.log1p(Math.exp(-examples.labels[t] * z));
        }
        return total >= best.loss - 1e-9;
      }),
      { numRuns: 200, seed: 7 },
    );
  });

  it("are found though columns repeat each other", () => {
    const random = scattered(11);
    const examples = new StoredExamples();
    const once = new StoredExamples();
    for (let t = 0; t < 100; t++) {
      const a = random();
      const b = random();
      const y = a + random() > 1 ? 1 : -1;
      once.add([a, b], y);
      examples.add([a, b, a, 0, 7, a + b], y);
    }
    const best = bestComparator(examples);
    expect(best.converged).toBe(true);
    expect(best.loss).toBeCloseTo(bestComparator(once).loss, 8);
    expect(best.weights[3]).toBe(0);
  });

  it("are found beside an offset a million times the feature's range", () => {
    const random = scattered(5);
    const near = new StoredExamples();
    const far = new StoredExamples();
    for (let t = 0; t < 300; t++) {
      const x = random();
      const y = x + random() > 1 ? 1 : -1;
      near.add([x], y);
      far.add([x + 1e6], y);
    }
    const a = bestComparator(near);
    const b = bestComparator(far);
    expect(b.converged).toBe(true);
    expect(b.loss).toBeCloseTo(a.loss, 6);
  });

  it("are found though a few values are a hundred thousand times the others", () => {
    const random = scattered(13);
    const examples = new StoredExamples();
    for (let t = 0; t < 300; t++) {
      const x = [2 * random() - 1, 2 * random() - 1];
      examples.add(
        t % 100 === 7 ? x.map((value) => value * 1e5) : x,
        random() < (x[0] > 0 ? 0.7 : 0.3) ? 1 : -1,
      );
    }
    expect(bestComparator(examples)).toMatchObject({ converged: true, separable: false });
  });

  it("are found where huge examples of the wrong label stand against many small ones", () => {
    const examples = new StoredExamples({ constant: false });
    for (let t = 0; t < 4000; t++) examples.add([t % 4 === 0 ? -1 : 1], 1);
    for (let t = 0; t < 3; t++) examples.add([50 * 10 ** (5 * t)], -1);
    const best = bestComparator(examples);
    expect(best).toMatchObject({ converged: true, separable: false });
    expect(best.gradientNorm).toBeLessThan(1e-6);
  });

  it("are found for hundreds of weights too, by conjugate gradients", () => {
    const scale = (i: number) => 10 ** ((i % 9) - 4);
    for (const seed of [1, 2, 3]) {
      const found = bestComparator(noisy(600, 60, 8, scale, seed), { loss: "softmax", outputs: 8 });
      expect(found).toMatchObject({ converged: true, separable: false });
      expect(found.gradientNorm).toBeLessThan(1e-7);
    }
    // 61 coordinates can sort 50 examples in any way.
    const few = bestComparator(noisy(50, 60, 8, scale), { loss: "softmax", outputs: 8 });
    expect(few).toMatchObject({ converged: false, separable: true });
    expect(few.loss).toBeLessThan(1e-6);
  });

  it("do not exist for examples that can be told apart, which is said, at next to no loss", () => {
    const examples = new StoredExamples();
    for (let t = 1; t <= 20; t++) examples.add([t % 2 === 0 ? t : -t], t % 2 === 0 ? 1 : -1);
    const best = bestComparator(examples);
    expect(best).toMatchObject({ converged: false, separable: true });
    expect(best.loss).toBeLessThan(1e-8);
    expect(best.weights[0]).toBeGreaterThan(0);
  });

  it("do not exist where only some examples can be told apart, or a class never comes", () => {
    const some = new StoredExamples();
    for (let t = 0; t < 20; t++) some.add([t < 10 ? 1 : 0], t < 10 || t % 2 === 0 ? 1 : -1);
    const best = bestComparator(some);
    expect(best).toMatchObject({ converged: false, separable: true });
    expect(best.loss).toBeCloseTo(10 * Math.log(2), 8);
    const never = new StoredExamples();
    for (let t = 0; t < 20; t++) never.add([], t % 2);
    const without = bestComparator(never, { loss: "softmax", outputs: 3 });
    expect(without).toMatchObject({ converged: false, separable: true });
    expect(without.loss).toBeCloseTo(20 * Math.log(2), 8);
  });

  it("are all zero where there is nothing to learn from", () => {
    const best = bestComparator(new StoredExamples({ features: 2 }));
    expect(best).toMatchObject({ loss: 0, converged: true, separable: false, iterations: 0 });
    expect([...best.weights]).toEqual([0, 0]);
  });

  it("are refused for other losses, wrong labels and wrong numbers", () => {
    const examples = new StoredExamples({ features: 1 });
    examples.add([1], 2);
    expect(() => bestComparator(examples, { loss: "hinge" as "logistic" })).toThrow(
      "bestComparator: expected the loss logistic or softmax, got hinge",
    );
    expect(() => bestComparator(examples)).toThrow("label of logistic must be -1 or 1, got 2");
    expect(() => bestComparator(examples, { loss: "softmax", outputs: 2 })).toThrow(
      "label must be a class from 0 to 1, got 2",
    );
    expect(() => bestComparator(examples, { tolerance: 0 })).toThrow("tolerance must be positive, got 0");
    expect(() => examples.add([1, 2], 1)).toThrow("expected 1 features, got 2");
    expect(() => examples.add([1], Number.NaN)).toThrow("label must be a finite number, got NaN");
    expect(() => examples.add([1], 1, -1)).toThrow("weight must be a number not below 0, got -1");
    expect(examples.count).toBe(1);
  });
});
