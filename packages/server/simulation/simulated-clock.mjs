/** A clock that a schedule moves. Every look at the monotonic one takes a little time, or a lot: turns end at random places. */
export class SimulatedClock {
  #random;
  #now = Date.UTC(2026, 0, 1);
  #monotonic = 0;
  #acts = new Set();

  constructor(random) {
    this.#random = random;
  }

  now() {
    return Math.max(0, Math.round(this.#now));
  }

  monotonic() {
    this.#monotonic += this.#random.coin(0.02) ? 2 : 0.001;
    return this.#monotonic;
  }

  every(_milliseconds, act) {
    this.#acts.add(act);
    return () => this.#acts.delete(act);
  }

  /** Time passes, and what is done at intervals is done. */
  pass(milliseconds) {
    this.#now += milliseconds;
    this.#monotonic += milliseconds;
    for (const act of this.#acts) act();
  }

  /** The clock on the wall is set. */
  jump(milliseconds) {
    this.#now += milliseconds;
  }

  /** The process that asked for them is gone. */
  forgetActs() {
    this.#acts.clear();
  }
}
