import type { Clock } from "../clock.ts";

/** Milliseconds of folding before other work has a turn. */
const TURN = 1;

/**
 * Folding is done in turns, so that predictions are answered in between. All models share one event loop, and an entry whose turn it is
 * may be the tenth that one commit has made durable: what counts is how long all of them together have kept the loop busy.
 */
export class Turns {
  private readonly clock: Clock;
  private began: number | undefined;

  constructor(clock: Clock) {
    this.clock = clock;
  }

  /** Whether it is time to let other work have its turn. */
  isOver(): boolean {
    const now = this.clock.monotonic();
    if (this.began === undefined) {
      this.began = now;
      setImmediate(() => {
        this.began = undefined;
      });
    }
    return now - this.began > TURN;
  }

  /** Resolves when other work has had a turn. */
  next(): Promise<void> {
    return new Promise((resolve) => setImmediate(resolve));
  }
}
