import assert from "node:assert/strict";
import type { Classifier } from "scinol";
import type {
  LabelAnswer,
  LabelEvent,
  LearnAnswer,
  LearnEvent,
  ModelEvent,
  ModelSettings,
  PredictRequest,
  WireOptions,
} from "scinol/client";
import type { Clock } from "../clock.ts";
import type { Limits } from "../limits.ts";
import { Rate } from "../metrics/rate.ts";
import { LocalOrder } from "../order/local-order.ts";
import { Refusal } from "../refusal.ts";
import type { SteadyTime } from "../steady-time.ts";
import type { ModelLog, StoredModel } from "../store/store.ts";
import { checkLabel, checkLearnable } from "./check-learnable.ts";
import { checkRecord } from "./check-record.ts";
import type { Command, RefoldCommand } from "./command.ts";
import { costOf, type DecidedEntry, type Decision, decide } from "./decide.ts";
import type { Learnable, LearnHeader } from "./entry.ts";
import { ExpiredIds } from "./expired-ids.ts";
import type { Fold } from "./fold.ts";
import { Following } from "./following.ts";
import { crossed, Growth } from "./growth.ts";
import { isSame } from "./is-same.ts";
import { learnerOf } from "./learner-of.ts";
import { checkFile } from "./model-file.ts";
import { checkName } from "./names.ts";
import { RecentPredictions } from "./recent-predictions.ts";
import { type Refolded, refold } from "./refold.ts";
import { foldEvents } from "./replay.ts";
import { checkCells, Room } from "./room.ts";
import type { Snapshotting } from "./snapshotting.ts";
import type { Turns } from "./turn.ts";
import { readWaiting } from "./waiting.ts";

/** Seconds that a prediction waits for its label unless the settings say otherwise. */
const TTL = 86_400;

/** Events that had been checked and could not be learned from after all; 0 unless the learner is at fault. */
interface Refused {
  readonly refused: number;
}

/** What folding a command came to. */
interface Outcome extends Pick<Decision, "duplicates" | "results" | "more">, Refused {
  readonly learned: number;
  readonly position: number;
  readonly loss: number | null;
  readonly erased: number;
}

/** What a command has become: a decision to fold, or a fold to swap in. */
type Written = { readonly decision: Decision } | { readonly key?: string; readonly refolded: Refolded };

/** What a model is made of. */
export interface ModelParts {
  readonly stored: StoredModel;
  readonly settings: ModelSettings;
  readonly log: ModelLog;
  readonly fold: Fold;
  readonly snapshots: Snapshotting;
  readonly limits: Limits;
  readonly clock: Clock;
  readonly steady: SteadyTime;
  readonly turns: Turns;
}

/**
 * A model that serves. What changes it is checked and put in order; at its place it is decided, and made durable with what was decided
 * in one commit; then it is folded in. The model is never ahead of what is on the disk.
 */
export class Model {
  readonly stored: StoredModel;
  readonly settings: ModelSettings;
  readonly log: ModelLog;
  readonly limits: Limits;
  readonly clock: Clock;
  readonly steady: SteadyTime;
  readonly turns: Turns;
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
  private readonly expired = new ExpiredIds();
  private readonly room: Room;
  /** A snapshot is due, and the one before it is still being saved. */
  private waitsToSnapshot = false;
  private readonly following: Following<Command, Written, Outcome>;

  constructor({ stored, settings, log, fold, snapshots, limits, clock, steady, turns }: ModelParts) {
    this.stored = stored;
    this.settings = settings;
    this.log = log;
    this.fold = fold;
    this.limits = limits;
    this.clock = clock;
    this.steady = steady;
    this.turns = turns;
    this.snapshots = snapshots;
    this.room = new Room(limits);
    this.late = snapshots.late;
    this.following = new Following(new LocalOrder<Command>(), {
      write: (command) => this.write(command),
      fold: (written) => this.foldIn(written),
    });
  }

  get name(): string {
    return this.stored.name;
  }

  /** `body` is what was sent, the JSON of `events` in this form; `place` says where in it an event stands. */
  async learn(
    body: Uint8Array,
    form: LearnHeader["form"],
    events: readonly LearnEvent[],
    place: (n: number) => string,
  ): Promise<LearnAnswer & Refused> {
    const check = (growth: Growth): Command => {
      const options = this.optionsOfAll;
      events.forEach((event, n) => {
        checkLearnable(this.fold.learner, event, this.limits, () => place(n), growth);
        growth.values += crossed(event.x, options);
      });
      return { kind: "learn", time: this.clock.now(), form, body, events };
    };
    const { learned, duplicates, refused, position, loss } = await this.submitWithRoom(check, () => events);
    return { learned, duplicates, refused, position, loss };
  }

