import type { SpanMetrics } from "scinol/client";
import { Tally } from "./tally.ts";

const MINUTE = 60_000;
const MINUTES = 60;

/** The last hour, by the minute: which minute an event belongs to is written in the journal. */
export class Hour {
  private readonly tallies: Tally[] = [];
  /** The minute, since 1970, that each tally is of. */
  private readonly minutes = new Float64Array(MINUTES).fill(-1);

  add(row: Float64Array, time: number): void {
    const minute = Math.floor(time / MINUTE);
    const slot = minute % MINUTES;
    this.tallies[slot] ??= new Tally();
    if (this.minutes[slot] !== minute) {
      this.minutes[slot] = minute;
      this.tallies[slot].clear();
    }
    this.tallies[slot].add(row);
  }

  summary(now: number, ranked: boolean): SpanMetrics {
    const all = new Tally();
    const minute = Math.floor(now / MINUTE);
    for (let slot = 0; slot < MINUTES; slot++) {
      if (this.minutes[slot] >= 0 && this.minutes[slot] > minute - MINUTES) all.merge(this.tallies[slot]);
    }
    return all.summary(ranked);
  }

  save(): SavedHour {
    const tallies = [...this.minutes].flatMap((minute, slot) =>
      minute < 0 ? [] : [{ minute, tally: this.tallies[slot].save() }],
    );
    return tallies;
  }

  load(saved: SavedHour): void {
    for (const { minute, tally } of saved) {
      const slot = minute % MINUTES;
      this.minutes[slot] = minute;
      this.tallies[slot] = new Tally();
      this.tallies[slot].load(tally);
    }
  }
}

export type SavedHour = readonly { readonly minute: number; readonly tally: Float64Array }[];
