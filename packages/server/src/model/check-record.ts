import type { Limits } from "../limits.ts";
import { Refusal } from "../refusal.ts";
import type { Growth } from "./growth.ts";

/** The largest number that a learner takes. */
const LARGEST = 1e300;

/**
 * Refuses a record that is too large in any way, or holds a number that is none to a learner. `field` is where it stands; what it can
 * bring to a model is added to `growth`.
 */
export function checkRecord(x: object, limits: Limits, field: () => string, growth?: Growth): void {
  const keys = Object.keys(x);
  const values: unknown[] = Object.values(x);
  let count = keys.length;
  let letters = 0;
  let nested = false;
  for (let n = 0; n < keys.length; n++) {
    if (keys[n].length > limits.name) throw longName(keys[n], limits, field());
    letters += keys[n].length;
    const value = values[n];
    if (typeof value === "number") {
      if (!(Math.abs(value) <= LARGEST)) throw tooLarge(`${field()}.${keys[n]}`);
    } else if (typeof value === "string") {
      if (value.length > limits.text) throw longText(value, limits, `${field()}.${keys[n]}`);
      letters += value.length;
    } else if (typeof value === "object" && value !== null) nested = true;
  }
  // Most records are flat.
  if (nested) ({ count, letters } = countNested(x, limits, field));
  if (count > limits.columns) {
    throw new Refusal(400, `${count} values are more than ${limits.columns}`, field());
  }
  if (growth === undefined) return;
  growth.values += count;
  growth.letters += letters;
}

/** The values in all containers, and the letters of names and texts, walked without recursion. */
function countNested(x: object, limits: Limits, field: () => string): { count: number; letters: number } {
  const waiting: { container: object; name: string; depth: number }[] = [
    { container: x, name: "", depth: 1 },
  ];
  let count = 0;
  let letters = 0;
  for (let next = waiting.pop(); next !== undefined; next = waiting.pop()) {
    const { container, name, depth } = next;
    if (depth > limits.depth)
      throw new Refusal(400, `nested deeper than ${limits.depth} levels`, field() + name.slice(0, 100));
    for (const [key, value] of Object.entries(container)) {
      if (key.length > limits.name) throw longName(key, limits, field() + name);
      // A nested name is written with those that it is nested in; an index is no name.
      if (!Array.isArray(container)) letters += name.length + key.length;
      if (typeof value === "object" && value !== null) {
        waiting.push({ container: value, name: `${name}.${key}`, depth: depth + 1 });
        continue;
      }
      if (++count > limits.columns) return { count, letters };
      if (typeof value === "string") letters += value.length;
      if (typeof value === "number" && !(Math.abs(value) <= LARGEST))
        throw tooLarge(`${field()}${name}.${key}`);
      if (typeof value === "string" && value.length > limits.text)
        throw longText(value, limits, `${field()}${name}.${key}`);
    }
  }
  return { count, letters };
}

function longName(name: string, limits: Limits, field: string): Refusal {
  const told = `the column name ${JSON.stringify(`${name.slice(0, 20)}…`)}`;
  return new Refusal(400, `${told} has ${name.length} letters; at most ${limits.name} are taken`, field);
}

function longText(text: string, limits: Limits, field: string): Refusal {
  return new Refusal(400, `a text of ${text.length} letters; at most ${limits.text} are taken`, field);
}

function tooLarge(field: string): Refusal {
  return new Refusal(400, "a number beyond ±1e300", field);
}
