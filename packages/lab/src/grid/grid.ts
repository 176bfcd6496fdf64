import { availableParallelism } from "node:os";
import { Worker } from "node:worker_threads";
import { seedOf } from "../datasets/split.ts";
import type { Table } from "../datasets/table.ts";
import { type FinishedRun, keyOf, type Result, type Run } from "../experiments/experiment.ts";
import type { ResultsFile } from "./results-file.ts";
import type { Order } from "./worker.ts";

export interface GridOptions {
  /** How many threads; as many as there are cores unless told. */
  readonly workers?: number | undefined;
  /** Reads a data set, when the first run that needs it is next. */
  load(dataset: string): Promise<Table>;
  progress?(state: Progress): void;
  /** A data set that cannot be had: its runs are left out. */
  missing(dataset: string, error: Error): void;
}

export interface Progress {
  readonly done: number;
  readonly all: number;
  /** Seconds since the beginning, and until the end if all goes on like this; undefined before anything is done. */
  readonly elapsed: number;
  readonly left: number | undefined;
  readonly last: FinishedRun | undefined;
}

/** Does the runs that are not in the results file yet, on several threads, and writes each there as it is finished. */
export async function runGrid(
  runs: readonly Run[],
  results: ResultsFile,
  options: GridOptions,
): Promise<void> {
  const open = runs.filter((run) => !results.finished.has(keyOf(run)));
  const queues = byDataset(open);
  const count = Math.max(1, Math.min(options.workers ?? availableParallelism(), open.length));
  const began = performance.now();
  let done = 0;
  let all = open.length;
  let costLeft = open.reduce((sum, { cost }) => sum + cost, 0);
  let secondsSpent = 0;
  let costSpent = 0;
  const tell = (last: FinishedRun | undefined) => {
    const left = costSpent === 0 ? undefined : ((secondsSpent / costSpent) * costLeft) / count;
    options.progress?.({ done, all, elapsed: (performance.now() - began) / 1000, left, last });
  };
  tell(undefined);
  if (open.length === 0) return;

  const workers = Array.from({ length: count }, () => new Worker(workerFile()));
  try {
    for (const [dataset, queue] of queues) {
      let table: { name: string; table: Table } | undefined;
      if (dataset !== undefined) {
        try {
          table = { name: dataset, table: await options.load(dataset) };
        } catch (error) {
          options.missing(dataset, error as Error);
          all -= queue.length;
          costLeft -= queue.reduce((sum, { cost }) => sum + cost, 0);
          continue;
        }
        for (const worker of workers) worker.postMessage({ table } satisfies Order);
      }
      // Long runs first: no thread is left with one at the end.
      queue.sort((a, b) => b.cost - a.cost);
      await Promise.all(
        workers.map(async (worker) => {
          for (let run = queue.shift(); run !== undefined; run = queue.shift()) {
            const { result, seconds } = await execute(worker, run);
            const { cost, ...described } = run;
            const finished: FinishedRun = {
              ...described,
              key: keyOf(run),
              seed: seedOf(run.experiment, "order", run.run),
              seconds,
              result,
            };
            results.add(finished);
            done++;
            costLeft -= cost;
            costSpent += cost;
            secondsSpent += seconds;
            tell(finished);
          }
        }),
      );
    }
  } finally {
    await Promise.all(workers.map((worker) => worker.terminate()));
  }
}

function execute(worker: Worker, run: Run): Promise<{ result: Result; seconds: number }> {
  return new Promise((resolve, reject) => {
    const settle = () => {
      worker.off("message", answered);
      worker.off("error", failed);
    };
    const answered = (answer: { result: Result; seconds: number }) => {
      settle();
      resolve(answer);
    };
    const failed = (error: unknown) => {
      settle();
      reject(new Error(`${keyOf(run)}: ${error instanceof Error ? error.message : error}`, { cause: error }));
    };
    worker.on("message", answered);
    worker.on("error", failed);
    worker.postMessage({ run } satisfies Order);
  });
}

/** Runs by the data they need, in the order they are asked for: one data set is in memory at a time. */
function byDataset(runs: readonly Run[]): Map<string | undefined, Run[]> {
  const queues = new Map<string | undefined, Run[]>();
  for (const run of runs) {
    const queue = queues.get(run.dataset);
    if (queue === undefined) queues.set(run.dataset, [run]);
    else queue.push(run);
  }
  return queues;
}

/** Workers run what is built; from the sources, as tests are, they run the build beside them. */
function workerFile(): URL {
  return new URL("../../dist/grid/worker.js", import.meta.url);
}
