import { cpSync, readFileSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { crc32 } from "node:zlib";
import { pino } from "pino";
import { ARITHMETIC, classifier } from "scinol";
import { describe, expect, it } from "vitest";
import { serve } from "../src/serve.ts";
import { openStore } from "../src/store/store.ts";
import { removeSnapshots } from "./log.ts";
import { events, freshDirectory, start, type TestService } from "./service.ts";

/** Everything of a model that must be there again: the file to the bit, and all that its metrics tell of the past. */
async function everything(service: TestService, name: string) {
  const { metrics, ...details } = (await service.get(`/models/${name}`)).json;
  const { time: _, learnedPerSecond: _l, predictedPerSecond: _p, ...told } = metrics;
  return {
    file: (await service.model(name)).toString("base64"),
    details,
    told,
    curves: (await service.get(`/models/${name}/curve`)).json,
  };
}

/** A model that has been through all that can happen to one. */
async function eventful(service: TestService, name: string): Promise<void> {
  const at = (path: string) => `/models/${name}${path}`;
  await service.put(at(""), { task: "classification", snapshotEvery: 70, ttl: 3600 });
  await service.post(
    at("/learn"),
    events(40).map((event, n) => ({ ...event, key: `key-${n}`, weight: 1 + (n % 3) })),
  );
  await service.put(at("/challengers/adam"), { options: { rule: "adam" } });
  const raw = events(60, 40)
    .map((event) => JSON.stringify(event))
    .join("\n");
  await service.call("POST", at("/learn"), { raw, headers: { "content-type": "application/x-ndjson" } });
  await service.post(
    at("/predict"),
    events(10, 200).map(({ x }, n) => ({ x, id: `id-${n}` })),
  );
  await service.post(
    at("/label"),
    events(8, 200).map(({ y }, n) => ({ id: `id-${n}`, y })),
  );
  await service.post(at("/label"), { id: "nobody", y: "yes" });
  await service.post(at("/challengers/adam/promote"));
  await service.put(at("/challengers/other"), { options: { memory: "all" } });
  await service.post(at("/learn"), events(50, 300));
  const { snapshots } = (await service.get(at("/snapshots"))).json;
  await service.post(at("/rollback"), { snapshot: snapshots.at(-1).id });
  await service.post(at("/learn"), events(20, 400));
}

describe("after a restart", () => {
  it("a model is what it was, to the bit, and so are its metrics", async () => {
    const service = await start();
    await eventful(service, "eventful");
    const before = await everything(service, "eventful");
    await service.restart();
    expect(await everything(service, "eventful")).toEqual(before);
    await service.post("/models/eventful/learn", events(10, 500));
    const later = await everything(service, "eventful");
    await service.restart();
    expect(await everything(service, "eventful")).toEqual(later);
  });

  it("without any snapshot, the journal alone gives the same model", async () => {
    const service = await start();
    await eventful(service, "eventful");
    const before = await everything(service, "eventful");
    await service.stop();
    await forgetSnapshots(service.data, () => true);
    await service.start();
    const after = await everything(service, "eventful");
    expect(after.file).toBe(before.file);
    // Nothing in the journal tells of labels that found no prediction.
    expect(after.told).toEqual({ ...before.told, labels: { ...before.told.labels, late: 0 } });
    expect(after.curves).toEqual(before.curves);
  });

  it("what a copy of the files taken at any moment gives is the fold of what had been answered", async () => {
    const service = await start();
    await service.put("/models/copied", { task: "classification", snapshotEvery: 25 });
    const files: Buffer[] = [await service.model("copied")];
    for (let n = 0; n < 12; n++) {
      await service.post("/models/copied/learn", events(10, 10 * n));
      files.push(await service.model("copied"));
      if (n % 3 !== 2) continue;
      // What a killed process leaves: nobody has closed anything.
      const copy = freshDirectory();
      await expect
        .poll(async () => (await service.get("//metrics")).text)
        .toContain("\nscinol_journal_lag 0\n");
      cpSync(service.data, copy, { recursive: true, filter: (path) => !path.endsWith("lock") });
      const other = await start({}, copy);
      expect(await other.model("copied")).toEqual(files.at(-1));
      await other.stop();
    }
  });

  it("keys, pending predictions and erased events are as before", async () => {
    const service = await start();
    await eventful(service, "eventful");
    await service.call("DELETE", "/models/eventful/events?key=key-7");
    await service.call("DELETE", "/models/eventful/events?key=id-3");
    const before = await everything(service, "eventful");
    await service.restart();
    expect(await everything(service, "eventful")).toEqual(before);
    const again = await service.post("/models/eventful/learn", [
      { ...events(1)[0], key: "key-6" },
      { ...events(1)[0], key: "key-7" },
    ]);
    expect(again.json).toMatchObject({ learned: 1, duplicates: 1 });
    const labelled = await service.post(
      "/models/eventful/label",
      ["id-2", "id-3", "id-8"].map((id) => ({ id, y: "no" })),
    );
    expect(labelled.json.results.map(({ status }: { status: string }) => status)).toEqual([
      "duplicate",
      "unknown",
      "learned",
    ]);
  });

  it("an event that was sent twice, among others, is nowhere in the journal once it is erased", async () => {
    const service = await start();
    await service.put("/models/m", { task: "classification" });
    const person = { x: { name: "Ada Lovelace" }, y: "yes", key: "person" };
    const sent = (from: number) => [{ ...events(1, from)[0], key: `other-${from}` }, person, person];
    await service.post("/models/m/learn", sent(0));
    await service.post("/models/m/learn", sent(1));
    const raw = sent(2)
      .map((event) => JSON.stringify(event))
      .join("\n");
    const lines = { "content-type": "application/x-ndjson" };
    const third = await service.call("POST", "/models/m/learn", { raw, headers: lines });
    expect(third.json).toMatchObject({ learned: 1, duplicates: 2, position: 4 });
    expect((await service.call("DELETE", "/models/m/events?key=person")).json).toEqual({ erased: 1 });
    const before = await everything(service, "m");
    await service.restart();
    expect(await everything(service, "m")).toEqual(before);
    await service.stop();
    const store = await openStore(service.data);
    const entries = [...store.log(store.models()[0].id).journal.read()].map(({ bytes }) => bytes.toString());
    await store.close();
    expect(entries).toHaveLength(3);
    expect(entries.join()).not.toContain("Lovelace");
  });

  it("an event erased before a rollback is gone from what was gone back to as well", async () => {
    const [one, two] = [await start(), await start()];
    for (const service of [one, two]) {
      await service.put("/models/m", { task: "classification", snapshotEvery: 20 });
      const person = { ...events(1, 900)[0], key: "person" };
      for (let n = 0; n < 4; n++) {
        const batch: object[] = events(20, 20 * n);
        if (service === one && n === 0) batch.splice(5, 0, person);
        await service.post("/models/m/learn", batch);
      }
      const { snapshots } = (await service.get("/models/m/snapshots")).json;
      const second = snapshots.find(({ position }: { position: number }) => position >= 40 && position < 45);
      await service.post("/models/m/rollback", { snapshot: second.id });
      await service.post("/models/m/learn", events(20, 200));
    }
    expect(await one.model("m")).not.toEqual(await two.model("m"));
    expect((await one.call("DELETE", "/models/m/events?key=person")).json).toEqual({ erased: 1 });
    expect(await one.model("m")).toEqual(await two.model("m"));
    await one.restart();
    expect(await one.model("m")).toEqual(await two.model("m"));
  });

  it("a model with retention comes back from its snapshots", async () => {
    const service = await start();
    await service.put("/models/m", {
      task: "classification",
      snapshotEvery: 20,
      keepSnapshots: 2,
      retention: { events: 10 },
    });
    for (let n = 0; n < 10; n++) await service.post("/models/m/learn", events(10, 10 * n));
    const before = await everything(service, "m");
    await service.restart();
    expect(await everything(service, "m")).toEqual(before);
  });
});

it("a service that is asked to end while it recovers ends, and recovers the next time", async () => {
  const service = await start();
  await service.put("/models/m", { task: "classification" });
  for (let n = 0; n < 10; n++) await service.post("/models/m/learn", events(1000, 1000 * n));
  const before = await service.model("m");
  await service.stop();
  await forgetSnapshots(service.data, () => true);
  const running = await serve({
    data: service.data,
    port: 0,
    host: "127.0.0.1",
    log: pino({ level: "silent" }),
  });
  await running.close();
  await expect(running.recovered).rejects.toThrow("aborted");
  await service.start();
  expect(await service.model("m")).toEqual(before);
});

it("what a rollback went back to is kept as long as an older snapshot may need it", async () => {
  const service = await start();
  await service.put("/models/m", {
    task: "classification",
    snapshotEvery: 10,
    keepSnapshots: 3,
    retention: "snapshots",
  });
  const learn = async (from: number) => {
    await service.post("/models/m/learn", events(10, from));
    const { position } = (await service.get("/models/m")).json;
    await expect
      .poll(async () => (await service.get("/models/m/snapshots")).json.snapshots[0]?.position)
      .toBe(position);
  };
  for (const from of [0, 10, 20]) await learn(from);
  const { snapshots } = (await service.get("/models/m/snapshots")).json;
  await service.post("/models/m/rollback", { snapshot: snapshots.at(-1).id });
  await learn(30);
  const before = await everything(service, "m");
  await service.stop();
  // The two newest are lost; the next one is of before the rollback.
  const [newest, second] = (await snapshotsOf(service.data)).map(({ id }) => id);
  await forgetSnapshots(service.data, (id) => id === newest || id === second);
  expect((await snapshotsOf(service.data))[0].position).toBe(30);
  await service.start();
  expect((await everything(service, "m")).file).toBe(before.file);
});

describe("a model that cannot be recovered", () => {
  it("answers 503 with the reason, can be read and deleted, and the others serve", async () => {
    const service = await start();
    await service.put("/models/good", { task: "classification" });
    await service.put("/models/bad", { task: "classification" });
    await service.post("/models/good/learn", events(20));
    await service.post("/models/bad/learn", events(1));
    await service.post("/models/bad/learn", { x: { word: "the middle one" }, y: "yes" });
    await service.post("/models/bad/learn", events(1));
    const before = await service.model("good");
    await service.stop();
    await forgetSnapshots(service.data, () => true);
    damage(join(service.data, "data.mdb"), "the middle one");
    await service.start();
    expect(await service.model("good")).toEqual(before);
    const refused = await service.post("/models/bad/predict", { x: {} });
    expect(refused.status).toBe(503);
    expect(refused.json.detail).toContain("the journal is damaged at position 1");
    expect((await service.put("/models/bad", { task: "classification" })).status).toBe(503);
    expect((await service.get("/models")).json).toMatchObject({
      models: [{ name: "good" }],
      failed: [{ name: "bad", reason: "the journal is damaged at position 1" }],
    });
    const lines = (await service.get("/models/bad/journal")).text.split("\n");
    expect(lines.map((line) => line && JSON.parse(line).kind)).toEqual([
      "learn",
      undefined,
      "damaged",
      "learn",
      undefined,
      "",
    ]);
    expect((await service.call("DELETE", "/models/bad")).status).toBe(204);
    expect((await service.put("/models/bad", { task: "classification" })).status).toBe(201);
  });

  it("is one that learned with another arithmetic", async () => {
    const directory = freshDirectory();
    const store = await openStore(directory);
    await store.createModel("old", { settings: { task: "regression" }, arithmetic: 0 });
    await store.close();
    const service = await start({}, directory);
    const { status, json } = await service.get("/models/old");
    expect(status).toBe(503);
    expect(json.detail).toContain(
      `learned with arithmetic 0, this version has ${ARITHMETIC}; go on with the version that wrote it`,
    );
  });
});

it("a snapshot that cannot be read back leaves the older ones and their journal", async () => {
  const service = await start();
  await service.put("/models/m", {
    task: "classification",
    snapshotEvery: 10,
    keepSnapshots: 1,
    retention: "snapshots",
  });
  const learner = classifier();
  for (let n = 0; n < 50; n++) learner.learn({ a: n % 7 }, n % 2 ? "u" : "v");
  // A file that loads, and whose next save does not: one more round is no safe integer.
  const raw = withRounds(learner.save(), 2 ** 53 - 1);
  const imported = await service.call("PUT", "/models/m/import", {
    raw,
    headers: { "content-type": "application/octet-stream" },
  });
  for (let n = 0; n < 40; n++) await service.post("/models/m/learn", { x: { a: n }, y: "u" });
  const answered = (await service.get("/models/m")).status;
  await service.restart();
  expect([imported.status, (await service.get("/models/m")).status, answered]).toEqual([200, 200, 200]);
});

/** A model file with another number of rounds, and the checksum made good. */
function withRounds(file: Uint8Array, rounds: number): Buffer {
  const bytes = Buffer.from(file);
  // Rounds are the first number of the model's memory, behind the header.
  bytes.writeDoubleLE(rounds, 24 + bytes.readUInt32LE(16));
  bytes.writeUInt32LE(crc32(bytes.subarray(0, -4)), bytes.length - 4);
  return bytes;
}

/** Changes a letter wherever a text is in a file. */
function damage(file: string, text: string): void {
  const bytes = readFileSync(file);
  let found = 0;
  for (let at = bytes.indexOf(text); at >= 0; at = bytes.indexOf(text, at + 1)) {
    bytes[at] ^= 1;
    found++;
  }
  expect(found).toBeGreaterThan(0);
  writeFileSync(file, bytes);
}

async function forgetSnapshots(directory: string, which: (id: number) => boolean): Promise<void> {
  const store = await openStore(directory);
  for (const { id } of store.models()) await removeSnapshots(store.log(id), which);
  await store.close();
}

async function snapshotsOf(directory: string): Promise<{ id: number; position: number }[]> {
  const store = await openStore(directory);
  const list = store.models().flatMap(({ id }) => store.log(id).snapshots.list());
  await store.close();
  return list;
}
