/** Mulberry32: numbers in [0, 1) that are the same on every machine. */
export function random(seed: number): () => number {
  let state = seed | 0;
  return () => {
    state = (state + 0x6d2b79f5) | 0;
    let t = Math.imul(state ^ (state >>> 15), 1 | state);
    t = (t + Math.imul(t ^ (t >>> 7), 61 | t)) ^ t;
    return ((t ^ (t >>> 14)) >>> 0) / 4294967296;
  };
}

/** Whether a row is one of those held out: told by its number alone, so it is whatever the order and however often. */
export function isHeldOut(row: number, fraction: number): boolean {
  return random(row + 0x5eed)() < fraction;
}
