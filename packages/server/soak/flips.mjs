import { cpSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { eventOf } from "./event-of.mjs";
import { ServiceProcess } from "./service-process.mjs";

/*
 * One bit of the store is flipped while the service is down. It may then refuse to start, or answer 503 for the model, with a message; or
 * serve the very same model with the same keys and predictions. It must never serve another one, and never end without a word.
 */

/** Flips bits of copies of a store that is made in `data`. Throws at the first one that is served silently or ends without a message. */
export async function flipBits(data, flips, tell = () => {}) {
  const running = { service: new ServiceProcess(data) };
  try {
    return await flipEach(data, flips, running, tell);
  } finally {
    await running.service.end("SIGKILL");
  }
}

async function flipEach(data, flips, running, tell) {
  let call = caller(await running.service.ready());
  await call("PUT", "", { task: "classification", snapshotEvery: 100, keepSnapshots: 2, ttl: 3600 });
  for (let n = 0; n < 30; n++)
    await call(
      "POST",
      "/learn",
      Array.from({ length: 10 }, (_, i) => ({ ...eventOf(10 * n + i), key: `k${10 * n + i}` })),
    );
  for (let n = 0; n < 20; n++) await call("POST", "/predict", { x: eventOf(n).x, id: `id${n}` });
  await state(call);
  // Once more: its own label has been learned now.
  const before = await state(call);
  // As a kill leaves it: nothing has been closed.
  await running.service.end("SIGKILL");
  const counts = { flips, refused: 0, unavailable: 0, same: 0 };
  const file = join(data, "data.mdb");
  const whole = readFileSync(file);
  const copy = join(data, "..", "flipped");
  for (let flip = 0; flip < flips; flip++) {
    rmSync(copy, { recursive: true, force: true });
    cpSync(data, copy, { recursive: true, filter: (path) => !path.endsWith("lock") });
    const bytes = Buffer.from(whole);
    // Half of them in the first pages, where LMDB's heads and the roots of its trees are.
    const [at, bit] = [
      Math.floor(Math.random() * (flip % 2 ? bytes.length : 16 * 4096)),
      Math.floor(Math.random() * 8),
    ];
    bytes[at] ^= 1 << bit;
    writeFileSync(join(copy, "data.mdb"), bytes);
    running.service = new ServiceProcess(copy);
    const where = `byte ${at}, bit ${bit}`;
    try {
      call = caller(await running.service.ready());
    } catch (error) {
      if (!/damaged|data\.mdb/.test(error.message))
        throw new Error(`${where}: ended without a message: ${error.message}`);
      counts.refused++;
      continue;
    }
    const after = await state(call).catch((error) => {
      if (!error.message.startsWith("503")) throw new Error(`${where}: ${error.message}`);
      return undefined;
    });
    if (after === undefined) counts.unavailable++;
    else if (after !== before)
      throw new Error(`${where}: served silently: ${after.slice(0, 300)} was ${before.slice(0, 300)}`);
    else counts.same++;
    await running.service.end("SIGKILL");
    if (flip % 50 === 49) tell(`${flip + 1} bits flipped: ${JSON.stringify(counts)}`);
  }
  return counts;
}

function caller(address) {
  return async (method, path, body) => {
    const answer = await fetch(`${address}/v1/models/m${path}`, {
      method,
      ...(body === undefined
        ? {}
        : { body: JSON.stringify(body), headers: { "content-type": "application/json" } }),
    });
    if (!answer.ok) throw new Error(`${answer.status}: ${await answer.text()}`);
    return Buffer.from(await answer.arrayBuffer());
  };
}

/** The model to the bit, its position, the predictions that wait, and that all keys are known. */
async function state(call) {
  const file = (await call("GET", "/export")).toString("base64");
  const { position, metrics } = JSON.parse(await call("GET", ""));
  const keys = Array.from({ length: 300 }, (_, n) => ({ ...eventOf(n), key: `k${n}` }));
  const { learned } = JSON.parse(await call("POST", "/learn", keys));
  const { results } = JSON.parse(await call("POST", "/label", [{ id: "id7", y: "high" }]));
  return JSON.stringify({
    position,
    waiting: metrics.labels.waiting,
    learned,
    label: results[0].status,
    file,
  });
}
