import { ARITHMETIC } from "scinol";
import type { ModelSettings, SnapshotInfo } from "scinol/client";
import type { Clock } from "../clock.ts";
import { StorageFull } from "../store/errors.ts";
import type { NewSnapshot, Snapshot } from "../store/snapshots.ts";
import type { ModelLog } from "../store/store.ts";
import type { Fold } from "./fold.ts";
import { foldAt } from "./replay.ts";

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

  /** As it was at the newest snapshot: the journal does not hold labels that found no prediction. */
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

  /** The snapshot that holds a fold; `bytes` are those it is saved as. */
  of(fold: Fold, late: number, bytes: Uint8Array): NewSnapshot {
    const note: Note = { loss: fold.scores.recent.meanLoss, late };
    return { position: fold.position, arithmetic: String(ARITHMETIC), time: this.clock.now(), note, bytes };
  }

  /** Whether it is time for a snapshot. */
  isDue(position: number): boolean {
    return position - this.last >= (this.settings.snapshotEvery ?? SNAPSHOT_EVERY);
  }

  get isSaving(): boolean {
    return this.saving !== undefined;
  }

  /** There is a snapshot of this position. */
  taken(position: number): void {
    this.last = position;
  }

  /** Saves a snapshot of the present moment, which must be between two entries. */
  async take(fold: Fold, late: number): Promise<void> {
    const { position } = fold;
    if (this.log.snapshots.list()[0]?.position === position) return;
    const before = this.last;
    this.last = position;
    const saved = this.save(this.of(fold, late, fold.save()))
      .catch((error: Error) => {
        // The next entry is an occasion to try again, where there was only no room.
        if (error instanceof StorageFull) this.last = before;
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

  private async save(snapshot: NewSnapshot): Promise<void> {
    const { log, settings } = this;
    let id = 0;
    await log.write({
      cost: () => ({ rows: 2, bytes: snapshot.bytes.length }),
      stage: () => {
        id = log.snapshots.put(snapshot);
      },
    });
    // Older ones, and their journal, go only when this one has been read back.
    if (foldAt(log, settings, { ...snapshot, id }) === undefined) {
      await this.remove([{ id }]);
      throw new Error(`the snapshot of position ${snapshot.position} cannot be read back`);
    }
    await this.remove(log.snapshots.list().slice(settings.keepSnapshots ?? KEEP_SNAPSHOTS));
    await this.trim();
  }

  private async remove(snapshots: readonly Pick<Snapshot, "id">[]): Promise<void> {
    if (snapshots.length === 0) return;
    await this.log.write({
      cost: () => ({ rows: 2 * snapshots.length, bytes: 0 }),
      stage: () => {
        for (const { id } of snapshots) this.log.snapshots.remove(id);
      },
    });
  }

  /** Drops the journal behind the oldest snapshot that can be read. */
  private async trim(): Promise<void> {
    const { retention = "all" } = this.settings;
    if (retention === "all") return;
    const { snapshots } = this.log;
    const oldest = snapshots.list().findLast(({ id }) => snapshots.load(id) !== undefined)?.position ?? 0;
    const before = oldest - (retention === "snapshots" ? 0 : retention.events);
    if (before > 0) await this.log.trim(before);
  }
}
