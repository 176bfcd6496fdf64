import type { Limits } from "../limits.ts";
import { Refusal } from "../refusal.ts";
import { checkRecord } from "./check-record.ts";
import type { Learnable } from "./entry.ts";
import type { Growth } from "./growth.ts";
import type { Learner } from "./learner-of.ts";

/** Refuses, naming the field, what the learner could not learn from; changes nothing. `place` is where the event stands. */
export function checkLearnable(
  learner: Learner,
  event: Learnable,
  limits: Limits,
  place: () => string,
  growth?: Growth,
): void {
  checkRecord(event.x, limits, () => `${place()}x`, growth);
  growth?.labels.add(event.y);
  checkWith(learner, event, place);
}

/** The same for the label of a prediction, whose record was checked when it was predicted. */
export function checkLabel(learner: Learner, { y, weight }: Omit<Learnable, "x">, place: () => string): void {
  checkWith(learner, { x: {}, y, ...(weight === undefined ? {} : { weight }) }, place);
}

function checkWith(learner: Learner, { x, y, weight }: Learnable, place: () => string): void {
  try {
    learner.check(x, y as never, weight);
  } catch (error) {
    const { message } = error as Error;
    if (message.includes("is frozen")) throw new Refusal(409, message);
    throw new Refusal(400, message, place() + fieldOf(message));
  }
}

/** Learners say what is wrong with the label, the weight, or else a column. */
function fieldOf(message: string): string {
  if (/^(label|more than \d+ classes)/.test(message)) return "y";
  return message.startsWith("weight") ? "weight" : "x";
}
