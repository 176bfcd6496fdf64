import { arithmetic } from "scinol";

/** Random numbers that are the same for the same seed, on every engine. */
export interface Random {
  /** A whole number from 0 to 2³² − 1. */
  word(): number;
  /** A number in [0, 1), a multiple of 2⁻⁵³. */
  uniform(): number;
  /** A deviate of the standard normal distribution. */
  normal(): number;
}

/**
 * xoshiro128** 1.1 (Blackman, Vigna 2018), with a state of 128 bits filled from the seed.
 *
 * Words of 32 bits suit JavaScript: every operation is exact in `Math.imul` and shifts.
 */
export function random(seed: number): Random {
  if (!Number.isInteger(seed) || seed < 0 || seed >= 2 ** 32) throw new RangeError(`invalid seed: ${seed}`);
  const fill = splitmix(seed);
  return fromState(fill(), fill(), fill(), fill());
}

/** The generator itself, from its four words of state, which may not all be 0. */
export function fromState(a: number, b: number, c: number, d: number): Random {
  let spare = Number.NaN;

  function word(): number {
    const scrambled = Math.imul(rotate(Math.imul(b, 5), 7), 9) >>> 0;
    const shifted = b << 9;
    c ^= a;
    d ^= b;
    b ^= c;
    a ^= d;
    c ^= shifted;
    d = rotate(d, 11);
    return scrambled;
  }

  function uniform(): number {
    const high = word() >>> 5;
    const low = word() >>> 6;
    return (high * 2 ** 26 + low) / 2 ** 53;
  }

  /** Marsaglia's polar method: a point in the unit disc gives two deviates; the second is kept for the next call. */
  function normal(): number {
    if (!Number.isNaN(spare)) {
      const kept = spare;
      spare = Number.NaN;
      return kept;
    }
    for (;;) {
      const u = 2 * uniform() - 1;
      const v = 2 * uniform() - 1;
      const r = u * u + v * v;
      if (r >= 1 || r === 0) continue;
      const stretch = Math.sqrt((-2 * arithmetic.log(r)) / r);
      spare = v * stretch;
      return u * stretch;
    }
  }

  return { word, uniform, normal };
}

function rotate(x: number, by: number): number {
  return (x << by) | (x >>> (32 - by));
}

/** Well mixed words from a counter that starts at the seed: neighbouring seeds give unrelated streams. */
function splitmix(seed: number): () => number {
  let counter = seed | 0;
  return () => {
    counter = (counter + 0x9e3779b9) | 0;
    let z = counter;
    z = Math.imul(z ^ (z >>> 16), 0x85ebca6b);
    z = Math.imul(z ^ (z >>> 13), 0xc2b2ae35);
    return z ^ (z >>> 16);
  };
}
