// Appends to a store until the disk is full, says so, waits for a line on standard input, and goes on when there is space again.
// node filler.mjs DIRECTORY
import { createInterface } from "node:readline";
import { setTimeout as sleep } from "node:timers/promises";
import { openStore } from "../../dist/store/store.js";
import { append, contentOf } from "./appended.mjs";

const store = await openStore(process.argv[2]);
const log = store.log((await store.createModel("m", {})).id);
const { journal, keys, pending } = log;
const lines = createInterface({ input: process.stdin })[Symbol.asyncIterator]();

let number = 0;
const attempt = async () => {
  try {
    await append(log, number);
    number++;
    return true;
  } catch (error) {
    if (error.name !== "StorageFull") throw error;
    return false;
  }
};

while (await attempt()) {}
// Several at once are refused each for itself.
const refusals = await Promise.allSettled([
  append(log, number),
  append(log, number + 1),
  log.write({
    cost: () => ({ rows: 4, bytes: 10 }),
    stage: () => pending.put({ id: "p", bytes: contentOf(1), expires: 1 }),
  }),
]);
if (!refusals.every(({ reason }) => reason?.name === "StorageFull"))
  throw new Error("written to a full disk");
if ([...journal.read()].length !== number) throw new Error("the journal cannot be read");
if (keys.has(`key ${number}`) || pending.get("p")) throw new Error("a part was written");
console.log(`full after ${number}`);

await lines.next();
const full = number;
for (let patience = 0; patience < 50 && number < full + 10; patience++)
  if (!(await attempt())) await sleep(100);
if (number === full) throw new Error("no space came");
await store.close();
console.log(`closed after ${number}`);
process.exit();
