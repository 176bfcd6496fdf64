import { mkdirSync, rmSync } from "node:fs";
import { join } from "node:path";
import { setTimeout as sleep } from "node:timers/promises";
import { systemClock } from "../dist/clock.js";
import { replayed } from "../dist/model/replay.js";
import { Turns } from "../dist/model/turn.js";
import { LmdbDisk } from "../dist/store/lmdb-disk.js";
import { Store } from "../dist/store/store.js";
import { libraryFold } from "../simulation/library-fold.mjs";
import { Everything } from "./everything.mjs";
import { ServiceProcess } from "./service-process.mjs";

/*
 * Kills the service at random moments while its clients do everything at once, also while it starts. Every time it is looked whether all
 * that it had acknowledged is in its journals, once; whether what was erased is nowhere; and whether each model is, to the bit, what its
 * journal makes: with snapshots, without, and with the library alone.
 */

/** After so many kills a new store is begun: folding whole journals takes the longer the longer they are. */
const KILLS_A_STORE = 25;

/**
 * It lives for at most so many milliseconds under load, its first life from when so many events are acknowledged: on a busy machine, too,
 * there is something to lose. `lose` is done to the data after every kill.
 */
export async function killUnderLoad(data, kills, options = {}) {
  const { longest = 500, least = 100, env, lose = () => {}, tell = () => {} } = options;
  const counts = { kills, early: 0, requests: 0, acknowledged: 0 };
  for (let killed = 0; killed < kills; killed += KILLS_A_STORE) {
    rmSync(data, { recursive: true, force: true });
    mkdirSync(join(data, ".."), { recursive: true });
    const clients = new Everything();
    const most = Math.min(KILLS_A_STORE, kills - killed);
    for (let kill = 0; kill <= most; kill++) {
      const service = new ServiceProcess(data, { env });
      try {
        // Now and then it does not live to be ready.
        if (kill > 0 && kill < most && Math.random() < 0.2) {
          counts.early++;
          await sleep(600 * Math.random());
        } else {
          const address = await service.ready();
          if (kill > 0) await compare(address, data, clients);
          if (kill === most) {
            if ((await service.end("SIGTERM")) !== 0) throw new Error("it did not end well");
            break;
          }
          await clients.prepare(address);
          let over = false;
          const running = clients.run(address, 8).finally(() => {
            over = true;
          });
          while (kill === 0 && clients.acknowledged < least && !over) await sleep(1);
          await Promise.race([running, sleep(longest * Math.random())]);
          await service.end("SIGKILL");
          await running;
        }
      } finally {
        await service.end("SIGKILL");
      }
      await lose();
      await look(data, clients);
      tell(`kill ${killed + kill + 1}: ${clients.requests} requests answered of this store's`);
    }
    counts.requests += clients.requests;
    counts.acknowledged += clients.acknowledged;
  }
  return counts;
}

/** The models as they were when nothing served them, by what they are folded from. */
const folds = new WeakMap();

/** Looks into a store that no service has open. */
async function look(data, clients) {
  const disk = new LmdbDisk(data, true);
  const store = new Store(disk);
  const found = new Map();
  folds.set(clients, found);
  for (const { name, ledger, settings } of clients.models) {
    const stored = store.models().find((model) => model.name === name);
    if (stored === undefined) throw new Error(`${name} is gone`);
    const log = store.log(stored.id);
    await log.repaired;
    const entries = [...log.journal.read()];
    const isWhole = log.journal.start === 0;
    const faults = ledger.faults({
      entries: isWhole ? entries : undefined,
      hasKey: (key) => log.keys.has(key),
      latest: Date.now(),
      isWaiting: (id) => log.pending.get(id) !== undefined,
      contains: (text) => tableWith(disk, stored.id, text),
    });
    if (faults.length > 0) throw new Error(`${name}: ${faults.slice(0, 5).join("; ")}`);
    const turns = new Turns(systemClock);
    const withSnapshots = (await replayed(log, settings, turns)).learner.save();
    if (isWhole) {
      const none = { ...log, snapshots: { list: () => [] } };
      same(name, withSnapshots, (await replayed(none, settings, turns)).learner.save(), "without snapshots");
      same(name, withSnapshots, libraryFold(settings, entries).learner.save(), "with the library alone");
    }
    found.set(name, { position: log.journal.position, file: withSnapshots });
  }
  await store.close();
}

/** What serves is what the store holds; but for predictions that have expired since. */
async function compare(address, _data, clients) {
  for (const { name } of clients.models) {
    const exported = Buffer.from(await (await fetch(`${address}/v1/models/${name}/export`)).arrayBuffer());
    const { position } = await (await fetch(`${address}/v1/models/${name}`)).json();
    const before = folds.get(clients)?.get(name);
    if (before !== undefined && position === before.position)
      same(name, before.file, exported, "by the service");
  }
}

function same(name, one, other, how) {
  if (Buffer.compare(one, other) !== 0) throw new Error(`${name} is another model when folded ${how}`);
}

function tableWith(disk, id, text) {
  for (const [name, table] of Object.entries(disk.tables))
    for (const { key, value } of table.getRange({}))
      if (name !== "models" && key.readUInt32BE(0) === id && (key.includes(text) || value.includes(text)))
        return name;
  return undefined;
}
