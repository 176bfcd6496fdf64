import { availableParallelism } from "node:os";
import type { Worker } from "node:worker_threads";
import { nearest, open } from "@scinol/data";
import { type Command, Option } from "commander";
import { type RuleName, rules } from "scinol/rules";
import { columnList, positive, wholeNumber } from "../arguments.ts";
import { comparePage } from "../compare-page.ts";
import { contest, type Result, type Stream } from "../contest.ts";
import { type Contestant, contestants, type Input, paperRates } from "../contestants.ts";
import { Interrupted, Interruption } from "../interruption.ts";
import { nameOf } from "../open-for-model.ts";
import { OutputFile } from "../output-file.ts";
import { addReadingOptions, openOptions, pickReading, type ReadingOptions } from "../reading-options.ts";
import { isTable, tellRoles } from "../roles.ts";
import { print, say } from "../speech.ts";
import { inferSparseTask, inferTask, isClassification, type Task } from "../task.ts";
import { UserError } from "../user-error.ts";
import { count, figure, percent, table } from "../wording.ts";

interface CompareOptions extends ReadingOptions {
  target?: string;
  weight?: string;
  task?: Task;
  learners?: string[];
  rates?: number[];
  rows?: number;
  top: number;
  threads?: number;
  html?: string;
  quiet?: boolean;
  json?: boolean;
}

export function addCompare(program: Command): void {
  const command = program
    .command("compare")
    .summary("every learner on the same stream")
    .description(
      "Lets every learner, those with a rate at each of the paper's nine, learn from the same rows: raw, after a running standard scaler, and by our views.",
    )
    .argument("[files...]", "like those of train")
    .option("--target <column>", "what to predict: a name, or a number (1 the first, -1 the last)")
    .option("--weight <column>", "how much each row counts")
    .addOption(
      new Option("--task <task>", "told from the target otherwise").choices([
        "binary",
        "multiclass",
        "regression",
      ]),
    )
    .option("--learners <names...>", "only these", columnList)
    .option(
      "--rates <rates...>",
      `instead of ${paperRates.join(", ")}`,
      (text: string, before: number[] = []) => [...before, ...text.split(",").map(positive)],
    )
    .option("--rows <number>", "only about so many rows from the start", wholeNumber(1))
    .option("--top <number>", "how many to show", wholeNumber(1), 25)
    .option("--threads <number>", "as many as there are cores otherwise", wholeNumber(1))
    .option("--html <file>", "write a page with the learning curves")
    .option("--quiet", "no progress")
    .option("--json", "one JSON document on standard output");
  addReadingOptions(command);
  command.addHelpText(
    "after",
    `
Examples:
  scinol compare bank.csv --target y --html bank.html
  scinol compare bank.csv --target y --learners sgd,adam,nag --rates 0.01,0.1,1
`,
  );
  command.action((files: string[], options: CompareOptions) => compare(files, options));
}

async function compare(files: string[], options: CompareOptions): Promise<void> {
  if (files.length === 0 && options.sql === undefined) throw new UserError("compare: name a file");
  if (files.includes("-"))
    throw new UserError("compare: stdin can be read only once; save it to a file first");
  const names = (options.learners ?? Object.keys(rules)).map(checkLearner);
  const page = options.html === undefined ? undefined : new OutputFile(options.html);
  const interruption = new Interruption();
  try {
    const { stream, inputs } = await tellStream(files, options);
    const field = contestants(names, options.rates ?? paperRates, inputs);
    const results = await Promise.race([
      inThreads(stream, field, options),
      interruption.asked.then((): never => {
        throw new Interrupted("interrupted; nothing was written", interruption.code);
      }),
    ]);
    results.sort((a, b) => a.score - b.score);
    const file = nameOf(files);
    const score = stream.isClassification ? "log loss" : "MAE";
    const verdict = verdictOf(results, score);
    if (results[0].rows === 0) throw new UserError(`${file}: there are no rows to learn from`);
    page?.text(comparePage(file, results, { score, verdict, nameOf: label }));
    page?.commit();
    if (options.json) print(`${JSON.stringify(document(results, score))}\n`);
    else print(summary(file, results, score, verdict, options.top));
  } finally {
    interruption.end();
    page?.abandon();
  }
}

