import { LIMITS } from "../dist/limits.js";
import { answerAll } from "../dist/model/answer.js";
import { Models } from "../dist/model/models.js";
import { Refusal } from "../dist/refusal.js";
import { EventsGone, StorageFull } from "../dist/store/errors.js";
import { Store } from "../dist/store/store.js";
import { Ledger } from "./ledger.mjs";
import { libraryFold } from "./library-fold.mjs";
import { random } from "./random.mjs";
import { SimulatedClock } from "./simulated-clock.mjs";
import { SimulatedDisk } from "./simulated-disk.mjs";

const SILENT = { info() {}, warn() {}, error() {} };
const alone = () => "";
const turn = () => new Promise(setImmediate);

/** A service in a simulated world: everything above the disk and the clock is the real code. */
export class World {
  random;
  clock;
  #disk;
  #store;
  #models;
  /** Number of a model → position → entry: all there ever were, as they were last written. */
  #entries = new Map();
  /** Number of a model → what its clients were told. */
  #ledgers = new Map();
  /** Commands under way. */
  #open = new Set();
  #files = [];
  #next = 0;
  #latest = 0;
  #faults = [];
  /** Number of times that the clock was set back. */
  #setBack = 0;
  crashes = 0;
  commands = 0;

  constructor(seed, isHonest) {
    this.random = random(seed);
    this.clock = new SimulatedClock(this.random);
    this.#disk = new SimulatedDisk(this.random, { observe: (changes) => this.#note(changes), isHonest });
  }

