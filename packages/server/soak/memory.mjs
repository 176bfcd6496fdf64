import { readFileSync, statSync } from "node:fs";
import { join } from "node:path";
import { eventOf } from "./load.mjs";
import { ServiceProcess } from "./service-process.mjs";

/*
 * A service that learns from millions of events must not grow: not its heap, not the memory it has besides, and, where retention lets go of
 * old entries, not its file either. Predictions wait for labels, are labelled or expire; strangers ask about columns that nobody has learned.
 */

const BATCH = 1000;
const SETTINGS = { task: "classification", retention: "snapshots", ttl: 5 };

export async function memoryUnderLoad(data, events, tell = () => {}) {
  const service = new ServiceProcess(data);
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
      const samples = [];
      for (let sent = 0; sent < events / 10; sent += BATCH) {
        const number = ((tenth - 1) * events) / 10 + sent;
        await call("POST", "/v1/models/m/learn", batches[(number / BATCH) % batches.length]);
        const { x } = eventOf(number);
        const asked = [number, number + 1].map((n) => ({ x: { ...x, [`unknown ${n}`]: n }, id: `id ${n}` }));
        await call("POST", "/v1/models/m/predict", asked);
        await call("POST", "/v1/models/m/label", { id: asked[0].id, y: "high" });
        samples.push(await memoryOf(service.pid, call));
      }
      // Between collections there is garbage in it: the least is what is really kept.
      const least = (what) => Math.min(...samples.map((sample) => sample[what]));
      const now = {
        heap: least("heap"),
        anonymous: least("anonymous"),
        file: statSync(join(data, "data.mdb")).size,
      };
      tenths.push(now);
      const megabytes = (bytes) => `${(bytes / 1e6).toFixed(1)} MB`;
      tell(
        `${(tenth * events) / 10} events: heap ${megabytes(now.heap)}, memory ${megabytes(now.anonymous)}, ` +
          `file ${megabytes(now.file)}`,
      );
    }
    // The first fifth is for compiling, and for pools to fill.
    for (const what of ["heap", "anonymous", "file"]) {
      const [before, after] = [tenths[1][what], tenths[9][what]];
      if (after > 1.1 * before + 4e6) throw new Error(`${what} has grown from ${before} to ${after} bytes`);
    }
    if ((await service.end("SIGTERM")) !== 0) throw new Error("it did not end well");
    return tenths;
  } finally {
    await service.end("SIGKILL");
  }
}

/** The heap, and all memory that is not a file's. */
async function memoryOf(pid, call) {
  const metrics = await (await call("GET", "/metrics")).text();
  const heap = Number(/^process_heap_bytes (\S+)$/m.exec(metrics)[1]);
  const anonymous = 1024 * Number(/RssAnon:\s*(\d+)/.exec(readFileSync(`/proc/${pid}/status`, "utf8"))[1]);
  return { heap, anonymous };
}
