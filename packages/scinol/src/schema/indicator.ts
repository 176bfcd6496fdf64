/** The pairs of values that mean 0 and 1. */
const pairs: readonly (readonly [string, string])[] = [
  ["0", "1"],
  ["false", "true"],
  ["no", "yes"],
  ["n", "y"],
  ["f", "t"],
];

const values = new Map(pairs.flatMap(([zero, one]) => [[zero, 0] as const, [one, 1] as const]));

/** Returns 0 or 1 for a word of a known pair in any case, else NaN. */
export function parseIndicator(text: string): number {
  const value = values.get(text);
  if (value !== undefined) return value;
  // "TRUE" and "Yes", but also 0 and 1 as other programs write them.
  if (text.length <= 5) return values.get(text.toLowerCase()) ?? zeroOrOne(text);
  return zeroOrOne(text);
}

function zeroOrOne(text: string): number {
  if (/^[01]\.0*$/.test(text)) return text.charCodeAt(0) - 48;
  return Number.NaN;
}

/** Whether the texts are exactly the two words of one pair, in any case. */
export function isPair(texts: Iterable<string>): boolean {
  const found = new Set<string>();
  for (const text of texts) {
    const value = zeroOrOne(text);
    found.add(Number.isNaN(value) ? text.toLowerCase() : String(value));
    if (found.size > 2) return false;
  }
  return found.size === 2 && pairs.some((pair) => pair.every((word) => found.has(word)));
}

/** Whether the text is the word of a pair that means 1, or "+1". */
export function isPositiveWord(text: string): boolean {
  return parseIndicator(text) === 1 || text === "+1";
}
