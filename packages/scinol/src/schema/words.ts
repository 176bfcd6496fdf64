import { code, isDigit } from "./characters.ts";

/** What a character is in a word; 0 until it is classified. */
const inWord = 1;
const between = 2;
/** A character that is a word by itself, as in Chinese and Japanese, which have no spaces. */
const ideograph = 3;

/** Of every UTF-16 unit, once it has occurred. */
const classes = new Uint8Array(0x10000);
for (let character = 0; character < 128; character++) {
  classes[character] = /[a-z0-9]/i.test(String.fromCharCode(character)) ? inWord : between;
}

const wordCharacter = /[\p{L}\p{M}\p{N}]/u;
const ideographic = /[\p{Script=Han}\p{Script=Hiragana}\p{Script=Katakana}]/u;

/**
 * Returns the words of a text, in order and as often as they occur: runs of letters and digits, in lower case. The
 * parts of a URL, a path or an e-mail address are thus its words. An IPv4 address gives its networks, from the largest:
 * "10.0.3.7" gives "10", "10.0", "10.0.3" and "10.0.3.7".
 */
export function wordsOf(text: string): string[] {
  const words: string[] = [];
  if (isDigit(text.charCodeAt(0)) && ipv4.test(text)) {
    for (let at = text.indexOf("."); at > 0; at = text.indexOf(".", at + 1)) words.push(text.slice(0, at));
    words.push(text);
    return words;
  }
  const lower = toLower(text);
  const { length } = lower;
  let from = -1;
  for (let at = 0; at < length; at++) {
    const character = lower.charCodeAt(at);
    const kind = classes[character] || classify(lower, at);
    if (kind === inWord) {
      if (from < 0) from = at;
      continue;
    }
    if (from >= 0) words.push(lower.slice(from, at));
    from = -1;
    if (kind === ideograph) words.push(lower[at]);
  }
  if (from >= 0) words.push(lower.slice(from));
  return words;
}

const ipv4 = /^(?:(?:25[0-5]|2[0-4]\d|1?\d?\d)(?:\.(?!$)|$)){4}$/;

/** A letter with its accent is one character or two; the composed form is the usual one. */
function toLower(text: string): string {
  for (let at = 0; at < text.length; at++) {
    if (text.charCodeAt(at) > 127) return text.normalize("NFC").toLowerCase();
  }
  return text.toLowerCase();
}

function classify(text: string, at: number): number {
  const unit = text.charCodeAt(at);
  if (unit >= 0xd800 && unit < 0xe000) {
    // Half of a pair, which decides for both: a letter of a rarer script, or an emoji.
    const pair = String.fromCodePoint(text.codePointAt(unit < 0xdc00 ? at : Math.max(0, at - 1))!);
    return wordCharacter.test(pair) ? inWord : between;
  }
  const character = text[at];
  classes[unit] = !wordCharacter.test(character) ? between : ideographic.test(character) ? ideograph : inWord;
  return classes[unit];
}

/** A value of at least so many words is a text. */
export const WORDS_OF_TEXT = 4;

/** Returns the number of runs between spaces that have a letter: the words of a text as a person counts them. */
export function countWords(text: string): number {
  let count = 0;
  let hasLetter = false;
  for (let at = 0; at < text.length; at++) {
    const character = text.charCodeAt(at);
    if (character === code.space || (character >= code.tab && character <= 13)) {
      hasLetter = false;
      continue;
    }
    if (isDigit(character)) continue;
    const kind = classes[character] || classify(text, at);
    if (kind === ideograph) count++;
    else if (kind === inWord && !hasLetter) {
      hasLetter = true;
      count++;
    }
  }
  return count;
}
