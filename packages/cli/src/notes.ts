import { readFileSync } from "node:fs";
import { type Classifier, load, type Regressor } from "scinol";
import { explainFile } from "./failure.ts";
import type { LearningOptions } from "./learning-options.ts";
import type { ReadingOptions } from "./reading-options.ts";
import type { LearnedColumn } from "./roles.ts";
import type { SavedTally } from "./tally.ts";
import type { Task } from "./task.ts";
import { UserError } from "./user-error.ts";

/** What a run was asked to do. */
export interface Plan {
  readonly target?: string | undefined;
  readonly weight?: string | undefined;
  readonly passes: number;
  readonly shuffle?: number | undefined;
  readonly holdout?: number | undefined;
  readonly reading: ReadingOptions;
  readonly learning: LearningOptions;
}

/**
 * What a model file remembers of the run that made it, so that an interrupted one can go on and a finished one be used
 * on files with the same columns. Nothing in it depends on time or place, for two runs alike must end with the same bytes.
 */
export interface Notes {
  readonly madeBy: "scinol train";
  readonly plan: Plan;
  readonly task: Task;
  /** The column's name; sparse rows have none. */
  readonly target: string | undefined;
  readonly weight: string | undefined;
  readonly labels: "text" | "number" | "boolean";
  readonly shape: "table" | "sparse";
  /** Columns that are learned from; none for sparse rows. */
  readonly columns: readonly LearnedColumn[];
  /** The sizes of the files, to know them again. */
  readonly bytes: readonly (number | undefined)[];
  /** How far it is: rows learned from in the pass that is not complete. */
  readonly position: { readonly pass: number; readonly row: number; readonly done: boolean };
  /** Rows left out in the passes that are complete. */
  readonly skipped: number;
  readonly tally: SavedTally;
}

export type Learner = Classifier | Regressor;

export interface StoredModel {
  readonly path: string;
  readonly learner: Learner;
  readonly notes: Notes | undefined;
  readonly bytes: number;
}

export function readModel(path: string): StoredModel {
  let bytes: Uint8Array;
  try {
    bytes = readFileSync(path);
  } catch (error) {
    throw new UserError(explainFile(error, path) ?? `${path}: cannot be read (${error})`);
  }
  try {
    const learner = load(bytes);
    const notes = learner.notes as Notes | undefined;
    return {
      path,
      learner,
      notes: notes?.madeBy === "scinol train" ? notes : undefined,
      bytes: bytes.length,
    };
  } catch (error) {
    const what = (error as Error).message;
    const advice = what.includes("not a scinol model") ? "; make one with scinol train --model" : "";
    throw new UserError(`${path}: ${what}${advice}`);
  }
}

/** The notes, where a command cannot do without them. */
export function notesOf(model: StoredModel): Notes {
  if (model.notes !== undefined) return model.notes;
  throw new UserError(
    `${model.path}: does not say which columns it was made from; make it with scinol train --model`,
  );
}
