import { readFileSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { expect, onTestFinished, test } from "vitest";
import { StoreDamaged } from "../src/store/errors.ts";
import { type ModelLog, openStore, type Store } from "../src/store/store.ts";
import { temporaryDirectory } from "./directory.ts";
import { append as appendEntry, remember, saveSnapshot } from "./log.ts";

/** Fills a store, lets the disk lose the second half of whatever contains `mark`, and opens it again. */
async function damaged(mark: string, fill: (log: ModelLog) => Promise<unknown>): Promise<() => ModelLog> {
  const directory = temporaryDirectory();
  let store: Store = await openStore(directory);
  const { id } = await store.createModel("m", {});
  await fill(store.log(id));
  await store.close();
  const file = join(directory, "data.mdb");
  const bytes = readFileSync(file);
  let found = 0;
  for (let at = bytes.indexOf(mark); at >= 0; at = bytes.indexOf(mark, at + 1)) {
    bytes.fill(0, at + (mark.length >> 1), at + mark.length);
    found++;
  }
  expect(found).toBeGreaterThan(0);
  writeFileSync(file, bytes);
  store = await openStore(directory);
  onTestFinished(() => store.close());
  return () => store.log(id);
}

const append = (log: ModelLog, content: string) =>
  appendEntry(log, { bytes: Buffer.from(content), events: 2, keys: [content.split(",")[0]] });

const snapshot = (log: ModelLog, position: number, content: string) =>
  saveSnapshot(log, { position, arithmetic: "1", time: 0, bytes: Buffer.from(content) });

const contents = (log: ModelLog) => [...log.journal.read()].map(({ bytes }) => bytes.toString());

test("an entry that was torn at the end of the journal is dropped, and its keys are free again", async () => {
  const open = await damaged("third, torn", async (log) => {
    for (const content of ["first", "second", "third, torn"]) await append(log, content);
  });
  const log = open();
  await log.repaired;
  expect(log.dropped).toBe(1);
  expect(log.journal.position).toBe(4);
  expect(contents(log)).toEqual(["first", "second"]);
  expect(["second", "third"].map((key) => log.keys.has(key))).toEqual([true, false]);
  expect(await append(log, "third, again")).toBe(4);
  expect(contents(log)).toEqual(["first", "second", "third, again"]);
});

test("damage in the middle of the journal is told with its position, and nothing is dropped", async () => {
  const open = await damaged("second, damaged", async (log) => {
    for (const content of ["first", "second, damaged", "third"]) await append(log, content);
  });
  const log = open();
  expect(log.dropped).toBe(0);
  expect(log.journal.position).toBe(6);
  expect(() => contents(log)).toThrow(new StoreDamaged("the journal is damaged at position 2"));
});

test("damage at the end of the journal that a snapshot has learned from is not dropped but told", async () => {
  const open = await damaged("second, damaged", async (log) => {
    for (const content of ["first", "second, damaged"]) await append(log, content);
    await snapshot(log, 4, "image");
  });
  expect(open).toThrow(new StoreDamaged("the journal is damaged at position 2"));
});

test("a damaged snapshot is as good as none, and the one before it is whole", async () => {
  const open = await damaged("the newer image", async (log) => {
    await append(log, "first");
    await snapshot(log, 1, "the older image");
    await snapshot(log, 2, "the newer image");
  });
  const { snapshots } = open();
  const [newer, older] = snapshots.list();
  expect(snapshots.load(newer.id)).toBeUndefined();
  expect(snapshots.load(older.id)?.toString()).toBe("the older image");
});

test("a damaged prediction is as good as none", async () => {
  const open = await damaged("the record then", (log) =>
    remember(log, [
      { id: "p", bytes: Buffer.from("the record then"), expires: 1 },
      { id: "q", bytes: Buffer.from("another record"), expires: 2 },
    ]),
  );
  const { pending } = open();
  expect(pending.get("p")).toBeUndefined();
  expect(pending.due(9, 9).map(({ id }) => id)).toEqual(["q"]);
});

test.each([
  ["cut short", (bytes: Buffer) => bytes.subarray(0, 20_000), /bytes and had at least/],
  ["cut within its head", (bytes: Buffer) => bytes.subarray(0, 4096), /head is not LMDB's/],
  ["cut to less than a page", (bytes: Buffer) => bytes.subarray(0, 100), /head is not LMDB's/],
  ["without its first page", (bytes: Buffer) => bytes.fill(0, 0, 4096), /head is not LMDB's/],
  ["without its second page", (bytes: Buffer) => bytes.fill(0, 4096, 8192), /head is not LMDB's/],
])("a file %s is refused in one line, and left as it is", async (_, damage, says) => {
  const directory = temporaryDirectory();
  const store = await openStore(directory);
  await append(store.log((await store.createModel("m", {})).id), "first");
  await store.close();
  const file = join(directory, "data.mdb");
  writeFileSync(file, damage(readFileSync(file)));
  const before = readFileSync(file);
  const opening = openStore(directory);
  await expect(opening).rejects.toThrow(StoreDamaged);
  await expect(opening).rejects.toThrow(says);
  expect(readFileSync(file).equals(before)).toBe(true);
});
