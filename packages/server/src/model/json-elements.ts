const QUOTE = 0x22;
const BACKSLASH = 0x5c;
const COMMA = 0x2c;
const OPENING = [0x5b, 0x7b];
const CLOSING = [0x5d, 0x7d];

/**
 * Where each element of a JSON array begins and ends; of anything else, the whole of it. The text must be known to be
 * JSON: this only counts brackets.
 */
export function jsonElements(bytes: Uint8Array): { from: number; to: number }[] {
  let at = 0;
  while (isSpace(bytes[at])) at++;
  if (bytes[at] !== OPENING[0]) return [{ from: 0, to: bytes.length }];
  const elements: { from: number; to: number }[] = [];
  let from = at + 1;
  let depth = 0;
  let quoted = false;
  for (; at < bytes.length; at++) {
    const byte = bytes[at];
    if (quoted) {
      if (byte === BACKSLASH) at++;
      else if (byte === QUOTE) quoted = false;
    } else if (byte === QUOTE) quoted = true;
    else if (OPENING.includes(byte)) depth++;
    else if (CLOSING.includes(byte)) {
      depth--;
      if (depth === 0) elements.push({ from, to: at });
    } else if (byte === COMMA && depth === 1) {
      elements.push({ from, to: at });
      from = at + 1;
    }
  }
  return elements;
}

function isSpace(byte: number): boolean {
  return byte === 0x20 || byte === 0x0a || byte === 0x0d || byte === 0x09;
}
