import fc from "fast-check";
import type { Linear, SparseFeatures } from "../../src/index.ts";

/** One round of a stream: features, what the label is made of, and the importance weight. */
export interface Round {
  readonly x: readonly number[];
  readonly y: number;
  readonly weight: number;
}

/** Few runs of long streams: laws have many rules to go through. */
export const runs = { numRuns: 50, endOnFailure: true };

export const FEATURES = 5;

/** A feature: often zero, often an eighth that can be redone by hand, sometimes any double of its size. */
const feature = (size: number) =>
  fc.oneof(
    fc.constant(0),
    fc.integer({ min: -8 * size, max: 8 * size }).map((n) => n / 8),
    fc.double({ min: -size, max: size, noNaN: true }),
  );

const importance = fc.constantFrom(1, 1, 1, 0, 0.5, 3, 40);

/** Streams of a few dozen rounds with features of up to `size`. */
export function streams(size = 10, length = 40): fc.Arbitrary<Round[]> {
  const round = fc.record({
    x: fc.array(feature(size), { minLength: FEATURES, maxLength: FEATURES }),
    y: fc.nat(5),
    weight: importance,
  });
  return fc.array(round, { minLength: length / 2, maxLength: length });
}

/** The label that a round's y stands for: alternately 1 and −1, a class, or a number around zero. */
export function label(model: Linear, y: number): number {
  if (model.loss.label === "class") return y % model.outputs;
  if (model.loss.label === "sign") return y % 2 === 0 ? 1 : -1;
  return y - 2.5;
}

/** Learns a stream; answers the losses. */
export function learn(model: Linear, stream: readonly Round[]): number[] {
  return stream.map(({ x, y, weight }) => model.learn(x, label(model, y), weight));
}

/** Only the features that are not zero. */
export function sparse(x: readonly number[]): SparseFeatures {
  const indices = x.flatMap((value, i) => (value === 0 ? [] : [i]));
  return { indices, values: indices.map((i) => x[i]) };
}

/** The numbers of one cell, for every feature: what `save` has after its five counters, one cell in `width`. */
export function cells(model: Linear, cell: number): number[] {
  const [, , , features, width] = model.save();
  const numbers = model.save().subarray(5);
  const slots = model.rule.slots.length;
  const stride = 1 + width * slots;
  return Array.from({ length: features }, (_, i) => [
    numbers[i * stride],
    ...numbers.subarray(i * stride + 1 + cell * slots, i * stride + 1 + (cell + 1) * slots),
  ]).flat();
}
