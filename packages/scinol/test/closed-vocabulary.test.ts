import { describe, expect, it } from "vitest";
import { classifier, regressor } from "../src/index.ts";
import { uniform } from "./streams.ts";

/* The short form of soak/soak.mjs, which goes on for five million rounds and watches the heap too. */

const draw = uniform(11);
const pick = (n: number) => Math.floor(n * draw());

/** A record over a closed vocabulary: whatever can come has come after a few hundred of them. */
function record(): { [column: string]: unknown } {
  const some: { [column: string]: unknown } = {
    n: draw(),
    colour: ["red", "green", "blue"][pick(3)],
    words: Array.from({ length: pick(4) }, () => `w${pick(6)}`),
    flag: draw() < 0.5,
    when: new Date(pick(1e12)),
  };
  for (const name of Object.keys(some)) if (draw() < 0.1) some[name] = null;
  return some;
}

/** What the numbers of a file take; its names and counters are written with more digits as they grow. */
const sizeOf = (learner: { save(): Uint8Array; coordinates: number }) => [
  learner.coordinates,
  Math.round(learner.save().length / 1024),
];

describe("with a closed vocabulary a learner stops growing", () => {
  const options = { crosses: [["colour", "flag"]] };
  it.each([
    ["a classifier", () => classifier({ ...options, classes: [0, 1, 2] })],
    ["a hashed classifier", () => classifier({ ...options, hash: 4, classes: [0, 1, 2] })],
    ["a regressor", () => regressor(options)],
  ])("%s", (_, make) => {
    const learner = make();
    for (let t = 0; t < 3000; t++) learner.learn(record(), pick(3) as 0 | 1 | 2);
    const before = sizeOf(learner);
    for (let t = 0; t < 9000; t++) {
      learner.learn(record(), pick(3) as 0 | 1 | 2);
      // What is only predicted leaves nothing behind, known or not.
      learner.predict({ ...record(), [`unknown ${t}`]: `value ${t}` });
    }
    expect(sizeOf(learner)).toEqual(before);
  });
});
