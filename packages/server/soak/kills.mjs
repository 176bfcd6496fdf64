import { setTimeout as sleep } from "node:timers/promises";
import { classifier } from "scinol";
import { decodeEntry, eventsOf } from "../dist/model/entry.js";
import { openStore } from "../dist/store/store.js";
import { Load } from "./load.mjs";
import { ServiceProcess } from "./service-process.mjs";

/*
 * Kills the service at random moments under load, also while it starts, and looks every time whether all that it had acknowledged is in its
 * journal, once; and whether the model it comes back with is the one that this journal makes, to the bit. The second model is made here, event
 * by event, with the library alone.
 */

const OPTIONS = { crosses: [["kind", "day"]] };
const SETTINGS = { task: "classification", options: OPTIONS, snapshotEvery: 300, keepSnapshots: 3 };

/** The journal, read between two lives of the service. */
class Witness {
  learner = classifier(OPTIONS);
  #position = 0;
  /** Key or id → the position after its entry. */
  #found = new Map();

  get events() {
    return this.#position;
  }

  async look(data, load) {
    const store = await openStore(data);
    const [model] = store.models();
    const { journal, pending } = store.log(model.id);
    for (const { position, events, bytes } of journal.read(this.#position)) {
      if (position !== this.#position)
        throw new Error(`the journal goes on at ${position}, not ${this.#position}`);
      this.#position += events;
      const { header, body } = decodeEntry(bytes);
      for (const { x, y, weight, key, id } of eventsOf(header, body)) {
        const name = key ?? id;
        if (this.#found.has(name)) throw new Error(`${name} is in the journal twice`);
        this.#found.set(name, this.#position);
        this.learner.learn(x, y, weight);
      }
    }
    for (const [name, position] of load.learned) {
      const found = this.#found.get(name);
      if (found === undefined) throw new Error(`${name} was acknowledged and is not in the journal`);
      if (position !== undefined && found !== position)
        throw new Error(`${name} was acknowledged at ${position} and is at ${found}`);
    }
    for (const id of load.predicted.keys()) {
      if (!this.#found.has(id) && !pending.get(id))
        throw new Error(`the prediction ${id} was answered and is forgotten`);
    }
    await store.close();
  }
}

/**
 * It lives for at most so many milliseconds under load, its first life from when so many events are acknowledged: on a busy machine, too,
 * there is something to lose. `lose` is done to the data after every kill.
 */
export async function killUnderLoad(data, kills, options = {}) {
  const { longest = 500, least = 100, env, lose = () => {}, tell = () => {} } = options;
  const load = new Load();
  const witness = new Witness();
  let early = 0;
  for (let kill = 0; kill <= kills; kill++) {
    const service = new ServiceProcess(data, { env });
    // Now and then it does not live to be ready.
    if (kill > 0 && kill < kills && Math.random() < 0.2) {
      early++;
      await sleep(600 * Math.random());
      await service.end("SIGKILL");
      await lose();
      continue;
    }
    const address = await service.ready();
    if (kill === 0) await create(address);
    const exported = Buffer.from(await (await fetch(`${address}/v1/models/m/export`)).arrayBuffer());
    if (!exported.equals(witness.learner.save()))
      throw new Error(`after kill ${kill} the model is not that of its journal`);
    if (kill === kills) {
      if ((await service.end("SIGTERM")) !== 0) throw new Error("it did not end well");
      break;
    }
    let over = false;
    const running = load.run(address, 8).finally(() => {
      over = true;
    });
    while (load.learned.size < least && !over) await sleep(1);
    await Promise.race([running, sleep(longest * Math.random())]);
    await service.end("SIGKILL");
    await running;
    await lose();
    await witness.look(data, load);
    tell(`kill ${kill + 1}: ${load.requests} requests answered, ${witness.events} events in the journal`);
  }
  return { kills, early, requests: load.requests, acknowledged: load.learned.size, events: witness.events };
}

async function create(address) {
  const answer = await fetch(`${address}/v1/models/m`, {
    method: "PUT",
    headers: { "content-type": "application/json" },
    body: JSON.stringify(SETTINGS),
  });
  if (!answer.ok) throw new Error(await answer.text());
}