  async start() {
    this.#latest = Math.max(this.#latest, this.clock.now());
    this.#store = new Store(this.#disk, { clock: this.clock });
    await this.#store.sweep();
    this.#models = new Models(this.#store, LIMITS, SILENT, this.clock);
    await this.#models.recover();
    const [kept, there] = [this.#store.models().length, this.#models.list().length];
    if (kept !== there) this.#faults.push(`${there} of ${kept} models have recovered`);
  }

  /** The power fails while commands are under way, and comes back. */
  async crash() {
    this.crashes++;
    this.#latest = Math.max(this.#latest, this.#models.steady.now());
    const disk = this.#disk.crash();
    this.clock.forgetActs();
    this.#open.clear();
    this.#disk = disk;
    await this.start();
  }

  /** Loses every snapshot of models whose journal is whole, while the service is down. */
  async crashAndLoseSnapshots() {
    await this.settled();
    const whole = this.#models.list().filter(({ log }) => log.journal.start === 0);
    for (const { log } of whole) {
      const ids = log.snapshots.list().map(({ id }) => id);
      await log.write({
        cost: () => ({ rows: 2 * ids.length, bytes: 0 }),
        stage: () => {
          for (const id of ids) log.snapshots.remove(id);
        },
      });
    }
    await this.crash();
  }

  /** Resolves when no command is under way, expiry and snapshots included. */
  async settled() {
    while (this.#open.size > 0) await Promise.all(this.#open);
    for (let idle = 0; idle < 12; idle++) {
      if (this.#store.waiting > 0) idle = 0;
      await turn();
    }
  }

  async turns(most) {
    for (let n = this.random.below(most); n > 0; n--) await turn();
  }

  fill(isFull) {
    this.#disk.isFull = isFull;
    // A disk that was full is tried again after a while.
    if (!isFull) this.pass(1500);
  }

  fail(chance) {
    this.#disk.failing = chance;
    if (chance === 0) this.pass(1500);
  }

  pass(milliseconds) {
    this.clock.pass(milliseconds);
    this.#latest = Math.max(this.#latest, this.clock.now());
  }

  jump(milliseconds) {
    if (milliseconds < 0) this.#setBack++;
    this.clock.jump(milliseconds);
    this.#latest = Math.max(this.#latest, this.clock.now());
  }

  get isEmpty() {
    return this.#models.list().length === 0;
  }

  create() {
    const { random } = this;
    const task = random.coin(0.8) ? "classification" : "regression";
    const isClass = task === "classification";
    const settings = {
      task,
      ...(isClass && random.coin(0.3) ? { classes: ["no", "yes"] } : {}),
      ...(random.coin(0.2) ? { options: { memory: "all" } } : {}),
      ttl: 1 + random.below(6),
      ...(random.coin(0.6) ? { onExpiry: { label: isClass ? "no" : 0 } } : {}),
      snapshotEvery: random.pick([4, 10, 25, 1000]),
      keepSnapshots: 1 + random.below(3),
      retention: random.pick(["all", "all", "snapshots", { events: 10 }]),
    };
    this.#begin(() => this.#models.create(`m${random.below(2)}`, settings));
  }

  delete() {
    const model = this.#model();
    this.#ledgers.delete(model.stored.id);
    this.#begin(() => this.#models.delete(model.name));
  }

  learn() {
    const model = this.#model();
    const ledger = this.#ledger(model);
    const events = Array.from({ length: 1 + this.random.below(6) }, () => {
      const key = this.random.coin(0.7) ? this.#name(ledger) : undefined;
      return { x: this.#record(key), y: this.#label(model), ...(key === undefined ? {} : { key }) };
    });
    const names = [...new Set(events.flatMap(({ key }) => key ?? []))];
    const form = this.random.coin(0.3) ? "lines" : "json";
    const text =
      form === "lines" ? events.map((event) => JSON.stringify(event)).join("\n") : JSON.stringify(events);
    const told = ledger.begin("learn", names);
    this.#begin(
      () => model.learn(Buffer.from(text), form, events, alone),
      ({ learned, duplicates }) => {
        if (learned + duplicates !== events.length)
          this.#faults.push(`${learned} learned and ${duplicates} duplicates of ${events.length} events`);
        told(names.map(() => "learned"));
      },
    );
  }

  predict() {
    const model = this.#model();
    const ledger = this.#ledger(model);
    const ids = [...new Set(Array.from({ length: 1 + this.random.below(3) }, () => this.#name(ledger)))];
    const setBack = this.#setBack;
    const requests = ids.map((id) => ({ x: this.#record(id), id }));
    const told = ledger.begin("predict", ids, {
      expires: Math.min(this.clock.now(), this.#models.steady.now()) + 1000 * model.settings.ttl,
    });
    this.#begin(
      () => answerAll(model, requests, alone),
      // Where the clock was set back meanwhile, it is not known when they expire.
      () => told(ids.map(() => (this.#setBack === setBack ? "waits" : undefined))),
    );
  }

  label() {
    const model = this.#model();
    const ledger = this.#ledger(model);
    const ids = [...new Set(Array.from({ length: 1 + this.random.below(3) }, () => this.#name(ledger)))];
    const told = ledger.begin("label", ids);
    this.#begin(
      () =>
        model.label(
          ids.map((id) => ({ id, y: this.#label(model) })),
          alone,
        ),
      ({ results }) =>
        told(
          results.map(({ status }) => (status === "learned" || status === "duplicate" ? status : undefined)),
        ),
    );
  }

  erase() {
    const model = this.#model();
    const ledger = this.#ledger(model);
    const name = this.#name(ledger);
    const told = ledger.begin("erase", [name]);
    this.#begin(
      () => model.erase(name),
      () => told(["erased"]),
    );
  }

  challenge() {
    const options = this.random.pick([{ memory: "all" }, { rule: "adam" }]);
    this.#begin(() => this.#model().challenge(`c${this.random.below(2)}`, options));
  }

  dismiss() {
    this.#begin(() => this.#model().dismiss(`c${this.random.below(2)}`));
  }

  promote() {
    this.#begin(() => this.#model().promote(`c${this.random.below(2)}`));
  }

  rollback() {
    const model = this.#model();
    const snapshots = model.snapshots.list();
    if (snapshots.length > 0) this.#begin(() => model.rollback(this.random.pick(snapshots).id));
  }

  export() {
    const model = this.#model();
    const file = model.fold.learner.save();
    this.#files.push({
      file,
      task: model.settings.task,
      ledger: this.#ledger(model),
      moment: this.#ledger(model).exported(),
    });
  }

  import() {
    if (this.#files.length === 0) return;
    const { file, ledger, moment } = this.random.pick(this.#files);
    const model = this.#model();
    // Names of another model, too, are in its file.
    if (ledger !== this.#ledger(model)) return;
    ledger.imported(moment);
    this.#begin(() => model.import(file));
  }

  /** Looks at everything while nothing is under way. Throws the first faults. */
  async verify() {
    await this.settled();
    for (const model of this.#models.list()) {
      const { id } = model.stored;
      const { journal } = model.log;
      // What retention has dropped, and what is there.
      const dropped = [...(this.#entries.get(id) ?? [])].filter(([position]) => position < journal.start);
      const entries = [
        ...dropped
          .map(([position, entry]) => ({ position, ...entry }))
          .sort((a, b) => a.position - b.position),
        ...journal.read(),
      ];
      this.#faults.push(
        ...this.#ledger(model).faults({
          entries,
          latest: Math.max(this.#latest, this.#models.steady.now()),
          isWaiting: (name) => model.log.pending.get(name) !== undefined,
          contains: (name) => this.#contains(id, name),
        }),
      );
      this.#compare(model, libraryFold(model.settings, entries));
    }
    if (this.#faults.length > 0) throw new Error(this.#faults.join("; "));
  }

  #compare({ name, fold }, { learner, challengers, position }) {
    if (fold.position !== position) this.#faults.push(`${name} is at ${fold.position} of ${position}`);
    if (Buffer.compare(fold.learner.save(), learner.save()) !== 0)
      this.#faults.push(`${name} is not the model that the library makes of its journal`);
    if (fold.challengers.size !== challengers.size) this.#faults.push(`${name} has other challengers`);
    for (const [key, one] of challengers) {
      const there = fold.challengers.get(key)?.learner.save();
      if (there === undefined || Buffer.compare(there, one.save()) !== 0)
        this.#faults.push(`the challenger ${key} of ${name} is not what the library makes of it`);
    }
  }

  /** Where the bytes of a name are. */
  #contains(id, name) {
    for (const [table, key, value] of this.#disk.rows())
      if (table !== "models" && key.readUInt32BE(0) === id && (key.includes(name) || value.includes(name)))
        return table;
    return undefined;
  }

  #note(changes) {
    for (const { name, key, value } of changes) {
      if (name !== "entries" || value === undefined) continue;
      const id = key.readUInt32BE(0);
      if (!this.#entries.has(id)) this.#entries.set(id, new Map());
      const entry = { events: value.readUInt32LE(4), bytes: value.subarray(8) };
      this.#entries.get(id).set(key.readUIntBE(4, 6), entry);
    }
  }

  /** Has a command carried out; it is not waited for. It may be refused, and the disk may be full. */
  #begin(act, done = () => {}) {
    this.commands++;
    const running = (async () => {
      try {
        done(await act());
      } catch (error) {
        if (error instanceof Refusal && [404, 409, 503, 507].includes(error.status)) return;
        if (error instanceof StorageFull || error instanceof EventsGone) return;
        this.#faults.push(`a command failed: ${error.stack}`);
      }
    })();
    this.#open.add(running);
    running.then(() => this.#open.delete(running));
  }

  #model() {
    return this.random.pick(this.#models.list());
  }

  #ledger({ stored: { id } }) {
    if (!this.#ledgers.has(id)) this.#ledgers.set(id, new Ledger());
    return this.#ledgers.get(id);
  }

  /** A new name, or one that was used lately. */
  #name(ledger) {
    const names = ledger.names();
    if (names.length > 0 && this.random.coin(0.55))
      return names[Math.max(0, names.length - 1 - this.random.below(8))];
    return `name-${String(this.#next++).padStart(5, "0")}-`;
  }

  #record(name) {
    const { random } = this;
    return {
      a: random.below(100) / 7,
      colour: random.pick(["red", "green", "blue"]),
      // What is learned of a person is to be gone when the person is erased.
      ...(name !== undefined && random.coin() ? { who: name } : {}),
    };
  }

  #label({ settings }) {
    return settings.task === "regression" ? this.random.below(50) : this.random.pick(["no", "yes"]);
  }
}
