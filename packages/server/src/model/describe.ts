import type { Classifier, Label, NamedWeight } from "scinol";
import type { Curves, ModelDetails, ModelMetrics, ModelSummary } from "scinol/client";
import type { Learner } from "./learner-of.ts";
import type { Model } from "./model.ts";

/** Weights shown of each class, and classes whose weights are shown. */
const STRONGEST = 50;
const MOST_CLASSES = 20;

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
  const told = fold.learner.toJSON() as Told;
  const outputs = Array.isArray(told.weights) ? told.weights : [];
  return {
    ...summaryOf(model),
    settings: { ...settings, ...(Object.keys(fold.options).length === 0 ? {} : { options: fold.options }) },
    classes: fold.learner.task === "classification" ? (fold.learner as Classifier).classes : null,
    columns: told.columns.map(({ name, kind, categories }) => ({
      name,
      kind: kind ?? "missing",
      categories,
    })),
    coordinates: fold.learner.coordinates,
    metrics: metricsOf(model),
    weights: (fold.learner.task === "regression" ? [regressionOutput(told)] : (outputs as Output[]))
      .slice(0, MOST_CLASSES)
      .map(strongest),
  };
}

/** What of a learner's JSON is told. */
interface Told {
  readonly columns: readonly { readonly name: string; readonly kind?: string; readonly categories: number }[];
  readonly options: { readonly memories: readonly number[] };
  readonly intercept?: number;
  readonly weights: readonly Output[] | readonly NamedWeight[];
}

interface Output {
  readonly label: Label | null;
  readonly intercept: number;
  readonly weights: readonly NamedWeight[];
}

function regressionOutput({ intercept = 0, weights }: Told): Output {
  return { label: null, intercept, weights: weights as readonly NamedWeight[] };
}

function strongest({ label, intercept, weights }: Output): ModelDetails["weights"][number] {
  const told = weights
    .filter(({ weight }) => weight !== 0)
    .sort((a, b) => Math.abs(b.weight) - Math.abs(a.weight))
    .slice(0, STRONGEST);
  return { label, intercept, strongest: told };
}

export function metricsOf({ fold, log, late, learned, predicted }: Model, now = Date.now()): ModelMetrics {
  const { scores, learner } = fold;
  // Probabilities can be ranked while they are all of one class: the second of two.
  const ranked = learner.task === "classification" && (learner as Classifier).classes.length === 2;
  return {
    time: new Date(now).toISOString(),
    position: fold.position,
    rounds: learner.progress.rounds,
    total: scores.total.summary(ranked),
    last1000: scores.recent.summary(ranked),
    lastHour: scores.hour.summary(now, ranked),
    learnedPerSecond: learned.perSecond(now),
    predictedPerSecond: predicted.perSecond(now),
    labelDelay: scores.delays.summary(),
    labels: { waiting: log.pending.count, joined: scores.delays.count, late, never: scores.never },
    calibration: scores.recent.calibration(),
    memories: memoriesOf(learner),
    drift: scores.drift.summary(),
    challengers: [...fold.challengers.values()].map((challenger) => challenger.metrics()),
  };
}

const memories = new WeakMap<Learner, readonly number[]>();

function memoriesOf(learner: Learner): ModelMetrics["memories"] {
  let keeps = memories.get(learner);
  if (keeps === undefined) {
    keeps = (learner.toJSON() as Told).options.memories;
    memories.set(learner, keeps);
  }
  return [...learner.shares].map((share, n) => ({ keep: keeps[n], share }));
}

export function curvesOf({ fold }: Model): Curves {
  return {
    curves: [
      { challenger: null, points: fold.scores.points() },
      ...[...fold.challengers.values()].map((one) => ({ challenger: one.name, points: one.points() })),
    ],
  };
}
