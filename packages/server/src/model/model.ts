import type {
  LabelAnswer,
  LabelEvent,
  LearnAnswer,
  LearnEvent,
  ModelEvent,
  ModelSettings,
} from "scinol/client";
import type { Clock } from "../clock.ts";
import type { Limits } from "../limits.ts";
import { Rate } from "../metrics/rate.ts";
import type { ModelLog, StoredModel } from "../store/store.ts";
import { checkLearnable } from "./check-learnable.ts";
import { type EntryHeader, encodeEntry, type Joined, type Learnable, leaveOut } from "./entry.ts";
import { blanked } from "./erased.ts";
import { ExpiredIds } from "./expired-ids.ts";
import type { Fold } from "./fold.ts";
import { RecentPredictions } from "./recent-predictions.ts";
import { foldEvents } from "./replay.ts";
import type { Snapshotting } from "./snapshotting.ts";
import { isTurnOver, nextTurn } from "./turn.ts";
import { readWaiting } from "./waiting.ts";
import { Writing } from "./writing.ts";

/** What folding an entry came to. */
interface Folded {
  readonly learned: number;
  readonly position: number;
  readonly loss: number | null;
}

/** What a model is made of. */
export interface ModelParts {
  readonly stored: StoredModel;
  readonly settings: ModelSettings;
  readonly log: ModelLog;
  readonly fold: Fold;
  readonly snapshots: Snapshotting;
  readonly limits: Limits;
  readonly clock: Clock;
}

/**
 * A model that serves. What changes it is checked, written to the journal, and folded in when it is durable: the model is never
 * ahead of what is on the disk.
 */
export class Model {
  readonly stored: StoredModel;
  readonly settings: ModelSettings;
  readonly log: ModelLog;
  readonly limits: Limits;
  readonly clock: Clock;
  readonly snapshots: Snapshotting;
  readonly writing: Writing;
  readonly recent = new RecentPredictions();
  readonly learned = new Rate();
  readonly predicted = new Rate();
  readonly listeners = new Set<(event: ModelEvent) => void>();
  /** Called when the model goes. */
  readonly farewells = new Set<() => void>();
  fold: Fold;
  /** Labels that came for a prediction that had expired, or was never known. */
  late: number;
  private readonly expired = new ExpiredIds();

  constructor({ stored, settings, log, fold, snapshots, limits, clock }: ModelParts) {
    this.stored = stored;
    this.settings = settings;
    this.log = log;
    this.fold = fold;
    this.limits = limits;
    this.clock = clock;
    this.snapshots = snapshots;
    this.late = snapshots.late;
    this.writing = new Writing(log.journal);
  }

  get name(): string {
    return this.stored.name;
  }

  /** `body` is what was sent, the JSON of `events` in this form; `place` says where in it an event stands. */
  async learn(
    body: Uint8Array,
    form: "json" | "lines",
    events: readonly LearnEvent[],
    place: (n: number) => string,
  ): Promise<LearnAnswer> {
    return this.writing.whenKnown(keysOf(events), async (known) => {
      // Not before: while it waited the model may have become another, and what is written must be learned.
      const { learner } = this.fold;
      for (let n = 0; n < events.length; n++) checkLearnable(learner, events[n], this.limits, () => place(n));
      const without = repeated(events, known);
      const duplicates = without.length;
      const kept = duplicates === 0 ? events : leaveOut(events, without);
      if (kept.length === 0) return { learned: 0, duplicates, position: this.fold.position, loss: null };
      const header = {
        kind: "learn",
        time: this.clock.now(),
        form,
        ...(duplicates > 0 ? { without } : {}),
      } as const;
      const left = new Set(without);
      // Their keys lead to where they were learned, and nobody would find them here to erase them.
      const told = duplicates === 0 ? body : blanked(body, form, (n) => left.has(n));
      const entry = { bytes: encodeEntry(header, told), events: kept.length, keys: keysOf(kept) };
      const { learned, position, loss } = await this.writing.submit(entry, () => this.foldIn(header, kept));
      return { learned, duplicates, position, loss };
    });
  }

