import type { Curves } from "scinol/client";

export type CurvePoint = Curves["curves"][number]["points"][number];

const MOST = 512;
const WIDTH = 4;

/**
 * A loss by position, in a bounded number of points: one every `stride` events, and when there are too many, every other
 * one goes and the stride is doubled.
 */
export class Curve {
  private stride = 1;
  private due = 0;
  /** Position, time, loss, recent loss of each point. */
  private numbers: number[] = [];

  /** Whether the event at this position asks for a point: working out what it says is not free. */
  isDue(position: number): boolean {
    return position >= this.due;
  }

  add(position: number, time: number, loss: number, recent: number): void {
    this.numbers.push(position, time, loss, recent);
    if (this.numbers.length >= MOST * WIDTH) {
      this.stride *= 2;
      this.numbers = this.numbers.filter((_, n) => Math.floor(n / WIDTH) % 2 === 1);
    }
    this.due = position + this.stride;
  }

  points(): CurvePoint[] {
    const points: CurvePoint[] = [];
    for (let n = 0; n < this.numbers.length; n += WIDTH) {
      const [position, time, loss, recent] = this.numbers.slice(n, n + WIDTH);
      points.push({ position, time: new Date(time).toISOString(), loss, recent });
    }
    return points;
  }

  save(): Float64Array {
    return Float64Array.of(this.stride, this.due, ...this.numbers);
  }

  load(saved: Float64Array): void {
    [this.stride, this.due] = saved;
    this.numbers = [...saved.subarray(2)];
  }
}
