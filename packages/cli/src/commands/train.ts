import { statSync } from "node:fs";
import { DataError, findColumn, openAhead, type Reader } from "@scinol/data";
import { type Command, Option } from "commander";
import type { Classifier, LearnedRows } from "scinol";
import { fraction, wholeNumber } from "../arguments.ts";
import { ClassBaseline, ValueBaseline } from "../baseline.ts";
import { type Batch, Batches, slice } from "../batches.ts";
import { Interrupted, Interruption } from "../interruption.ts";
import {
  addLearningOptions,
  askedTask,
  checkLearning,
  type LearningOptions,
  learnerName,
  learningNames,
  makeLearner,
  valueLossOf,
} from "../learning-options.ts";
import { type Learner, type Notes, notesOf, type Plan, readModel, type StoredModel } from "../notes.ts";
import { nameOf, openForModel } from "../open-for-model.ts";
import { OutputFile, writeWhole } from "../output-file.ts";
import { ProgressReport } from "../progress-report.ts";
import { isHeldOut } from "../random.ts";
import { addReadingOptions, openOptions, pickReading, type ReadingOptions } from "../reading-options.ts";
import { isTable, matchRoles, type Roles, tellRoles } from "../roles.ts";
import { type LearnBatch, learnBatches } from "../rounds.ts";
import { isClassScores, type Scores, score } from "../scores.ts";
import { Shuffled } from "../shuffled.ts";
import { print, say } from "../speech.ts";
import { Tally } from "../tally.ts";
import { inferSparseTask, inferTask, isClassification, type Task } from "../task.ts";
import { type TrainReport, trainSummary } from "../train-summary.ts";
import { UserError } from "../user-error.ts";
import { count, counted, csvLine, figure } from "../wording.ts";

export interface TrainOptions extends ReadingOptions, LearningOptions {
  target?: string;
  weight?: string;
  passes?: number;
  shuffle?: number;
  test?: string[];
  holdout?: number;
  model?: string;
  resume?: string;
  predictions?: string;
  checkpoint?: number;
  quiet?: boolean;
  json?: boolean;
}

export function addTrain(program: Command): void {
  const command = program
    .command("train")
    .summary("learn from a file")
    .description(
      "Learns from files in one pass, in their order, and tells how good each prediction was before its label was seen.",
    )
    .argument(
      "[files...]",
      "CSV, TSV, JSON Lines, Parquet, svmlight, Vowpal Wabbit text, idx; gzip or zstd or not; - is stdin",
    )
    .option("--target <column>", "what to predict: a name, or a number (1 the first, -1 the last)")
    .option("--weight <column>", "how much each row counts")
    .option("--model <file>", "write the model here")
    .option("--resume <model>", "go on from a model, or from a run that was interrupted")
    .option("--checkpoint <rows>", "write the model every so many rows, too", wholeNumber(1))
    .option("--passes <number>", "go through the files so often", wholeNumber(1))
    .option("--shuffle <seed>", "in a random order; holds all rows in memory", wholeNumber(0))
    .option("--test <files...>", "judge the model on these files in the end")
    .option(
      "--holdout <fraction>",
      "keep this part of the rows aside, and judge the model on them in the end",
      fraction,
    )
    .option("--predictions <file>", "write what was predicted for each row before learning from it")
    .option("--quiet", "no progress")
    .addOption(new Option("--json", "one JSON document on standard output"));
  addLearningOptions(command);
  addReadingOptions(command);
  command.addHelpText(
    "after",
    `
Examples:
  scinol train bank.csv --target y --model bank.scinol
  scinol train day1.jsonl.gz day2.jsonl.gz --target clicked --hash 18 --cross site,device
  scinol train --sql "select * from 'sales.parquet'" --target price --holdout 0.2
  tail -f requests.jsonl | scinol train - --target slow --model slow.scinol --checkpoint 1000
`,
  );
  command.action((files: string[], options: TrainOptions) => train(files, options));
}

export async function train(files: string[], options: TrainOptions): Promise<void> {
  checkOptions(files, options);
  const outputs = new Outputs(options);
  const interruption = new Interruption();
  try {
    const run = await Run.begin(files, options, outputs, interruption);
    await run.learn();
    await run.finish();
  } finally {
    interruption.end();
    outputs.abandon();
  }
}

function checkOptions(files: readonly string[], options: TrainOptions): void {
  checkLearning(options);
  if (files.length === 0 && options.sql === undefined)
    throw new UserError("train: name a file to learn from, or - for stdin");
  if (options.checkpoint !== undefined && options.model === undefined) {
    throw new UserError("--checkpoint: needs --model, which says where to");
  }
  if (options.holdout !== undefined && options.test !== undefined) {
    throw new UserError("--holdout: there is --test already; leave one of them out");
  }
  const once = files.includes("-");
  if (once && options.holdout !== undefined) {
    throw new UserError("--holdout: stdin can be read only once; save it to a file first");
  }
  if (once && (options.passes ?? 1) > 1 && options.shuffle === undefined) {
    throw new UserError("--passes: stdin can be read only once; save it to a file first");
  }
}

