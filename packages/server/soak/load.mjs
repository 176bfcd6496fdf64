// Clients of a service that may be killed under them: they learn, one by one and in batches, predict and label, and remember what they were
// told. What nobody answered is sent again, under the same keys, to the service that comes after.

/** Whatever is under a number is the same each time. */
export function eventOf(number) {
  const draw = Math.imul(number ^ (number >>> 15), 2654435761) >>> 0;
  const x = { n: (draw % 1000) / 7, size: 1e6 * ((draw >>> 10) % 97), kind: `kind ${draw % 11}`, day: null };
  if (draw % 13 === 0) x[`rare ${draw % 5}`] = true;
  return { x, y: (draw % 1000) / 1000 + ((draw >>> 10) % 97) / 97 > 1 ? "high" : "low" };
}

export class Load {
  #next = 0;
  /** Requests that were sent and not answered. */
  #open = new Set();
  /** Key → the position after its entry. */
  learned = new Map();
  /** Ids of predictions → when all is well: true if they are labelled. */
  predicted = new Map();
  requests = 0;

  /** Keeps so many clients busy until the service does not answer any more. */
  async run(address, clients) {
    const again = [...this.#open];
    await Promise.all(
      Array.from({ length: clients }, async () => {
        try {
          while (again.length > 0) await this.#send(address, again.pop());
          for (;;) await this.#send(address, this.#request());
        } catch (error) {
          // fetch says no more than this when a connection breaks.
          if (!(error instanceof TypeError)) throw error;
        }
      }),
    );
  }

  #request() {
    const number = this.#next++;
    const kind = number % 10;
    if (kind === 0) {
      const id = `id ${number}`;
      return {
        path: "predict",
        body: { x: eventOf(number).x, id },
        done: () => this.predicted.set(id, false),
      };
    }
    const waiting = kind === 5 ? this.#unlabelled() : undefined;
    if (waiting !== undefined) {
      const { id, y } = waiting;
      return { path: "label", body: { id, y }, done: (answer) => this.#labelled(id, answer) };
    }
    const size = kind === 1 ? 1 + (number % 37) : 1;
    const events = Array.from({ length: size }, (_, n) => ({
      ...eventOf(31 * number + n),
      key: `${number}.${n}`,
    }));
    const body = size === 1 ? events[0] : events;
    return { path: "learn", body, done: (answer) => this.#learned(events, answer) };
  }

  #unlabelled() {
    for (const [id, labelled] of this.predicted) {
      if (labelled !== false) continue;
      this.predicted.set(id, "under way");
      return { id, y: eventOf(Number(id.slice(3))).y };
    }
    return undefined;
  }

  #labelled(id, { results, position }) {
    const { status } = results[0];
    if (status !== "learned" && status !== "duplicate")
      throw new Error(`${id} was remembered and is ${status}`);
    this.predicted.set(id, true);
    this.learned.set(id, status === "learned" ? position : undefined);
  }

  #learned(events, { learned, duplicates, position }) {
    if (learned + duplicates !== events.length)
      throw new Error(`${learned} + ${duplicates} of ${events.length}`);
    for (const { key } of events) this.learned.set(key, duplicates === 0 ? position : undefined);
  }

  async #send(address, request) {
    this.#open.add(request);
    const answer = await fetch(`${address}/v1/models/m/${request.path}`, {
      method: "POST",
      headers: { "content-type": "application/json" },
      body: JSON.stringify(request.body),
    });
    const body = await answer.json();
    if (!answer.ok) throw new Error(`${answer.status}: ${body.detail}`);
    this.#open.delete(request);
    this.requests++;
    request.done(body);
  }
}
