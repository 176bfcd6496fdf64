import { DataError, openAhead, type Reader } from "@scinol/data";
import type { Classifier, LearnedRows } from "scinol";
import { type Batch, Batches, slice } from "../batches.ts";
import { Interrupted, type Interruption } from "../interruption.ts";
import { askedTask } from "../learning-options.ts";
import { type Notes, notesOf, readModel } from "../notes.ts";
import { nameOf, openForModel } from "../open-for-model.ts";
import { writeWhole } from "../output-file.ts";
import { ProgressReport } from "../progress-report.ts";
import { isHeldOut } from "../random.ts";
import { openOptions } from "../reading-options.ts";
import { isTable } from "../roles.ts";
import { type LearnBatch, learnBatches } from "../rounds.ts";
import { type Scores, score } from "../scores.ts";
import { Shuffled } from "../shuffled.ts";
import { print, say } from "../speech.ts";
import type { Task } from "../task.ts";
import { UserError } from "../user-error.ts";
import { count, counted, csvLine, figure } from "../wording.ts";
import type { TrainOptions } from "./options.ts";
import type { Outputs } from "./outputs.ts";
import { planOf, resumedPlan, sizeOf } from "./plan.ts";
import { reportOf } from "./report.ts";
import { batchesOf, openForTraining, type Setting, settle } from "./setting.ts";
import { trainSummary } from "./summary.ts";

/** One training: from the first row, or where an earlier one stopped, to the report. */
export class Run {
  private readonly files: readonly string[];
  private readonly options: TrainOptions;
  private readonly outputs: Outputs;
  private readonly interruption: Interruption;
  private readonly setting: Setting;
  private readonly learnBatch: LearnBatch;
  private readonly progress: ProgressReport;
  private readonly started = performance.now();
  private readonly earlierRows: number;
  private first: { reader: Reader; batches: Batches; ahead: Batch | undefined } | undefined;
  private pass: number;
  private row: number;
  /** Rows of the pass at hand that an earlier run has learned from. */
  private toSkip: number;
  private skippedBefore: number;
  private skipped = 0;
  private sinceCheckpoint = 0;
  private share: () => number | undefined = () => undefined;

  private constructor(
    files: readonly string[],
    options: TrainOptions,
    outputs: Outputs,
    interruption: Interruption,
    setting: Setting,
    first: Run["first"],
    resumed: Notes | undefined,
  ) {
    this.files = files;
    this.options = options;
    this.outputs = outputs;
    this.interruption = interruption;
    this.setting = setting;
    this.first = first;
    this.learnBatch = learnBatches(setting.learner, setting.roles);
    const going = resumed !== undefined && !resumed.position.done;
    this.pass = going ? resumed.position.pass : 0;
    this.row = going ? resumed.position.row : 0;
    this.toSkip = going && !files.includes("-") ? this.row : 0;
    this.skippedBefore = resumed?.skipped ?? 0;
    const { tally } = setting;
    this.earlierRows = tally.rows;
    this.progress = new ProgressReport(options, tally.rows, tally.weight, tally.totalLoss);
  }

  static async begin(
    files: readonly string[],
    options: TrainOptions,
    outputs: Outputs,
    interruption: Interruption,
  ): Promise<Run> {
    const model = options.resume === undefined ? undefined : readModel(options.resume);
    const resumed = model === undefined ? undefined : notesOf(model);
    const plan =
      model === undefined || resumed === undefined
        ? planOf(options)
        : resumedPlan(files, options, model, resumed);
    const { reader, roles } = await openForTraining(files, plan, model, resumed);
    const batches = batchesOf(reader, roles, plan, askedTask(plan.learning));
    // Sparse rows have no header that tells of labels, so the first of them are looked at.
    let ahead: Batch | undefined;
    if (!isTable(reader)) {
      const next = await batches[Symbol.asyncIterator]().next();
      ahead = next.done ? undefined : next.value;
    }
    const setting = await settle(files, plan, reader, roles, ahead, model, resumed);
    announce(files, setting, resumed);
    return new Run(files, options, outputs, interruption, setting, { reader, batches, ahead }, resumed);
  }

  async learn(): Promise<void> {
    const { plan } = this.setting;
    if (plan.shuffle !== undefined) await this.learnShuffled(plan.shuffle);
    else {
      for (; this.pass < plan.passes; this.nextPass()) {
        await this.learnFrom(await this.openPass());
      }
    }
    const { tally } = this.setting;
    this.progress.end(tally.rows, tally.weight, tally.totalLoss);
  }

  private nextPass(): void {
    this.pass++;
    this.row = 0;
    this.toSkip = 0;
    this.skippedBefore += this.skipped;
    this.skipped = 0;
  }

