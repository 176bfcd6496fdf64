/** Streams to learn from, the same in every run. */

/** Numbers between 0 and 1, from a seed. */
export function uniform(seed: number): () => number {
  let state = seed >>> 0;
  return () => {
    state = (Math.imul(state, 1664525) + 1013904223) >>> 0;
    // The low bits of a linear congruential generator are poor.
    let mixed = Math.imul(state ^ (state >>> 16), 0x45d9f3b);
    mixed ^= mixed >>> 16;
    return (mixed >>> 0) / 2 ** 32;
  };
}

/** Normally distributed numbers, by Box and Muller. */
export function normal(seed: number): () => number {
  const draw = uniform(seed);
  return () => Math.sqrt(-2 * Math.log(1 - draw())) * Math.cos(2 * Math.PI * draw());
}

/** The mean of what `round` answers from round `from` to round `to`. */
export function mean(from: number, to: number, round: (t: number) => number): number {
  let sum = 0;
  for (let t = from; t < to; t++) sum += round(t);
  return sum / (to - from);
}
