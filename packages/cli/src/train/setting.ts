import { findColumn, openAhead, type Reader } from "@scinol/data";
import { ClassBaseline, ValueBaseline } from "../baseline.ts";
import { type Batch, Batches } from "../batches.ts";
import { askedTask, type LearningOptions, makeLearner, valueLossOf } from "../learning-options.ts";
import type { Learner, Notes, Plan, StoredModel } from "../notes.ts";
import { nameOf, openForModel } from "../open-for-model.ts";
import { isHeldOut } from "../random.ts";
import { openOptions } from "../reading-options.ts";
import { isTable, matchRoles, type Roles, tellRoles } from "../roles.ts";
import { say } from "../speech.ts";
import { Tally } from "../tally.ts";
import { inferSparseTask, inferTask, isClassification, type Task } from "../task.ts";
import { UserError } from "../user-error.ts";

/** What is settled once the first rows are known. */
export interface Setting {
  readonly plan: Plan;
  readonly task: Task;
  readonly labels: Notes["labels"];
  readonly learner: Learner;
  readonly roles: Roles | undefined;
  readonly tally: Tally;
}

/** Opens the files and tells what their columns are. */
export async function openForTraining(
  files: readonly string[],
  plan: Plan,
  model: StoredModel | undefined,
  resumed: Notes | undefined,
): Promise<{ reader: Reader; roles: Roles | undefined }> {
  const file = nameOf(files);
  if (model !== undefined && resumed?.position.done) {
    return openForModel(files, plan.reading, resumed, model.path, "score");
  }
  const reader = await openAhead([...files], openOptions(plan.reading));
  try {
    if (!isTable(reader)) {
      if (plan.target !== undefined) {
        throw new UserError(`--target: rows of ${reader.format} begin with their label; leave it out`);
      }
      return { reader, roles: undefined };
    }
    if (model !== undefined && resumed !== undefined) {
      return { reader, roles: matchRoles(file, reader, resumed.columns, resumed, model.path) };
    }
    const { numeric } = plan.reading;
    return {
      reader,
      roles: tellRoles(file, reader, { target: targetOf(reader, plan), weight: plan.weight, numeric }),
    };
  } catch (error) {
    await reader.close();
    throw error;
  }
}

/** MNIST's files have one column of labels, and it is called so. */
function targetOf(reader: Reader, plan: Plan): string | undefined {
  if (plan.target !== undefined || !isTable(reader) || reader.format !== "idx") return plan.target;
  return reader.columns.some(({ name }) => name === "label") ? "label" : undefined;
}

export function batchesOf(
  reader: Reader,
  roles: Roles | undefined,
  plan: Plan,
  task: Task | undefined,
): Batches {
  const { holdout } = plan;
  return new Batches(reader, roles, {
    wanted: holdout === undefined ? undefined : (row) => !isHeldOut(row, holdout),
    skip: plan.reading.onError === "skip",
    numeric: task !== undefined && !isClassification(task),
  });
}

export async function settle(
  files: readonly string[],
  plan: Plan,
  reader: Reader,
  roles: Roles | undefined,
  ahead: Batch | undefined,
  model: StoredModel | undefined,
  resumed: Notes | undefined,
): Promise<Setting> {
  if (model !== undefined && resumed !== undefined) {
    const { task, labels } = resumed;
    const tally = new Tally(baselineOf(task, plan.learning));
    tally.load(resumed.tally);
    return { plan, task, labels, learner: model.learner, roles, tally };
  }
  const file = nameOf(files);
  const asked = askedTask(plan.learning);
  let task: Task;
  let labels: Notes["labels"] = "number";
  if (roles?.target !== undefined) {
    const { target } = roles;
    labels = target.kind as Notes["labels"];
    const inferred = inferTask(target);
    if (asked === undefined)
      say(
        `${file}: column "${target.name}" is ${inferred.because}: ${inferred.task} (--task says otherwise)`,
      );
    task = asked ?? inferred.task;
    if (!isClassification(task) && target.kind !== "number") {
      await reader.close();
      throw new UserError(
        `${file}: column "${target.name}" is ${target.kind}, ${task} needs numbers; use --task multiclass`,
      );
    }
  } else {
    if (ahead === undefined) throw new UserError(`${file}: there are no rows to learn from`);
    const inferred = inferSparseTask({ labels: Float64Array.from(ahead.labels as ArrayLike<number>) });
    if (asked === undefined)
      say(`${file}: labels are ${inferred.because}: ${inferred.task} (--task says otherwise)`);
    task = asked ?? inferred.task;
  }
  for (const names of plan.learning.cross ?? []) {
    for (const name of names) checkColumn(file, name, roles);
  }
  const learner = makeLearner(task, plan.learning, labels);
  return { plan, task, labels, learner, roles, tally: new Tally(baselineOf(task, plan.learning)) };
}

function checkColumn(file: string, name: string, roles: Roles | undefined): void {
  const names = roles?.columns.map((column) => column.name) ?? [];
  if (roles === undefined || names.includes(name)) return;
  findColumn(file, names, name);
}

function baselineOf(task: Task, learning: LearningOptions): ClassBaseline | ValueBaseline {
  return isClassification(task)
    ? new ClassBaseline()
    : new ValueBaseline(valueLossOf(task, learning), learning.exact !== true);
}
