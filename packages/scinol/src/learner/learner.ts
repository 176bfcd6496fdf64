import { LIVE, MEMBERS, SAID_OUTPUTS, STEADY, STEADY_MEMBERS } from "../core/layout.ts";
import { Block, type Manner, saidLength } from "../engine/block.ts";
import { engine } from "../engine/engine.ts";
import { OwnHome } from "../engine/home.ts";
import { Region } from "../engine/region.ts";
import { restoreRegion, saveRegion } from "../engine/saved.ts";
import { LearnedRows } from "../learned-rows.ts";
import { checkWeight } from "../linear/example.ts";
import type { Outcome } from "../metrics/metric.ts";
import { Progress } from "../progress.ts";
import type { Record } from "../records/record.ts";
import { show } from "../show.ts";
import { Encoder } from "./encoder.ts";
import { Explainer } from "./explanation.ts";
import type { Head } from "./head.ts";
import { areColumns, type Columns, type ManyLearned, type ManyOptions, split, tablesOf } from "./many.ts";
import { hashOf, writeModelFile } from "./model-file.ts";
import { isStandard, type LearnerOptions, type ResolvedOptions, validator } from "./options.ts";
import { decodeSaid } from "./prediction.ts";
import type { RowSource } from "./rows.ts";
import { restoreColumns, type SavedColumn, saveColumns } from "./saved-columns.ts";
import { SparseSource } from "./sparse.ts";
import type { SparseRows } from "./sparse-rows.ts";
import { TableSource } from "./table.ts";
import type { TableLayout, TableRows } from "./table-rows.ts";

/** How a record is learned from. A number is its weight. */
export interface LearnManner {
  /** Importance, from 0 to 1e8; 1 if left out. */
  readonly weight?: number | undefined;
  /** The record was learned from before, as in every pass after the first. */
  readonly again?: boolean | undefined;
  /** What was said when the record was predicted, if its label comes late: `prediction.said`. */
  readonly said?: string | undefined;
}

/** How a record is predicted. A number is its weight. */
export interface PredictManner {
  readonly weight?: number | undefined;
  /** Answers for records whose labels will not come. A frozen model always does. */
  readonly steady?: boolean | undefined;
}

/** What makes a model what it is, beside its memory. */
export interface Identity {
  readonly task: "classification" | "regression";
  readonly options: LearnerOptions;
  readonly head: unknown;
  readonly columns: readonly SavedColumn[];
}

/** The header of a model file. */
export interface SavedHeader extends Identity {
  readonly frozen: boolean;
  /** Whether records went through a validator, which no file can hold. */
  readonly validated: boolean;
  readonly ignored: number;
  readonly progress: readonly number[];
  readonly notes?: unknown;
}

/** The members in the order of their scores. */
const MEMBER_NAMES = [
  "Gaussian, straight",
  "ScInOL₂",
  "Gaussian, curves",
  "ScInOL₂, of 33 rows",
  "straight, of 1,000 rows",
  "straight, of 33 rows",
  "tracker",
];

/** Reads how a record is to be treated, once, as others' code may be behind it. A number is a weight. */
function mannerOf<M extends { readonly weight?: number | undefined }>(
  manner: number | M,
  read: (manner: M) => M,
): M {
  if (typeof manner !== "object" || manner === null) return { weight: manner } as M;
  try {
    return read(manner);
  } catch (cause) {
    throw new TypeError(
      "how to treat the record could not be read: its own code threw an error, which is the cause",
      {
        cause,
      },
    );
  }
}

function readLearnManner(manner: number | LearnManner): LearnManner {
  return mannerOf(manner, ({ weight, again, said }) => ({ weight, again, said }));
}

/** About how many bytes of rows one call of the core learns from. */
const BLOCK_BYTES = 2 ** 17;
const MOST_ROWS = 256;

/**
 * A learner: records go through the encoder into a block of rows, from which the core learns; a head knows what labels
 * and predictions are.
 */
export abstract class Learner<Y, Prediction> {
  abstract readonly task: "classification" | "regression";
  readonly options: ResolvedOptions;
  readonly schema: LearnerOptions["schema"];
  /** How it has done so far. */
  readonly progress = new Progress();
  /** An application's own notes: anything that JSON can hold. Saved with the model, and there again when it is loaded. */
  notes: unknown;
  /** @internal */
  protected readonly encoder: Encoder;
  protected isFrozen = false;
  /** @internal */
  protected readonly block = new Block(0);
  private readonly asking = new Block(0);
  private readonly wanted: "auto" | "js";
  private readonly validate: (record: Record) => Record;
  private made: { region: Region; name: "simd" | "js"; why: string } | undefined;
  private pendingManner: Manner = {};
  private isBusy = false;
  private flushed: ((count: number) => void) | undefined;
  /** @internal */
  protected abstract readonly head: Head<Y, Prediction>;

