import { deserialize, serialize } from "node:v8";
import { type Classifier, load, type Regressor } from "scinol";
import type { ModelSettings, WireOptions } from "scinol/client";
import { scoreClass, scoreValue, WIDTH } from "../metrics/score.ts";
import { type SavedScoreboard, Scoreboard } from "../metrics/scoreboard.ts";
import { Challenger, type SavedChallenger } from "./challenger.ts";
import type { EntryHeader, Joined, Learnable } from "./entry.ts";
import { type Learner, learnerOf } from "./learner-of.ts";

/**
 * A model as the fold of its journal: what it has learned, its challengers, and how they have done. Every change is a
 * function of an entry and of what was there before: no clock and no chance, so that folding again gives the same bits.
 */
export class Fold {
  readonly settings: ModelSettings;
  /** The options that the present learner was made with: those of the settings until a challenger is promoted. */
  options: WireOptions;
  learner: Learner;
  /** Events of the journal that it has been through. */
  position = 0;
  readonly challengers = new Map<string, Challenger>();
  readonly scores = new Scoreboard();
  /** Events that could not be learned from after all. They had been checked, so there should be none. */
  refused = 0;
  /** Letters of the records that brought new coordinates: at least those of all names and categories. */
  letters = 0;
  private readonly row = new Float64Array(WIDTH);

  constructor(settings: ModelSettings) {
    this.settings = settings;
    this.options = settings.options ?? {};
    this.learner = learnerOf(settings, this.options);
  }

  /** Learns from the next event. Answers its loss, or undefined where there was nothing to learn. */
  learn(event: Learnable | null, time: number): Learned | undefined {
    this.position++;
    if (event === null) return undefined;
    const { learner, row } = this;
    const { x, y, weight = 1 } = event;
    const { coordinates } = learner;
    try {
      if (learner.task === "classification")
        scoreClass((learner as Classifier).outcome(x, y, weight), (learner as Classifier).classes, row);
      else scoreValue((learner as Regressor).outcome(x, y as number, weight), row);
    } catch {
      this.refused++;
      return undefined;
    }
    if (learner.coordinates > coordinates) this.letters += lettersOf(x);
    for (const challenger of this.challengers.values()) challenger.learn(event, row, this.position, time);
    const drift = this.scores.add(row, this.position, time);
    return { loss: row[0], drift };
  }

  /** Learns from the next prediction that has its label. */
  join(event: Joined | null, time: number): Learned | undefined {
    if (event !== null) this.scores.delays.add(time - event.at);
    return this.learn(event, time);
  }

  /** Predictions whose time was up: the events that are to come have their default labels, the dropped ones have none. */
  expire(dropped: number, events: number): void {
    this.scores.never += dropped + events;
    if (events === 0) this.position++;
  }

  /** What an entry that is not about events changes. */
  control(header: EntryHeader, body: Uint8Array): void {
    switch (header.kind) {
      case "challenge": {
        if (this.challengers.has(header.name)) break;
        const learner = learnerOf(this.settings, header.options);
        this.challengers.set(
          header.name,
          new Challenger(header.name, header.options, learner, this.position),
        );
        break;
      }
      case "dismiss":
        this.challengers.delete(header.name);
        break;
      case "promote": {
        const challenger = this.challengers.get(header.name);
        if (challenger === undefined) break;
        this.learner = challenger.learner;
        this.options = challenger.options;
        this.challengers.delete(header.name);
        break;
      }
      case "rollback":
        this.learner = load(body);
        this.options = header.options;
        break;
      case "import":
        this.learner = load(body);
        break;
    }
    this.position++;
  }

  save(): Uint8Array {
    const saved: Saved = {
      learner: this.learner.save(),
      options: this.options,
      position: this.position,
      refused: this.refused,
      letters: this.letters,
      challengers: [...this.challengers.values()].map((challenger) => challenger.save()),
      scores: this.scores.save(),
    };
    return serialize(saved);
  }

  static load(settings: ModelSettings, bytes: Uint8Array): Fold {
    const saved: Saved = deserialize(bytes);
    const fold = new Fold(settings);
    fold.learner = load(saved.learner);
    fold.options = saved.options;
    fold.position = saved.position;
    fold.refused = saved.refused;
    fold.letters = saved.letters;
    fold.scores.load(saved.scores);
    for (const challenger of saved.challengers)
      fold.challengers.set(challenger.name, Challenger.load(challenger));
    return fold;
  }
}

function lettersOf(value: unknown): number {
  if (typeof value === "string") return value.length;
  if (typeof value !== "object" || value === null) return 0;
  let letters = 0;
  for (const key in value) letters += key.length + lettersOf(value[key as never]);
  return letters;
}

export interface Learned {
  readonly loss: number;
  /** Whether it set off the drift alarm. */
  readonly drift: boolean;
}

interface Saved {
  readonly learner: Uint8Array;
  readonly options: WireOptions;
  readonly position: number;
  readonly refused: number;
  readonly letters: number;
  readonly challengers: readonly SavedChallenger[];
  readonly scores: SavedScoreboard;
}
