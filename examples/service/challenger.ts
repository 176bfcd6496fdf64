// A challenger shadows a model on the same events; the better one stays.
import { client, type LearnEvent } from "scinol/client";

const heating = client(process.env.SCINOL_SERVICE ?? "http://127.0.0.1:8080").model("heating");
await heating.create({ task: "regression" });
await heating.challenge("never-forgets", { memory: "all" });

// A year of hours, one at a time as they come; the house gets new windows in the middle of it.
async function* year(): AsyncGenerator<LearnEvent> {
  for (let hour = 0; hour < 8760; hour++) {
    const outside = 10 - 12 * Math.cos((2 * Math.PI * hour) / 8760) + ((hour * 7919) % 100) / 20;
    const loss = hour < 4380 ? 2.4 : 1.3;
    yield { x: { outside }, y: loss * Math.max(0, 20 - outside), key: `hour-${hour}` };
  }
}
const { learned } = await heating.learnAll(year());

// Sent again after a lost connection, say: every event has a key, so nothing is learned twice.
const again = await heating.learnAll(year());
console.log(`learned ${learned}, then ${again.learned} more and ${again.duplicates} known`);
// → learned 8760, then 0 more and 8760 known

const [challenger] = (await heating.details()).metrics.challengers;
const better = challenger.loss! < challenger.modelLoss!;
console.log(better ? "promote the challenger" : "the model stays");
// → the model stays
if (better) await heating.promote(challenger.name);
else await heating.dismiss(challenger.name);
