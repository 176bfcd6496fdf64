/** The number of generated texts a differential test compares: 10,000, or a hundred times SCINOL_FUZZ. */
export const texts = 100 * Number(process.env.SCINOL_FUZZ ?? 100);

/** Returns a generator of pseudo-random whole numbers below n (Mulberry32), the same for the same seed. */
export function randomBelow(seed: number): (n: number) => number {
  let state = seed | 0;
  return (n) => {
    state = (state + 0x6d2b79f5) | 0;
    let t = Math.imul(state ^ (state >>> 15), 1 | state);
    t = (t + Math.imul(t ^ (t >>> 7), 61 | t)) ^ t;
    return ((t ^ (t >>> 14)) >>> 0) % n;
  };
}

export function oneOf<T>(below: (n: number) => number, list: readonly T[]): T {
  return list[below(list.length)];
}

/** Returns the text with one character deleted, doubled or replaced. */
export function mutated(below: (n: number) => number, text: string, alphabet: string): string {
  const at = below(text.length + 1);
  const character = oneOf(below, [...alphabet]);
  switch (below(3)) {
    case 0:
      return text.slice(0, at) + text.slice(at + 1);
    case 1:
      return text.slice(0, at) + character + text.slice(at);
    default:
      return text.slice(0, at) + character + text.slice(at + 1);
  }
}
