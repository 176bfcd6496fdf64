import type { RecentPrediction } from "scinol/client";

const KEPT = 50;
/** Explaining takes longer than predicting, so at most one prediction in so many milliseconds is kept. */
const PAUSE = 50;

/** Some of the latest predictions, with their explanations: in memory only. */
export class RecentPredictions {
  private readonly kept: RecentPrediction[] = [];
  private next = 0;

  /** Whether it is time to keep one. */
  isDue(now: number): boolean {
    return now >= this.next;
  }

  add(prediction: RecentPrediction, now: number): void {
    this.next = now + PAUSE;
    this.kept.unshift(prediction);
    if (this.kept.length > KEPT) this.kept.pop();
  }

  /** Newest first. */
  list(): readonly RecentPrediction[] {
    return this.kept;
  }

  forget(id: string): void {
    const others = this.kept.filter(({ prediction }) => prediction.id !== id);
    this.kept.splice(0, this.kept.length, ...others);
  }
}
