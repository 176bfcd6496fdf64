import { join } from "node:path";
import { reproduceArguments } from "./arguments.ts";
import { guarded, processStreams, type Streams } from "./command.ts";
import { dataset } from "./datasets/catalogue.ts";
import { load } from "./datasets/load.ts";
import { type Experiment, type FinishedRun, keyOf } from "./experiments/experiment.ts";
import { experiments } from "./experiments/index.ts";
import { runGrid } from "./grid/grid.ts";
import { ResultsFile } from "./grid/results-file.ts";
import { duration, progressLine } from "./progress-line.ts";
import { grouped } from "./report/statistics.ts";
import { summary } from "./report/summary.ts";
import { writeReport } from "./report/write-report.ts";
import { version } from "./version.ts";

/**
 * `reproduce [WHAT …] --out DIR`: does the runs that are not in DIR/results.jsonl yet, then writes DIR/report.html,
 * DIR/results.csv and DIR/figures. Answers the exit code: 2 for a mistake of the user's.
 */
export function reproduce(words: readonly string[], streams: Streams = processStreams): Promise<number> {
  return guarded(streams, async () => {
    const asked = reproduceArguments(words);
    const results = new ResultsFile(asked.out, version);
    for (const remark of results.remarks) streams.err(`${remark}\n`);
    const chosen = experiments.filter(({ asked: word }) => asked.subjects.includes(word));
    if (asked.finished) {
      const finished = wholeRuns(results, chosen);
      const command = words.filter((word) => word !== "--finished").join(" ");
      await writeReport(asked.out, finished, `reproduce ${command}`, chosen);
      streams.out(`${summary(finished)}\n${join(asked.out, "report.html")}\n`);
      return 0;
    }
    const runs = chosen.flatMap((experiment) => experiment.plan(asked));
    const before = runs.filter((run) => results.finished.has(keyOf(run))).length;
    if (before > 0) streams.err(`${before} of ${runs.length} runs are in ${results.path} already\n`);
    const began = performance.now();
    const missing: string[] = [];
    await runGrid(runs, results, {
      workers: asked.workers,
      load: (name) => load(dataset(name), { dataDir: asked.dataDir }),
      progress: progressLine(streams),
      missing(name, error) {
        missing.push(name);
        streams.err(`${error.message}; going on without ${name}\n`);
      },
    });
    const finished = runs.flatMap((run) => results.finished.get(keyOf(run)) ?? []);
    await writeReport(asked.out, finished, `reproduce ${words.join(" ")}`, chosen);
    streams.out(summary(finished));
    streams.err(`${duration((performance.now() - began) / 1000)}\n`);
    streams.out(`\n${join(asked.out, "report.html")}\n`);
    return missing.length > 0 ? 1 : 0;
  });
}

/**
 * Everything finished that can be compared, in the order of the plan: of runs of different lengths on the same data,
 * those of which there are most.
 */
function wholeRuns(results: ResultsFile, chosen: readonly Experiment[]): FinishedRun[] {
  const all = [...results.finished.values()];
  return chosen.flatMap((experiment) => {
    const plan = experiment.plan({ runs: 1, epochs: undefined, quick: false, rates: "all" });
    const place = new Map(plan.map(({ algorithm }, n) => [algorithm, n]));
    const own = all.filter((run) => run.experiment === experiment.name);
    const lengths = [...grouped(own, ({ parameters }) => lengthOf(parameters)).values()];
    const most = lengths.reduce((a, b) => (b.length >= a.length ? b : a), []);
    // Not in the order in which they were finished, which is another one every time.
    const order = (run: FinishedRun) => [place.get(run.algorithm) ?? 0, run.settings.rate ?? 0, run.run];
    return most.sort((a, b) => {
      const [x, y] = [order(a), order(b)];
      return x[0] - y[0] || x[1] - y[1] || x[2] - y[2];
    });
  });
}

/** What makes two runs of different length: epochs, or rows. */
function lengthOf({ epochs, rows }: FinishedRun["parameters"]): string {
  return `${epochs} ${rows}`;
}
