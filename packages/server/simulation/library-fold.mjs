import { classifier, load, regressor } from "scinol";
import { decodeEntry, eventsOf } from "../dist/model/entry.js";

/*
 * The model that a whole journal makes, with the library alone: event by event, from nothing, with no snapshot and nothing of the
 * service's own fold. `entries` are all there ever were, with what was erased from them erased.
 */
export function libraryFold({ task, classes, options = {} }, entries) {
  const make = ({ loss, ...rest } = {}) =>
    task === "classification"
      ? classifier({ ...rest, ...(classes === undefined ? {} : { classes }) })
      : regressor({ ...rest, ...(loss === undefined ? {} : { loss }) });
  const goneBackTo = new Set(entries.map(({ bytes }) => decodeEntry(bytes).header.to));
  const earlier = new Map();
  const challengers = new Map();
  let learner = make(options);
  let position = 0;
  for (const entry of entries) {
    if (entry.position !== position)
      throw new Error(`the journal goes on at ${entry.position}, not ${position}`);
    if (goneBackTo.has(position)) earlier.set(position, learner.save());
    const { header, body } = decodeEntry(entry.bytes);
    if (header.kind === "learn" || header.kind === "label" || header.kind === "expire") {
      for (const event of eventsOf(header, body)) {
        if (event === null) continue;
        for (const one of [learner, ...challengers.values()]) one.learn(event.x, event.y, event.weight ?? 1);
      }
    } else if (header.kind === "challenge") {
      if (!challengers.has(header.name)) challengers.set(header.name, make(header.options));
    } else if (header.kind === "dismiss") challengers.delete(header.name);
    else if (header.kind === "import") learner = load(body);
    else if (header.kind === "rollback") learner = load(earlier.get(header.to));
    else if (header.kind === "promote" && challengers.has(header.name)) {
      learner = challengers.get(header.name);
      challengers.delete(header.name);
    }
    position += entry.events;
  }
  return { learner, challengers, position };
}
