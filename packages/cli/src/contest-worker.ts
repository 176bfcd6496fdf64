import { parentPort, workerData } from "node:worker_threads";
import { contest, type Stream } from "./contest.ts";
import type { Contestant } from "./contestants.ts";

/** A thread's share of a comparison. */
export interface Share {
  readonly stream: Stream;
  readonly contestants: readonly Contestant[];
}

const { stream, contestants } = workerData as Share;
const results = await contest(stream, contestants, (rows, share) => {
  parentPort?.postMessage({ rows, share });
});
parentPort?.postMessage({ results });
