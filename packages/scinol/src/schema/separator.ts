import type { Counts } from "./reading.ts";

const separators = ["|", ";", ","];

/** Fewer different texts than this are as good as categories. */
const FEWEST_TEXTS = 10;
/** A list of one is a list too, but not in all rows. */
const SHARE_WITH_SEPARATOR = 0.2;

/** Returns what stands between the texts of lists: a mark whose parts come back where the wholes do not. */
export function separatorOf(texts: Counts): string | undefined {
  if (texts.size < FEWEST_TEXTS) return undefined;
  return separators.find((separator) => {
    const parts = new Set<string>();
    let count = 0;
    for (const text of texts.keys()) {
      const split = splitTokens(text, separator);
      if (split.length > 1) count++;
      for (const part of split) parts.add(part);
    }
    return count >= texts.size * SHARE_WITH_SEPARATOR && parts.size * 2 <= texts.size;
  });
}

/** Returns the texts of a list that is written as one text. */
export function splitTokens(text: string, separator: string): string[] {
  const tokens: string[] = [];
  for (const part of text.split(separator)) {
    const token = part.trim();
    if (token !== "") tokens.push(token);
  }
  return tokens;
}
