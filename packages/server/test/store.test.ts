import { statSync } from "node:fs";
import { join } from "node:path";
import { expect, onTestFinished, test } from "vitest";
import { openStore, type Store, type StoreOptions } from "../src/store/store.ts";
import { temporaryDirectory } from "./directory.ts";
import { append, remember, removeSnapshots, saveSnapshot } from "./log.ts";

const text = (value: string) => Buffer.from(value);

async function opened(directory: string, options?: StoreOptions): Promise<Store> {
  const store = await openStore(directory, options);
  onTestFinished(() => store.close());
  return store;
}

/** A store with one model, and its log. */
async function logOf(directory = temporaryDirectory()) {
  const store = await opened(directory);
  const model = await store.createModel("m", {});
  const log = store.log(model.id);
  return { directory, store, model, log, ...log };
}

const everything = (log: { read(from?: number): Iterable<{ position: number; bytes: Buffer }> }, from = 0) =>
  [...log.read(from)].map(({ position, bytes }) => [position, bytes.toString()]);

test("an entry is read back at the position where the one before it ended", async () => {
  const { log, journal } = await logOf();
  expect(journal.position).toBe(0);
  expect(await append(log, { bytes: text("two events"), events: 2 })).toBe(0);
  expect(await append(log, { bytes: text("one"), events: 1 })).toBe(2);
  expect(journal.position).toBe(3);
  expect(everything(journal)).toEqual([
    [0, "two events"],
    [2, "one"],
  ]);
});

test("reading begins with the entry that has the position asked for", async () => {
  const { log, journal } = await logOf();
  for (const name of ["a", "b", "c"]) await append(log, { bytes: text(name), events: 3 });
  expect(everything(journal, 3)).toEqual([
    [3, "b"],
    [6, "c"],
  ]);
  expect(everything(journal, 5)[0]).toEqual([3, "b"]);
  expect(everything(journal, 9)).toEqual([]);
});

test("requests of the same moment share one commit, in the order of their calls", async () => {
  const directory = temporaryDirectory();
  const commits: number[] = [];
  const store = await opened(directory, { observe: ({ jobs }) => commits.push(jobs) });
  const log = store.log((await store.createModel("m", {})).id);
  const settled: number[] = [];
  const appends = Array.from({ length: 100 }, (_, n) =>
    append(log, { bytes: text(String(n)), events: 1 }).then((position) => settled.push(position)),
  );
  await Promise.all(appends);
  expect(settled).toEqual(Array.from({ length: 100 }, (_, n) => n));
  expect(everything(log.journal).map(([, bytes]) => bytes)).toEqual(settled.map(String));
  expect(commits).toEqual([1, 100]);
});

test("everything is there after closing and opening again", async () => {
  const directory = temporaryDirectory();
  const store = await openStore(directory);
  const model = await store.createModel("m", { task: "regression" });
  const log = store.log(model.id);
  await append(log, { bytes: text("a"), events: 2, keys: ["k"] });
  await remember(log, [{ id: "p", bytes: text("then"), expires: 5 }]);
  const id = await saveSnapshot(log, {
    position: 2,
    arithmetic: "1",
    time: 3,
    note: { loss: 1 },
    bytes: text("image"),
  });
  await store.close();

  const again = await opened(directory);
  expect(again.models()).toEqual([model]);
  const { journal, pending, snapshots } = again.log(model.id);
  expect(journal.position).toBe(2);
  expect(everything(journal)).toEqual([[0, "a"]]);
  expect(["k", "l"].map((key) => again.log(model.id).keys.has(key))).toEqual([true, false]);
  expect(pending.get("p")).toMatchObject({ id: "p", bytes: text("then"), expires: 5 });
  expect(pending.count).toBe(1);
  expect(snapshots.list()).toEqual([
    { id, position: 2, arithmetic: "1", time: 3, note: { loss: 1 }, size: 5 },
  ]);
  expect(snapshots.load(id)).toEqual(text("image"));
});

test("within one commit, a job sees what the jobs before it have put and removed", async () => {
  const { log, journal, keys, pending } = await logOf();
  const seen: unknown[] = [];
  const cost = () => ({ rows: 5, bytes: 10 });
  const first = append(log, { bytes: text("a"), events: 2, keys: ["k"] });
  const waits = remember(log, [{ id: "p", bytes: text("p"), expires: 7 }]);
  const second = log.write({
    cost,
    stage: () => {
      seen.push(keys.has("k"), journal.end, journal.position, pending.get("p")?.expires, pending.isDue(7));
      keys.remove("k");
      pending.remove("p");
    },
  });
  const third = log.write({ cost, stage: () => void seen.push(keys.has("k"), pending.isDue(7)) });
  await Promise.all([first, waits, second, third]);
  expect(seen).toEqual([true, 2, 0, 7, true, false, false]);
  expect([keys.has("k"), journal.position, pending.count]).toEqual([false, 2, 0]);
});

