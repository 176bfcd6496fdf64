// Looks for faults in a store that appenders have written into. Standard input: a JSON array of what was acknowledged, pairs of number and
// position. Standard output: a JSON array of faults.
// node inspector.mjs DIRECTORY
import { json } from "node:stream/consumers";
import { openStore } from "../../dist/store/store.js";
import { contentOf, eventsOf, numberIn } from "./appended.mjs";

const acknowledged = new Map(await json(process.stdin));
const faults = [];
const store = await openStore(process.argv[2]);
const model = store.models().find(({ name }) => name === "m");
if (model) inspect(store.log(model.id));
else faults.push("the model is gone");
await store.close();
console.log(JSON.stringify(faults));

function inspect({ journal, keys, pending, snapshots }) {
  const found = new Map();
  for (const { position, events, bytes } of journal.read()) {
    const number = numberIn(bytes);
    if (!bytes.equals(contentOf(number)) || events !== eventsOf(number))
      faults.push(`${position}: other content`);
    if (found.has(number)) faults.push(`${number} is there twice`);
    found.set(number, position);
  }
  for (const [number, position] of acknowledged) {
    const at = found.get(number);
    if (at !== position) faults.push(`${number} was acknowledged at ${position} and is at ${at}`);
  }
  // A key, and the prediction that an entry consumes, come and go with the entry, acknowledged or not.
  const last = Math.max(...found.keys(), 0);
  for (let number = 0; number <= last + 20; number++) {
    const known = keys.has(`key ${number}`);
    if (known !== found.has(number)) faults.push(`the key of ${number} is ${known ? "" : "not "}known`);
    const waits = pending.get(`id ${number}`) !== undefined;
    if (number % 10 === 0 && waits && found.has(number)) faults.push(`${number} is consumed and still waits`);
    if (number % 10 === 5 && !waits && acknowledged.has(number))
      faults.push(`${number} does not wait any more`);
  }
  for (const { id, position, time } of snapshots.list()) {
    const whole = snapshots.load(id)?.equals(contentOf(time)) && found.get(time) === position;
    if (!whole) faults.push(`snapshot ${id} is not whole`);
  }
}
