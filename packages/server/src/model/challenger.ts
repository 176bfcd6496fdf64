import { load } from "scinol";
import type { ChallengerMetrics, WireOptions } from "scinol/client";
import { Curve } from "../metrics/curve.ts";
import { Recent } from "../metrics/recent.ts";
import { scoreLoss, WIDTH } from "../metrics/score.ts";
import { Tally } from "../metrics/tally.ts";
import type { Learnable } from "./entry.ts";
import type { Learner } from "./learner-of.ts";

/** A learner in the model's shadow: fed the same events, scored on each before it learns from it. */
export class Challenger {
  readonly name: string;
  readonly options: WireOptions;
  readonly learner: Learner;
  /** The position at which it came. */
  readonly since: number;
  private readonly own = new Tally();
  /** The model's losses over the very same events. */
  private readonly models = new Tally();
  private readonly recent = new Recent();
  private readonly curve = new Curve();
  private readonly row = new Float64Array(WIDTH);
  /** Events that its options would not take. */
  refused = 0;

  constructor(name: string, options: WireOptions, learner: Learner, since: number) {
    this.name = name;
    this.options = options;
    this.learner = learner;
    this.since = since;
  }

  /** `modelRow` is how the model did on the same event. */
  learn({ x, y, weight = 1 }: Learnable, modelRow: Float64Array, position: number, time: number): void {
    let loss: number;
    try {
      loss = this.learner.learn(x, y as never, weight);
    } catch {
      this.refused++;
      return;
    }
    scoreLoss(loss, weight, this.row);
    this.own.add(this.row);
    this.models.add(modelRow);
    this.recent.add(this.row);
    if (this.curve.isDue(position)) {
      this.curve.add(position, time, this.own.meanLoss ?? 0, this.recent.meanLoss ?? 0);
    }
  }

  points() {
    return this.curve.points();
  }

  metrics(): ChallengerMetrics & { readonly refused: number } {
    return {
      name: this.name,
      since: this.since,
      rounds: this.learner.progress.rounds,
      refused: this.refused,
      loss: this.own.meanLoss,
      modelLoss: this.models.meanLoss,
      last1000: this.recent.meanLoss,
    };
  }

  save(): SavedChallenger {
    const { name, options, since, refused } = this;
    return {
      name,
      options,
      since,
      refused,
      learner: this.learner.save(),
      own: this.own.save(),
      models: this.models.save(),
      recent: this.recent.save(),
      curve: this.curve.save(),
    };
  }

  static load(saved: SavedChallenger): Challenger {
    const challenger = new Challenger(saved.name, saved.options, load(saved.learner), saved.since);
    challenger.refused = saved.refused;
    challenger.own.load(saved.own);
    challenger.models.load(saved.models);
    challenger.recent.load(saved.recent);
    challenger.curve.load(saved.curve);
    return challenger;
  }
}

export interface SavedChallenger {
  readonly name: string;
  readonly options: WireOptions;
  readonly since: number;
  readonly refused: number;
  readonly learner: Uint8Array;
  readonly own: Float64Array;
  readonly models: Float64Array;
  readonly recent: Float64Array;
  readonly curve: Float64Array;
}
