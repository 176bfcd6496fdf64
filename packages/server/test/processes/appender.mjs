// Writes into a store until it is killed. What is durable is told on standard output, a line each: number, position, events.
// node appender.mjs DIRECTORY FIRST [--no-sync]
import { writeSync } from "node:fs";
import { openStore } from "../../dist/store/store.js";
import { append, contentOf, eventsOf } from "./appended.mjs";

const [directory, first, ...flags] = process.argv.slice(2);
const store = await openStore(directory, { sync: !flags.includes("--no-sync") });
const model = store.models().find(({ name }) => name === "m") ?? (await store.createModel("m", {}));
const log = store.log(model.id);
writeSync(1, "open\n");

let next = Number(first);
async function keepAppending() {
  for (;;) {
    const number = next++;
    const position = await append(log, number);
    writeSync(1, `${number} ${position} ${eventsOf(number)}\n`);
    if (number % 50 === 0) {
      const old = log.snapshots
        .list()
        .slice(2)
        .map(({ id }) => id);
      const snapshot = { position, arithmetic: "1", time: number, bytes: contentOf(number) };
      await log.write({
        cost: () => ({ rows: 10, bytes: snapshot.bytes.length }),
        stage: () => {
          log.snapshots.put(snapshot);
          for (const id of old) log.snapshots.remove(id);
        },
      });
    }
  }
}
for (let writers = 0; writers < 8; writers++) keepAppending();