  constructor(resolved: ResolvedOptions, options: LearnerOptions) {
    this.options = resolved;
    this.schema = options.schema;
    this.wanted = options.engine ?? "auto";
    this.validate = validator(options.schema);
    this.encoder = new Encoder(resolved);
  }

  /** What runs the arithmetic, "simd" or "js", and why. */
  get engine(): { readonly name: "simd" | "js"; readonly why: string } {
    const { name, why } = this.memory;
    return { name, why };
  }

  /** How often something new was left out because `maxFeatures` was reached. */
  get ignored(): number {
    return this.encoder.vocabulary.ignored;
  }

  /** How many coordinates the columns have come to, the constant included. */
  get coordinates(): number {
    return this.encoder.vocabulary.coordinates;
  }

  /** @internal */
  protected get region(): Region {
    return this.memory.region;
  }

  /** The model's memory, made when it is first needed: by then columns are known. */
  private get memory(): { region: Region; name: "simd" | "js"; why: string } {
    if (this.made !== undefined) return this.made;
    const { head, options, encoder } = this;
    const chosen = engine(this.wanted);
    const members = options.memory === "all" ? STEADY_MEMBERS : MEMBERS;
    const region = new Region(new OwnHome(chosen.space()), { loss: head.loss, level: head.level, members });
    region.grow({
      outputs: head.outputs,
      flags: encoder.vocabulary.flags,
      features: encoder.vocabulary.features,
    });
    this.made = { region, name: chosen.name, why: chosen.why };
    return this.made;
  }

  predict(record: Record, manner: number | PredictManner = {}): Prediction {
    const { weight = 1, steady = this.isFrozen } = mannerOf(manner, ({ weight, steady }) => ({
      weight,
      steady,
    }));
    this.readForPredicting(record, weight);
    const { asking, region } = this;
    asking.predict(region, { steady, saying: true });
    return this.head.predictionOf(asking.answers, 0, asking.saidOf(region, 0));
  }

  private readForPredicting(record: Record, weight: number): void {
    this.refuseIfBusy();
    this.flush();
    checkWeight(weight);
    const { encoder, asking } = this;
    encoder.read(this.validate(record));
    encoder.place(false);
    asking.clear(encoder.vocabulary.flags.length);
    encoder.write(asking, 0, weight);
  }

  /** Throws what `learn` would throw, and changes nothing. */
  check(record: Record, label: Y, weight = 1): void {
    this.refuseIfFrozen();
    this.refuseIfBusy();
    this.head.check(label);
    checkWeight(weight);
    this.encoder.read(this.validate(record));
  }

  /** Learns from one record; returns the loss of the prediction made just before. */
  learn(record: Record, label: Y, manner: number | LearnManner = {}): number {
    const { weight = 1, again = false, said } = readLearnManner(manner);
    this.check(record, label, weight);
    const what = said === undefined ? undefined : [this.saidOf(said)];
    this.flush();
    this.pendingManner = { again, ...(what === undefined ? {} : { said: what }) };
    let loss = 0;
    this.flushed = () => {
      loss = this.block.losses[0];
    };
    const { encoder } = this;
    encoder.place(true);
    this.add(label, weight, (y, ν) => encoder.write(this.block, y, ν));
    this.flush();
    this.pendingManner = {};
    this.flushed = undefined;
    return loss;
  }

  /** Learns as `learn` does; returns what metrics count: the prediction made just before, and what became of it. */
  outcome(record: Record, label: Y, manner: number | LearnManner = {}): Outcome<Prediction, Y> {
    const { weight = 1, again, said } = readLearnManner(manner);
    this.check(record, label, weight);
    // A class never met is absent from the prediction.
    const undo = this.head.meet(label);
    undo?.();
    if (undo !== undefined) {
      const prediction = this.predict(record, weight);
      return { prediction, label, weight, loss: this.learn(record, label, { weight, again, said }) };
    }
    const loss = this.learn(record, label, { weight, again, said });
    return { prediction: this.head.predictionOf(this.block.answers, 0, undefined), label, weight, loss };
  }

