import { Worker } from "node:worker_threads";
import type { Share } from "./contest-worker.ts";

/** A thread for a share of the contestants. Its file lies beside this one, bundled or not. */
export function contestThread(share: Share): Worker {
  return new Worker(new URL("./contest-worker.js", import.meta.url), { workerData: share });
}
