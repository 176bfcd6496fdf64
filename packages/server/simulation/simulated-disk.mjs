/*
 * A disk in memory. A commit takes a while in two phases, as LMDB's does: its rows are written and synced, and then the page that points
 * to them. A crash in the first phase loses the commit; in the second it is kept or lost by a coin, as the sector of that page is.
 */

const NAMES = ["models", "entries", "keys", "pending", "expiries", "snapshots", "images", "ends"];

export class SimulatedDisk {
  #random;
  /** Called with the rows of every commit that has come to be. */
  #observe;
  #rows;
  tables;
  #staged;
  #phase = 0;
  #isDead = false;
  /** Whether there is no room. */
  isFull = false;
  /** The chance that a commit fails for another reason. */
  failing = 0;
  /** Only for the test that shows that the simulation finds it: whether what is committed is there after a crash. */
  #isHonest;
  #beforeLast;

  constructor(random, { observe = () => {}, isHonest = true, rows = NAMES.map(() => new Rows()) } = {}) {
    this.#random = random;
    this.#observe = observe;
    this.#isHonest = isHonest;
    this.#rows = rows;
    this.tables = Object.fromEntries(NAMES.map((name, n) => [name, this.#table(name, rows[n])]));
  }

  async reserve() {
    await this.#pause();
    if (this.isFull) throw new Error("ENOSPC: no space left on the simulated disk");
  }

  async commit(stage) {
    if (this.#staged !== undefined) throw new Error("two commits at once");
    this.#staged = [];
    stage();
    this.#phase = 1;
    await this.#pause();
    if (this.#random.coin(this.failing)) {
      this.#staged = undefined;
      throw new Error("EIO: the simulated disk fails");
    }
    this.#phase = 2;
    await this.#pause();
    this.#apply();
    await this.#pause();
  }

  check() {}

  async close() {}

  /** The power fails. Returns the disk that is there afterwards; this one does nothing any more. */
  crash() {
    this.#isDead = true;
    if (this.#staged !== undefined && this.#phase === 2 && this.#random.coin()) this.#apply();
    const rows = (this.#isHonest ? undefined : this.#beforeLast) ?? this.#rows;
    const [observe, isHonest] = [this.#observe, this.#isHonest];
    return new SimulatedDisk(this.#random, { observe, isHonest, rows: rows.map((some) => some.copy()) });
  }

  /** Every row there is: table, key, value. */
  *rows() {
    for (const [n, name] of NAMES.entries())
      for (const row of this.#rows[n].range()) yield [name, row.key, row.value];
  }

  #apply() {
    const changes = this.#staged;
    this.#staged = undefined;
    if (!this.#isHonest) this.#beforeLast = this.#rows.map((rows) => rows.copy());
    for (const { name, key, value } of changes) {
      const rows = this.#rows[NAMES.indexOf(name)];
      if (value === undefined) rows.remove(key);
      else rows.put(key, value);
    }
    this.#observe(changes);
  }

  async #pause() {
    for (let turns = this.#random.below(4); turns > 0; turns--) await new Promise(setImmediate);
    // The promises of a process that is gone are never settled.
    if (this.#isDead) await new Promise(() => {});
  }

  #table(name, rows) {
    const stage = (key, value) => {
      if (this.#staged === undefined) throw new Error(`${name} is written to outside of a commit`);
      this.#staged.push({ name, key: Buffer.from(key), value });
    };
    return {
      get: (key) => rows.get(key),
      getKeys: function* (range) {
        for (const { key } of rows.range(range)) yield key;
      },
      getRange: (range) => rows.range(range),
      getKeysCount: (range) => [...rows.range(range)].length,
      put: (key, value) => stage(key, Buffer.from(value)),
      remove: (key) => stage(key, undefined),
    };
  }
}

/** Rows in the order of their keys. Read as Latin-1, keys compare as their bytes do. */
class Rows {
  #values;
  #names;

  constructor(values = new Map(), names = []) {
    this.#values = values;
    this.#names = names;
  }

  copy() {
    return new Rows(new Map(this.#values), [...this.#names]);
  }

  get(key) {
    const value = this.#values.get(key.toString("latin1"));
    return value && Buffer.from(value);
  }

  put(key, value) {
    const name = key.toString("latin1");
    if (!this.#values.has(name)) this.#names.splice(this.#place(name), 0, name);
    this.#values.set(name, value);
  }

  remove(key) {
    const name = key.toString("latin1");
    if (this.#values.delete(name)) this.#names.splice(this.#place(name), 1);
  }

  /** As LMDB has it: from `start` on, before `end`; backwards from `start` to above `end`. */
  *range({ start, end, reverse = false, inclusiveEnd = false, limit = Number.POSITIVE_INFINITY } = {}) {
    const [first, last] = [start?.toString("latin1"), end?.toString("latin1")];
    const names = reverse
      ? this.#names
          .filter(
            (name) =>
              (first === undefined || name <= first) &&
              (last === undefined || name > last || (inclusiveEnd && name === last)),
          )
          .reverse()
      : this.#names
          .slice(first === undefined ? 0 : this.#place(first))
          .filter((name) => last === undefined || name < last || (inclusiveEnd && name === last));
    for (const name of names.slice(0, limit)) {
      const value = this.#values.get(name);
      if (value !== undefined) yield { key: Buffer.from(name, "latin1"), value: Buffer.from(value) };
    }
  }

  #place(name) {
    let [low, high] = [0, this.#names.length];
    while (low < high) {
      const middle = (low + high) >> 1;
      if (this.#names[middle] < name) low = middle + 1;
      else high = middle;
    }
    return low;
  }
}
