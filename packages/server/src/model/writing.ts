import { Refusal } from "../refusal.ts";
import type { Journal, NewEntry } from "../store/journal.ts";

const NONE: ReadonlySet<string> = new Set();

/**
 * How a model's journal is written: entries are folded in when they are durable, in the order of the journal, and what has to
 * have the journal to itself gets it.
 */
export class Writing {
  private readonly journal: Journal;
  /** Resolves when all entries so far have been folded or given up. */
  private tail: Promise<unknown> = Promise.resolve();
  /** While somebody has the journal to himself nothing else is written. */
  private gate: Promise<unknown> | undefined;
  private closed = false;

  constructor(journal: Journal) {
    this.journal = journal;
  }

  /**
   * Acts on which of these keys have been learned, as soon as nothing is open about them. `act` must submit what follows from it
   * in the same turn: a moment later another request may have brought one of the keys.
   */
  async whenKnown<Result>(
    keys: readonly string[],
    act: (known: ReadonlySet<string>) => Result,
  ): Promise<Awaited<Result>> {
    for (;;) {
      const known = this.gate === undefined ? this.ask(keys) : this.gate;
      if (!(known instanceof Promise)) return await act(known);
      await known;
    }
  }

  /** Writes an entry, and folds it in when it is durable and all before it are folded. */
  submit<Result>(entry: NewEntry, foldIn: () => Promise<Result>): Promise<Result> {
    if (this.closed) throw new Refusal(503, "the model is being closed");
    const durable = this.journal.append(entry);
    const folded = this.tail.then(() => durable).then(foldIn);
    this.tail = folded.catch(() => {});
    durable.catch(() => {});
    return folded;
  }

  /** Does something with the journal while nothing else is under way. Predictions go on. */
  async exclusively<Result>(act: () => Promise<Result>): Promise<Result> {
    while (this.gate !== undefined) await this.gate;
    const done = this.tail.then(act);
    const over = () => {
      this.gate = undefined;
    };
    this.gate = done.then(over, over);
    return done;
  }

  /** Nothing more is written; resolves when what was is folded in. */
  async close(): Promise<void> {
    while (this.gate !== undefined) await this.gate;
    this.closed = true;
    await this.tail;
  }

  private ask(keys: readonly string[]): ReadonlySet<string> | Promise<void> {
    if (keys.length === 0) return NONE;
    const { keys: known, undecided } = this.journal.known(keys);
    return undecided ?? known;
  }
}
