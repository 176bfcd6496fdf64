/** Character codes that the parsers compare with. */
export const code = {
  tab: 9,
  space: 32,
  apostrophe: 39,
  open: 40,
  close: 41,
  plus: 43,
  comma: 44,
  hyphen: 45,
  point: 46,
  slash: 47,
  zero: 48,
  nine: 57,
  colon: 58,
  noBreakSpace: 0xa0,
  typographicApostrophe: 0x2019,
  enDash: 0x2013,
  minus: 0x2212,
} as const;

export function isDigit(character: number): boolean {
  return character >= code.zero && character <= code.nine;
}

/** Whether the character is one that is written before negative numbers. */
export function isMinus(character: number): boolean {
  return character === code.hyphen || character === code.minus || character === code.enDash;
}

export function isAsciiLetter(character: number): boolean {
  const lower = character | 32;
  return lower >= 97 && lower <= 122;
}

/** Whether the character is one of the spaces that stand in numbers and around values. */
export function isSpace(character: number): boolean {
  if (character <= code.space) return character === code.space || (character >= code.tab && character <= 13);
  return (
    character === code.noBreakSpace ||
    character === 0x202f ||
    (character >= 0x2000 && character <= 0x200a) ||
    character === 0x3000
  );
}

/** Returns the text without spaces at its ends, and the text itself if there are none. */
export function trimmed(text: string): string {
  const { length } = text;
  if (length === 0) return text;
  return isSpace(text.charCodeAt(0)) || isSpace(text.charCodeAt(length - 1)) ? text.trim() : text;
}