function checkLearner(name: string): RuleName {
  if (Object.hasOwn(rules, name)) return name as RuleName;
  const meant = nearest(name, Object.keys(rules));
  const hint = meant === undefined ? `one of ${Object.keys(rules).join(", ")}` : `did you mean "${meant}"?`;
  throw new UserError(`unknown learner "${name}"; ${hint}`);
}

async function tellStream(
  files: string[],
  options: CompareOptions,
): Promise<{ stream: Stream; inputs: Input[] }> {
  const reading = pickReading(options);
  const reader = await open(files, openOptions(reading));
  const file = nameOf(files);
  let task = options.task;
  let inputs: Input[] = ["raw", "scaled", "views"];
  try {
    if (isTable(reader)) {
      const { target } = tellRoles(file, reader, { ...options, numeric: reading.numeric });
      const inferred = inferTask(target!);
      if (task === undefined)
        say(
          `${file}: column "${target!.name}" is ${inferred.because}: ${inferred.task} (--task says otherwise)`,
        );
      task ??= inferred.task;
      if (!isClassification(task) && target!.kind !== "number") {
        throw new UserError(
          `${file}: column "${target!.name}" is ${target!.kind}, ${task} needs numbers; use --task multiclass`,
        );
      }
    } else {
      // The features of sparse rows have a meaningful zero: there is nothing to scale or to centre.
      inputs = ["raw"];
      const first = await reader.blocks().next();
      if (first.done) throw new UserError(`${file}: there are no rows to learn from`);
      task ??= inferSparseTask(first.value).task;
    }
  } finally {
    await reader.close();
  }
  const { target, weight } = options;
  const rows = options.rows ?? Number.POSITIVE_INFINITY;
  return {
    stream: { files, reading, target, weight, isClassification: isClassification(task), rows },
    inputs,
  };
}

/** Deals the contestants out to threads, each of which reads the stream for itself. */
async function inThreads(
  stream: Stream,
  field: readonly Contestant[],
  options: CompareOptions,
): Promise<Result[]> {
  const threads = Math.min(options.threads ?? availableParallelism(), field.length);
  const progress = new ContestProgress(field.length, options.quiet === true);
  if (threads === 1) {
    const results = await contest(stream, field, (rows, share) => progress.tell(0, rows, share));
    progress.end();
    return results;
  }
  const { contestThread } = await import("../contest-thread.ts");
  const workers: Worker[] = [];
  try {
    const shares = Array.from({ length: threads }, (_, thread) =>
      field.filter((_, n) => n % threads === thread),
    );
    const results = await Promise.all(
      shares.map((own, thread) => {
        const worker = contestThread({ stream, contestants: own });
        workers.push(worker);
        return new Promise<Result[]>((resolve, reject) => {
          worker.on("message", (told: { results?: Result[]; rows: number; share: number | undefined }) => {
            if (told.results !== undefined) resolve(told.results);
            else progress.tell(thread, told.rows, told.share);
          });
          worker.on("error", (error) => reject(rebuilt(error)));
        });
      }),
    );
    return results.flat();
  } finally {
    progress.end();
    await Promise.all(workers.map((worker) => worker.terminate()));
  }
}

/** An error that has crossed from a thread has lost its class, but for its name. */
function rebuilt(error: Error): Error {
  return error.name === "DataError" || error.name === "UserError" ? new UserError(error.message) : error;
}

class ContestProgress {
  private readonly learners: number;
  private readonly silent: boolean;
  private readonly rows = new Map<number, number>();
  private readonly live = process.stderr.isTTY === true;
  private drawn = 0;
  private next = 1024;

