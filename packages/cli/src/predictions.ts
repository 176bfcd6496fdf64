import type { Classifier, Label, Regressor } from "scinol";
import type { Batch } from "./batches.ts";
import type { Learner } from "./notes.ts";
import { recordOf } from "./record-of.ts";
import type { Roles } from "./roles.ts";

/** A classifier's or a regressor's answers to the rows of a batch. */
export interface Predictions {
  /** The likeliest class, or the value; null while no class is known. */
  answerAt(row: number): Label | null;
  /** The probability of class k. */
  probabilityAt(row: number, k: number): number;
}

/**
 * Returns what predicts the rows of a batch: steadily, as for rows whose labels will not come, or live. What it returns is
 * overwritten by the next batch.
 */
export function predictBatches(
  learner: Learner,
  roles: Roles | undefined,
  steady: boolean,
): (batch: Batch) => Predictions {
  const rows = blocksOf(learner, roles);
  if (rows === undefined) return (batch) => recordByRecord(learner, roles, batch);
  return (batch) => {
    const answers = rows(batch, steady);
    if (learner.task === "regression") {
      return { answerAt: (row) => answers[row], probabilityAt: () => Number.NaN };
    }
    const { classes } = learner as Classifier;
    const { length } = classes;
    const probabilityAt = (row: number, k: number) => answers[row * length + k];
    const answerAt = (row: number) => {
      let best = 0;
      for (let k = 1; k < length; k++) if (probabilityAt(row, k) > probabilityAt(row, best)) best = k;
      return classes[best] ?? null;
    };
    return { answerAt, probabilityAt };
  };
}

/** The learner's own way for whole blocks of rows; learners of other rules have none. */
function blocksOf(
  learner: Learner,
  roles: Roles | undefined,
): ((batch: Batch, steady: boolean) => Float64Array) | undefined {
  if (!("predictSparse" in learner)) return undefined;
  if (roles === undefined) {
    const sparse = learner.predictSparse();
    return (batch, steady) => sparse(batch.sparse!, steady);
  }
  const table = learner.predictTable(roles.layout);
  return (batch, steady) => table(batch.table!, steady);
}

function recordByRecord(learner: Learner, roles: Roles | undefined, batch: Batch): Predictions {
  const records = Array.from({ length: batch.rows }, (_, row) => recordOf(batch, roles?.layout, row));
  if (learner.task === "regression") {
    const values = records.map((record) => (learner as Regressor).predict(record).value);
    return { answerAt: (row) => values[row], probabilityAt: () => Number.NaN };
  }
  const { classes } = learner as Classifier;
  const predictions = records.map((record) => (learner as Classifier).predict(record));
  return {
    answerAt: (row) => predictions[row].label ?? null,
    probabilityAt: (row, k) => predictions[row].probabilities.get(classes[k]) ?? 0,
  };
}
