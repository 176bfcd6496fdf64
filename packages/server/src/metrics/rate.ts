const SECONDS = 10;

/** How many a second, over the last ten whole ones. Goes by the clock, and is gone with the process. */
export class Rate {
  private readonly counts = new Float64Array(SECONDS + 1);
  private second = 0;

  add(count: number, now = Date.now()): void {
    this.reach(now);
    this.counts[this.second % this.counts.length] += count;
  }

  perSecond(now = Date.now()): number {
    this.reach(now);
    const all = this.counts.reduce((sum, count) => sum + count, 0);
    return (all - this.counts[this.second % this.counts.length]) / SECONDS;
  }

  /** The seconds that have passed since the last call had none. */
  private reach(now: number): void {
    const second = Math.floor(now / 1000);
    const passed = Math.min(Math.max(second - this.second, 0), this.counts.length);
    for (let n = 1; n <= passed; n++) this.counts[(second - passed + n) % this.counts.length] = 0;
    this.second = Math.max(second, this.second);
  }
}