  /** Joins labels with the records as they were when they were predicted. */
  label(events: readonly LabelEvent[], place: (n: number) => string): Promise<LabelAnswer> {
    const ids = events.map(({ id }) => id);
    return this.writing.whenKnown(ids, async (known) => {
      const time = this.clock.now();
      const labelled = new Set(known);
      const joined: Joined[] = [];
      const results = events.map((event, n): LabelAnswer["results"][number] => {
        const { id, y, weight } = event;
        const waiting = readWaiting(this.log.pending.get(id));
        // Predicted again since, an id that had expired waits again.
        if (this.expired.has(id) && (waiting === undefined || labelled.has(id)))
          return { id, status: "expired" };
        if (labelled.has(id)) return { id, status: "duplicate" };
        if (waiting === undefined) return { id, status: "unknown" };
        if (waiting.expires <= time) return { id, status: "expired" };
        const one = { id, at: waiting.at, y, ...(weight === undefined ? {} : { weight }), x: waiting.x };
        checkLearnable(this.fold.learner, one, this.limits, () => place(n));
        joined.push(one);
        labelled.add(id);
        return { id, status: "learned" };
      });
      const none = { learned: 0, position: this.fold.position, loss: null };
      const folded = joined.length === 0 ? none : await this.join({ kind: "label", time }, joined);
      this.late += results.filter(({ status }) => status === "unknown" || status === "expired").length;
      return { ...folded, results };
    });
  }

  /** Ends the wait of predictions whose time is up: `joined` are learned from with a label of last resort, `dropped` are not. */
  expire(joined: readonly Joined[], dropped: readonly string[]): Promise<void> {
    const ids = joined.map(({ id }) => id);
    return this.writing.whenKnown(ids, async (known) => {
      const fresh = joined.filter(({ id }) => !known.has(id));
      const others = [...dropped, ...ids.filter((id) => known.has(id))];
      await this.join({ kind: "expire", time: this.clock.now(), dropped: dropped.length }, fresh, others);
      for (const id of [...ids, ...dropped]) this.expired.add(id);
    });
  }

  /** A snapshot of now; `spared` is one that is not to be let go for it. */
  takeSnapshot(spared?: number): Promise<void> {
    return this.snapshots.take(this.fold, this.late, spared);
  }

  /** Nothing more is taken in; resolves when what was is folded. */
  async close(): Promise<void> {
    for (const farewell of this.farewells) farewell();
    await this.writing.close();
    await this.snapshots.settled();
  }

  /** The same, taking in again, of one that was closed. */
  again(): Model {
    const model = new Model(this);
    model.late = this.late;
    return model;
  }

  /** What is remembered beside the journal of a key or an id. */
  forget(key: string): void {
    this.recent.forget(key);
    this.expired.forget(key);
  }

  tell(event: ModelEvent): void {
    for (const listener of this.listeners) listener(event);
  }

  private join(
    header: EntryHeader,
    joined: readonly Joined[],
    dropped: readonly string[] = [],
  ): Promise<Folded> {
    const ids = joined.map(({ id }) => id);
    const body = JSON.stringify(joined);
    const entry = {
      bytes: encodeEntry(header, Buffer.from(body)),
      events: Math.max(joined.length, 1),
      keys: ids,
      consumed: [...ids, ...dropped],
    };
    // What replaying would read, to the bit: JSON knows no −0.
    return this.writing.submit(entry, () => this.foldIn(header, JSON.parse(body)));
  }

  private async foldIn(header: EntryHeader, events: readonly Learnable[]): Promise<Folded> {
    const { fold } = this;
    let learned = 0;
    let sum = 0;
    for (const one of foldEvents(fold, header, events)) {
      if (one !== undefined) {
        learned++;
        sum += one.loss;
        if (one.drift) this.tell(driftAt(header.time, fold.position));
      }
      if (isTurnOver()) await nextTurn();
    }
    this.learned.add(learned);
    this.snapshots.afterEntry(fold, this.late);
    return { learned, position: fold.position, loss: learned === 0 ? null : sum / learned };
  }
}

function driftAt(time: number, position: number): ModelEvent {
  return { event: "drift", data: { time: new Date(time).toISOString(), position } };
}

function keysOf(events: readonly LearnEvent[]): string[] {
  const keys: string[] = [];
  for (const { key } of events) if (key !== undefined) keys.push(key);
  return keys;
}

/** The events, by index, whose key has come before: in the journal, or earlier among them. */
function repeated(events: readonly LearnEvent[], known: ReadonlySet<string>): number[] {
  const met = new Set(known);
  const found: number[] = [];
  events.forEach(({ key }, n) => {
    if (key === undefined) return;
    if (met.has(key)) found.push(n);
    met.add(key);
  });
  return found;
}
