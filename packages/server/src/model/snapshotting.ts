import { ARITHMETIC } from "scinol";
import type { ModelSettings, SnapshotInfo } from "scinol/client";
import type { Clock } from "../clock.ts";
import type { ModelLog } from "../store/store.ts";
import type { Fold } from "./fold.ts";

export const SNAPSHOT_EVERY = 10_000;
export const KEEP_SNAPSHOTS = 5;

/** What a snapshot's line in the list says beside its position. */
interface Note {
  readonly loss: number | null;
  readonly late: number;
}

/** Takes snapshots of a model when they are due, and lets old ones, and the journal behind them, go. */
export class Snapshotting {
  private readonly log: ModelLog;
  private readonly settings: ModelSettings;
  private readonly clock: Clock;
  private last: number;
  private saving: Promise<void> | undefined;
  private readonly onFailure: (error: Error) => void;

  constructor(log: ModelLog, settings: ModelSettings, clock: Clock, onFailure: (error: Error) => void) {
    this.log = log;
    this.settings = settings;
    this.clock = clock;
    this.onFailure = onFailure;
    this.last = log.snapshots.list()[0]?.position ?? 0;
  }

  /** As it was at the newest snapshot: nothing in the journal tells of labels that found no prediction. */
  get late(): number {
    return (this.log.snapshots.list()[0]?.note as Note | undefined)?.late ?? 0;
  }

  list(): SnapshotInfo[] {
    return this.log.snapshots.list().map(({ id, position, time, size, note }) => ({
      id: String(id),
      position,
      time: new Date(time).toISOString(),
      bytes: size,
      loss: (note as Note).loss,
    }));
  }

  /** To be called when an entry has been folded: saves a snapshot if it is time, without anybody waiting for it. */
  afterEntry(fold: Fold, late: number): void {
    if (fold.position - this.last < (this.settings.snapshotEvery ?? SNAPSHOT_EVERY)) return;
    if (this.saving === undefined) this.take(fold, late).catch(() => {});
  }

  /** Saves a snapshot of the present moment; `spared` is one that is not to be let go for it. */
  async take(fold: Fold, late: number, spared?: number): Promise<void> {
    const { position } = fold;
    const kept = this.log.snapshots.list();
    if (kept[0]?.position === position) return;
    const note: Note = { loss: fold.scores.recent.meanLoss, late };
    const snapshot = {
      position,
      arithmetic: String(ARITHMETIC),
      time: this.clock.now(),
      note,
      bytes: fold.save(),
    };
    const most = this.settings.keepSnapshots ?? KEEP_SNAPSHOTS;
    const oldest = kept.slice(0, most - 1).at(-1)?.position ?? position;
    // From the oldest one that stays it must be possible to go on, past every rollback after it.
    const needed = new Set(fold.rollbacks.filter(({ at }) => at >= oldest).map(({ to }) => to));
    const replaced = kept.slice(most - 1).filter((old) => old.id !== spared && !needed.has(old.position));
    const before = this.last;
    this.last = position;
    const saved = this.log.snapshots
      .save(
        snapshot,
        replaced.map(({ id }) => id),
      )
      .then(() => this.trim())
      .catch((error: Error) => {
        // The next entry is an occasion to try again.
        this.last = before;
        this.onFailure(error);
        throw error;
      })
      .finally(() => {
        this.saving = undefined;
      });
    this.saving = saved.catch(() => {});
    await saved;
  }

  async settled(): Promise<void> {
    await this.saving;
  }

  private async trim(): Promise<void> {
    const { retention = "all" } = this.settings;
    if (retention === "all") return;
    const oldest = this.log.snapshots.list().at(-1)?.position ?? 0;
    const before = oldest - (retention === "snapshots" ? 0 : retention.events);
    if (before > 0) await this.log.journal.trim(before);
  }
}