  /**
   * Learns from many records, in order, or from columns side by side; returns how it went. Of records that come one by one
   * in time it returns a promise.
   */
  learnMany(rows: Iterable<Record> | Columns, options: ManyOptions<Y>): ManyLearned;
  learnMany(rows: AsyncIterable<Record>, options: ManyOptions<Y>): Promise<ManyLearned>;
  learnMany(
    rows: Iterable<Record> | AsyncIterable<Record> | Columns,
    options: ManyOptions<Y>,
  ): ManyLearned | Promise<ManyLearned> {
    const total = new Progress();
    const result = () => ({ rows: total.rounds, meanLoss: total.meanLoss });
    const { again = false } = options;
    const learnOne = (given: Record) => {
      const { record, label, weight } = split(given, options);
      total.add(this.learn(record, label, { weight, again }), weight);
    };
    if (areColumns(rows)) {
      const { label, weight } = options;
      if (typeof label !== "string" || typeof weight === "function") {
        throw new TypeError("learnMany: of columns, the label and the weight are names of columns");
      }
      let table: ReturnType<Learner<Y, Prediction>["table"]> | undefined;
      for (const part of tablesOf(rows, { label, weight })) {
        table ??= this.table(part.layout);
        const { losses } = table(part.rows, part.labels as readonly Y[], part.weights, again);
        for (let n = 0; n < part.rows.rows; n++) total.add(losses[n], part.weights?.[n] ?? 1);
      }
      return result();
    }
    if (Symbol.iterator in rows) {
      for (const record of rows) learnOne(record);
      return result();
    }
    return (async () => {
      for await (const record of rows) learnOne(record);
      return result();
    })();
  }

  /** Predicts many records, in order. */
  predictMany(rows: Iterable<Record>, manner?: PredictManner): Prediction[];
  predictMany(rows: AsyncIterable<Record>, manner?: PredictManner): AsyncGenerator<Prediction>;
  predictMany(
    rows: Iterable<Record> | AsyncIterable<Record>,
    manner: PredictManner = {},
  ): Prediction[] | AsyncGenerator<Prediction> {
    if (Symbol.iterator in rows) return Array.from(rows, (record) => this.predict(record, manner));
    const predict = (record: Record) => this.predict(record, manner);
    return (async function* () {
      for await (const record of rows) yield predict(record);
    })();
  }

  /**
   * Learns from rows of tables with these columns, in order: the same as `learn` for each row, without a record to be made
   * of it. The function returns how it went, in arrays that its next call overwrites.
   */
  table(
    layout: TableLayout,
  ): (rows: TableRows, labels: ArrayLike<Y>, weights?: ArrayLike<number>, again?: boolean) => LearnedRows {
    return this.rowLearner(new TableSource(this.encoder, layout));
  }

  /** The same for rows of sparse vectors, whose features have a meaningful zero. */
  sparse(): (
    rows: SparseRows,
    labels: ArrayLike<Y>,
    weights?: ArrayLike<number>,
    again?: boolean,
  ) => LearnedRows {
    return this.rowLearner(new SparseSource(this.encoder));
  }

  private rowLearner<Rows extends { readonly rows: number }>(
    source: RowSource<Rows>,
  ): (rows: Rows, labels: ArrayLike<Y>, weights?: ArrayLike<number>, again?: boolean) => LearnedRows {
    const learned = new LearnedRows();
    return (rows, labels, weights, again = false) => {
      this.refuseIfFrozen();
      this.refuseIfBusy();
      source.check(rows);
      this.flush();
      learned.begin(rows.rows);
      this.isBusy = true;
      let done = 0;
      const { block } = this;
      this.pendingManner = { again };
      this.flushed = (count) => {
        const { outputs } = this.region.shape;
        for (let n = 0; n < count; n++, done++) {
          learned.answers[done] = this.head.reportOf(block.answers, n * outputs);
          learned.losses[done] = block.losses[n];
        }
      };
      try {
        for (let row = 0; row < rows.rows; row++) {
          const label = labels[row];
          const weight = weights === undefined ? 1 : weights[row];
          this.head.check(label);
          checkWeight(weight);
          try {
            source.place(rows, row, true);
          } catch (error) {
            this.undo(source);
            throw error;
          }
          this.add(label, weight, (y, ν) => source.write(rows, row, block, y, ν), source);
        }
      } finally {
        this.isBusy = false;
        this.flush();
        this.pendingManner = {};
        this.flushed = undefined;
      }
      return learned;
    };
  }

