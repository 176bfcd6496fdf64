const QUOTE = 0x22;
const BACKSLASH = 0x5c;

/** Whether the brackets of a JSON text are nested deeper than this; looks at nothing else, and stops as soon as it knows. */
export function isDeeper(bytes: Uint8Array, most: number): boolean {
  let depth = 0;
  for (let at = 0; at < bytes.length; at++) {
    const byte = bytes[at];
    if (byte === QUOTE) {
      for (at++; at < bytes.length && bytes[at] !== QUOTE; at++) if (bytes[at] === BACKSLASH) at++;
    } else if (byte === 0x5b || byte === 0x7b) {
      if (++depth > most) return true;
    } else if (byte === 0x5d || byte === 0x7d) depth--;
  }
  return false;
}
