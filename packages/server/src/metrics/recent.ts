import type { CalibrationPoint, SpanMetrics } from "scinol/client";
import { CAME, LOSS, SAID, WEIGHT, WIDTH } from "./score.ts";
import { areaUnder, mean, Tally } from "./tally.ts";

const LENGTH = 1000;
const CALIBRATION_BINS = 10;

/** The last thousand events, kept one by one and added up when asked. */
export class Recent {
  private readonly rows = new Float64Array(LENGTH * WIDTH);
  private added = 0;

  add(row: Float64Array): void {
    this.rows.set(row, (this.added % LENGTH) * WIDTH);
    this.added++;
  }

  get meanLoss(): number | null {
    let [sum, weight] = [0, 0];
    for (const row of this.each()) {
      sum += row[WEIGHT] * row[LOSS];
      weight += row[WEIGHT];
    }
    return mean(sum, weight);
  }

  summary(ranked: boolean): SpanMetrics {
    const tally = new Tally();
    for (const row of this.each()) tally.add(row);
    return { ...tally.summary(false), auc: ranked ? this.exactArea() : null };
  }

  /** What was said against what came true, in ten bins of probability; those without events are left out. */
  calibration(): CalibrationPoint[] {
    const bins = Array.from({ length: CALIBRATION_BINS }, () => ({ said: 0, came: 0, weight: 0, events: 0 }));
    for (const row of this.each()) {
      if (!(row[SAID] >= 0)) continue;
      const bin = bins[Math.min(Math.floor(row[SAID] * CALIBRATION_BINS), CALIBRATION_BINS - 1)];
      bin.said += row[WEIGHT] * row[SAID];
      bin.came += row[WEIGHT] * row[CAME];
      bin.weight += row[WEIGHT];
      bin.events++;
    }
    return bins
      .filter(({ weight }) => weight > 0)
      .map(({ said, came, weight, events }) => ({ said: said / weight, came: came / weight, events }));
  }

  /** The number of events ever added, and the rows kept. */
  save(): Float64Array {
    const size = Math.min(this.added, LENGTH) * WIDTH;
    const saved = new Float64Array(1 + size);
    saved[0] = this.added;
    saved.set(this.rows.subarray(0, size), 1);
    return saved;
  }

  load(saved: Float64Array): void {
    this.added = saved[0];
    this.rows.set(saved.subarray(1));
  }

  private exactArea(): number | null {
    const rows = [...this.each()].filter((row) => row[SAID] >= 0).sort((a, b) => a[SAID] - b[SAID]);
    const pairs = new Float64Array(2 * rows.length);
    let group = -1;
    rows.forEach((row, n) => {
      if (n === 0 || row[SAID] !== rows[n - 1][SAID]) group++;
      pairs[2 * group + row[CAME]] += row[WEIGHT];
    });
    return areaUnder(pairs);
  }

  private *each(): Generator<Float64Array> {
    const size = Math.min(this.added, LENGTH);
    for (let n = 0; n < size; n++) yield this.rows.subarray(n * WIDTH, (n + 1) * WIDTH);
  }
}
