import { isAscii } from "node:buffer";
import { latin1 } from "../decimal.ts";
import { decode } from "../dictionary.ts";

/** Delimiter of texts whose fields stand between runs of spaces and tabs. */
export const spaces = 32;

const tab = 9;
const newline = 10;
const carriageReturn = 13;
const mark = 34;

/** Bytes that may surround a field and are no part of it. */
export function isBlank(byte: number, delimiter: number): boolean {
  return byte === 32 || byte === carriageReturn || (byte === tab && delimiter !== tab);
}

export interface Split {
  /** The fields, without quotes and the blanks around them; none for a blank line. */
  fields: string[];
  /** What is wrong with the row, if something is. The fields are then of no use. */
  problem: string | undefined;
  /** Where the next row begins, and how many lines later. */
  next: number;
  lines: number;
}

/**
 * The row that begins at `at`, by the whole grammar: the reference that the fast scanner falls back on. Undefined when the
 * row is not complete before `limit`, which only an open quote can cause, since limit follows a newline.
 */
export function splitRow(bytes: Uint8Array, at: number, limit: number, delimiter: number): Split | undefined {
  const spaced = delimiter === spaces;
  const fields: string[] = [];
  let lines = 1;
  let p = at;
  for (;;) {
    while (isBlank(bytes[p], delimiter)) p++;
    if (bytes[p] === newline && (fields.length === 0 || spaced))
      return { fields, problem: undefined, next: p + 1, lines };
    let text: string | undefined;
    if (bytes[p] === mark) {
      const pieces: string[] = [];
      do {
        const from = ++p;
        for (; p < limit && bytes[p] !== mark; p++) if (bytes[p] === newline) lines++;
        if (p === limit) return undefined;
        const piece = decode(bytes, from, p++);
        if (piece === undefined) return badLine(bytes, at, notText);
        pieces.push(piece);
      } while (bytes[p] === mark);
      text = pieces.join('"');
    } else {
      const from = p;
      while (bytes[p] !== newline && !(spaced ? isBlank(bytes[p], delimiter) : bytes[p] === delimiter)) p++;
      let to = p;
      while (to > from && isBlank(bytes[to - 1], delimiter)) to--;
      text = decode(bytes, from, to);
      if (text === undefined) return badLine(bytes, at, notText);
    }
    fields.push(text);
    const end = p;
    while (isBlank(bytes[p], delimiter)) p++;
    if (bytes[p] === newline) return { fields, problem: undefined, next: p + 1, lines };
    if (spaced ? p === end : bytes[p] !== delimiter) return badLine(bytes, at, afterQuote);
    if (!spaced) p++;
  }
}

const blanks = /[ \t\r]/;
const outerBlanks = /^[ \t\r]+|[ \t\r]+$/g;

/**
 * The same for a row that is a line without quotes, all ASCII, with something between its fields: most are. Undefined for any other.
 * A thousand of these are split when a file is opened, before the engine has found out that it should compile what does it.
 */
export function splitLine(bytes: Uint8Array, at: number, delimiter: number): Split | undefined {
  const end = bytes.indexOf(newline, at);
  if (delimiter === spaces || !isAscii(bytes.subarray(at, end))) return undefined;
  const line = latin1(bytes, at, end);
  if (line.includes('"')) return undefined;
  let fields = line.split(String.fromCharCode(delimiter));
  if (blanks.test(line)) fields = fields.map((field) => field.replace(outerBlanks, ""));
  if (fields.length === 1 && fields[0] === "") fields = [];
  return { fields, problem: undefined, next: end + 1, lines: 1 };
}

export const openQuote = "a quote is opened and never closed";
const notText = "the text is not UTF-8; save the file as UTF-8";
const afterQuote = 'text after a closing quote; write a quote inside quotes as ""';

/** A row that cannot be read ends where its first line ends, so one bad quote does not take the rows after it along. */
export function badLine(bytes: Uint8Array, at: number, problem: string): Split {
  return { fields: [], problem, next: bytes.indexOf(newline, at) + 1, lines: 1 };
}
