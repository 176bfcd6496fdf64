import {
  accuracy,
  auc,
  brier,
  type Calibration,
  type Classification,
  type ConfusionMatrix,
  calibration,
  confusion,
  type Label,
  logLoss,
  mae,
  type Regression,
  r2,
  rmse,
} from "scinol";
import type { Batch, Batches } from "./batches.ts";
import { valueLossOf } from "./learning-options.ts";
import type { Learner, Notes } from "./notes.ts";
import { type Predictions, predictBatches } from "./predictions.ts";
import type { Roles } from "./roles.ts";
import { lossOf } from "./value-loss.ts";

/** How good a model's predictions are on rows it does not learn from. */
export interface ClassScores {
  readonly examples: number;
  readonly loss: number;
  readonly accuracy: number;
  /** Of the second class; with more, the mean over each class against the rest. Null where there is only one. */
  readonly auc: number | null;
  readonly logLoss: number;
  readonly brier: number;
  readonly confusion: ConfusionMatrix;
  readonly calibration: Calibration;
}

export interface ValueScores {
  readonly examples: number;
  readonly loss: number;
  readonly mae: number;
  readonly rmse: number;
  readonly r2: number;
}

export type Scores = ClassScores | ValueScores;

/** More classes than this have no AUC: one is kept for each. */
const mostCurves = 100;

export function isClassScores(scores: Scores): scores is ClassScores {
  return "accuracy" in scores;
}

export async function score(
  learner: Learner,
  notes: Notes,
  batches: Batches,
  roles: Roles | undefined,
): Promise<Scores> {
  return learner.task === "classification"
    ? scoreClasses(learner, batches, roles)
    : scoreValues(learner, notes, batches, roles);
}

async function scoreClasses(
  learner: Extract<Learner, { task: "classification" }>,
  batches: Batches,
  roles: Roles | undefined,
): Promise<ClassScores> {
  const classes = learner.classes;
  const positives = classes.length === 2 ? [classes[1]] : classes.length <= mostCurves ? [...classes] : [];
  const curves = positives.map((positive) => auc({ positive }));
  const metrics = {
    accuracy: accuracy(),
    logLoss: logLoss(),
    brier: brier(),
    confusion: confusion(),
    calibration: calibration(),
  };
  const all = [...Object.values(metrics), ...curves];
  const examples = await each(learner, batches, roles, (predictions, row, label, weight) => {
    const probabilities = new Map(classes.map((name, k) => [name, predictions.probabilityAt(row, k)]));
    const prediction: Classification = { label: predictions.answerAt(row) ?? undefined, probabilities };
    for (const metric of all) metric.add({ prediction, label, weight });
  });
  const areas = curves.map((curve) => curve.value()).filter((area) => !Number.isNaN(area));
  return {
    examples,
    loss: metrics.logLoss.value(),
    accuracy: metrics.accuracy.value(),
    auc: areas.length === 0 ? null : areas.reduce((sum, area) => sum + area, 0) / areas.length,
    logLoss: metrics.logLoss.value(),
    brier: metrics.brier.value(),
    confusion: metrics.confusion.value(),
    calibration: metrics.calibration.value(),
  };
}

async function scoreValues(
  learner: Extract<Learner, { task: "regression" }>,
  notes: Notes,
  batches: Batches,
  roles: Roles | undefined,
): Promise<ValueScores> {
  const metrics = { mae: mae(), rmse: rmse(), r2: r2() };
  const { learning } = notes.plan;
  const { spread } = (learner.toJSON() as { target: { spread: number } }).target;
  const lossAt = lossOf(valueLossOf(notes.task, learning), spread);
  let [total, sum] = [0, 0];
  const examples = await each(learner, batches, roles, (predictions, row, label, weight) => {
    const prediction: Regression = { value: predictions.answerAt(row) as number };
    for (const metric of Object.values(metrics)) metric.add({ prediction, label: label as number, weight });
    total += weight * lossAt(prediction.value, label as number);
    sum += weight;
  });
  const loss = sum === 0 ? 0 : total / sum;
  return { examples, loss, mae: metrics.mae.value(), rmse: metrics.rmse.value(), r2: metrics.r2.value() };
}

/** Predicts rows steadily, as their labels are not learned from. */
async function each(
  learner: Learner,
  batches: Batches,
  roles: Roles | undefined,
  visit: (predictions: Predictions, row: number, label: Label, weight: number) => void,
): Promise<number> {
  const predict = predictBatches(learner, roles, true);
  let examples = 0;
  for await (const batch of batches as AsyncIterable<Batch>) {
    examples += batch.rows;
    const predictions = predict(batch);
    for (let row = 0; row < batch.rows; row++) {
      visit(predictions, row, batch.labels[row], batch.weights?.[row] ?? 1);
    }
  }
  return examples;
}
