/**
 * A quantile of a stream in five numbers: the P² algorithm of Jain and Chlamtac (1985). Exact for the first five values;
 * later its markers move by parabolas through their neighbours.
 */
export class RunningQuantile {
  private readonly q: number;
  private heights: number[] = [];
  private places: number[] = [];
  private count = 0;

  constructor(q: number) {
    this.q = q;
  }

  /** 0 before any value. */
  get value(): number {
    const { heights, count, q } = this;
    if (count === 0) return 0;
    if (count >= 5) return heights[2];
    const at = q * (count - 1);
    const low = Math.floor(at);
    const high = Math.min(low + 1, count - 1);
    return heights[low] + (at - low) * (heights[high] - heights[low]);
  }

  add(x: number): void {
    const { heights, places, q } = this;
    this.count++;
    if (this.count <= 5) {
      heights.push(x);
      heights.sort((a, b) => a - b);
      if (this.count === 5) this.places = [1, 2, 3, 4, 5];
      return;
    }
    let cell = 0;
    if (x < heights[0]) heights[0] = x;
    else if (x >= heights[4]) {
      heights[4] = x;
      cell = 3;
    } else while (x >= heights[cell + 1]) cell++;
    for (let i = cell + 1; i < 5; i++) places[i]++;
    const n = this.count - 1;
    const wished = [1, 1 + (n * q) / 2, 1 + n * q, 1 + (n * (1 + q)) / 2, 1 + n];
    for (let i = 1; i < 4; i++) {
      const away = wished[i] - places[i];
      const step =
        away >= 1 && places[i + 1] - places[i] > 1
          ? 1
          : away <= -1 && places[i - 1] - places[i] < -1
            ? -1
            : 0;
      if (step === 0) continue;
      const curved = this.parabola(i, step);
      const between = heights[i - 1] < curved && curved < heights[i + 1];
      heights[i] = between ? curved : this.line(i, step);
      places[i] += step;
    }
  }

  save(): number[] {
    return [this.count, ...this.heights, ...this.places];
  }

  load(saved: readonly number[]): void {
    this.count = saved[0];
    const heights = Math.min(5, this.count);
    this.heights = saved.slice(1, 1 + heights);
    this.places = saved.slice(1 + heights);
  }

  private parabola(i: number, step: number): number {
    const { heights: h, places: p } = this;
    return (
      h[i] +
      (step / (p[i + 1] - p[i - 1])) *
        ((p[i] - p[i - 1] + step) * ((h[i + 1] - h[i]) / (p[i + 1] - p[i])) +
          (p[i + 1] - p[i] - step) * ((h[i] - h[i - 1]) / (p[i] - p[i - 1])))
    );
  }

  private line(i: number, step: number): number {
    const { heights: h, places: p } = this;
    return h[i] + (step * (h[i + step] - h[i])) / (p[i + step] - p[i]);
  }
}
