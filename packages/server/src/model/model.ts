import { ARITHMETIC, load } from "scinol";
import type {
  LabelAnswer,
  LabelEvent,
  LearnAnswer,
  LearnEvent,
  ModelEvent,
  ModelSettings,
  WireOptions,
} from "scinol/client";
import type { Limits } from "../limits.ts";
import { Rate } from "../metrics/rate.ts";
import { Refusal } from "../refusal.ts";
import type { NewEntry } from "../store/journal.ts";
import type { ModelLog, StoredModel } from "../store/store.ts";
import { checkLearnable } from "./check-learnable.ts";
import { type EntryHeader, encodeEntry, type Joined, type Learnable, leaveOut } from "./entry.ts";
import { erased } from "./erased.ts";
import type { Fold } from "./fold.ts";
import { learnerOf } from "./learner-of.ts";
import { RecentPredictions } from "./recent-predictions.ts";
import { earlierLearner, foldEvents, replayed } from "./replay.ts";
import { Snapshotting } from "./snapshotting.ts";
import { readWaiting } from "./waiting.ts";

/** What folding an entry came to. */
interface Folded {
  readonly learned: number;
  readonly position: number;
  readonly loss: number | null;
}

const NONE: ReadonlySet<string> = new Set();

/** Learning goes on for so many milliseconds before others have a turn. */
const TURN = 2;

/**
 * A model that serves. What changes it is checked, written to the journal, and folded in when it is durable, in the order
 * of the journal: the model is never ahead of what is on the disk.
 */
export class Model {
  readonly stored: StoredModel;
  readonly settings: ModelSettings;
  readonly log: ModelLog;
  readonly limits: Limits;
  readonly snapshots: Snapshotting;
  readonly recent = new RecentPredictions();
  readonly learned = new Rate();
  readonly predicted = new Rate();
  readonly listeners = new Set<(event: ModelEvent) => void>();
  /** Called when the model goes. */
  readonly farewells = new Set<() => void>();
  fold: Fold;
  /** Labels that came for a prediction that had expired, or was never known. */
  late: number;
  /** Resolves when all entries so far have been folded or given up. */
  private tail: Promise<unknown> = Promise.resolve();
  /** While the journal is being rewritten nothing is added to it. */
  private gate: Promise<unknown> | undefined;
  private gone = false;

  constructor(stored: StoredModel, settings: ModelSettings, log: ModelLog, fold: Fold, limits: Limits) {
    this.stored = stored;
    this.settings = settings;
    this.log = log;
    this.fold = fold;
    this.limits = limits;
    this.snapshots = new Snapshotting(log, settings);
    this.late = this.snapshots.late;
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
    for (let n = 0; n < events.length; n++)
      checkLearnable(this.fold.learner, events[n], this.limits, () => place(n));
    const keys = events.flatMap(({ key }) => (key === undefined ? [] : [key]));
    let known = this.known(keys);
    while (known instanceof Promise) {
      await known;
      known = this.known(keys);
    }
    const without = keys.length === 0 ? [] : repeated(events, known);
    const kept = without.length === 0 ? events : leaveOut(events, without);
    const duplicates = without.length;
    if (kept.length === 0) return { learned: 0, duplicates, position: this.fold.position, loss: null };
    const header = { kind: "learn", time: Date.now(), form, ...(duplicates > 0 ? { without } : {}) } as const;
    const entry = {
      bytes: encodeEntry(header, body),
      events: kept.length,
      ...(keys.length === 0 ? {} : { keys: kept.flatMap(({ key }) => (key === undefined ? [] : [key])) }),
    };
    const { learned, position, loss } = await this.submit(entry, () => this.foldIn(header, kept));
    return { learned, duplicates, position, loss };
  }

  /** Joins labels with the records as they were when they were predicted. */
  async label(events: readonly LabelEvent[], place: (n: number) => string): Promise<LabelAnswer> {
    const ids = events.map(({ id }) => id);
    let before = this.known(ids);
    while (before instanceof Promise) {
      await before;
      before = this.known(ids);
    }
    const known = new Set(before);
    const time = Date.now();
    const joined: Joined[] = [];
    const results = events.map(({ id, y, weight }, n): LabelAnswer["results"][number] => {
      if (known.has(id)) return { id, status: "duplicate" };
      const waiting = readWaiting(this.log.pending.get(id));
      if (waiting === undefined) return { id, status: "unknown" };
      if (waiting.expires <= time) return { id, status: "expired" };
      const event = { id, at: waiting.at, y, ...(weight === undefined ? {} : { weight }), x: waiting.x };
      checkLearnable(this.fold.learner, event, this.limits, () => place(n));
      joined.push(event);
      known.add(id);
      return { id, status: "learned" };
    });
    const late = results.filter(({ status }) => status === "unknown" || status === "expired").length;
    if (joined.length === 0) {
      this.late += late;
      return { learned: 0, position: this.fold.position, loss: null, results };
    }
    const folded = await this.join({ kind: "label", time }, joined);
    this.late += late;
    return { ...folded, results };
  }

