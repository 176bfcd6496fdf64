// Waits for a line on standard input, opens a store, says whether it got it, and keeps it until standard input ends.
// node owner.mjs DIRECTORY
import { createInterface } from "node:readline";
import { openStore } from "../../dist/store/store.js";

console.log("ready");
const lines = createInterface({ input: process.stdin })[Symbol.asyncIterator]();
await lines.next();
try {
  const store = await openStore(process.argv[2]);
  console.log("owner");
  await lines.next();
  await store.close();
} catch (error) {
  console.log(`${error.name}: ${error.message}`);
}
