import { parentPort } from "node:worker_threads";
import type { Table } from "../datasets/table.ts";
import type { Run } from "../experiments/experiment.ts";
import { experiments } from "../experiments/index.ts";

/** A worker thread: does one run after another, with the tables it has been given. */
const tables = new Map<string, Table>();

export type Order = { readonly table: { name: string; table: Table } } | { readonly run: Run };

parentPort!.on("message", (order: Order) => {
  if ("table" in order) {
    tables.clear();
    tables.set(order.table.name, order.table.table);
    return;
  }
  const { run } = order;
  const began = performance.now();
  const experiment = experiments.find(({ name }) => name === run.experiment)!;
  const result = experiment.execute(run, run.dataset === undefined ? undefined : tables.get(run.dataset));
  parentPort!.postMessage({ result, seconds: (performance.now() - began) / 1000 });
});
