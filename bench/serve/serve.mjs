// npm run bench -- serve [--json] [--quick]: what the service takes and answers in a second, and how long that takes.
//
// One client process with connections that are kept alive, and the service in another, as `scinol serve` starts it. What is compared is
// measured in turns, the medians of several.
import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { classifier } from "scinol";
import { Connection, load, post } from "./client.mjs";
import { events } from "./events.mjs";
import { startConstant, startService } from "./processes.mjs";

export const TARGETS = { predict: 0.5, learn: 0.5, p99UnderLoad: 5 };

export const COLUMNS = 50;
export const BATCH = 100;
export const CONNECTIONS = 10;
/** The journal of the recovery is a gigabyte with fifty columns; with ten it says as much. */
const FEW_COLUMNS = 10;

const median = (values) => values.toSorted((a, b) => a - b)[values.length >> 1];

/** Of several measurements, the middle of each number. */
function middle(results) {
  return Object.fromEntries(
    Object.keys(results[0]).map((key) => [key, median(results.map((result) => result[key]))]),
  );
}

export async function benchServe({ quick = false } = {}) {
  const data = mkdtempSync(join(tmpdir(), "scinol-bench-"));
  const [turns, seconds] = quick ? [1, 1] : [5, 2];
  const service = await startService(data);
  const constant = await startConstant();
  try {
    await put(service.port, "/v1/models/m", { task: "classification" });
    const examples = events(2000, COLUMNS);
    const predicts = examples.map(({ x }) => JSON.stringify({ x }));
    const learns = examples.map((event) => JSON.stringify(event));
    const batches = Array.from(
      { length: examples.length / BATCH },
      (_, n) => `[${learns.slice(BATCH * n, BATCH * (n + 1))}]`,
    );
    const to = (path, bodies) => bodies.map((body) => post(path, body));
    const requests = {
      constant: to("/", predicts),
      predict: to("/v1/models/m/predict", predicts),
      learn: to("/v1/models/m/learn", learns),
      batch: to("/v1/models/m/learn", batches),
    };
    const run = (kind, options) =>
      load({
        port: kind === "constant" ? constant.port : service.port,
        requests: requests[kind],
        connections: CONNECTIONS,
        seconds,
        ...options,
      });

    // Warm: nobody measures a server in its first second.
    for (const kind of ["batch", "learn", "predict", "constant"]) await run(kind);
    inProcess(batches, seconds);

    const taken = { constant: [], predict: [], learn: [], batch: [] };
    const loops = [];
    for (let turn = 0; turn < turns; turn++) {
      for (const kind of ["constant", "predict", "learn", "batch"]) taken[kind].push(await run(kind));
      loops.push(inProcess(batches, seconds));
    }
    const results = Object.fromEntries(Object.entries(taken).map(([kind, all]) => [kind, middle(all)]));
    const loop = median(loops);
    const learned = results.batch.perSecond * BATCH;

    // Predictions at a tenth of what the service can, while half of what it can learn comes in.
    const rate = 0.1 * results.predict.perSecond;
    const busy = [];
    for (let turn = 0; turn < turns; turn++) {
      const learning = run("batch", { rate: 0.5 * results.batch.perSecond });
      busy.push(await run("predict", { rate }));
      await learning;
    }
    return {
      ...results,
      inProcess: loop,
      predictToConstant: median(taken.predict.map((one, n) => one.perSecond / taken.constant[n].perSecond)),
      learnToInProcess: median(taken.batch.map((one, n) => (one.perSecond * BATCH) / loops[n])),
      learnedPerSecond: learned,
      underLoad: { ...middle(busy), rate },
      recovery: [await recovery(quick, {}), await recovery(quick, { snapshotEvery: 1e9 })],
    };
  } finally {
    await service.stop();
    await constant.stop();
    rmSync(data, { recursive: true });
  }
}

/** Events a second of a loop that parses the same bodies and learns from them. */
function inProcess(batches, seconds) {
  const learner = classifier();
  const bodies = batches.map((body) => Buffer.from(body));
  let learned = 0;
  const start = performance.now();
  for (let n = 0; performance.now() - start < 1000 * seconds; n++) {
    for (const { x, y } of JSON.parse(bodies[n % bodies.length].toString())) {
      learner.learn(x, y);
      learned++;
    }
  }
  return (1000 * learned) / (performance.now() - start);
}

/** Seconds from the start of the process until it answers for a model that had learned from so many events when it was killed. */
async function recovery(quick, settings) {
  const count = quick ? 100_000 : 1_000_000;
  const data = mkdtempSync(join(tmpdir(), "scinol-bench-"));
  try {
    const service = await startService(data);
    await put(service.port, "/v1/models/m", { task: "classification", ...settings });
    const connection = await Connection.open(service.port);
    const body = post("/v1/models/m/learn", JSON.stringify(events(1000, FEW_COLUMNS)));
    const start = performance.now();
    for (let sent = 0; sent < count; sent += 1000) await connection.request(body);
    const ingest = (performance.now() - start) / 1000;
    connection.close();
    await service.kill();
    const again = await startService(data);
    const model = await (await fetch(`http://127.0.0.1:${again.port}/v1/models/m`)).json();
    if (model.position !== count) throw new Error(`${model.position} of ${count} events are there`);
    await again.stop();
    const { secondsToReady } = again;
    return {
      events: count,
      snapshots: settings.snapshotEvery === undefined,
      seconds: secondsToReady,
      ingest,
    };
  } finally {
    rmSync(data, { recursive: true });
  }
}

async function put(port, path, body) {
  const answer = await fetch(`http://127.0.0.1:${port}${path}`, {
    method: "PUT",
    headers: { "content-type": "application/json" },
    body: JSON.stringify(body),
  });
  if (!answer.ok) throw new Error(`${answer.status}: ${await answer.text()}`);
}