test("a job that throws is refused alone, and the others of its commit are durable", async () => {
  const { log, keys } = await logOf();
  const refused = log.write({
    cost: () => ({ rows: 0, bytes: 0 }),
    stage: () => {
      throw new RangeError("not this one");
    },
  });
  await Promise.all([
    append(log, { bytes: text("a"), events: 1, keys: ["k"] }),
    expect(refused).rejects.toThrow("not this one"),
  ]);
  expect(keys.has("k")).toBe(true);
});

test("a prediction waits under its id until it is consumed, and once at that", async () => {
  const { log, pending } = await logOf();
  await remember(log, [
    { id: "p", bytes: text("one"), expires: 10 },
    { id: "q", bytes: text("two"), expires: 20 },
  ]);
  const join = append(log, { bytes: text("p labelled"), events: 1, consumed: ["p"] });
  await join;
  expect(pending.get("p")).toBeUndefined();
  expect(pending.get("q")?.bytes).toEqual(text("two"));
  expect(pending.count).toBe(1);
});

test("predictions expire in the order of their time", async () => {
  const { log, pending } = await logOf();
  for (const [id, expires] of [
    ["late", 30],
    ["early", 10],
    ["middle", 20],
  ] as const) {
    await remember(log, [{ id, bytes: text(id), expires }]);
  }
  expect(pending.due(20, 9).map(({ id }) => id)).toEqual(["early", "middle"]);
});

test("a prediction under an id that waits already takes its place, also within one commit", async () => {
  const { log, pending } = await logOf();
  await remember(log, [{ id: "p", bytes: text("first"), expires: 10 }]);
  await Promise.all([
    remember(log, [{ id: "p", bytes: text("second"), expires: 20 }]),
    remember(log, [{ id: "p", bytes: text("third"), expires: 30 }]),
  ]);
  expect(pending.count).toBe(1);
  expect(pending.get("p")?.bytes).toEqual(text("third"));
  expect(pending.due(25, 9)).toEqual([]);
  expect(pending.due(30, 9)).toHaveLength(1);
});

test("a snapshot replaces those it is told to", async () => {
  const { log, snapshots } = await logOf();
  const some = { arithmetic: "1", time: 0, bytes: text("x") };
  const [a, b] = [
    await saveSnapshot(log, { ...some, position: 1 }),
    await saveSnapshot(log, { ...some, position: 2 }),
  ];
  const c = await saveSnapshot(log, { ...some, position: 3 }, [a]);
  expect(snapshots.list().map(({ id }) => id)).toEqual([c, b]);
  expect(snapshots.load(a)).toBeUndefined();
  await removeSnapshots(log, (id) => id === b);
  expect(snapshots.list().map(({ id }) => id)).toEqual([c]);
});

test("trimming drops whole entries before a position, and never the last one", async () => {
  const { directory, store, model, log, journal, keys } = await logOf();
  for (const key of ["a", "b", "c"]) await append(log, { bytes: text(key), events: 2, keys: [key] });
  await log.trim(3);
  expect(journal.start).toBe(2);
  expect(everything(journal)).toEqual([
    [2, "b"],
    [4, "c"],
  ]);
  expect(keys.has("a")).toBe(true);
  await log.trim(100);
  expect(everything(journal)).toEqual([[4, "c"]]);
  await store.close();
  expect((await opened(directory)).log(model.id).journal.position).toBe(6);
});

test("a model that was deleted leaves nothing to one that gets its name", async () => {
  const { directory, store, model, log } = await logOf();
  const other = await store.createModel("other", {});
  await append(store.log(other.id), { bytes: text("stays"), events: 1 });
  await append(log, { bytes: text("a"), events: 1, keys: ["k"] });
  await remember(log, [{ id: "p", bytes: text("p"), expires: 1 }]);
  await saveSnapshot(log, { position: 1, arithmetic: "1", time: 0, bytes: text("x") });
  await store.deleteModel("m");
  const again = await store.createModel("m", {});
  expect(again.id).not.toBe(model.id);
  const fresh = store.log(again.id);
  expect(fresh.journal.position).toBe(0);
  expect(fresh.keys.has("k")).toBe(false);
  expect(fresh.pending.count).toBe(0);
  expect(fresh.snapshots.list()).toEqual([]);
  expect(everything(store.log(other.id).journal)).toEqual([[0, "stays"]]);
  await store.close();
  const reopened = await opened(directory);
  expect(reopened.models().map(({ name }) => name)).toEqual(["other", "m"]);
});

test("the store grows with what is in it", { timeout: 60_000 }, async () => {
  const { log, journal } = await logOf();
  const bytes = Buffer.alloc(2 ** 20, "x");
  for (let n = 0; n < 100; n++) await append(log, { bytes, events: 1 });
  let total = 0;
  for (const entry of journal.read()) total += entry.bytes.length;
  expect(total).toBe(100 * 2 ** 20);
});

test("a directory that is made is for this user alone", async () => {
  const directory = join(temporaryDirectory(), "new", "data");
  await opened(directory);
  expect(statSync(directory).mode & 0o777).toBe(0o700);
});

test.skipIf(process.platform !== "linux")(
  "a place where no directory can be made is an error, not a wait",
  async () => {
    await expect(openStore("/proc/scinol/data")).rejects.toThrow("ENOENT");
  },
);
