import {
  appendFileSync,
  closeSync,
  existsSync,
  mkdirSync,
  openSync,
  readFileSync,
  truncateSync,
} from "node:fs";
import { join } from "node:path";
import type { FinishedRun } from "../experiments/experiment.ts";

/** Every finished run as a line of JSON. Lines are only ever added, so whatever interrupts a command, they stay. */
export class ResultsFile {
  readonly path: string;
  readonly version: string;
  /** Runs of this version, by key; of two with one key the later counts. */
  readonly finished = new Map<string, FinishedRun>();
  /** What there is to say about lines that are not used, a line each. */
  readonly remarks: string[] = [];

  constructor(directory: string, version: string) {
    this.version = version;
    this.path = join(directory, "results.jsonl");
    try {
      mkdirSync(directory, { recursive: true });
      // Opened for appending before anything is computed: better to learn now that it cannot be written.
      closeSync(openSync(this.path, "a"));
    } catch (error) {
      throw new RangeError(
        `${directory}: cannot be written (${(error as NodeJS.ErrnoException).code}); choose another directory with --out`,
      );
    }
    if (existsSync(this.path)) this.read();
  }

  add(run: FinishedRun): void {
    appendFileSync(this.path, `${JSON.stringify({ version: this.version, ...run })}\n`);
    this.finished.set(run.key, run);
  }

  private read(): void {
    const bytes = readFileSync(this.path);
    const end = bytes.lastIndexOf(10) + 1;
    if (end < bytes.length) {
      truncateSync(this.path, end);
      this.remarks.push(`${this.path}: the last line was cut off; that run is done again`);
    }
    const others = new Map<string, number>();
    let damaged = 0;
    for (const line of bytes.subarray(0, end).toString("utf8").split("\n")) {
      if (line === "") continue;
      const run = parsed(line);
      if (run === undefined) damaged++;
      else if (run.version !== this.version) others.set(run.version, (others.get(run.version) ?? 0) + 1);
      else {
        const { version: _, ...finished } = run;
        this.finished.set(run.key, finished);
      }
    }
    for (const [version, count] of others) {
      this.remarks.push(
        `${this.path}: ${count} runs of version ${version} are kept but not used; this is ${this.version}`,
      );
    }
    if (damaged > 0)
      this.remarks.push(`${this.path}: ${damaged} lines are not results; they are kept but not used`);
  }
}

function parsed(line: string): (FinishedRun & { version: string }) | undefined {
  try {
    const run = JSON.parse(line);
    const whole =
      typeof run?.version === "string" && typeof run.key === "string" && typeof run.result === "object";
    return whole ? run : undefined;
  } catch {
    return undefined;
  }
}
