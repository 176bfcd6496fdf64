import type { Reader } from "@scinol/data";
import type { Command } from "commander";
import type { Classifier, Contribution, Label, Regressor } from "scinol";
import { wholeNumber } from "../arguments.ts";
import { type Batch, Batches } from "../batches.ts";
import { notesOf, readModel } from "../notes.ts";
import { nameOf, openForModel } from "../open-for-model.ts";
import { OutputFile } from "../output-file.ts";
import { type Predictions, predictBatches } from "../predictions.ts";
import { addReadingOptions, pickReading, type ReadingOptions } from "../reading-options.ts";
import { recordOf } from "../record-of.ts";
import { isTable, type Roles } from "../roles.ts";
import { printed } from "../speech.ts";
import { UserError } from "../user-error.ts";
import { csvLine } from "../wording.ts";

interface PredictOptions extends ReadingOptions {
  model: string;
  output?: string;
  keep?: boolean;
  probabilities?: boolean;
  explain?: number;
  live?: boolean;
  json?: boolean;
}

export function addPredict(program: Command): void {
  const command = program
    .command("predict")
    .summary("predict with a model")
    .description(
      "Predicts the target of every row. The file needs the columns that the model learned from, not the target.",
    )
    .argument("[files...]", "like those of train; - is stdin")
    .requiredOption("--model <file>", "made by scinol train")
    .option("--output <file>", "write here instead of standard output")
    .option("--keep", "the row's own columns first")
    .option("--probabilities", "the probability of every class, too")
    .option(
      "--explain <columns>",
      "the columns that told most, and how much each added to the score",
      wholeNumber(1),
    )
    .option("--live", "answer as while labels flow, not steadily, as for rows whose labels will not come")
    .option("--json", "JSON Lines instead of CSV");
  addReadingOptions(command);
  command.addHelpText(
    "after",
    `
Examples:
  scinol predict new.csv --model bank.scinol > predictions.csv
  scinol predict new.csv --model bank.scinol --keep --probabilities --output scored.csv
  tail -f requests.jsonl | scinol predict - --model slow.scinol --json --explain 3
`,
  );
  command.action((files: string[], options: PredictOptions) => predict(files, options));
}

async function predict(files: string[], options: PredictOptions): Promise<void> {
  if (files.length === 0 && options.sql === undefined)
    throw new UserError("predict: name a file, or - for stdin");
  const model = readModel(options.model);
  const notes = notesOf(model);
  if (options.probabilities && model.learner.task !== "classification") {
    throw new UserError(`--probabilities: ${model.path} predicts numbers; leave it out`);
  }
  const output = options.output === undefined ? undefined : new OutputFile(options.output);
  const write = async (text: string) => (output === undefined ? printed(text) : output.text(text));
  try {
    const reading = pickReading(options);
    const { reader, roles } = await openForModel(
      files,
      reading,
      notes,
      model.path,
      options.keep ? "keep" : "predict",
    );
    const skip = reading.onError === "skip";
    const batches = new Batches(reader, roles, { unlabelled: true, skip });
    const rows = new Rows(model.learner, roles, options, reader);
    let any = false;
    for await (const batch of batches as AsyncIterable<Batch>) {
      if (!any && !options.json) await write(csvLine(rows.header()));
      any = true;
      let text = "";
      rows.predict(batch);
      for (let row = 0; row < batch.rows; row++)
        text += options.json ? rows.json(batch, row) : csvLine(rows.csv(batch, row));
      await write(text);
    }
    if (!any) throw new UserError(`${nameOf(files)}: there are no rows to predict`);
    output?.commit();
  } finally {
    output?.abandon();
  }
}

/** One row of the answer. */
class Rows {
  private readonly learner: Classifier | Regressor;
  private readonly roles: Roles | undefined;
  private readonly options: PredictOptions;
  private readonly reader: Reader;
  private readonly predictBatch: (batch: Batch) => Predictions;
  private predictions: Predictions | undefined;

  constructor(
    learner: Classifier | Regressor,
    roles: Roles | undefined,
    options: PredictOptions,
    reader: Reader,
  ) {
    this.learner = learner;
    this.roles = roles;
    this.options = options;
    this.reader = reader;
    this.predictBatch = predictBatches(learner, roles, options.live !== true);
  }

  predict(batch: Batch): void {
    this.predictions = this.predictBatch(batch);
  }

  header(): string[] {
    const { learner, options } = this;
    const probabilities =
      options.probabilities && learner.task === "classification"
        ? (learner as Classifier).classes.map((name) => `probability ${name}`)
        : [];
    const reasons = Array.from({ length: options.explain ?? 0 }, (_, n) => [
      `reason ${n + 1}`,
      `adds ${n + 1}`,
    ]).flat();
    return [...this.keptNames(), "prediction", ...probabilities, ...reasons];
  }

  csv(batch: Batch, row: number): unknown[] {
    const predictions = this.predictions as Predictions;
    const reasons = this.reasons(batch, row);
    const padded = Array.from({ length: this.options.explain ?? 0 }, (_, n) => [
      reasons[n]?.column ?? "",
      reasons[n]?.contribution ?? "",
    ]).flat();
    return [
      ...this.kept(batch, row).map(([, value]) => value),
      predictions.answerAt(row),
      ...(this.options.probabilities ? this.classes.map((_, k) => predictions.probabilityAt(row, k)) : []),
      ...padded,
    ];
  }

  json(batch: Batch, row: number): string {
    const { options } = this;
    const predictions = this.predictions as Predictions;
    const probabilities = () =>
      this.classes.map((name, k) => [String(name), predictions.probabilityAt(row, k)]);
    const answer = {
      ...Object.fromEntries(this.kept(batch, row)),
      prediction: predictions.answerAt(row),
      ...(options.probabilities ? { probabilities: Object.fromEntries(probabilities()) } : {}),
      ...(options.explain === undefined ? {} : { reasons: this.reasons(batch, row) }),
    };
    return `${JSON.stringify(answer)}\n`;
  }

  private get classes(): readonly Label[] {
    return this.learner.task === "classification" ? (this.learner as Classifier).classes : [];
  }

  private reasons(batch: Batch, row: number): readonly Contribution[] {
    const { explain, live } = this.options;
    if (explain === undefined) return [];
    const record = recordOf(batch, this.roles?.layout, row);
    const prediction = (this.predictions as Predictions).answerAt(row);
    const steady = live !== true;
    const { contributions } =
      this.learner.task === "classification"
        ? (this.learner as Classifier).explain(record, prediction ?? undefined, { steady })
        : (this.learner as Regressor).explain(record, { steady });
    return contributions.slice(0, explain);
  }

  private keptNames(): string[] {
    if (!this.options.keep || !isTable(this.reader)) return [];
    return this.reader.columns.filter(({ ignored }) => !ignored).map(({ name }) => name);
  }

  private kept(batch: Batch, row: number): [string, unknown][] {
    return this.options.keep ? (batch.original?.(row) ?? []) : [];
  }
}
