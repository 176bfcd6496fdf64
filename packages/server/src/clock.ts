/** The time, and what happens at intervals. Everything that depends on time asks here, so that a simulation can decide it. */
export interface Clock {
  /** Milliseconds since 1970, never negative. Can jump when the machine's clock is set. */
  now(): number;
  /** Milliseconds since some moment. Never jumps. */
  monotonic(): number;
  /** Calls `act` at intervals until the returned function is called. Does not keep the process alive. */
  every(milliseconds: number, act: () => void): () => void;
}

export const systemClock: Clock = {
  now: () => Math.max(0, Date.now()),
  monotonic: () => performance.now(),
  every(milliseconds, act) {
    const timer = setInterval(act, milliseconds).unref();
    return () => clearInterval(timer);
  },
};
