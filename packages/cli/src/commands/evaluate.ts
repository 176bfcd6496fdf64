import type { Command } from "commander";
import { Batches } from "../batches.ts";
import { notesOf, readModel } from "../notes.ts";
import { nameOf, openForModel } from "../open-for-model.ts";
import { addReadingOptions, pickReading, type ReadingOptions } from "../reading-options.ts";
import { type ClassScores, isClassScores, type Scores, score } from "../scores.ts";
import { print } from "../speech.ts";
import { UserError } from "../user-error.ts";
import { count, counted, figure, percent, table } from "../wording.ts";

interface EvaluateOptions extends ReadingOptions {
  model: string;
  json?: boolean;
}

export function addEvaluate(program: Command): void {
  const command = program
    .command("evaluate")
    .summary("judge a model on rows it does not learn from")
    .description("Predicts every row, compares with its label, and learns nothing.")
    .argument("[files...]", "like those of train; - is stdin")
    .requiredOption("--model <file>", "made by scinol train")
    .option("--json", "one JSON document on standard output");
  addReadingOptions(command);
  command.addHelpText(
    "after",
    `
Examples:
  scinol evaluate test.csv --model bank.scinol
  scinol evaluate test.csv --model bank.scinol --json | jq .auc
`,
  );
  command.action((files: string[], options: EvaluateOptions) => evaluate(files, options));
}

async function evaluate(files: string[], options: EvaluateOptions): Promise<void> {
  if (files.length === 0 && options.sql === undefined)
    throw new UserError("evaluate: name a file, or - for stdin");
  const model = readModel(options.model);
  const notes = notesOf(model);
  const reading = pickReading(options);
  const { reader, roles } = await openForModel(files, reading, notes, model.path, "score");
  const skip = reading.onError === "skip";
  const numeric = model.learner.task === "regression";
  const batches = new Batches(reader, roles, { skip, numeric });
  const scores = await score(model.learner, notes, batches, roles);
  const file = nameOf(files);
  if (scores.examples === 0) throw new UserError(`${file}: there are no rows to judge the model on`);
  const skipped = reader.skipped.count + batches.skipped;
  if (options.json) print(`${JSON.stringify({ task: notes.task, ...scores, skipped, model: model.path })}\n`);
  else print(summary(file, scores, skipped));
}

function summary(file: string, scores: Scores, skipped: number): string {
  const head = `${file}: ${counted(scores.examples, "row")}${skipped > 0 ? `, ${counted(skipped, "bad row")} left out` : ""}\n`;
  if (!isClassScores(scores)) {
    const { loss, mae, rmse, r2 } = scores;
    return `${head}loss ${figure(loss)}\nMAE  ${figure(mae)}\nRMSE ${figure(rmse)}\nR²   ${figure(r2)}\n`;
  }
  const { accuracy, auc, logLoss, brier } = scores;
  const figures = table([
    ["accuracy", percent(accuracy)],
    ["log loss", figure(logLoss)],
    ["AUC", auc === null ? "—" : figure(auc)],
    ["Brier", figure(brier)],
    ["calibration error", figure(scores.calibration.error)],
  ]);
  return `${head}${figures}\n\n${confusionTable(scores)}\n\n${calibrationTable(scores)}\n`;
}

const mostShown = 12;

function confusionTable({ confusion }: ClassScores): string {
  const { classes, counts } = confusion;
  if (classes.length > mostShown) return `${classes.length} classes; the confusion matrix is in --json`;
  return table([
    ["true \\ predicted", ...classes.map(String)],
    ...classes.map((name, i) => [String(name), ...counts[i].map((value) => count(value))]),
  ]);
}

function calibrationTable({ calibration }: ClassScores): string {
  return table([
    ["said", "mean", "came true", "rows"],
    ...calibration.bins.map(({ from, to, predicted, observed, weight }) => [
      `${Math.round(100 * from)}–${Math.round(100 * to)} %`,
      percent(predicted),
      percent(observed),
      count(weight),
    ]),
  ]);
}
