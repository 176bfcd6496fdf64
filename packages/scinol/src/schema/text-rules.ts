import type { Column } from "./column-evidence.ts";
import { inferNumber, sum } from "./infer-number.ts";
import type { Counts, Reading } from "./reading.ts";
import { partsRepeat } from "./repeated-parts.ts";
import { separatorOf } from "./separator.ts";
import { countWords, WORDS_OF_TEXT, wordsOf } from "./words.ts";

/** Texts that come back more often than this on average are categories, however long. */
const TEXT_REPEATS = 5;
const ROWS_OF_NAMES = 20;
/** More different words than this in the sample are hashed, into 2^18 buckets. */
const MOST_WORDS = 1000;
const WORD_BITS = 18;

export function separated(column: Column): Reading | undefined {
  const separator = separatorOf(column.texts);
  if (separator === undefined || column.texts.size === 0) return undefined;
  return { kind: "tokens", separator, why: `lists with ${JSON.stringify(separator)} between their texts` };
}

export function text(column: Column): Reading | undefined {
  const { texts } = column;
  const count = sum(texts);
  if (count * 2 < column.present || texts.size * TEXT_REPEATS <= count) return undefined;
  const words = typicalWords(texts);
  if (words >= WORDS_OF_TEXT) return asText(texts, `${words} words in a typical value`);
  const areNames = count >= ROWS_OF_NAMES && texts.size * 2 > count;
  if (!areNames || areMostlyNumbers(texts, count) || !partsRepeat(texts.keys())) return undefined;
  return asText(texts, "the parts of the values repeat");
}

/** The parts of numbers repeat too, but mean nothing. */
function areMostlyNumbers(texts: Counts, count: number): boolean {
  return inferNumber(texts, Math.floor(count / 2)) !== undefined;
}

export function asText(texts: Counts, why: string): Reading {
  const words = new Set<string>();
  for (const value of texts.keys()) for (const word of wordsOf(value)) words.add(word);
  return { kind: "text", why, ...(words.size > MOST_WORDS ? { hash: WORD_BITS } : {}) };
}

/** Returns the number of words of the middle value. */
function typicalWords(texts: Counts): number {
  const counts: number[] = [];
  for (const [value, times] of texts) {
    const words = countWords(value);
    for (let n = 0; n < times; n++) counts.push(words);
  }
  counts.sort((a, b) => a - b);
  return counts[counts.length >> 1];
}