  /** What became of predictions whose time is up: learned from with a label of last resort, or dropped. */
  async expire(joined: readonly Joined[], dropped: readonly string[]): Promise<void> {
    const ids = joined.map(({ id }) => id);
    let known = this.known(ids);
    while (known instanceof Promise) {
      await known;
      known = this.known(ids);
    }
    const learned: ReadonlySet<string> = known;
    const fresh = joined.filter(({ id }) => !learned.has(id));
    const others = ids.filter((id) => learned.has(id));
    await this.join({ kind: "expire", time: Date.now(), dropped: dropped.length }, fresh, [
      ...dropped,
      ...others,
    ]);
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
    return this.submit(entry, () => this.foldIn(header, JSON.parse(body)));
  }

  async challenge(name: string, options: WireOptions): Promise<"added" | "same"> {
    const present = this.fold.challengers.get(name);
    if (present !== undefined) {
      if (isSame(present.options, options)) return "same";
      throw new Refusal(
        409,
        `there is a challenger ${JSON.stringify(name)} with other options; delete it first`,
      );
    }
    if (this.fold.challengers.size >= this.limits.challengers) {
      throw new Refusal(409, `a model has at most ${this.limits.challengers} challengers; delete one first`);
    }
    try {
      learnerOf(this.settings, options);
    } catch (error) {
      throw new Refusal(400, (error as Error).message, "options");
    }
    await this.control({ kind: "challenge", time: Date.now(), name, options });
    return "added";
  }

  async dismiss(name: string): Promise<void> {
    this.challenger(name);
    await this.control({ kind: "dismiss", time: Date.now(), name });
  }

  /** The challenger becomes the model; what the model was can be had back from the snapshot that is taken before. */
  async promote(name: string): Promise<void> {
    this.challenger(name);
    await this.exclusively(async () => {
      await this.snapshots.take(this.fold, this.late);
      await this.append({ kind: "promote", time: Date.now(), name });
      await this.snapshots.take(this.fold, this.late);
    });
  }

  /** The model becomes again what it was at a snapshot. The journal, the metrics and the challengers go on. */
  async rollback(id: string): Promise<void> {
    await this.exclusively(async () => {
      const snapshot = this.log.snapshots.list().find((kept) => String(kept.id) === id);
      if (snapshot === undefined)
        throw new Refusal(404, `there is no snapshot ${JSON.stringify(id)}`, "snapshot");
      await this.snapshots.take(this.fold, this.late, snapshot.id);
      await this.append({ kind: "rollback", time: Date.now(), to: snapshot.position });
      await this.snapshots.take(this.fold, this.late, snapshot.id);
    });
  }

  /** The model becomes what a file holds. */
  async import(file: Uint8Array): Promise<void> {
    checkFile(file, this.settings);
    await this.exclusively(async () => {
      await this.snapshots.take(this.fold, this.late);
      await this.append({ kind: "import", time: Date.now() }, file);
      await this.snapshots.take(this.fold, this.late);
    });
  }

  /** Takes what one key has brought out of the journal, and the model becomes what it would be without. */
  async erase(key: string): Promise<number> {
    let count = 0;
    await this.exclusively(async () => {
      const waited = this.log.pending.get(key) !== undefined;
      const { erased: found, from } = await this.log.journal.erase([key], [key], (bytes) =>
        erased(bytes, key),
      );
      count = found + (waited ? 1 : 0);
      this.recent.forget(key);
      if (from === undefined) return;
      this.fold = await replayed(this.log, this.settings);
      await this.snapshots.take(this.fold, this.late);
    });
    return count;
  }

  /** Nothing more is taken in; resolves when what was is folded. */
  async close(): Promise<void> {
    for (const farewell of this.farewells) farewell();
    await this.gate;
    this.gone = true;
    await this.tail;
    await this.snapshots.settled();
  }