  /** Remembers predictions, so that labels can name them. */
  async remember(requests: readonly PredictRequest[]): Promise<void> {
    const named = requests.flatMap(({ id, x }) => (id === undefined ? [] : [{ id, x }]));
    if (named.length === 0) return;
    const { ttl = TTL } = this.settings;
    await this.following.submit(() => {
      const expires = Math.ceil(this.steady.now() + 1000 * ttl);
      return { kind: "predict", time: this.clock.now(), expires, requests: named };
    });
  }

  /** Joins labels with the records as they were when they were predicted. */
  async label(events: readonly LabelEvent[], place: (n: number) => string): Promise<LabelAnswer & Refused> {
    const waiting = () =>
      events.flatMap(({ id, y }) => {
        const found = readWaiting(this.log.pending.get(id));
        return found === undefined ? [] : [{ x: found.x, y }];
      });
    const check = (growth: Growth): Command => {
      events.forEach((event, n) => {
        checkLabel(this.fold.learner, event, () => place(n));
      });
      for (const { x, y } of waiting()) {
        checkRecord(x, this.limits, () => "x", growth);
        growth.labels.add(y);
        growth.values += crossed(x, this.optionsOfAll);
      }
      return { kind: "label", time: this.clock.now(), until: this.steady.now(), events };
    };
    const { learned, refused, position, loss, results } = await this.submitWithRoom(check, waiting);
    return { learned, refused, position, loss, results };
  }

  /** Ends the wait of predictions whose time is over. */
  async expire(): Promise<void> {
    const until = this.steady.now();
    while (this.log.pending.isDue(until)) {
      const { more } = await this.following.submit(() => ({ kind: "expire", time: this.clock.now(), until }));
      if (!more) return;
    }
  }

  /** Lets another learner shadow the model. Returns false if an equal one does already. */
  async challenge(name: string, options: WireOptions): Promise<boolean> {
    checkName(name, "challenger");
    checkCells(options, this.classes, this.limits);
    try {
      learnerOf(this.settings, options);
    } catch (error) {
      throw new Refusal(400, (error as Error).message, "options");
    }
    const isEqual = () => isSame(this.fold.challengers.get(name)?.options, options);
    if (isEqual()) return false;
    let made = true;
    await this.following.submitAlone(() => {
      made = !isEqual();
      this.checkChallenge(name, options);
      return { kind: "challenge", time: this.clock.now(), name, options };
    });
    return made;
  }

  async dismiss(name: string): Promise<void> {
    await this.following.submitAlone(() => {
      this.findChallenger(name);
      return { kind: "dismiss", time: this.clock.now(), name };
    });
  }

  /** The challenger becomes the model. A snapshot keeps what the model was. */
  async promote(name: string): Promise<void> {
    await this.following.submitAlone(() => {
      this.findChallenger(name);
      return { kind: "promote", time: this.clock.now(), name };
    });
  }

  /** The model becomes again what it was at a snapshot. The journal, the metrics and the challengers go on. */
  async rollback(snapshot: string): Promise<void> {
    await this.following.submitAlone(() => ({ kind: "rollback", time: this.clock.now(), snapshot }));
  }

  /** The model becomes what a file holds. */
  async import(file: Uint8Array): Promise<void> {
    checkFile(file, this.settings);
    await this.following.submitAlone(() => ({ kind: "import", time: this.clock.now(), file }));
  }

  /**
   * Takes what one key has brought out of the journal, and the model becomes what it would be without. Returns the number of events and
   * predictions erased.
   */
  async erase(key: string): Promise<number> {
    const { erased } = await this.following.submitAlone(() => ({
      kind: "erase",
      time: this.clock.now(),
      key,
    }));
    return erased;
  }

  /** Takes a snapshot of now. */
  takeSnapshot(): Promise<void> {
    return this.snapshots.take(this.fold, this.late);
  }

  /** Nothing more is taken in; resolves when what was is folded. */
  async close(): Promise<void> {
    for (const farewell of this.farewells) farewell();
    await this.following.close();
    await this.snapshots.settled();
  }

  /** The same model, taking in again, after it was closed. */
  again(): Model {
    const model = new Model(this);
    model.late = this.late;
    return model;
  }

  tell(event: ModelEvent): void {
    for (const listener of this.listeners) listener(event);
  }

  private get classes(): number {
    const { learner } = this.fold;
    return learner.task === "classification" ? (learner as Classifier).classes.length : 0;
  }

  private get optionsOfAll(): WireOptions[] {
    return [this.fold.options, ...[...this.fold.challengers.values()].map(({ options }) => options)];
  }

