import { statSync } from "node:fs";
import { join } from "node:path";
import { eventOf } from "./event-of.mjs";
import { ServiceProcess } from "./service-process.mjs";

/*
 * A service that learns from millions of events must not grow: not its heap, not the memory it has besides, and, where retention lets go of
 * old entries, not its file either. Predictions wait for labels, are labelled or expire; strangers ask about columns that nobody has learned.
 */

const COLLECTOR = new URL("collector.mjs", import.meta.url).href;
const BATCH = 1000;
/** Bytes that buffers may happen to be more or less; the file grows in steps. */
const SLACK = { heap: 1e6, outside: 4e6, file: 2e7 };
const SETTINGS = { task: "classification", retention: "snapshots", ttl: 5 };

export async function memoryUnderLoad(data, events, tell = () => {}) {
  const service = new ServiceProcess(data, { flags: ["--expose-gc", "--import", COLLECTOR] });
  try {
    const address = await service.ready();
    const call = async (method, path, body) => {
      const answer = await fetch(`${address}${path}`, {
        method,
        headers: { "content-type": "application/json" },
        ...(body === undefined ? {} : { body: typeof body === "string" ? body : JSON.stringify(body) }),
      });
      if (!answer.ok) throw new Error(`${answer.status}: ${await answer.text()}`);
      return answer;
    };
    await call("PUT", "/v1/models/m", SETTINGS);
    const batches = Array.from({ length: 20 }, (_, b) =>
      JSON.stringify(Array.from({ length: BATCH }, (_, n) => eventOf(b * BATCH + n))),
    );
    const tenths = [];
    for (let tenth = 1; tenth <= 10; tenth++) {
      for (let sent = 0; sent < events / 10; sent += BATCH) {
        const number = ((tenth - 1) * events) / 10 + sent;
        await call("POST", "/v1/models/m/learn", batches[(number / BATCH) % batches.length]);
        const { x } = eventOf(number);
        const asked = [number, number + 1].map((n) => ({ x: { ...x, [`unknown ${n}`]: n }, id: `id ${n}` }));
        await call("POST", "/v1/models/m/predict", asked);
        await call("POST", "/v1/models/m/label", { id: asked[0].id, y: "high" });
      }
      const { heapUsed, external } = await service.memory();
      const now = { heap: heapUsed, outside: external, file: statSync(join(data, "data.mdb")).size };
      tenths.push(now);
      const megabytes = (bytes) => `${(bytes / 1e6).toFixed(1)} MB`;
      tell(
        `${(tenth * events) / 10} events: heap ${megabytes(now.heap)}, outside of it ${megabytes(now.outside)}, ` +
          `file ${megabytes(now.file)}`,
      );
    }
    // The first fifth is for compiling, and for pools to fill.
    for (const [what, slack] of Object.entries(SLACK)) {
      const [before, after] = [tenths[1][what], tenths[9][what]];
      if (after > 1.05 * before + slack)
        throw new Error(`${what} has grown from ${before} to ${after} bytes`);
    }
    if ((await service.end("SIGTERM")) !== 0) throw new Error("it did not end well");
    return tenths;
  } finally {
    await service.end("SIGKILL");
  }
}
