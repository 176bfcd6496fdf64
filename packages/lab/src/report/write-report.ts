import type { Experiment, FinishedRun } from "../experiments/experiment.ts";
export async function writeReport(_out: string, _finished: readonly FinishedRun[], _command: string, _experiments: readonly Experiment[]): Promise<void> {}
