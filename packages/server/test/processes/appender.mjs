// Writes into a store until it is killed. What is durable is told on standard output, a line each: number, position, events.
// node appender.mjs DIRECTORY FIRST [--no-sync]
import { writeSync } from "node:fs";
import { openStore } from "../../dist/store/store.js";
import { contentOf, eventsOf } from "./appended.mjs";

const [directory, first, ...flags] = process.argv.slice(2);
const store = await openStore(directory, { sync: !flags.includes("--no-sync") });
const model = store.models().find(({ name }) => name === "m") ?? (await store.createModel("m", {}));
const { journal, pending, snapshots } = store.log(model.id);
writeSync(1, "open\n");

let next = Number(first);
async function append() {
  for (;;) {
    const number = next++;
    const id = `id ${number}`;
    if (number % 5 === 0) await pending.remember([{ id, bytes: contentOf(number), expires: number }]);
    const events = eventsOf(number);
    const keys = [`key ${number}`];
    const consumed = number % 10 === 0 ? [id] : [];
    const position = await journal.append({ bytes: contentOf(number), events, keys, consumed });
    writeSync(1, `${number} ${position} ${events}\n`);
    if (number % 50 === 0) {
      const old = snapshots.list().slice(2);
      const image = { position, arithmetic: "1", time: number, bytes: contentOf(number) };
      await snapshots.save(
        image,
        old.map((snapshot) => snapshot.id),
      );
    }
  }
}
for (let writers = 0; writers < 8; writers++) append();
