import { expect, onTestFinished, test } from "vitest";
import { EventsGone } from "../src/store/errors.ts";
import { openStore, type Store, type StoreOptions } from "../src/store/store.ts";
import { temporaryDirectory } from "./directory.ts";

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
  return { directory, store, model, ...store.log(model.id) };
}

const everything = (log: { read(from?: number): Iterable<{ position: number; bytes: Buffer }> }, from = 0) =>
  [...log.read(from)].map(({ position, bytes }) => [position, bytes.toString()]);

test("an entry is read back at the position where the one before it ended", async () => {
  const { journal } = await logOf();
  expect(journal.position).toBe(0);
  expect(await journal.append({ bytes: text("two events"), events: 2 })).toBe(0);
  expect(await journal.append({ bytes: text("one"), events: 1 })).toBe(2);
  expect(journal.position).toBe(3);
  expect(everything(journal)).toEqual([
    [0, "two events"],
    [2, "one"],
  ]);
});

test("reading begins with the entry that has the position asked for", async () => {
  const { journal } = await logOf();
  for (const name of ["a", "b", "c"]) await journal.append({ bytes: text(name), events: 3 });
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
  const { journal } = store.log((await store.createModel("m", {})).id);
  const settled: number[] = [];
  const appends = Array.from({ length: 100 }, (_, n) =>
    journal.append({ bytes: text(String(n)), events: 1 }).then((position) => settled.push(position)),
  );
  await Promise.all(appends);
  expect(settled).toEqual(Array.from({ length: 100 }, (_, n) => n));
  expect(everything(journal).map(([, bytes]) => bytes)).toEqual(settled.map(String));
  expect(commits).toEqual([1, 100]);
});

