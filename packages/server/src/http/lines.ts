import type { Readable } from "node:stream";
import type { Limits } from "../limits.ts";
import { Refusal } from "../refusal.ts";

/** A piece of a stream of lines: whole ones, blank ones left out, with a line feed between them. */
export interface Piece {
  readonly bytes: Buffer;
  /** Where each line begins in the bytes, and the number it had in the stream, from 1. */
  readonly lines: readonly { readonly from: number; readonly to: number; readonly number: number }[];
}

const LINE_FEED = 10;
const PIECE_BYTES = 2 ** 20;
const PIECE_LINES = 1000;
/** Milliseconds without anything new, after which what has come is a piece. */
const PAUSE = 100;

/**
 * Cuts a stream into pieces of whole lines: when there is enough for one, when the stream pauses, and at its end. It is read no
 * faster than the pieces are taken; where nothing comes for too long, or a line is too long, that is the end of it.
 */
export async function* pieces(stream: Readable, limits: Limits, most: number): AsyncGenerator<Piece> {
  const chunks = stream.iterator({ destroyOnReturn: false });
  let next = chunks.next();
  let rest: Buffer = Buffer.alloc(0);
  let number = 0;
  let read = 0;
  for (let ended = false; !ended; ) {
    const whole = rest.lastIndexOf(LINE_FEED) + 1;
    const come = await within(next, whole > 0 ? Math.min(PAUSE, limits.idle) : limits.idle);
    if (come === undefined && whole === 0)
      throw new Refusal(408, "the stream has paused for too long", "body");
    if (come !== undefined) {
      ended = come.done === true;
      if (!ended) {
        read += come.value.length;
        if (read > most)
          throw new Refusal(413, `the stream comes to more than ${most} bytes, after decompression`, "body");
        rest = rest.length === 0 ? come.value : Buffer.concat([rest, come.value]);
        next = chunks.next();
      }
    }
    const end = ended ? rest.length : rest.lastIndexOf(LINE_FEED) + 1;
    if (rest.length - end > limits.line) throw tooLong(number + 1, limits);
    if (come !== undefined && !ended && rest.length < PIECE_BYTES) continue;
    for (const piece of cut(rest.subarray(0, end), number, limits)) {
      number = piece.number;
      if (piece.lines.length > 0) yield piece;
    }
    rest = rest.subarray(end);
  }
}

function* cut(bytes: Buffer, before: number, limits: Limits): Generator<Piece & { number: number }> {
  let lines: { from: number; to: number; number: number }[] = [];
  let number = before;
  let start = 0;
  for (let from = 0; from < bytes.length; ) {
    const feed = bytes.indexOf(LINE_FEED, from);
    const end = feed < 0 ? bytes.length : feed;
    number++;
    if (end - from > limits.line) throw tooLong(number, limits);
    if (!isBlank(bytes, from, end)) lines.push({ from: from - start, to: end - start, number });
    from = end + 1;
    if (lines.length === PIECE_LINES || from >= bytes.length) {
      yield { ...without(bytes.subarray(start, end), lines), number };
      lines = [];
      start = from;
    }
  }
}

/** Blank lines are rare; where there are any, the others are copied together. */
function without(bytes: Buffer, lines: Piece["lines"]): Piece {
  const length = lines.reduce((sum, { from, to }) => sum + to - from + 1, -1);
  if (length === bytes.length || lines.length === 0) return { bytes, lines };
  const parts = lines.flatMap(({ from, to }, n) => [
    ...(n === 0 ? [] : [Buffer.from("\n")]),
    bytes.subarray(from, to),
  ]);
  let at = 0;
  const moved = lines.map(({ from, to, number }) => {
    const line = { from: at, to: at + to - from, number };
    at = line.to + 1;
    return line;
  });
  return { bytes: Buffer.concat(parts), lines: moved };
}

function isBlank(bytes: Buffer, from: number, to: number): boolean {
  for (let n = from; n < to; n++)
    if (bytes[n] !== 0x20 && bytes[n] !== 0x0d && bytes[n] !== 0x09) return false;
  return true;
}

function tooLong(number: number, limits: Limits): Refusal {
  return new Refusal(413, `longer than ${limits.line} bytes`, `line ${number}`);
}

/** What the promise comes to, or undefined if it takes longer. */
async function within<T>(next: Promise<T>, milliseconds: number): Promise<T | undefined> {
  let timer: NodeJS.Timeout | undefined;
  const late = new Promise<undefined>((resolve) => {
    timer = setTimeout(() => resolve(undefined), milliseconds);
  });
  // It is awaited again, or nobody wants to know.
  next.catch(() => {});
  try {
    return await Promise.race([next, late]);
  } finally {
    clearTimeout(timer);
  }
}