  /** Predicts rows of tables: the same as `predict` for each row. */
  predictTable(layout: TableLayout): (rows: TableRows, steady?: boolean) => Float64Array {
    return this.rowPredictor(new TableSource(this.encoder, layout));
  }

  /** Predicts rows of sparse vectors. */
  predictSparse(): (rows: SparseRows, steady?: boolean) => Float64Array {
    return this.rowPredictor(new SparseSource(this.encoder));
  }

  /**
   * The function returns, for row r, the probability of class k at [r · classes + k], or the value at [r], in an array that
   * its next call overwrites.
   */
  private rowPredictor<Rows extends { readonly rows: number }>(
    source: RowSource<Rows>,
  ): (rows: Rows, steady?: boolean) => Float64Array {
    let answers = new Float64Array(0);
    return (rows, steady = this.isFrozen) => {
      this.refuseIfBusy();
      source.check(rows);
      this.flush();
      const { asking, region, encoder } = this;
      const { outputs } = region.shape;
      const { width } = this.head;
      if (answers.length < rows.rows * width) answers = new Float64Array(rows.rows * width);
      let done = 0;
      const ask = () => {
        asking.predict(region, { steady });
        for (let n = 0; n < asking.rows; n++, done++) {
          this.head.writeAnswer(asking.answers, n * outputs, answers, done * width);
        }
        asking.clear();
      };
      this.isBusy = true;
      try {
        asking.clear(encoder.vocabulary.flags.length);
        for (let row = 0; row < rows.rows; row++) {
          source.place(rows, row, false);
          // A row with columns that the model does not have is asked by itself.
          if (source.hasUnknown && asking.rows > 0) ask();
          source.write(rows, row, asking, 0, 1);
          if (asking.rows >= this.mostRows(asking) || asking.unknownColumns > 0) ask();
        }
        if (asking.rows > 0) ask();
      } finally {
        this.isBusy = false;
      }
      return answers;
    };
  }

  /** Takes a record to explain; predicting it computes the very scores. */
  /** @internal */
  protected explainer(record?: Record): Explainer {
    if (record === undefined) this.flush();
    else this.readForPredicting(record, 1);
    return new Explainer(this.encoder, this.region, this.asking);
  }

  private mostRows(block: Block): number {
    const bytes =
      8 * (block.columns + this.region.shape.outputs + 4) + (12 * block.entries) / Math.max(1, block.rows);
    return Math.min(MOST_ROWS, Math.max(1, Math.floor(BLOCK_BYTES / bytes)));
  }

  /** Adds a row whose columns have their places to the block. Throws with nothing changed where there is no room. */
  private add(
    label: Y,
    weight: number,
    write: (y: number, ν: number) => void,
    source?: { forget(): void },
  ): void {
    const { block, encoder, head } = this;
    const { vocabulary } = encoder;
    let unmeet = head.meet(label);
    // Rows that wait are reported with the classes of their time.
    if (unmeet !== undefined && block.rows > 0) {
      unmeet();
      this.flush();
      unmeet = head.meet(label);
    }
    if (block.rows > 0 && block.columns !== vocabulary.flags.length) this.flush();
    if (block.rows === 0) block.clear(vocabulary.flags.length);
    const { rows } = block;
    try {
      write(head.numberOf(label), weight);
      this.fit();
    } catch (error) {
      if (block.rows > rows) block.pop();
      unmeet?.();
      this.undo(source);
      throw error;
    }
    vocabulary.keep();
    if (block.rows >= this.mostRows(block)) this.flush();
  }

  /** Takes back what was met in a row that is refused. */
  private undo(source?: { forget(): void }): void {
    this.encoder.vocabulary.undo();
    this.encoder.forget();
    source?.forget();
  }

  /** Makes room for what is new. */
  private fit(): void {
    const { vocabulary } = this.encoder;
    const { flags, features } = vocabulary;
    const { region } = this;
    const { shape } = region;
    const { outputs } = this.head;
    if (features === shape.features && flags.length === shape.flags.length && outputs === shape.outputs)
      return;
    region.grow({ outputs, flags, features });
  }

  /** Learns from the rows of the block. */
  private flush(): void {
    const { block } = this;
    const { rows } = block;
    if (rows === 0) return;
    block.learn(this.region, this.pendingManner);
    for (let n = 0; n < rows; n++) this.progress.add(block.losses[n], block.weights[n]);
    this.flushed?.(rows);
    block.clear();
  }