test("everything is there after closing and opening again", async () => {
  const directory = temporaryDirectory();
  const store = await openStore(directory);
  const model = await store.createModel("m", { task: "regression" });
  const log = store.log(model.id);
  await log.journal.append({ bytes: text("a"), events: 2, keys: ["k"] });
  await log.pending.remember([{ id: "p", bytes: text("then"), expires: 5 }]);
  const id = await log.snapshots.save({
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
  expect([...journal.known(["k", "l"]).keys]).toEqual(["k"]);
  expect(pending.get("p")).toMatchObject({ id: "p", bytes: text("then"), expires: 5 });
  expect(pending.count).toBe(1);
  expect(snapshots.list()).toEqual([
    { id, position: 2, arithmetic: "1", time: 3, note: { loss: 1 }, size: 5 },
  ]);
  expect(snapshots.load(id)).toEqual(text("image"));
});

test("a key is undecided while its event is being written, and known when it is durable", async () => {
  const { journal } = await logOf();
  const append = journal.append({ bytes: text("a"), events: 1, keys: ["k"] });
  const first = journal.known(["k", "l"]);
  expect([...first.keys]).toEqual([]);
  await first.undecided;
  expect(journal.known(["k", "l"])).toEqual({ keys: new Set(["k"]), undecided: undefined });
  await append;
});

test("a prediction waits under its id until it is consumed, and once at that", async () => {
  const { journal, pending } = await logOf();
  await pending.remember([
    { id: "p", bytes: text("one"), expires: 10 },
    { id: "q", bytes: text("two"), expires: 20 },
  ]);
  const join = journal.append({ bytes: text("p labelled"), events: 1, consumed: ["p"] });
  expect(pending.get("p")).toBeUndefined();
  await join;
  expect(pending.get("p")).toBeUndefined();
  expect(pending.get("q")?.bytes).toEqual(text("two"));
  expect(pending.count).toBe(1);
});

test("predictions expire in the order of their time", async () => {
  const { pending } = await logOf();
  for (const [id, expires] of [
    ["late", 30],
    ["early", 10],
    ["middle", 20],
  ] as const) {
    await pending.remember([{ id, bytes: text(id), expires }]);
  }
  expect(pending.expired(20).map(({ id }) => id)).toEqual(["early", "middle"]);
});

test("a prediction under an id that waits already takes its place, also within one commit", async () => {
  const { pending } = await logOf();
  await pending.remember([{ id: "p", bytes: text("first"), expires: 10 }]);
  await Promise.all([
    pending.remember([{ id: "p", bytes: text("second"), expires: 20 }]),
    pending.remember([{ id: "p", bytes: text("third"), expires: 30 }]),
  ]);
  expect(pending.count).toBe(1);
  expect(pending.get("p")?.bytes).toEqual(text("third"));
  expect(pending.expired(25)).toEqual([]);
  expect(pending.expired(30)).toHaveLength(1);
});

test("a snapshot replaces those it is told to", async () => {
  const { snapshots } = await logOf();
  const some = { arithmetic: "1", time: 0, bytes: text("x") };
  const [a, b] = [
    await snapshots.save({ ...some, position: 1 }),
    await snapshots.save({ ...some, position: 2 }),
  ];
  const c = await snapshots.save({ ...some, position: 3 }, [a]);
  expect(snapshots.list().map(({ id }) => id)).toEqual([c, b]);
  expect(snapshots.load(a)).toBeUndefined();
  await snapshots.remove([b]);
  expect(snapshots.list().map(({ id }) => id)).toEqual([c]);
});

test("erasing a key rewrites its entry, keeps all positions, and removes what had learned from it", async () => {
  const { journal, pending, snapshots } = await logOf();
  await journal.append({ bytes: text("a"), events: 1 });
  const before = await snapshots.save({ position: 1, arithmetic: "1", time: 0, bytes: text("x") });
  await journal.append({ bytes: text("b,secret"), events: 2, keys: ["b", "s"] });
  await snapshots.save({ position: 3, arithmetic: "1", time: 0, bytes: text("y") });
  await journal.append({ bytes: text("c"), events: 1, keys: ["c"] });
  await pending.remember([{ id: "s", bytes: text("secret"), expires: 9 }]);

  const rewrite = (bytes: Buffer) => ({ bytes: text(bytes.toString().replace(",secret", "")), erased: 1 });
  expect(await journal.erase(["s"], ["s"], rewrite)).toEqual({ erased: 1, from: 1 });
  expect(everything(journal)).toEqual([
    [0, "a"],
    [1, "b"],
    [3, "c"],
  ]);
  expect([...journal.known(["b", "s", "c"]).keys]).toEqual(["b", "c"]);
  expect(pending.get("s")).toBeUndefined();
  expect(snapshots.list().map(({ id }) => id)).toEqual([before]);
  expect(await journal.erase(["s"], [], rewrite)).toEqual({ erased: 0, from: undefined });
});

test("trimming drops whole entries before a position, and what is gone cannot be erased", async () => {
  const { directory, store, model, journal } = await logOf();
  for (const key of ["a", "b", "c"]) await journal.append({ bytes: text(key), events: 2, keys: [key] });
  await journal.trim(3);
  expect(journal.start).toBe(2);
  expect(everything(journal)).toEqual([
    [2, "b"],
    [4, "c"],
  ]);
  await expect(journal.erase(["a"], [], (bytes) => ({ bytes, erased: 1 }))).rejects.toThrow(EventsGone);
  expect([...journal.known(["a"]).keys]).toEqual(["a"]);
  await journal.trim(100);
  expect(everything(journal)).toEqual([[4, "c"]]);
  await store.close();
  expect((await opened(directory)).log(model.id).journal.position).toBe(6);
});

test("a model that was deleted leaves nothing to one that gets its name", async () => {
  const { directory, store, model, journal, pending, snapshots } = await logOf();
  const other = await store.createModel("other", {});
  await store.log(other.id).journal.append({ bytes: text("stays"), events: 1 });
  await journal.append({ bytes: text("a"), events: 1, keys: ["k"] });
  await pending.remember([{ id: "p", bytes: text("p"), expires: 1 }]);
  await snapshots.save({ position: 1, arithmetic: "1", time: 0, bytes: text("x") });
  await store.deleteModel("m");
  const again = await store.createModel("m", {});
  expect(again.id).not.toBe(model.id);
  const log = store.log(again.id);
  expect(log.journal.position).toBe(0);
  expect([...log.journal.known(["k"]).keys]).toEqual([]);
  expect(log.pending.count).toBe(0);
  expect(log.snapshots.list()).toEqual([]);
  expect(everything(store.log(other.id).journal)).toEqual([[0, "stays"]]);
  await store.close();
  const reopened = await opened(directory);
  expect(reopened.models().map(({ name }) => name)).toEqual(["other", "m"]);
});

test("the store grows with what is in it", { timeout: 60_000 }, async () => {
  const { journal } = await logOf();
  const bytes = Buffer.alloc(2 ** 20, "x");
  for (let n = 0; n < 100; n++) await journal.append({ bytes, events: 1 });
  let total = 0;
  for (const entry of journal.read()) total += entry.bytes.length;
  expect(total).toBe(100 * 2 ** 20);
});
