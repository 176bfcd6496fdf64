import { type Classifier, type Label, load } from "scinol";
import type { ModelSettings } from "scinol/client";
import { Refusal } from "../refusal.ts";
import type { Learner } from "./learner-of.ts";

/** The learner that a file holds; refuses what is none, or is not one of this task. */
export function checkFile(file: Uint8Array, settings?: ModelSettings): Learner {
  let learner: Learner;
  try {
    learner = load(file);
  } catch (error) {
    throw new Refusal(400, (error as Error).message, "body");
  }
  if (settings !== undefined && learner.task !== settings.task) {
    const told = `the file holds a ${learner.task}, the model is a ${settings.task}`;
    throw new Refusal(409, `${told}; import it under another name`, "body");
  }
  if (settings?.classes !== undefined && !hasClasses(learner as Classifier, settings.classes)) {
    throw new Refusal(
      409,
      "the file's classes are not those of the model; import it under another name",
      "body",
    );
  }
  return learner;
}

function hasClasses({ classes }: Classifier, wanted: readonly Label[]): boolean {
  return classes.length === wanted.length && wanted.every((label) => classes.includes(label));
}
