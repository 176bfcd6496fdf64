import type { Classifier, LearnedRows, Regressor } from "scinol";
import type { Batch } from "./batches.ts";
import type { Learner } from "./notes.ts";
import type { Roles } from "./roles.ts";

/** Learns from a batch, perhaps `again`; returns what was predicted before, and the loss of it. */
export type LearnBatch = (batch: Batch, again: boolean) => LearnedRows;

export function learnBatches(learner: Learner, roles: Roles | undefined): LearnBatch {
  if (roles === undefined) {
    const sparse = (learner as Classifier).sparse();
    return (batch, again) => sparse(batch.sparse!, batch.labels, batch.weights, again);
  }
  if (learner.task === "classification") {
    const table = (learner as Classifier).table(roles.layout);
    return (batch, again) => table(batch.table!, batch.labels, batch.weights, again);
  }
  const table = (learner as Regressor).table(roles.layout);
  return (batch, again) => table(batch.table!, batch.labels as ArrayLike<number>, batch.weights, again);
}