  /** What was said, checked. */
  private saidOf(said: string): Float64Array {
    const numbers = typeof said === "string" ? decodeSaid(said) : undefined;
    const outputs = numbers?.[SAID_OUTPUTS] ?? 0;
    const isWhole = Number.isInteger(outputs) && outputs >= 1 && outputs <= Math.max(1, this.head.outputs);
    const fits = isWhole && numbers?.length === saidLength(this.region.members, outputs);
    if (!fits || !numbers.every((number) => Math.abs(number) <= 1e300)) {
      throw new TypeError(`said must be what a prediction of this model had as \`said\`, got ${show(said)}`);
    }
    return numbers;
  }

  /** How far each member, and the stack, is trusted: shares of the live answer (of a model that forgets nothing, of its only one). */
  get shares(): readonly { readonly member: string; readonly share: number }[] {
    this.flush();
    const { region } = this;
    const isLive = region.members === MEMBERS;
    const from = (region.address + (isLive ? LIVE : STEADY)) >> 3;
    const names = [...MEMBER_NAMES.slice(0, region.members), "stack"];
    return names.map((member, j) => ({ member, share: region.home.space.doubles[from + j] }));
  }

  /** @internal */
  protected get columnNames(): string[] {
    return [...this.encoder.vocabulary.columns.keys()];
  }

  /** What there is to read about the model, its task apart. */
  /** @internal */
  protected describe(): object {
    return {
      options: this.identity().options,
      engine: this.engine,
      hash: this.hash,
      progress: this.progress,
      shares: this.shares,
      columns: [...this.encoder.vocabulary.columns.values()].map(({ name, kind, categories }) => ({
        name,
        kind,
        categories: categories.size,
      })),
    };
  }

  /** Everything, in one file; `load` goes on from it to the bit. */
  save(): Uint8Array<ArrayBuffer> {
    return this.write(this.isFrozen);
  }

  /** The hash of what the model is: equal for equal rows, wherever they came from; notes do not count. */
  get hash(): string {
    this.flush();
    return hashOf(this.identity(), saveRegion(this.region));
  }

  /** @internal */
  protected write(frozen: boolean): Uint8Array<ArrayBuffer> {
    this.flush();
    const header = {
      ...this.identity(),
      frozen,
      validated: isStandard(this.schema),
      ignored: this.ignored,
      progress: [...this.progress.save()],
      notes: this.notes,
    };
    try {
      return writeModelFile(header, saveRegion(this.region));
    } catch (error) {
      if (!(error instanceof RangeError)) throw error;
      throw new RangeError(
        "the names of the columns are too long for a file; set maxFeatures, or hash them",
        {
          cause: error,
        },
      );
    }
  }

  /** What makes the model what it is, beside its memory. */
  private identity(): Identity {
    const { columns, crosses, hash, maxFeatures, memory } = this.options;
    return {
      task: this.task,
      options: { schema: columns, crosses, hash, maxFeatures, memory },
      head: this.head.save(),
      columns: saveColumns(this.encoder.vocabulary),
    };
  }

  /** Takes up what a file has; throws on what does not fit together. */
  /** @internal */
  protected restore({ columns, ignored, progress, frozen, notes }: SavedHeader, memory: Float64Array): void {
    const { vocabulary } = this.encoder;
    restoreColumns(vocabulary, columns);
    if (!Number.isInteger(ignored) || ignored < 0) throw new RangeError(`ignored cannot be ${show(ignored)}`);
    vocabulary.ignored = ignored;
    if (typeof frozen !== "boolean") throw new TypeError(`frozen must be true or false, got ${show(frozen)}`);
    const [rounds, weight, total] = progress;
    const isProgress =
      Number.isInteger(rounds) && rounds >= 0 && weight >= 0 && weight <= 1e300 && Math.abs(total) <= 1e308;
    if (progress.length !== 3 || !isProgress) throw new RangeError("progress is no count, weight and loss");
    this.progress.load(Float64Array.from(progress));
    restoreRegion(this.region, memory);
    this.isFrozen = frozen;
    this.notes = notes;
  }

  /** Labels, weights and records can have others' code behind them, which must not change what is being read. */
  private refuseIfBusy(): void {
    if (!this.isBusy && !this.encoder.isReading) return;
    throw new TypeError("called by the code of a record, a label or a weight that the learner is reading");
  }

  protected refuseIfFrozen(): void {
    if (this.isFrozen) throw new TypeError("this model is frozen: it only predicts");
  }
}
