import type { Clock } from "./clock.ts";

/**
 * The time by which predictions wait: that of the clock at the start, and what has passed since. When the clock is set, forward or back,
 * nothing expires that has not waited for its time.
 */
export class SteadyTime {
  private readonly clock: Clock;
  private readonly start: number;

  constructor(clock: Clock) {
    this.clock = clock;
    this.start = clock.now() - clock.monotonic();
  }

  /** Milliseconds since 1970. */
  now(): number {
    return Math.max(0, Math.floor(this.start + this.clock.monotonic()));
  }
}
