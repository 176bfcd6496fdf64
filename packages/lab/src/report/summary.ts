import type { FinishedRun } from "../experiments/experiment.ts";
export function summary(_finished: readonly FinishedRun[]): string { return ""; }
