/** Texts that mean a missing value in columns of numbers, dates and indicators. In other columns they are categories. */
export const missingWords: ReadonlySet<string> = new Set([
  "",
  "NA",
  "N/A",
  "n/a",
  "na",
  "NaN",
  "nan",
  "NAN",
  "null",
  "NULL",
  "Null",
  "None",
  "none",
  "NONE",
  "-",
  "--",
  "–",
  "—",
  "?",
  ".",
  "#N/A",
  "#NA",
  "<NA>",
  "NaT",
  "\\N",
  "missing",
  "Missing",
  "unknown",
  "Unknown",
  "UNKNOWN",
  // No number that can be learned from.
  "inf",
  "-inf",
  "Inf",
  "-Inf",
  "Infinity",
  "-Infinity",
]);

const longest = Math.max(...[...missingWords].map((word) => word.length));

/** Whether the text, without spaces at its ends, means that there is no value. */
export function isMissingWord(text: string): boolean {
  return text.length <= longest && missingWords.has(text);
}