  /**
   * Puts a command in order that brings events, if there is room for all they can bring. Where that is not plain, it is worked out more
   * exactly, with nothing else under way.
   */
  private async submitWithRoom(
    check: (growth: Growth) => Command,
    eventsOf: () => readonly Learnable[],
  ): Promise<Outcome> {
    let leave = () => {};
    const enter = (growth: Growth) => {
      const refusal = this.room.refusal(this.fold, growth);
      if (refusal === undefined) leave = this.room.enter(growth);
      return refusal;
    };
    let isTight = false;
    try {
      return await this.following.submit(() => {
        const growth = new Growth();
        const command = check(growth);
        isTight = enter(growth) !== undefined;
        if (isTight) throw new Refusal(507, "there may be no room");
        return command;
      });
    } catch (error) {
      if (!isTight) throw error;
      return await this.following.submitAlone(() => {
        const command = check(new Growth());
        const refusal = enter(Growth.ofDistinct(eventsOf(), this.optionsOfAll));
        if (refusal !== undefined) throw refusal;
        return command;
      });
    } finally {
      leave();
    }
  }

  private async write(command: Command): Promise<Written> {
    if (isRefold(command)) return this.writeRefold(command);
    let decision: Decision | undefined;
    await this.log.write({
      cost: () => costOf(this.deciding, command),
      stage: () => {
        decision = decide(this.deciding, command);
      },
    });
    return { decision: decision! };
  }

  private async writeRefold(command: RefoldCommand): Promise<Written> {
    // A snapshot that is being written belongs to the journal as it is.
    await this.snapshots.settled();
    const { log, settings, turns, fold } = this;
    const snapshotOf = (of: Fold, bytes: Uint8Array) => this.snapshots.of(of, this.late, bytes);
    const refolded = await refold({ log, settings, turns, fold, snapshotOf }, command);
    return command.kind === "erase" ? { refolded, key: command.key } : { refolded };
  }

  private get deciding() {
    return { log: this.log, settings: this.settings, expired: this.expired };
  }

  private async foldIn(written: Written): Promise<Outcome> {
    if ("refolded" in written) return this.swapIn(written);
    const { entry, duplicates, results, expired, more } = written.decision;
    for (const id of expired) this.expired.add(id);
    this.late += results.filter(({ status }) => status === "unknown" || status === "expired").length;
    const { learned, refused, loss } = entry === undefined ? NOTHING : await this.foldEntry(entry);
    return { learned, refused, loss, duplicates, results, more, position: this.fold.position, erased: 0 };
  }

  private swapIn({ refolded, key }: Extract<Written, { refolded: Refolded }>): Outcome {
    this.fold = refolded.fold;
    this.snapshots.taken(refolded.fold.position);
    if (key !== undefined) {
      this.recent.forget(key);
      this.expired.forget(key);
    }
    const { fold, erased } = refolded;
    return { ...NOTHING, duplicates: 0, results: [], more: false, position: fold.position, erased };
  }

  private async foldEntry({ position, header, events }: DecidedEntry): Promise<typeof NOTHING> {
    const { fold, turns } = this;
    assert.equal(fold.position, position, "entries are folded in the order of the journal");
    let learned = 0;
    let sum = 0;
    if (header.kind === "challenge" || header.kind === "dismiss") fold.control(header, Buffer.alloc(0));
    else {
      for (const one of foldEvents(fold, header, events)) {
        if (one !== undefined) {
          learned++;
          sum += one.loss;
          if (one.drift) this.tell(driftAt(header.time, fold.position));
        }
        if (turns.isOver()) await turns.next();
      }
    }
    this.learned.add(learned, this.clock.now());
    this.snapshotIfDue();
    return { learned, refused: events.length - learned, loss: learned === 0 ? null : sum / learned };
  }

  /** Called between two entries. No request waits for the snapshot. */
  private snapshotIfDue(): void {
    if (!this.snapshots.isDue(this.fold.position)) return;
    if (!this.snapshots.isSaving) {
      this.takeSnapshot().catch(() => {});
      return;
    }
    if (this.waitsToSnapshot) return;
    this.waitsToSnapshot = true;
    this.snapshots.settled().then(() => {
      this.waitsToSnapshot = false;
      this.following.between(() => this.snapshotIfDue());
    });
  }

  private checkChallenge(name: string, options: WireOptions): void {
    const { challengers } = this.fold;
    const present = challengers.get(name);
    if (present !== undefined && !isSame(present.options, options))
      throw new Refusal(
        409,
        `there is a challenger ${JSON.stringify(name)} with other options; delete it first`,
      );
    const most = this.limits.challengers;
    if (present === undefined && challengers.size >= most)
      throw new Refusal(409, `a model has at most ${most} challengers; delete one first`);
  }

  private findChallenger(name: string): void {
    if (!this.fold.challengers.has(name))
      throw new Refusal(404, `there is no challenger ${JSON.stringify(name)}`);
  }
}

const NOTHING: Pick<Outcome, "learned" | "refused" | "loss"> = { learned: 0, refused: 0, loss: null };

function isRefold(command: Command): command is RefoldCommand {
  return ["promote", "rollback", "import", "erase"].includes(command.kind);
}

function driftAt(time: number, position: number): ModelEvent {
  return { event: "drift", data: { time: new Date(time).toISOString(), position } };
}
