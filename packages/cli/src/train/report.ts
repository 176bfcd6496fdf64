import type { Classifier } from "scinol";
import { learnerName, valueLossOf } from "../learning-options.ts";
import { isClassScores, type Scores } from "../scores.ts";
import type { Task } from "../task.ts";
import type { Setting } from "./setting.ts";
import type { TrainReport } from "./summary.ts";

/** How a run went. */
export interface Outcome {
  /** As it turned out to be. */
  readonly task: Task;
  /** Learned from by this run. */
  readonly rows: number;
  readonly skipped: number;
  readonly seconds: number;
  /** Where the model was written. */
  readonly model: string | undefined;
  readonly test: Scores | undefined;
}

/** What `--json` prints. */
export function reportOf(setting: Setting, outcome: Outcome): TrainReport {
  const { learner, tally, roles, plan } = setting;
  const classes = learner.task === "classification" ? (learner as Classifier).classes : null;
  const ofClasses = (count: number) => (count > 2 ? "softmax" : "logistic");
  return {
    examples: tally.rows,
    skipped: outcome.skipped,
    columns: roles?.columns.length ?? learner.coordinates - 1,
    coordinates: learner.coordinates,
    classes,
    task: outcome.task,
    target: roles?.target?.name ?? null,
    learner: learnerName(plan.learning),
    exact: plan.learning.exact ?? false,
    loss: classes === null ? lossName(valueLossOf(setting.task, plan.learning)) : ofClasses(classes.length),
    progressiveLoss: tally.loss,
    baselineLoss: tally.baseline.loss,
    ...(classes === null ? { mae: tally.mae, rmse: tally.rmse } : { accuracy: tally.accuracy }),
    ...testFigures(outcome.test),
    seconds: outcome.seconds,
    examplesPerSecond: outcome.rows / Math.max(outcome.seconds, 1e-9),
    model: outcome.model ?? null,
  };
}

function testFigures(scores: Scores | undefined): Partial<TrainReport> {
  if (scores === undefined) return {};
  const common = { testExamples: scores.examples, testLoss: scores.loss };
  return isClassScores(scores)
    ? { ...common, testAccuracy: scores.accuracy }
    : { ...common, testMae: scores.mae, testRmse: scores.rmse };
}

function lossName(loss: string | number): string {
  return typeof loss === "number" ? `quantile(${loss})` : loss;
}