  tell(event: ModelEvent): void {
    for (const listener of this.listeners) listener(event);
  }

  private challenger(name: string): void {
    if (!this.fold.challengers.has(name))
      throw new Refusal(404, `there is no challenger ${JSON.stringify(name)}`);
  }

  /**
   * Which of these keys have been learned; or, while that is open, when to ask again. What follows from the answer must be
   * submitted in the same turn: a moment later another request may have brought one of them.
   */
  private known(keys: readonly string[]): ReadonlySet<string> | Promise<unknown> {
    if (this.gate !== undefined) return this.gate;
    if (keys.length === 0) return NONE;
    const { keys: known, undecided } = this.log.journal.known(keys);
    return undecided ?? known;
  }

  private async control(header: EntryHeader, body?: Uint8Array): Promise<void> {
    while (this.gate !== undefined) await this.gate;
    await this.append(header, body);
  }

  private append(header: EntryHeader, body: Uint8Array = Buffer.alloc(0)): Promise<void> {
    const learnerAt = (position: number) => earlierLearner(this.log, this.settings, position);
    return this.submit({ bytes: encodeEntry(header, body), events: 1 }, async () => {
      this.fold.control(header, body, learnerAt);
    });
  }

  /** Does something with the journal while nothing else is under way. Predictions go on. */
  private async exclusively(act: () => Promise<void>): Promise<void> {
    while (this.gate !== undefined) await this.gate;
    const done = this.tail.then(() => this.snapshots.settled()).then(act);
    const gate = done
      .catch(() => {})
      .then(() => {
        this.gate = undefined;
      });
    this.gate = gate;
    await done;
  }

  /** Writes an entry, and folds it in when it is durable and all before it are folded. */
  private submit<Result>(entry: NewEntry, foldIn: () => Promise<Result>): Promise<Result> {
    if (this.gone) throw new Refusal(503, "the model is being closed");
    const durable = this.log.journal.append(entry);
    const folded = this.tail.then(() => durable).then(foldIn);
    this.tail = folded.catch(() => {});
    durable.catch(() => {});
    return folded;
  }

  private async foldIn(header: EntryHeader, events: readonly Learnable[]): Promise<Folded> {
    const { fold } = this;
    let learned = 0;
    let sum = 0;
    let since = performance.now();
    for (const one of foldEvents(fold, header, events)) {
      if (one !== undefined) {
        learned++;
        sum += one.loss;
        if (one.drift)
          this.tell({
            event: "drift",
            data: { time: new Date(header.time).toISOString(), position: fold.position },
          });
      }
      if (performance.now() - since > TURN) {
        await new Promise(setImmediate);
        since = performance.now();
      }
    }
    this.learned.add(learned);
    this.snapshots.afterEntry(fold, this.late);
    return { learned, position: fold.position, loss: learned === 0 ? null : sum / learned };
  }
}

/** The events, by index, whose key has come before: in the journal, or earlier among them. */
function repeated(events: readonly LearnEvent[], known: ReadonlySet<string>): number[] {
  const met = new Set(known);
  return events.flatMap(({ key }, n) => {
    if (key === undefined) return [];
    if (met.has(key)) return [n];
    met.add(key);
    return [];
  });
}

/** Refuses a file that is no model, or not one of this task. */
export function checkFile(file: Uint8Array, settings?: ModelSettings): ReturnType<typeof load> {
  let learner: ReturnType<typeof load>;
  try {
    learner = load(file);
  } catch (error) {
    throw new Refusal(400, `${(error as Error).message} (this service has arithmetic ${ARITHMETIC})`, "");
  }
  if (settings !== undefined && learner.task !== settings.task) {
    throw new Refusal(
      409,
      `the file holds a ${learner.task}, the model is a ${settings.task}; import it under another name`,
    );
  }
  return learner;
}

/** Whether two pieces of JSON say the same, whatever the order of their properties. */
export function isSame(a: unknown, b: unknown): boolean {
  if (typeof a !== "object" || typeof b !== "object" || a === null || b === null) return Object.is(a, b);
  if (Array.isArray(a) !== Array.isArray(b)) return false;
  const keys = Object.keys(a);
  return (
    keys.length === Object.keys(b).length &&
    keys.every((key) => Object.hasOwn(b, key) && isSame(a[key as never], b[key as never]))
  );
}
