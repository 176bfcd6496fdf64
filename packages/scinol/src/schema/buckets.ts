import { murmur } from "../records/murmur.ts";

/** Returns the seed of a column's words and tokens, so that equal words of two columns share no bucket by rule. */
export function wordSeed(column: string): number {
  return murmur(column, 0);
}

/** Returns the bucket of a word, below 2^bits: MurmurHash3 of its UTF-8 bytes. */
export function bucketOf(word: string, seed: number, bits: number): number {
  return murmur(word, seed) & (2 ** bits - 1);
}
