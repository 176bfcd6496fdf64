/** What a value is, in one word, for the error that refuses it: typeof, but telling null and arrays from objects. */
export function kindOf(value: unknown): string {
  if (value === null) return "null";
  try {
    return Array.isArray(value) ? "array" : typeof value;
  } catch {
    // A proxy that was revoked does not even say that much.
    return "object";
  }
}