  constructor(learners: number, silent: boolean) {
    this.learners = learners;
    this.silent = silent;
  }

  /** The slowest thread's progress is the one that counts. */
  tell(thread: number, rows: number, share: number | undefined): void {
    this.rows.set(thread, rows);
    if (this.silent) return;
    const least = Math.min(...this.rows.values());
    const part = share === undefined ? "" : `  ${Math.floor(100 * share)} %`;
    if (this.live && performance.now() - this.drawn > 100) {
      this.drawn = performance.now();
      process.stderr.write(`\r\u001b[2K${this.learners} learners  ${count(least)} rows${part}`);
    } else if (!this.live && least >= this.next) {
      while (this.next <= least) this.next *= 2;
      say(`${this.learners} learners, ${count(least)} rows${part}`);
    }
  }

  end(): void {
    if (this.live && this.drawn > 0) process.stderr.write("\r\u001b[2K");
    this.drawn = 0;
  }
}

function label({ contestant }: Result): string {
  if (contestant.title.startsWith("scinol")) return contestant.title;
  const rate = contestant.rate === undefined ? "" : ` ${contestant.rate}`;
  return `${contestant.title}${rate}, ${contestant.input}`;
}

/** What the figures say, whoever wins. */
function verdictOf(results: readonly Result[], score: string): string[] {
  const place = results.findIndex(({ contestant }) => contestant.isDefault);
  const ours = results[place];
  const lines = [`The default is number ${place + 1} of ${results.length}: ${score} ${figure(ours.score)}.`];
  if (place > 0) {
    const better = (100 * (ours.score - results[0].score)) / ours.score;
    lines.push(`Better: ${label(results[0])}, by ${better.toFixed(1)} %.`);
    if (results[0].contestant.rate !== undefined) {
      lines.push(
        "Its rate is the best of those tried, known only now; without that knowledge it would have to be guessed.",
      );
    }
  } else {
    const next = results.find(({ contestant }) => !contestant.title.startsWith("scinol"));
    if (next !== undefined) {
      const worse = (100 * (next.score - ours.score)) / (ours.score || 1);
      lines.push(`Next: ${label(next)}, ${worse.toFixed(1)} % worse.`);
    }
  }
  return lines;
}

function summary(
  file: string,
  results: readonly Result[],
  score: string,
  verdict: readonly string[],
  top: number,
): string {
  const shown = results.filter((result, place) => place < top || result.contestant.isDefault);
  const isClasses = results[0].accuracy !== undefined;
  const rows = shown.map((result) => [
    `${String(results.indexOf(result) + 1).padStart(3)}  ${result.contestant.isDefault ? "▸ " : "  "}${result.contestant.title}`,
    result.contestant.input,
    result.contestant.rate === undefined ? "" : String(result.contestant.rate),
    figure(result.score),
    isClasses ? percent(result.accuracy ?? 0) : figure(result.rmse ?? 0),
  ]);
  const head = ["       learner", "input", "rate", score, isClasses ? "accuracy" : "RMSE"];
  const more =
    results.length > shown.length
      ? `… ${results.length - shown.length} more: --top ${results.length}, --html or --json\n`
      : "";
  return `${file}: ${count(results[0].rows)} rows\n${table([head, ...rows])}\n${more}\n${verdict.join("\n")}\n`;
}

function document(results: readonly Result[], score: string): object {
  return {
    examples: results[0].rows,
    score,
    defaultPlace: results.findIndex(({ contestant }) => contestant.isDefault) + 1,
    results: results.map(({ contestant, score: value, accuracy, rmse, curve }) => ({
      learner: contestant.learner,
      title: contestant.title,
      input: contestant.input,
      rate: contestant.rate ?? null,
      isDefault: contestant.isDefault,
      score: value,
      accuracy,
      rmse,
      curve: curve.map(({ rows, score: at }) => [rows, at]),
    })),
  };
}
