import { Ledger } from "../simulation/ledger.mjs";
import { eventOf } from "./event-of.mjs";

/*
 * Clients of a service that may be killed under them, doing everything at once: learning, predicting, labelling, erasing, challengers,
 * promotions, rollbacks, imports, models made and deleted. What they were told is in a ledger for each model.
 */

const CROSSES = [["kind", "day"]];

/** What is expired gets a label, journals are kept whole or let go, and one model is deleted now and then. */
const SETTINGS = {
  labelled: {
    onExpiry: { label: "low" },
    options: { crosses: CROSSES },
    snapshotEvery: 150,
    keepSnapshots: 3,
  },
  dropped: { snapshotEvery: 60, keepSnapshots: 2, retention: "snapshots" },
  fleeting: { snapshotEvery: 40, onExpiry: { label: "low" } },
};
const TTL = 1.5;

const OCTETS = { "content-type": "application/octet-stream" };

export class Everything {
  /** Model → what was told of it, and what it was made with; undefined while nobody knows whether it is there. */
  #known = new Map();
  #next = 0;
  #files = [];
  requests = 0;
  acknowledged = 0;

  get models() {
    return [...this.#known].map(([name, { ledger, settings }]) => ({ name, ledger, settings }));
  }

  /** Makes the models that are not known to be there. */
  async prepare(address) {
    for (const [name, own] of Object.entries(SETTINGS)) {
      if (this.#known.has(name)) continue;
      await fetch(`${address}/v1/models/${name}`, { method: "DELETE" });
      await this.#make(address, name, own);
    }
  }

  /** Keeps so many clients busy until the service does not answer any more. */
  async run(address, clients) {
    await Promise.all(
      Array.from({ length: clients }, async () => {
        try {
          for (;;) await this.#act(address);
        } catch (error) {
          // fetch says no more than this when a connection breaks.
          if (!(error instanceof TypeError)) throw error;
        }
      }),
    );
  }

  async #make(address, name, own) {
    const settings = { task: "classification", ttl: TTL, ...own };
    const answer = await send(address, "PUT", `/${name}`, settings);
    if (answer.status !== 201) throw new Error(`${name} was to be made: ${answer.status}`);
    this.#known.set(name, { ledger: new Ledger(), settings });
  }

  #act(address) {
    const [name] = pick([...this.#known]);
    const { ledger } = this.#known.get(name);
    const model = {
      name,
      ledger,
      call: (method, path, body, headers) => this.#call(address, method, `/${name}${path}`, body, headers),
    };
    const draw = 100 * Math.random();
    if (draw < 45) return this.#learn(model);
    if (draw < 62) return this.#predict(model);
    if (draw < 76) return this.#label(model);
    if (draw < 84) return this.#erase(model);
    if (draw < 89)
      return model.call("PUT", `/challengers/c${below(2)}`, {
        options: pick([{ memory: "all" }, { rule: "adam" }]),
      });
    if (draw < 90) return model.call("DELETE", `/challengers/c${below(2)}`);
    if (draw < 92) return model.call("POST", `/challengers/c${below(2)}/promote`);
    if (draw < 96) return this.#rollback(model);
    if (draw < 98) return this.#export(model);
    if (draw < 99) return this.#import(model);
    return name === "fleeting" ? this.#replace(address, model) : this.#learn(model);
  }

  async #learn({ ledger, call }) {
    const events = Array.from({ length: Math.random() < 0.2 ? 1 + below(37) : 1 }, () => {
      const key = this.#name(ledger);
      return { ...this.#event(key), key };
    });
    const names = [...new Set(events.map(({ key }) => key))];
    const told = ledger.begin("learn", names);
    const answer = await call("POST", "/learn", events);
    if (answer === undefined) return;
    const { learned, duplicates, refused } = answer;
    if (learned + duplicates !== events.length || refused !== 0)
      throw new Error(`${learned} + ${duplicates} of ${events.length}, ${refused} refused`);
    this.acknowledged += learned;
    told(names.map(() => "learned"));
  }

  async #predict({ ledger, call }) {
    const ids = [...new Set(Array.from({ length: 1 + below(3) }, () => this.#name(ledger)))];
    const told = ledger.begin("predict", ids, { expires: Date.now() + 1000 * TTL });
    const answer = await call(
      "POST",
      "/predict",
      ids.map((id) => ({ id, x: this.#event(id).x })),
    );
    if (answer !== undefined) told(ids.map(() => "waits"));
  }

  async #label({ ledger, call }) {
    const ids = [...new Set(Array.from({ length: 1 + below(3) }, () => this.#name(ledger)))];
    const told = ledger.begin("label", ids);
    const answer = await call(
      "POST",
      "/label",
      ids.map((id) => ({ id, y: pick(["high", "low"]) })),
    );
    if (answer === undefined) return;
    this.acknowledged += answer.learned;
    told(
      answer.results.map(({ status }) =>
        status === "learned" || status === "duplicate" ? status : undefined,
      ),
    );
  }

  async #erase({ ledger, call }) {
    const name = this.#name(ledger);
    const told = ledger.begin("erase", [name]);
    const answer = await call("DELETE", `/events?key=${name}`);
    if (answer !== undefined) told(["erased"]);
  }

  async #rollback({ call }) {
    const answer = await call("GET", "/snapshots");
    if (answer?.snapshots.length > 0)
      await call("POST", "/rollback", { snapshot: pick(answer.snapshots).id });
  }

  async #export({ ledger, call }) {
    // What came before this moment may be in the file, and what is under way.
    const file = await call("GET", "/export");
    if (file !== undefined) this.#files.push({ file, ledger, moment: ledger.exported() });
  }

  async #import({ ledger, call }) {
    const own = this.#files.filter((one) => one.ledger === ledger);
    if (own.length === 0) return;
    const { file, moment } = pick(own);
    ledger.imported(moment);
    await call("PUT", "/import", file, OCTETS);
  }

  async #replace(address, { name, call }) {
    // Nobody asks for it, or expects anything of it, until it is there again.
    if (!this.#known.delete(name)) return;
    await call("DELETE", "");
    await this.#make(address, name, SETTINGS[name]);
  }

  /** A new name, or one that was used lately. */
  #name(ledger) {
    const names = ledger.names();
    if (names.length > 0 && Math.random() < 0.4) return names[Math.max(0, names.length - 1 - below(30))];
    return `name-${String(this.#next++).padStart(8, "0")}-`;
  }

  /** What is learned of a person is to be gone when the person is erased. */
  #event(name) {
    const { x, y } = eventOf(below(10_000));
    return { x: Math.random() < 0.3 ? { ...x, who: name } : x, y };
  }

  /** Undefined if it was refused, as what clients do at once may be. */
  async #call(address, method, path, body, headers) {
    const answer = await send(address, method, path, body, headers);
    const isJson = answer.headers.get("content-type")?.includes("json");
    const content = isJson ? await answer.json() : Buffer.from(await answer.arrayBuffer());
    if (!answer.ok && ![404, 409].includes(answer.status))
      throw new Error(`${method} ${path}: ${answer.status} ${JSON.stringify(content)}`);
    this.requests++;
    return answer.ok ? content : undefined;
  }
}

function send(address, method, path, body, headers = { "content-type": "application/json" }) {
  return fetch(`${address}/v1/models${path}`, {
    method,
    ...(body === undefined ? {} : { headers, body: Buffer.isBuffer(body) ? body : JSON.stringify(body) }),
  });
}

const below = (end) => Math.floor(end * Math.random());
const pick = (array) => array[below(array.length)];
