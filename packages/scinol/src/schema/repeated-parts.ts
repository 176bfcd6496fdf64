import { wordsOf } from "./words.ts";

/** A part in nearly all texts, such as "https", does not distinguish them. */
const NEARLY_ALL = 0.9;
/** A part in fewer texts than this share may repeat by chance, as groups of a UUID do. */
const BY_CHANCE = 0.01;
const FEWEST = 3;

/** Whether most texts have a part (a word) that is in several others, but not in nearly all. */
export function partsRepeat(texts: Iterable<string>): boolean {
  const parts = Array.from(texts, (text) => new Set(wordsOf(text)));
  const counts = new Map<string, number>();
  for (const words of parts) for (const word of words) counts.set(word, (counts.get(word) ?? 0) + 1);
  const fewest = Math.max(FEWEST, parts.length * BY_CHANCE);
  const most = parts.length * NEARLY_ALL;
  const repeats = (word: string) => counts.get(word)! >= fewest && counts.get(word)! <= most;
  return parts.filter((words) => [...words].some(repeats)).length * 2 > parts.length;
}
