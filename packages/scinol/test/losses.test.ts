import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { huber, type Loss, type LossName, losses, quantile } from "../src/index.ts";

/** Every loss of the table, and two with parameters of their own: a new loss is under these from its first day. */
const all: Record<string, Loss> = { ...losses, "quantile(0.9)": quantile(0.9), "huber(3)": huber(3) };
const names = Object.keys(all);

/** How many scores a loss is tried on. */
const width = (loss: Loss) => (loss.label === "class" ? 3 : 1);

/** Labels of a loss's kind, and scores of up to `size`. */
function rounds(loss: Loss, size: number) {
  const scores = fc
    .array(fc.double({ min: -size, max: size, noNaN: true }), {
      minLength: width(loss),
      maxLength: width(loss),
    })
    .map((list) => Float64Array.from(list));
  const label = {
    sign: fc.constantFrom(-1, 1),
    class: fc.nat(2),
    number: fc.double({ min: -size, max: size, noNaN: true }),
  }[loss.label];
  return { scores, label };
}

function slopesAt(loss: Loss, scores: Float64Array, label: number): Float64Array {
  const slopes = new Float64Array(scores.length).fill(Number.NaN);
  loss.suffer(scores, label, slopes);
  return slopes;
}

/** Distances from a label, or margins, at which a slope jumps or bends; a difference quotient is not asked there. */
const corners: Record<string, number[]> = {
  hinge: [1],
  smoothHinge: [0, 1],
  absolute: [0],
  quantile: [0],
  "quantile(0.9)": [0],
  huber: [-1, 1],
  "huber(3)": [-3, 3],
};

describe.each(names)("the loss %s", (name) => {
  const loss = all[name];

  it("has the slope of its difference quotient", () => {
    const { scores, label } = rounds(loss, 20);
    const h = 1e-5;
    fc.assert(
      fc.property(scores, label, (at, y) => {
        const place = loss.label === "sign" ? at[0] * y : at[0] - y;
        fc.pre(!(corners[name] ?? []).some((corner) => Math.abs(place - corner) < 2 * h));
        const slopes = slopesAt(loss, at, y);
        at.forEach((score, k) => {
          const moved = (by: number) => loss.loss(at.with(k, score + by), y);
          expect(slopes[k]).toBeCloseTo((moved(h) - moved(-h)) / (2 * h), 6);
        });
      }),
    );
  });

  it("is convex, and its slope supports it from below everywhere, corners too", () => {
    const { scores, label } = rounds(loss, 20);
    // Whole numbers meet the corners, which other doubles never do.
    const whole = scores.map((list) => list.map(Math.round));
    const point = fc.oneof(scores, whole);
    fc.assert(
      fc.property(point, point, fc.oneof(label, label.map(Math.round)), (a, b, y) => {
        fc.pre(loss.label !== "sign" || y !== 0);
        const slopes = slopesAt(loss, a, y);
        const rise = slopes.reduce((sum, slope, k) => sum + slope * (b[k] - a[k]), 0);
        expect(loss.loss(b, y)).toBeGreaterThanOrEqual(loss.loss(a, y) + rise - 1e-10);
        const middle = a.map((value, k) => (value + b[k]) / 2);
        expect(loss.loss(middle, y)).toBeLessThanOrEqual((loss.loss(a, y) + loss.loss(b, y)) / 2 + 1e-10);
      }),
    );
  });

  it("is never negative, and suffers what it says", () => {
    const { scores, label } = rounds(loss, 100);
    fc.assert(
      fc.property(scores, label, (at, y) => {
        const suffered = loss.suffer(at, y, new Float64Array(at.length));
        expect(suffered).toBe(loss.loss(at, y));
        expect(suffered).toBeGreaterThanOrEqual(0);
      }),
    );
  });

  const { lipschitz } = loss;
  if (lipschitz !== undefined) {
    it("rises no faster than its Lipschitz constant, and reaches it", () => {
      const { scores, label } = rounds(loss, 1000);
      fc.assert(
        fc.property(scores, label, (at, y) => {
          for (const slope of slopesAt(loss, at, y)) expect(Math.abs(slope)).toBeLessThanOrEqual(lipschitz);
        }),
      );
      // Far out on its steep side: a smaller constant would be wrong.
      const steepest = [1e6, -1e6].map((score) => {
        const far = new Float64Array(width(loss));
        far[0] = score;
        return Math.abs(slopesAt(loss, far, loss.label === "sign" ? 1 : 0)[0]);
      });
      expect(Math.max(...steepest)).toBeCloseTo(lipschitz, 12);
    });
  }

  it("is finite at any score, and so are its slope and its answer", () => {
    const huge = [1e300, -1e300, 1e-300, -5e-324, 0, 745, -745, 1e16];
    const labels = { sign: [-1, 1], class: [0, 1, 2], number: huge }[loss.label];
    for (const first of huge) {
      for (const second of huge) {
        const scores = Float64Array.of(first, second, -first).slice(0, width(loss));
        for (const y of labels) {
          const slopes = slopesAt(loss, scores, y);
          const answer = new Float64Array(scores.length);
          loss.link(scores, answer);
          expect([loss.loss(scores, y), ...slopes, ...answer].every(Number.isFinite)).toBe(true);
        }
      }
    }
  });

  it("answers in place what it answers elsewhere", () => {
    const { scores } = rounds(loss, 50);
    fc.assert(
      fc.property(scores, (at) => {
        const answer = new Float64Array(at.length);
        loss.link(at, answer);
        const inPlace = at.slice();
        loss.link(inPlace, inPlace);
        expect(inPlace).toEqual(answer);
      }),
    );
  });
});