  /** The batches of a pass; the first has been opened to look at the columns. */
  private async openPass(): Promise<{ reader: Reader; batches: AsyncIterable<Batch>; left: Batches }> {
    const { plan, roles, task } = this.setting;
    if (this.first !== undefined) {
      const { reader, batches, ahead } = this.first;
      this.first = undefined;
      return { reader, batches: ahead === undefined ? batches : startingWith(ahead, batches), left: batches };
    }
    const reader = await openAhead([...this.files], openOptions(plan.reading));
    const left = batchesOf(reader, roles, plan, task);
    return { reader, batches: left, left };
  }

  private async learnShuffled(seed: number): Promise<void> {
    const { plan } = this.setting;
    const shuffled = new Shuffled(seed);
    const { reader, batches, left } = await this.openPass();
    for await (const batch of this.untilInterrupted(batches, reader)) shuffled.add(batch);
    this.skipped = reader.skipped.count + left.skipped;
    for (let pass = 0; pass < this.pass; pass++) shuffled.shuffle();
    let done = this.row;
    this.share = () => done / Math.max(1, shuffled.rows * plan.passes);
    for (; this.pass < plan.passes; this.nextPass()) {
      shuffled.shuffle();
      for (const batch of shuffled.batches()) {
        this.learnAll(batch);
        done += batch.rows;
        // Signals arrive between turns of the event loop.
        await new Promise((resolve) => setImmediate(resolve));
        if (this.interruption.signal !== undefined) this.stop();
      }
    }
  }

  private async learnFrom(pass: {
    reader: Reader;
    batches: AsyncIterable<Batch>;
    left: Batches;
  }): Promise<void> {
    const { reader, batches, left } = pass;
    const { passes } = this.setting.plan;
    this.share = () => {
      const { bytes, total } = reader.progress();
      return total === undefined || total === 0 ? undefined : (this.pass + bytes / total) / passes;
    };
    for await (const batch of this.untilInterrupted(batches, reader)) {
      this.skipped = reader.skipped.count + left.skipped;
      this.learnAll(batch);
    }
    this.skipped = reader.skipped.count + left.skipped;
  }

  /** The batches until the user has had enough; waiting for one ends then, too. */
  private async *untilInterrupted(batches: AsyncIterable<Batch>, reader: Reader): AsyncGenerator<Batch> {
    const iterator = batches[Symbol.asyncIterator]();
    for (;;) {
      const next = await this.interruption.or(iterator.next());
      if (next === "interrupted" || this.interruption.signal !== undefined) {
        reader.close().catch(() => {});
        this.stop();
      }
      const { done, value } = next as IteratorResult<Batch>;
      if (done) return;
      yield value;
    }
  }

  private stop(): never {
    const { tally } = this.setting;
    this.progress.end(tally.rows, tally.weight, tally.totalLoss);
    const { checkpoint, model } = this.options;
    const code = this.interruption.code;
    if (checkpoint === undefined || model === undefined || tally.rows === 0) {
      throw new Interrupted(`interrupted after ${counted(tally.rows, "row")}; nothing was written`, code);
    }
    this.writeModel(false);
    throw new Interrupted(
      `interrupted after ${counted(tally.rows, "row")}; go on with --resume ${model}`,
      code,
    );
  }

  /** Learns from a batch, but for rows an earlier run had, stopping to write where a checkpoint is due. */
  private learnAll(batch: Batch): void {
    let from = Math.min(this.toSkip, batch.rows);
    this.toSkip -= from;
    const { checkpoint } = this.options;
    while (from < batch.rows) {
      const room = checkpoint === undefined ? batch.rows : checkpoint - this.sinceCheckpoint;
      const to = Math.min(batch.rows, from + room);
      const part = slice(batch, from, to);
      this.learnPart(part);
      this.sinceCheckpoint += part.rows;
      this.row += part.rows;
      from = to;
      if (this.sinceCheckpoint === checkpoint) {
        this.sinceCheckpoint = 0;
        this.writeModel(false);
      }
    }
    const { tally } = this.setting;
    this.progress.batch(tally.rows, tally.weight, tally.totalLoss, this.share);
  }

  private learnPart(batch: Batch): void {
    const { learner, tally } = this.setting;
    let learned: LearnedRows;
    try {
      learned = this.learnBatch(batch, this.pass > 0);
    } catch (error) {
      throw asMistake(error, batch);
    }
    const { labels, weights } = batch;
    const { losses, answers } = learned;
    const { progress } = this;
    const classes = learner.task === "classification" ? (learner as Classifier).classes : undefined;
    if (classes !== undefined) this.checkClasses(classes.length, batch);
    const { predictions } = this.outputs;
    for (let row = 0; row < batch.rows; row++) {
      const weight = weights === undefined ? 1 : weights[row];
      const label = labels[row];
      const answer = classes === undefined ? answers[row] : classes[answers[row]];
      if (classes === undefined) tally.addValue(losses[row], answers[row], label as number, weight);
      else tally.addClass(losses[row], answer === label, label, weight);
      progress.row(tally.rows, tally.weight, tally.totalLoss);
      if (predictions !== undefined) predictions.text(csvLine([label, answer, losses[row]]));
    }
  }

