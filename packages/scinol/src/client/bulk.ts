import type { CallOptions } from "./call.ts";
import type { LearnAnswer, LearnEvent } from "./wire.ts";

export interface BulkOptions extends CallOptions {
  /** Most events in one piece. */
  readonly pieceOf?: number;
  /** Called after each piece with everything learned so far: where to go on, should it break. */
  readonly onProgress?: (soFar: LearnAnswer) => void;
}

/** Letters after which a piece is sent, however few its events. */
const LONG_PIECE = 1_000_000;

/**
 * Sends events as pieces of lines of JSON, one after the other; the next piece is gathered while the last is learned. Pieces,
 * because no browser streams a request to HTTP/1.1, and because a piece whose events all have keys can be sent again.
 */
export async function learnInBulk(
  events: Iterable<LearnEvent> | AsyncIterable<LearnEvent>,
  { pieceOf = 1000, onProgress }: BulkOptions = {},
  send: (lines: string, keyed: boolean) => Promise<LearnAnswer>,
): Promise<LearnAnswer> {
  let soFar: LearnAnswer = { learned: 0, duplicates: 0, position: 0, loss: null };
  let sending: Promise<void> = Promise.resolve();
  for await (const { lines, keyed } of pieces(events, pieceOf)) {
    await sending;
    sending = send(lines, keyed).then((answer) => {
      soFar = together(soFar, answer);
      onProgress?.(soFar);
    });
    // It is awaited above or below; until then a failure is nobody's yet.
    sending.catch(() => {});
  }
  await sending;
  return soFar;
}

async function* pieces(events: Iterable<LearnEvent> | AsyncIterable<LearnEvent>, most: number) {
  let lines = "";
  let count = 0;
  let keyed = true;
  for await (const event of events) {
    lines += `${JSON.stringify(event)}\n`;
    count++;
    keyed &&= event.key !== undefined;
    if (count >= most || lines.length >= LONG_PIECE) {
      yield { lines, keyed };
      [lines, count, keyed] = ["", 0, true];
    }
  }
  if (count > 0) yield { lines, keyed };
}

function together(a: LearnAnswer, b: LearnAnswer): LearnAnswer {
  const learned = a.learned + b.learned;
  return {
    learned,
    duplicates: a.duplicates + b.duplicates,
    position: b.position,
    loss: learned === 0 ? null : ((a.loss ?? 0) * a.learned + (b.loss ?? 0) * b.learned) / learned,
  };
}
