import { getHeapStatistics } from "node:v8";
import type { FastifyInstance } from "fastify";
import type { Models } from "../model/models.ts";
import type { Commit } from "../store/group-commit.ts";
import type { Store } from "../store/store.ts";

/** Upper ends of the bins, in seconds. */
const BINS = [0.0001, 0.00025, 0.0005, 0.001, 0.0025, 0.005, 0.01, 0.025, 0.05, 0.1, 0.25, 0.5, 1, 2.5, 10];

/** Counts of durations, as Prometheus wants a histogram. */
class Histogram {
  private readonly counts = new Float64Array(BINS.length + 1);
  private sum = 0;

  add(seconds: number): void {
    let bin = 0;
    while (bin < BINS.length && seconds > BINS[bin]) bin++;
    this.counts[bin]++;
    this.sum += seconds;
  }

  lines(name: string, labels: string): string {
    let text = "";
    let below = 0;
    const comma = labels === "" ? "" : ",";
    this.counts.forEach((count, bin) => {
      below += count;
      text += `${name}_bucket{${labels}${comma}le="${BINS[bin] ?? "+Inf"}"} ${below}\n`;
    });
    const braces = labels === "" ? "" : `{${labels}}`;
    return `${text}${name}_sum${braces} ${this.sum}\n${name}_count${braces} ${below}\n`;
  }
}

/** What /metrics shows. */
export class Meters {
  private readonly requests = new Map<string, Histogram>();
  private readonly commits = new Histogram();
  private committed = 0;

  /** For the store: called after every commit. */
  readonly observe = ({ seconds, bytes }: Commit): void => {
    this.commits.add(seconds);
    this.committed += bytes;
  };

  /** Times every request by its route, not by its address, of which there may be any number. */
  watch(app: FastifyInstance): void {
    app.addHook("onResponse", (request, reply, done) => {
      const route = request.routeOptions.url ?? "none";
      const labels = `method="${request.method}",route="${route}",status="${reply.statusCode}"`;
      let histogram = this.requests.get(labels);
      if (histogram === undefined) {
        histogram = new Histogram();
        this.requests.set(labels, histogram);
      }
      histogram.add(reply.elapsedTime / 1000);
      done();
    });
  }

  /** The text format 0.0.4. */
  text(models: Models, store: Store): string {
    const { rss, heapUsed, external } = process.memoryUsage();
    const { user, system } = process.cpuUsage();
    const each = (value: (model: ReturnType<Models["list"]>[number]) => number) =>
      models.list().map((model): [string, number] => [`{model="${model.name}"}`, value(model)]);
    return [
      head("scinol_http_request_duration_seconds", "histogram", "Time from request to answer."),
      ...[...this.requests].map(([labels, histogram]) =>
        histogram.lines("scinol_http_request_duration_seconds", labels),
      ),
      head(
        "scinol_journal_sync_duration_seconds",
        "histogram",
        "Time that a group of writes took to be durable.",
      ),
      this.commits.lines("scinol_journal_sync_duration_seconds", ""),
      family("scinol_journal_written_bytes_total", "counter", "Bytes written.", [["", this.committed]]),
      family("scinol_journal_lag", "gauge", "Writes that wait for the disk.", [["", store.waiting]]),
      family(
        "scinol_model_lag_events",
        "gauge",
        "Events that are durable and not learned yet.",
        each(({ log, fold }) => log.journal.position - fold.position),
      ),
      family(
        "scinol_model_position",
        "gauge",
        "Events of the journal learned.",
        each(({ fold }) => fold.position),
      ),
      family(
        "scinol_model_rounds_total",
        "counter",
        "Rounds learned.",
        each(({ fold }) => fold.learner.progress.rounds),
      ),
      family(
        "scinol_model_loss",
        "gauge",
        "Mean loss over the last 1000 events.",
        each(({ fold }) => fold.scores.recent.meanLoss ?? Number.NaN),
      ),
      family(
        "scinol_model_coordinates",
        "gauge",
        "Coordinates of the model.",
        each(({ fold }) => fold.learner.coordinates),
      ),
      family(
        "scinol_model_waiting_predictions",
        "gauge",
        "Predictions that wait for a label.",
        each(({ log }) => log.pending.count),
      ),
      family(
        "scinol_model_late_labels_total",
        "counter",
        "Labels without a prediction to join.",
        each(({ late }) => late),
      ),
      family(
        "scinol_model_never_labelled_total",
        "counter",
        "Predictions that expired.",
        each(({ fold }) => fold.scores.never),
      ),
      family(
        "scinol_model_refused_events_total",
        "counter",
        "Events that had been checked and could not be learned from after all.",
        each(({ fold }) => fold.refused),
      ),
      family(
        "scinol_model_drift_alarms_total",
        "counter",
        "Drift alarms.",
        each(({ fold }) => fold.scores.drift.alarms),
      ),
      family("scinol_models_failed", "gauge", "Models that could not be recovered.", [
        ["", models.failed().length],
      ]),
      family("process_resident_memory_bytes", "gauge", "Resident memory.", [["", rss]]),
      family("process_heap_bytes", "gauge", "Heap in use.", [["", heapUsed]]),
      family("process_external_memory_bytes", "gauge", "Memory outside the heap.", [["", external]]),
      family("process_heap_limit_bytes", "gauge", "Most that the heap may have.", [
        ["", getHeapStatistics().heap_size_limit],
      ]),
      family("process_cpu_seconds_total", "counter", "Processor time.", [["", (user + system) / 1e6]]),
      family("process_uptime_seconds", "gauge", "Time since the start.", [["", process.uptime()]]),
    ].join("");
  }
}

function head(name: string, type: string, help: string): string {
  return `# HELP ${name} ${help}\n# TYPE ${name} ${type}\n`;
}

function family(
  name: string,
  type: string,
  help: string,
  values: readonly [labels: string, value: number][],
): string {
  return head(name, type, help) + values.map(([labels, value]) => `${name}${labels} ${value}\n`).join("");
}
