import type { Table } from "../datasets/table.ts";
import type { Section } from "../report/section.ts";

/** What a command asks for. */
export interface Plan {
  readonly runs: number;
  /** Undefined: as many as in the paper. */
  readonly epochs: number | undefined;
  /** One run, two epochs, rates known to be good. */
  readonly quick: boolean;
  /** Every rate that the paper tries, or only those that its figures show. */
  readonly rates: "all" | "best";
}

/** One independent piece of work: everything its result depends on, and nothing else. */
export interface Run {
  readonly experiment: string;
  /** The data set it needs; undefined for those that draw their own. */
  readonly dataset?: string;
  readonly algorithm: string;
  readonly settings: Readonly<Record<string, number>>;
  /** Which repetition, from 1. The seed follows from it and the names. */
  readonly run: number;
  /** What else it depends on. */
  readonly parameters: Readonly<Record<string, number | string>>;
  /** About how long it takes, in any unit: long ones begin first. */
  readonly cost: number;
}

/** Numbers by name: curves, or single ones. */
export type Result = Readonly<Record<string, number | readonly number[]>>;

export interface FinishedRun extends Omit<Run, "cost"> {
  readonly key: string;
  /** The seed of the order in which examples come, as it follows from the names and the run. */
  readonly seed: number;
  readonly seconds: number;
  readonly result: Result;
}

/**
 * An experiment: its runs, what one run does, and what the report says of all of them. `execute` is called in a worker
 * thread; `sections` draws from whatever has been finished.
 */
export interface Experiment {
  readonly name: string;
  /** The command's word that asks for it: a data set, "toy" or "theory". */
  readonly asked: string;
  plan(plan: Plan): Run[];
  execute(run: Run, table: Table | undefined): Result;
  sections(finished: readonly FinishedRun[]): Section[];
}

/** What tells a run from all others. */
export function keyOf(run: Omit<Run, "cost">): string {
  const told = (values: Readonly<Record<string, number | string>>) =>
    Object.entries(values).map(([name, value]) => `${name}=${value}`);
  return [
    run.experiment,
    run.algorithm,
    ...told(run.settings),
    ...told(run.parameters),
    `run ${run.run}`,
  ].join(" ");
}
