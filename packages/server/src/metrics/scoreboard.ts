import type { CurvePoint } from "./curve.ts";
import { Curve } from "./curve.ts";
import { Delays } from "./delays.ts";
import { DriftWatch } from "./drift-watch.ts";
import { Hour, type SavedHour } from "./hour.ts";
import { Recent } from "./recent.ts";
import { LOSS } from "./score.ts";
import { Tally } from "./tally.ts";

/** How a model has done on every event before it learned from it. Folded from the journal like the model itself. */
export class Scoreboard {
  readonly total = new Tally();
  readonly recent = new Recent();
  readonly hour = new Hour();
  readonly delays = new Delays();
  readonly drift = new DriftWatch();
  private readonly curve = new Curve();
  /** Predictions whose label never came. */
  never = 0;

  /** Counts an event; whether it set off the drift alarm. */
  add(row: Float64Array, position: number, time: number): boolean {
    this.total.add(row);
    this.recent.add(row);
    this.hour.add(row, time);
    if (this.curve.isDue(position)) {
      this.curve.add(position, time, this.total.meanLoss ?? 0, this.recent.meanLoss ?? 0);
    }
    return this.drift.add(row[LOSS], time);
  }

  points(): CurvePoint[] {
    return this.curve.points();
  }

  save(): SavedScoreboard {
    return {
      total: this.total.save(),
      recent: this.recent.save(),
      hour: this.hour.save(),
      delays: this.delays.save(),
      drift: this.drift.save(),
      curve: this.curve.save(),
      never: this.never,
    };
  }

  load(saved: SavedScoreboard): void {
    this.total.load(saved.total);
    this.recent.load(saved.recent);
    this.hour.load(saved.hour);
    this.delays.load(saved.delays);
    this.drift.load(saved.drift);
    this.curve.load(saved.curve);
    this.never = saved.never;
  }
}

export interface SavedScoreboard {
  readonly total: Float64Array;
  readonly recent: Float64Array;
  readonly hour: SavedHour;
  readonly delays: Float64Array;
  readonly drift: Float64Array;
  readonly curve: Float64Array;
  readonly never: number;
}
