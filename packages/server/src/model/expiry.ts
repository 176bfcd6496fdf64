import type { Joined } from "./entry.ts";
import type { Model } from "./model.ts";
import { readWaiting } from "./waiting.ts";

/** At most so many go into one entry of the journal. */
const AT_ONCE = 1000;

/** Ends the wait of predictions whose time is up: with the default label where the model has one, without any otherwise. */
export async function expireDue(model: Model, now: number): Promise<void> {
  const { onExpiry = "drop" } = model.settings;
  for (;;) {
    const due = [...model.log.pending.expired(now, AT_ONCE)];
    if (due.length === 0) return;
    if (onExpiry === "drop") {
      await model.expire(
        [],
        due.map(({ id }) => id),
      );
    } else {
      const joined = due.map((prediction): Joined => {
        const { id, x, at } = readWaiting(prediction)!;
        return { id, at, y: onExpiry.label, x };
      });
      await model.expire(joined, []);
    }
    if (due.length < AT_ONCE) return;
  }
}