describe("at its corners", () => {
  const at = (loss: Loss, score: number, label: number): [number, number] => {
    const slopes = new Float64Array(1);
    // + 0 makes −0 a 0.
    return [loss.suffer(Float64Array.of(score), label, slopes) + 0, slopes[0] + 0];
  };

  const cases: [loss: LossName, score: number, label: number, value: number, slope: number][] = [
    ["hinge", 1, 1, 0, -1],
    ["hinge", -1, -1, 0, 1],
    ["smoothHinge", 0, 1, 0.5, -1],
    ["smoothHinge", 1, 1, 0, 0],
    ["smoothHinge", -1, -1, 0, 0],
    ["absolute", 3, 3, 0, 0],
    ["quantile", 3, 3, 0, -0.5],
    ["huber", 4, 3, 0.5, 1],
    ["huber", 2, 3, 0.5, -1],
    ["huber", 3, 3, 0, 0],
    ["squared", 3, 3, 0, 0],
    ["logistic", 0, 1, Math.LN2, -0.5],
  ];

  it.each(cases)("%s of %d for %d is %d, with slope %d", (name, score, label, value, slope) => {
    expect(at(losses[name], score, label)).toEqual([value, slope]);
  });
});

describe("softmax", () => {
  it("of two classes is logistic of the difference", () => {
    const score = fc.double({ min: -40, max: 40, noNaN: true });
    fc.assert(
      fc.property(score, score, fc.nat(1), (a, b, label) => {
        const two = Float64Array.of(a, b);
        const one = Float64Array.of(b - a);
        const slopes = new Float64Array(2);
        const slope = new Float64Array(1);
        const loss = losses.softmax.suffer(two, label, slopes);
        expect(loss).toBeCloseTo(losses.logistic.suffer(one, label === 1 ? 1 : -1, slope), 12);
        expect(slopes[1]).toBeCloseTo(slope[0], 14);
        expect(slopes[0]).toBeCloseTo(-slope[0], 14);
        losses.softmax.link(two, two);
        losses.logistic.link(one, one);
        expect(two[1]).toBeCloseTo(one[0], 14);
      }),
    );
  });

  it("of one class is certain", () => {
    expect(losses.softmax.loss(Float64Array.of(-7), 0)).toBe(0);
  });

  it("gives probabilities, and slopes that sum to nothing", () => {
    const scores = fc.array(fc.double({ min: -1e300, max: 1e300, noNaN: true }), {
      minLength: 4,
      maxLength: 4,
    });
    fc.assert(
      fc.property(scores, fc.nat(3), (list, label) => {
        const answer = new Float64Array(4);
        losses.softmax.link(Float64Array.from(list), answer);
        expect(answer.reduce((sum, p) => sum + p)).toBeCloseTo(1, 12);
        const slopes = slopesAt(losses.softmax, Float64Array.from(list), label);
        expect(slopes.reduce((sum, g) => sum + g)).toBeCloseTo(0, 12);
      }),
    );
  });
});

describe("squared loss", () => {
  it("has no Lipschitz constant: its slope is the distance", () => {
    expect(losses.squared.lipschitz).toBeUndefined();
    expect(slopesAt(losses.squared, Float64Array.of(1e6), 1)).toEqual(Float64Array.of(999_999));
  });

  it("stops at the largest double", () => {
    expect(losses.squared.loss(Float64Array.of(1e300), -1e300)).toBe(Number.MAX_VALUE);
  });
});
