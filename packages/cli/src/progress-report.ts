import { count, duration, figure } from "./wording.ts";

const redrawMilliseconds = 100;

/** Tells on standard error how learning goes: one line that is drawn anew on a terminal, else one whenever rows double. */
export class ProgressReport {
  private readonly live: boolean;
  private readonly silent: boolean;
  private readonly started = performance.now();
  private readonly firstRow: number;
  private next = 1;
  private lastRows: number;
  private lastLoss: number;
  private lastWeight: number;
  private drawn = 0;
  private since = 0;
  private headed = false;
  private shown = false;

  /** Begins after `rows` rows, for a run that goes on. */
  constructor(options: { quiet?: boolean | undefined }, rows: number, weight: number, totalLoss: number) {
    this.live = process.stderr.isTTY === true;
    this.silent = options.quiet === true;
    this.firstRow = rows;
    this.lastRows = rows;
    this.lastWeight = weight;
    this.lastLoss = totalLoss;
    while (this.next <= rows) this.next *= 2;
  }

  /** To be called after every row: cheap unless it is time to say something. */
  row(rows: number, weight: number, totalLoss: number): void {
    if (rows < this.next || this.live || this.silent) return;
    this.next *= 2;
    this.line(rows, weight, totalLoss);
  }

  /** To be called after every batch. */
  batch(rows: number, weight: number, totalLoss: number, share: () => number | undefined): void {
    if (!this.live || this.silent) return;
    const now = performance.now();
    if (now - this.drawn < redrawMilliseconds) return;
    this.drawn = now;
    // "Since last" is since the line a second ago: shorter would only flicker.
    const since = this.sinceLast(weight, totalLoss);
    if (now - this.since > 1000) {
      this.since = now;
      this.remember(rows, weight, totalLoss);
    }
    const done = share();
    const spent = (now - this.started) / 1000;
    const speed = (rows - this.firstRow) / Math.max(spent, 1e-9);
    const left =
      done !== undefined && done > 0.001 && done < 1
        ? `  ${Math.floor(done * 100)} %  ${duration((spent / done) * (1 - done))} left`
        : "";
    this.shown = true;
    process.stderr.write(
      `\r\u001b[2K${count(rows)} rows  ${count(Math.round(speed))} rows/s  loss ${figure(totalLoss / weight || 0)}  since last ${figure(since)}${left}`,
    );
  }

  /** Leaves the terminal on a line of its own. */
  end(rows: number, weight: number, totalLoss: number): void {
    if (this.silent) return;
    if (this.live) {
      if (this.shown) process.stderr.write("\r\u001b[2K");
      this.shown = false;
    } else if (rows > this.lastRows) this.line(rows, weight, totalLoss);
  }

  private line(rows: number, weight: number, totalLoss: number): void {
    if (!this.headed)
      process.stderr.write(`${"rows".padStart(12)}${"loss".padStart(12)}${"since last".padStart(12)}\n`);
    this.headed = true;
    const since = this.sinceLast(weight, totalLoss);
    process.stderr.write(
      `${count(rows).padStart(12)}${figure(totalLoss / weight || 0).padStart(12)}${figure(since).padStart(12)}\n`,
    );
    this.remember(rows, weight, totalLoss);
  }

  private sinceLast(weight: number, totalLoss: number): number {
    return (totalLoss - this.lastLoss) / (weight - this.lastWeight) || 0;
  }

  private remember(rows: number, weight: number, totalLoss: number): void {
    this.lastRows = rows;
    this.lastWeight = weight;
    this.lastLoss = totalLoss;
  }
}
