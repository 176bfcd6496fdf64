/**
 * MurmurHash3 (x86, 32 bits) of a text's UTF-8 bytes: Austin Appleby's public-domain function, which spreads texts
 * evenly and is the same everywhere.
 */
export function murmur(text: string, seed: number): number {
  let hash = seed | 0;
  let block = 0;
  let length = 0;

  const byte = (value: number) => {
    block |= value << ((length & 3) << 3);
    length++;
    if ((length & 3) === 0) {
      hash ^= scramble(block);
      hash = (hash << 13) | (hash >>> 19);
      hash = (Math.imul(hash, 5) + 0xe6546b64) | 0;
      block = 0;
    }
  };

  for (let i = 0; i < text.length; i++) {
    let code = text.charCodeAt(i);
    if (code >= 0xd800 && code < 0xdc00 && i + 1 < text.length) {
      const low = text.charCodeAt(i + 1);
      if (low >= 0xdc00 && low < 0xe000) {
        code = 0x10000 + ((code - 0xd800) << 10) + (low - 0xdc00);
        i++;
      }
    }
    if (code < 0x80) byte(code);
    else if (code < 0x800) {
      byte(0xc0 | (code >> 6));
      byte(0x80 | (code & 63));
    } else if (code < 0x10000) {
      byte(0xe0 | (code >> 12));
      byte(0x80 | ((code >> 6) & 63));
      byte(0x80 | (code & 63));
    } else {
      byte(0xf0 | (code >> 18));
      byte(0x80 | ((code >> 12) & 63));
      byte(0x80 | ((code >> 6) & 63));
      byte(0x80 | (code & 63));
    }
  }

  if ((length & 3) !== 0) hash ^= scramble(block);
  hash ^= length;
  hash = Math.imul(hash ^ (hash >>> 16), 0x85ebca6b);
  hash = Math.imul(hash ^ (hash >>> 13), 0xc2b2ae35);
  return (hash ^ (hash >>> 16)) >>> 0;
}

function scramble(block: number): number {
  const k = Math.imul(block, 0xcc9e2d51);
  return Math.imul((k << 15) | (k >>> 17), 0x1b873593);
}