/** The files that are written, tried before the work begins. */
class Outputs {
  readonly model: string | undefined;
  readonly predictions: OutputFile | undefined;

  constructor(options: TrainOptions) {
    this.model = options.model;
    // A model that cannot be written is found out now, not after an hour.
    if (options.model !== undefined) new OutputFile(options.model).abandon();
    if (options.predictions !== undefined) {
      this.predictions = new OutputFile(options.predictions);
      this.predictions.text("label,prediction,loss\n");
    }
  }

  abandon(): void {
    this.predictions?.abandon();
  }
}

/** What is settled once the first rows are known. */
interface Setting {
  readonly plan: Plan;
  readonly task: Task;
  readonly labels: Notes["labels"];
  readonly learner: Learner;
  readonly roles: Roles | undefined;
  readonly tally: Tally;
}

class Run {
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
      const next = await Promise.race([iterator.next(), this.interruption.asked]);
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
      learned = this.learnBatch(batch);
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
    const { learner, tally, roles, plan, task } = this.setting;
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
    const isClasses = learner.task === "classification";
    const rows = tally.rows - this.earlierRows;
    const report: TrainReport = {
      examples: tally.rows,
      skipped: this.skippedBefore + this.skipped,
      columns: roles?.columns.length ?? learner.coordinates - 1,
      coordinates: learner.coordinates,
      classes: isClasses ? (learner as Classifier).classes : null,
      task: this.finalTask(task),
      target: roles?.target?.name ?? null,
      learner: learnerName(plan.learning),
      exact: plan.learning.exact ?? false,
      loss: isClasses
        ? (learner as Classifier).classes.length > 2
          ? "softmax"
          : "logistic"
        : lossName(valueLossOf(task, plan.learning)),
      progressiveLoss: tally.loss,
      baselineLoss: tally.baseline.loss,
      ...(isClasses ? { accuracy: tally.accuracy } : { mae: tally.mae, rmse: tally.rmse }),
      ...testFigures(test),
      seconds,
      examplesPerSecond: rows / Math.max(seconds, 1e-9),
      model: this.outputs.model ?? null,
    };
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

function testFigures(scores: Scores | undefined): Partial<TrainReport> {
  if (scores === undefined) return {};
  const common = { testExamples: scores.examples, testLoss: scores.loss };
  return isClassScores(scores)
    ? { ...common, testAccuracy: scores.accuracy }
    : { ...common, testMae: scores.mae, testRmse: scores.rmse };
}

function planOf(options: TrainOptions): Plan {
  const { target, weight, shuffle, holdout } = options;
  const learning = Object.fromEntries(
    learningNames.filter((name) => options[name] !== undefined).map((name) => [name, options[name]]),
  );
  return {
    target,
    weight,
    passes: options.passes ?? 1,
    shuffle,
    holdout,
    reading: pickReading(options),
    learning,
  };
}

/** What a run that goes on is to do: what the earlier one was, for what is learned cannot change in the middle. */
function resumedPlan(
  files: readonly string[],
  options: TrainOptions,
  model: StoredModel,
  notes: Notes,
): Plan {
  const asked = planOf(options);
  const fixed: { [name: string]: [given: unknown, kept: unknown] } = {
    ...Object.fromEntries(
      learningNames.map((name) => [
        name,
        [asked.learning[name], notes.plan.learning[name] ?? defaults(notes)[name]],
      ]),
    ),
    target: [asked.target, asked.target === notes.target ? notes.target : notes.plan.target],
    weight: [asked.weight, notes.plan.weight],
  };
  const { done } = notes.position;
  if (!done) {
    fixed.passes = [options.passes, notes.plan.passes];
    fixed.shuffle = [options.shuffle, notes.plan.shuffle];
    fixed.holdout = [options.holdout, notes.plan.holdout];
    for (const [name, value] of Object.entries(asked.reading)) {
      fixed[name] = [value, notes.plan.reading[name as keyof ReadingOptions]];
    }
  }
  for (const [name, [given, kept]] of Object.entries(fixed)) {
    if (given === undefined || JSON.stringify(given) === JSON.stringify(kept)) continue;
    const flag = `--${name.replace(/[A-Z]/g, (letter) => `-${letter.toLowerCase()}`)}`;
    const was = kept === undefined ? "without it" : `with ${JSON.stringify(kept)}`;
    throw new UserError(`${flag}: ${model.path} was made ${was}, which stays; leave it out`);
  }
  if (!done) {
    files.forEach((file, n) => {
      const [now, then] = [sizeOf(file), notes.bytes[n] ?? undefined];
      if (files.length === notes.bytes.length && now === then) return;
      const what =
        files.length === notes.bytes.length
          ? `has ${now} bytes, then it had ${then}`
          : "there were other files";
      throw new UserError(
        `${file}: is not what ${model.path} was interrupted in: ${what}; give the same files`,
      );
    });
    return notes.plan;
  }
  const { passes, shuffle, holdout, reading } = asked;
  return {
    ...notes.plan,
    passes,
    shuffle,
    holdout,
    reading: { ...notes.plan.reading, sql: undefined, ...reading } as ReadingOptions,
  };
}

function defaults(notes: Notes): LearningOptions {
  return { task: notes.task, learner: "scinol2", exact: false, memory: "adaptive" };
}

async function openForTraining(
  files: readonly string[],
  plan: Plan,
  model: StoredModel | undefined,
  resumed: Notes | undefined,
): Promise<{ reader: Reader; roles: Roles | undefined }> {
  const file = nameOf(files);
  if (model !== undefined && resumed?.position.done) {
    return openForModel(files, plan.reading, resumed, model.path, "score");
  }
  const reader = await openAhead([...files], openOptions(plan.reading));
  try {
    if (!isTable(reader)) {
      if (plan.target !== undefined) {
        throw new UserError(`--target: rows of ${reader.format} begin with their label; leave it out`);
      }
      return { reader, roles: undefined };
    }
    if (model !== undefined && resumed !== undefined) {
      return { reader, roles: matchRoles(file, reader, resumed.columns, resumed, model.path) };
    }
    const { numeric } = plan.reading;
    return {
      reader,
      roles: tellRoles(file, reader, { target: targetOf(reader, plan), weight: plan.weight, numeric }),
    };
  } catch (error) {
    await reader.close();
    throw error;
  }
}

/** MNIST's files have one column of labels, and it is called so. */
function targetOf(reader: Reader, plan: Plan): string | undefined {
  if (plan.target !== undefined || !isTable(reader) || reader.format !== "idx") return plan.target;
  return reader.columns.some(({ name }) => name === "label") ? "label" : undefined;
}

function batchesOf(reader: Reader, roles: Roles | undefined, plan: Plan, task: Task | undefined): Batches {
  const { holdout } = plan;
  return new Batches(reader, roles, {
    wanted: holdout === undefined ? undefined : (row) => !isHeldOut(row, holdout),
    skip: plan.reading.onError === "skip",
    numeric: task !== undefined && !isClassification(task),
  });
}

async function settle(
  files: readonly string[],
  plan: Plan,
  reader: Reader,
  roles: Roles | undefined,
  ahead: Batch | undefined,
  model: StoredModel | undefined,
  resumed: Notes | undefined,
): Promise<Setting> {
  if (model !== undefined && resumed !== undefined) {
    const { task, labels } = resumed;
    const tally = new Tally(baselineOf(task, plan.learning));
    tally.load(resumed.tally);
    return { plan, task, labels, learner: model.learner, roles, tally };
  }
  const file = nameOf(files);
  const asked = askedTask(plan.learning);
  let task: Task;
  let labels: Notes["labels"] = "number";
  if (roles?.target !== undefined) {
    const { target } = roles;
    labels = target.kind as Notes["labels"];
    const inferred = inferTask(target);
    if (asked === undefined)
      say(
        `${file}: column "${target.name}" is ${inferred.because}: ${inferred.task} (--task says otherwise)`,
      );
    task = asked ?? inferred.task;
    if (!isClassification(task) && target.kind !== "number") {
      await reader.close();
      throw new UserError(
        `${file}: column "${target.name}" is ${target.kind}, ${task} needs numbers; use --task multiclass`,
      );
    }
  } else {
    if (ahead === undefined) throw new UserError(`${file}: there are no rows to learn from`);
    const inferred = inferSparseTask({ labels: Float64Array.from(ahead.labels as ArrayLike<number>) });
    if (asked === undefined)
      say(`${file}: labels are ${inferred.because}: ${inferred.task} (--task says otherwise)`);
    task = asked ?? inferred.task;
  }
  for (const names of plan.learning.cross ?? []) {
    for (const name of names) checkColumn(file, name, roles);
  }
  const learner = makeLearner(task, plan.learning, labels);
  return { plan, task, labels, learner, roles, tally: new Tally(baselineOf(task, plan.learning)) };
}

function checkColumn(file: string, name: string, roles: Roles | undefined): void {
  const names = roles?.columns.map((column) => column.name) ?? [];
  if (roles === undefined || names.includes(name)) return;
  findColumn(file, names, name);
}

function baselineOf(task: Task, learning: LearningOptions): ClassBaseline | ValueBaseline {
  return isClassification(task)
    ? new ClassBaseline()
    : new ValueBaseline(valueLossOf(task, learning), learning.exact !== true);
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

function sizeOf(file: string): number | undefined {
  if (file === "-") return undefined;
  try {
    return statSync(file).size;
  } catch {
    return undefined;
  }
}

function lossName(loss: string | number): string {
  return typeof loss === "number" ? `quantile(${loss})` : loss;
}

/** What a learner says of a label is the user's to correct. */
function asMistake(error: unknown, batch: Batch): unknown {
  if (!(error instanceof RangeError) || error.message.includes("allocation")) return error;
  return new UserError(`${batch.file}: rows from line ${batch.lines[0]}: ${error.message}`);
}
