import type {
  Curves,
  ModelClient,
  ModelDetails,
  ModelMetrics,
  RecentPrediction,
  Signal,
  SnapshotInfo,
} from "scinol/client";

/** All that a model's page shows, at one moment. */
export interface View {
  readonly details: ModelDetails;
  readonly metrics: ModelMetrics;
  readonly curves: Curves["curves"];
  readonly predictions: readonly RecentPrediction[];
  readonly snapshots: readonly SnapshotInfo[];
  /** Metrics since the page was opened, oldest first; no longer ago than is shown. */
  readonly history: readonly ModelMetrics[];
}

/** So many metrics, about one a second. */
export const SHOWN = 120;
const PREDICTIONS = 50;
/** Milliseconds between asking for what is not sent by itself: curves, weights, snapshots. */
const PATIENCE = 3000;

/** Takes what is shown to what is shown next. */
export type Change = (next: (view: View | undefined) => View | undefined) => void;

/** Shows a model as it is, and then every change, until the signal is aborted. Throws when the connection is lost. */
export async function watch(model: ModelClient, signal: Signal, change: Change): Promise<void> {
  await refresh(model, change, signal);
  let asked = performance.now();
  let position = -1;
  for await (const { event, data } of model.events({ signal })) {
    if (event === "prediction") {
      change((view) => view && { ...view, predictions: withLatest(view.predictions, data) });
    } else if (event === "metrics") {
      change((view) => view && { ...view, metrics: data, history: [...view.history, data].slice(-SHOWN) });
      if (data.position !== position && performance.now() - asked > PATIENCE) {
        await refresh(model, change, signal);
        asked = performance.now();
        position = data.position;
      }
    }
  }
}

/** It may have been among those asked for while it was on its way. */
function withLatest(predictions: View["predictions"], latest: RecentPrediction): View["predictions"] {
  const known = predictions.length > 0 && latest.time <= predictions[0].time;
  return known ? predictions : [latest, ...predictions].slice(0, PREDICTIONS);
}

/** Asks for everything anew. */
export async function refresh(model: ModelClient, change: Change, signal?: Signal): Promise<void> {
  const options = signal === undefined ? {} : { signal };
  const [details, curves, predictions, snapshots] = await Promise.all([
    model.details(options),
    model.curves(options),
    model.predictions(options),
    model.snapshots(options),
  ]);
  const { metrics } = details;
  change((view) => ({
    details,
    metrics,
    curves,
    predictions,
    snapshots,
    history: view?.history ?? [metrics],
  }));
}
