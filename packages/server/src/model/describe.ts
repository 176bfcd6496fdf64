import type { Classifier } from "scinol";
import type { Curves, ModelDetails, ModelMetrics, ModelSummary } from "scinol/client";
import { inside } from "./inside.ts";
import type { Model } from "./model.ts";

export function summaryOf({ name, settings, stored, fold }: Model): ModelSummary {
  return {
    name,
    task: settings.task,
    created: new Date(stored.created).toISOString(),
    position: fold.position,
    rounds: fold.learner.progress.rounds,
    loss: fold.scores.total.meanLoss ?? 0,
    challengers: [...fold.challengers.keys()],
  };
}

export function detailsOf(model: Model): ModelDetails {
  const { fold, settings } = model;
  const { learner, options } = fold;
  const { columns, weights } = inside(learner);
  return {
    ...summaryOf(model),
    settings: { ...settings, ...(Object.keys(options).length === 0 ? {} : { options }) },
    classes: learner.task === "classification" ? (learner as Classifier).classes : null,
    columns,
    coordinates: learner.coordinates,
    metrics: metricsOf(model),
    weights,
  };
}

/** `refused`: events that had been checked and could not be learned from after all. */
export function metricsOf(
  { fold, log, late, learned, predicted }: Model,
  now = Date.now(),
): ModelMetrics & { readonly refused: number } {
  const { scores, learner } = fold;
  // Probabilities can be ranked while they are all of one class: the second of two.
  const ranked = learner.task === "classification" && (learner as Classifier).classes.length === 2;
  return {
    time: new Date(now).toISOString(),
    position: fold.position,
    rounds: learner.progress.rounds,
    refused: fold.refused,
    total: scores.total.summary(ranked),
    last1000: scores.recent.summary(ranked),
    lastHour: scores.hour.summary(now, ranked),
    learnedPerSecond: learned.perSecond(now),
    predictedPerSecond: predicted.perSecond(now),
    labelDelay: scores.delays.summary(),
    labels: { waiting: log.pending.count, joined: scores.delays.count, late, never: scores.never },
    calibration: scores.recent.calibration(),
    members: learner.shares,
    drift: scores.drift.summary(),
    challengers: [...fold.challengers.values()].map((challenger) => challenger.metrics()),
  };
}

export function curvesOf({ fold }: Model): Curves {
  return {
    curves: [
      { challenger: null, points: fold.scores.points() },
      ...[...fold.challengers.values()].map((one) => ({ challenger: one.name, points: one.points() })),
    ],
  };
}