  /** A third class is news where two were asked for. */
  private checkClasses(classes: number, batch: Batch): void {
    if (this.setting.plan.learning.task !== "binary" || classes <= 2) return;
    const known = (this.setting.learner as Classifier).classes;
    const row = Array.from(batch.labels).indexOf(known[2]);
    throw new DataError(
      { file: batch.file, line: batch.lines[row], column: this.setting.roles?.target?.name },
      `a third class ${JSON.stringify(known[2])}; use --task multiclass`,
    );
  }

  private notes(done: boolean): Notes {
    const { plan, task, labels, roles, tally } = this.setting;
    return {
      madeBy: "scinol train",
      plan,
      task: this.finalTask(task),
      target: roles?.target?.name,
      weight: roles?.weight?.name,
      labels,
      shape: roles === undefined ? "sparse" : "table",
      columns: roles?.columns ?? [],
      bytes: this.files.map(sizeOf),
      position: done ? { pass: 0, row: 0, done } : { pass: this.pass, row: this.row, done },
      skipped: this.skippedBefore,
      tally: tally.save(),
    };
  }

  private finalTask(task: Task): Task {
    const { learner } = this.setting;
    if (learner.task !== "classification") return task;
    return (learner as Classifier).classes.length > 2 ? "multiclass" : "binary";
  }

  private writeModel(done: boolean): number {
    const { learner } = this.setting;
    learner.notes = this.notes(done);
    const bytes = learner.save();
    writeWhole(this.outputs.model as string, bytes);
    return bytes.length;
  }

  async finish(): Promise<void> {
    const { learner, tally, roles, task } = this.setting;
    const file = nameOf(this.files);
    if (tally.rows === 0) throw new UserError(`${file}: there are no rows to learn from`);
    const seconds = (performance.now() - this.started) / 1000;
    if (learner.task === "classification" && (learner as Classifier).classes.length < 2) {
      const only = JSON.stringify((learner as Classifier).classes[0]);
      const where = roles?.target === undefined ? "" : ` column "${roles.target.name}":`;
      throw new UserError(`${file}:${where} every label is ${only}; there is nothing to tell apart`);
    }
    const test = await this.test();
    const modelBytes = this.outputs.model === undefined ? undefined : this.writeModel(true);
    this.outputs.predictions?.commit();
    const report = reportOf(this.setting, {
      task: this.finalTask(task),
      rows: tally.rows - this.earlierRows,
      skipped: this.skippedBefore + this.skipped,
      seconds,
      model: this.outputs.model,
      test,
    });
    if (this.options.json) print(`${JSON.stringify(report)}\n`);
    else print(trainSummary(file, report, modelBytes));
  }

  private async test(): Promise<Scores | undefined> {
    const { learner, plan } = this.setting;
    const { holdout } = plan;
    const files = holdout === undefined ? this.options.test : this.files;
    if (files === undefined) return undefined;
    const notes = this.notes(true);
    const reading = holdout === undefined ? {} : plan.reading;
    const { reader, roles } = await openForModel(files, reading, notes, "the model", "score");
    const wanted = holdout === undefined ? undefined : (row: number) => isHeldOut(row, holdout);
    const skip = plan.reading.onError === "skip";
    const scores = await score(learner, notes, new Batches(reader, roles, { wanted, skip }), roles);
    if (scores.examples === 0) throw new UserError(`${nameOf(files)}: there are no rows to test on`);
    return scores;
  }
}

function announce(files: readonly string[], setting: Setting, resumed: Notes | undefined): void {
  if (resumed === undefined) return;
  const { tally } = setting;
  const so = `${counted(tally.rows, "row")} so far, loss ${figure(tally.loss)}`;
  const where = resumed.position.done
    ? "goes on with new rows"
    : files.includes("-")
      ? "goes on with what stdin has next"
      : `goes on at row ${count(resumed.position.row + 1)}`;
  say(`${so}; ${where}`);
}

async function* startingWith(first: Batch, rest: Batches): AsyncGenerator<Batch, void, void> {
  yield first;
  yield* rest;
}

/** What a learner says of a label is the user's to correct. */
function asMistake(error: unknown, batch: Batch): unknown {
  if (!(error instanceof RangeError) || error.message.includes("allocation")) return error;
  return new UserError(`${batch.file}: rows from line ${batch.lines[0]}: ${error.message}`);
}
