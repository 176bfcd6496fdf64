import { type Command, Option } from "commander";
import { fraction, wholeNumber } from "../arguments.ts";
import { Interruption } from "../interruption.ts";
import { addLearningOptions } from "../learning-options.ts";
import { addReadingOptions } from "../reading-options.ts";
import { checkOptions, type TrainOptions } from "../train/options.ts";
import { Outputs } from "../train/outputs.ts";
import { Run } from "../train/run.ts";

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
