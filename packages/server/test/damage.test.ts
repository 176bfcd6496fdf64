import { cpSync, readFileSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { expect, onTestFinished, test } from "vitest";
import { StoreDamaged } from "../src/store/errors.ts";
import { LmdbDisk } from "../src/store/lmdb-disk.ts";
import { type ModelLog, openStore, type Store } from "../src/store/store.ts";
import { temporaryDirectory } from "./directory.ts";
import { append as appendEntry, remember, saveSnapshot } from "./log.ts";

/** Fills a store, lets the disk lose the second half of whatever contains one of the `marks`, and opens it again. */
async function damaged(
  marks: string | readonly string[],
  fill: (log: ModelLog) => Promise<unknown>,
): Promise<() => ModelLog> {
  const directory = temporaryDirectory();
  let store: Store = await openStore(directory);
  const { id } = await store.createModel("m", {});
  await fill(store.log(id));
  await store.close();
  const file = join(directory, "data.mdb");
  const bytes = readFileSync(file);
  for (const mark of [marks].flat()) {
    let found = 0;
    for (let at = bytes.indexOf(mark); at >= 0; at = bytes.indexOf(mark, at + 1)) {
      bytes.fill(0, at + (mark.length >> 1), at + mark.length);
      found++;
    }
    expect(found).toBeGreaterThan(0);
  }
  writeFileSync(file, bytes);
  store = await openStore(directory);
  onTestFinished(() => store.close());
  return () => store.log(id);
}

/** What the row begins with that a commit seals for each model. */
const SEALED = '{"end":';

const append = (log: ModelLog, content: string) =>
  appendEntry(log, { bytes: Buffer.from(content), events: 2, keys: [content.split(",")[0]] });

const snapshot = (log: ModelLog, position: number, content: string) =>
  saveSnapshot(log, { position, arithmetic: "1", time: 0, bytes: Buffer.from(content) });

const contents = (log: ModelLog) => [...log.journal.read()].map(({ bytes }) => bytes.toString());

test("an entry that was torn at the end of the journal is dropped, and its keys are free again", async () => {
  const open = await damaged(["third, torn", SEALED], async (log) => {
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

test("an entry at the end that was acknowledged, by the row of its commit, is not dropped but told", async () => {
  const open = await damaged("third, damaged", async (log) => {
    for (const content of ["first", "second", "third, damaged"]) await append(log, content);
  });
  expect(open).toThrow(new StoreDamaged("the journal is damaged at position 4"));
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
  ["an entry", "entries", "the journal ends at position 4, and its last commit ended at 6"],
  ["a key", "keys", "there are 2 keys, and there were 3"],
  ["a prediction", "expiries", "0 predictions wait, and 1 were waiting"],
] as const)("%s that is gone from the store is told", async (_, name, says) => {
  const directory = temporaryDirectory();
  let store: Store = await openStore(directory);
  const { id } = await store.createModel("m", {});
  for (const content of ["first", "second", "third"]) await append(store.log(id), content);
  await remember(store.log(id), [{ id: "p", bytes: Buffer.from("p"), expires: 1 }]);
  await store.close();
  const disk = new LmdbDisk(directory, true);
  const [last] = [...disk.tables[name].getKeys({})].slice(-1);
  await disk.commit(() => void disk.tables[name].remove(last));
  await disk.close();
  store = await openStore(directory);
  onTestFinished(() => store.close());
  expect(() => store.log(id)).toThrow(new StoreDamaged(says));
});

test("a file that has gone back by a commit, by one bit of its head, is refused", async () => {
  const directory = temporaryDirectory();
  const store = await openStore(directory);
  const { id } = await store.createModel("m", {});
  const file = join(directory, "data.mdb");
  let refused = 0;
  for (let n = 0; n < 4; n++) {
    await append(store.log(id), `entry ${n}`);
    const bytes = readFileSync(file);
    const numbers = [0, 4096].map((head) => Number(bytes.readBigUInt64LE(head + 152)));
    const newer = numbers[0] > numbers[1] ? 0 : 4096;
    for (const [head, bit] of [
      [newer, 2],
      [newer, 1],
      [4096 - newer, 2],
      [4096 - newer, 16],
    ]) {
      const copy = temporaryDirectory();
      cpSync(directory, copy, { recursive: true, filter: (path) => !path.endsWith("lock") });
      const damagedBytes = Buffer.from(bytes);
      damagedBytes[head + 152] ^= bit;
      writeFileSync(join(copy, "data.mdb"), damagedBytes);
      await expect(openStore(copy), `${numbers} ${head} ${bit}`).rejects.toThrow(StoreDamaged);
      refused++;
    }
  }
  expect(refused).toBe(16);
  await store.close();
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

test("a key that has become another one is found before it is served", async () => {
  const directory = temporaryDirectory();
  const store = await openStore(directory);
  const { id } = await store.createModel("m", {});
  await append(store.log(id), "visitor,1");
  await store.close();
  const file = join(directory, "data.mdb");
  const bytes = readFileSync(file);
  // Keys lie before their values; the entry itself stays as it is.
  for (let at = bytes.indexOf("visitor"); at >= 0; at = bytes.indexOf("visitor", at + 1))
    if (bytes.toString("latin1", at + 7, at + 9) !== ",1") bytes[at] ^= 1;
  writeFileSync(file, bytes);
  const again = await openStore(directory, { walk: true });
  onTestFinished(() => again.close());
  expect(() => again.log(id)).toThrow(new StoreDamaged("a row is damaged, or cannot be found by its key"));
});
