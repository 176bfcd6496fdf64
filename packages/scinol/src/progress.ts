/** How a learner has done so far: the mean of the losses it suffered before learning, weighted by importance. */
export class Progress {
  rounds = 0;
  private weight = 0;
  private total = 0;

  add(loss: number, weight: number): void {
    this.rounds++;
    this.weight += weight;
    // The largest weights and losses together are beyond what a number holds.
    this.total = Math.min(this.total + weight * loss, 1e308);
  }

  get meanLoss(): number {
    return this.weight === 0 ? 0 : this.total / this.weight;
  }

  toJSON(): { rounds: number; meanLoss: number } {
    return { rounds: this.rounds, meanLoss: this.meanLoss };
  }

  save(): Float64Array {
    return Float64Array.of(this.rounds, this.weight, this.total);
  }

  load(saved: Float64Array): void {
    [this.rounds, this.weight, this.total] = saved;
  }
}
