/** What a value is, in one word, for the error that refuses it: typeof, but telling null and arrays from objects. */
export function kindOf(value: unknown): string {
  if (value === null) return "null";
  return Array.isArray(value) ? "array" : typeof value;
}
