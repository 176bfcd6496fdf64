// Whether rounds leave anything behind: the heap before and after ten million of them, and how often the collector
// had to run: numbers that one function answers another are boxed for a moment where the call is not inlined.
import { execFileSync } from "node:child_process";
import { PerformanceObserver } from "node:perf_hooks";
import { setTimeout } from "node:timers/promises";
import { fileURLToPath } from "node:url";
import { linear } from "scinol";
import { denseStream } from "./streams.mjs";

const FEATURES = 9;
/** Milliseconds after which an observer has been told of every collection. */
const TOLD = 100;
const self = fileURLToPath(import.meta.url);

export function allocation({ rounds = 10_000_000 } = {}) {
  return ["learn", "learnBatch"].map((way) =>
    JSON.parse(
      execFileSync(process.execPath, ["--expose-gc", self, way, String(rounds)], { encoding: "utf8" }),
    ),
  );
}

async function measure(way, rounds) {
  const { rows, values, labels } = denseStream(FEATURES);
  const examples = Array.from({ length: rows }, (_, r) => values.subarray(r * FEATURES, (r + 1) * FEATURES));
  const model = linear({ features: FEATURES });
  const pass = () => {
    if (way === "learnBatch") return model.learnBatch(values, labels);
    let loss = 0;
    for (let r = 0; r < rows; r++) loss += model.learn(examples[r], labels[r]);
    return loss;
  };
  for (let n = 0; n < 3; n++) pass();
  let scavenges = 0;
  const observer = new PerformanceObserver((list) => {
    scavenges += list.getEntries().length;
  });
  globalThis.gc();
  await setTimeout(TOLD);
  observer.observe({ entryTypes: ["gc"] });
  const before = process.memoryUsage();
  const passes = Math.ceil(rounds / rows);
  for (let n = 0; n < passes; n++) pass();
  await setTimeout(TOLD);
  observer.disconnect();
  globalThis.gc();
  const after = process.memoryUsage();
  return {
    way,
    rounds: passes * rows,
    heapBytes: after.heapUsed - before.heapUsed,
    arrayBytes: after.arrayBuffers - before.arrayBuffers,
    scavenges,
  };
}

if (process.argv[1] === self)
  console.log(JSON.stringify(await measure(process.argv[2], Number(process.argv[3]))));
