import { decodeEntry, eventsOf } from "../dist/model/entry.js";

/*
 * What clients were told about the names (keys and ids) they used, and what has to be true of the store therefore. An operation whose
 * answer never came may have happened or not.
 */
export class Ledger {
  /** Name → operations on it. */
  #names = new Map();
  #moment = 0;
  /** Erased names may still be in files that were exported before. */
  #exported = 0;

  /** Begins an operation on some names. The function that is returned takes the answer for each name. */
  begin(kind, names, facts = {}) {
    const begun = ++this.#moment;
    const operations = names.map((name) => {
      const operation = { kind, begun, ended: undefined, answer: undefined, ...facts };
      if (!this.#names.has(name)) this.#names.set(name, []);
      this.#names.get(name).push(operation);
      return operation;
    });
    return (answers) => {
      const ended = ++this.#moment;
      for (const [n, operation] of operations.entries())
        Object.assign(operation, { ended, answer: answers[n] });
    };
  }

  names() {
    return [...this.#names.keys()];
  }

  exported() {
    return ++this.#moment;
  }

  /** A file that was exported at this moment is imported. */
  imported(moment) {
    this.#exported = Math.max(this.#exported, moment);
  }

  /**
   * What is wrong with a store in which nothing is under way. Without `entries`, where retention has dropped some, keys tell which names
   * are in the journal.
   */
  faults({ entries, hasKey, isWaiting, latest, contains }) {
    const occurrences = entries && count(entries);
    const faults = [];
    for (const [name, operations] of this.#names) {
      const found = occurrences === undefined ? Number(hasKey(name)) : (occurrences.get(name) ?? 0);
      if (found > 1) faults.push(`${name} is in the journal ${found} times`);
      const erasures = operations.filter(({ kind }) => kind === "erase");
      for (const operation of operations) {
        const { kind, begun, answer } = operation;
        if (answer === undefined || erasures.some(({ ended = Number.POSITIVE_INFINITY }) => ended > begun))
          continue;
        if ((kind === "learn" || kind === "label") && found !== 1)
          faults.push(`${name} was acknowledged (${kind}) and is in the journal ${found} times`);
        // A later prediction under the same id takes its place, and may expire before it if the clock was set back.
        const later = operations.filter(
          (one) => one.kind === "predict" && (one.ended ?? Number.POSITIVE_INFINITY) > begun,
        );
        const expires = Math.min(...later.map((one) => one.expires));
        if (kind === "predict" && found === 0 && latest < expires && !isWaiting(name))
          faults.push(`the prediction ${name} was answered and does not wait`);
      }
      const erasure = erasures.findLast(({ answer }) => answer === "erased");
      if (erasure === undefined || erasure.begun < this.#exported) continue;
      const isUsedSince = operations.some(
        (one) => one.kind !== "erase" && (one.ended ?? Number.POSITIVE_INFINITY) > erasure.begun,
      );
      const where = isUsedSince || operations[0].begun < this.#exported ? undefined : contains(name);
      if (where !== undefined) faults.push(`${name} was erased and is in ${where}`);
    }
    return faults;
  }
}

/** How many events of the journal each name has. */
function count(entries) {
  const found = new Map();
  for (const { bytes } of entries) {
    const { header, body } = decodeEntry(bytes);
    if (!["learn", "label", "expire"].includes(header.kind)) continue;
    for (const event of eventsOf(header, body)) {
      const name = event?.key ?? event?.id;
      if (name !== undefined) found.set(name, (found.get(name) ?? 0) + 1);
    }
  }
  return found;
}
