/*
 * Folding is done in turns, so that predictions are answered in between. All models share one event loop, and an entry whose turn it is may
 * be the tenth that one commit has made durable: what counts is how long all of them together have kept others waiting.
 */

/** Milliseconds of folding before others have a turn. */
const TURN = 1;

let began: number | undefined;

/** Whether it is time to let others have theirs. */
export function isTurnOver(): boolean {
  const now = performance.now();
  if (began === undefined) {
    began = now;
    setImmediate(() => {
      began = undefined;
    });
  }
  return now - began > TURN;
}

/** Resolves when others have had a turn. */
export function nextTurn(): Promise<void> {
  return new Promise((resolve) => setImmediate(resolve));
}
