import { type Adwin, adwin } from "scinol";

/** Watches a model's losses for a change to the worse. That it gets better while it learns alarms nobody. */
export class DriftWatch {
  private readonly window: Adwin = adwin();
  alarms = 0;
  /** When the last alarm was, in milliseconds; 0 before the first. */
  last = 0;

  /** Whether this very loss sets off the alarm. */
  add(loss: number, time: number): boolean {
    const { mean } = this.window;
    if (!this.window.add(loss) || !(this.window.mean > mean)) return false;
    this.alarms++;
    this.last = time;
    return true;
  }

  summary(): { alarms: number; last: string | null } {
    return { alarms: this.alarms, last: this.last === 0 ? null : new Date(this.last).toISOString() };
  }

  save(): Float64Array {
    return Float64Array.of(this.alarms, this.last, ...this.window.save());
  }

  load(saved: Float64Array): void {
    [this.alarms, this.last] = saved;
    this.window.load(saved.subarray(2));
  }
}
