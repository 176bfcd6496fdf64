import { statSync } from "node:fs";
import { type LearningOptions, learningNames } from "../learning-options.ts";
import type { Notes, Plan, StoredModel } from "../notes.ts";
import { pickReading, type ReadingOptions } from "../reading-options.ts";
import { UserError } from "../user-error.ts";
import type { TrainOptions } from "./options.ts";

/** What a run is to do. */
export function planOf(options: TrainOptions): Plan {
  const { target, weight, shuffle, holdout } = options;
  const learning = Object.fromEntries(
    learningNames.filter((name) => options[name] !== undefined).map((name) => [name, options[name]]),
  );
  return {
    target,
    weight,
    passes: options.passes ?? 1,
    shuffle,
    holdout,
    reading: pickReading(options),
    learning,
  };
}

/** What a run that goes on is to do: what the earlier one was, for what is learned cannot change in the middle. */
export function resumedPlan(
  files: readonly string[],
  options: TrainOptions,
  model: StoredModel,
  notes: Notes,
): Plan {
  const asked = planOf(options);
  const fixed: { [name: string]: [given: unknown, kept: unknown] } = {
    ...Object.fromEntries(
      learningNames.map((name) => [
        name,
        [asked.learning[name], notes.plan.learning[name] ?? defaults(notes)[name]],
      ]),
    ),
    target: [asked.target, asked.target === notes.target ? notes.target : notes.plan.target],
    weight: [asked.weight, notes.plan.weight],
  };
  const { done } = notes.position;
  if (!done) {
    fixed.passes = [options.passes, notes.plan.passes];
    fixed.shuffle = [options.shuffle, notes.plan.shuffle];
    fixed.holdout = [options.holdout, notes.plan.holdout];
    for (const [name, value] of Object.entries(asked.reading)) {
      fixed[name] = [value, notes.plan.reading[name as keyof ReadingOptions]];
    }
  }
  for (const [name, [given, kept]] of Object.entries(fixed)) {
    if (given === undefined || JSON.stringify(given) === JSON.stringify(kept)) continue;
    const flag = `--${name.replace(/[A-Z]/g, (letter) => `-${letter.toLowerCase()}`)}`;
    const was = kept === undefined ? "without it" : `with ${JSON.stringify(kept)}`;
    throw new UserError(`${flag}: ${model.path} was made ${was}, which stays; leave it out`);
  }
  if (!done) {
    files.forEach((file, n) => {
      const [now, then] = [sizeOf(file), notes.bytes[n] ?? undefined];
      if (files.length === notes.bytes.length && now === then) return;
      const what =
        files.length === notes.bytes.length
          ? `has ${now} bytes, then it had ${then}`
          : "there were other files";
      throw new UserError(
        `${file}: is not what ${model.path} was interrupted in: ${what}; give the same files`,
      );
    });
    return notes.plan;
  }
  const { passes, shuffle, holdout, reading } = asked;
  return {
    ...notes.plan,
    passes,
    shuffle,
    holdout,
    reading: { ...notes.plan.reading, sql: undefined, ...reading } as ReadingOptions,
  };
}

function defaults(notes: Notes): LearningOptions {
  return { task: notes.task, learner: "scinol2", exact: false, memory: "adaptive" };
}

/** A file's bytes; undefined where that cannot be known. */
export function sizeOf(file: string): number | undefined {
  if (file === "-") return undefined;
  try {
    return statSync(file).size;
  } catch {
    return undefined;
  }
}
