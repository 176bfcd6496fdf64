import { type BulkOptions, learnInBulk } from "./bulk.ts";
import type { Call, Caller, CallOptions } from "./call.ts";
import { modelEvents } from "./model-events.ts";
import type {
  Curves,
  LabelAnswer,
  LabelEvent,
  LearnAnswer,
  LearnEvent,
  ModelDetails,
  ModelEvent,
  ModelSettings,
  ModelSummary,
  Prediction,
  PredictRequest,
  RecentPredictions,
  SnapshotInfo,
  WireOptions,
} from "./wire.ts";

/** One model of a service. Each method is one route. */
export class ModelClient {
  readonly name: string;
  private readonly caller: Caller;
  private readonly path: string;

  constructor(caller: Caller, name: string) {
    this.caller = caller;
    this.name = name;
    this.path = `/models/${encodeURIComponent(name)}`;
  }

  /** Makes the model, or finds it made with the same settings; other settings are refused with 409. */
  create(settings: ModelSettings, options?: CallOptions): Promise<ModelSummary> {
    return this.send("PUT", "", settings, true, options);
  }

  /** Settings, counts, metrics, strongest weights. */
  details(options?: CallOptions): Promise<ModelDetails> {
    return this.get("", options);
  }

  /** Deletes the model and all that it learned from. */
  delete(options?: CallOptions): Promise<void> {
    return this.send("DELETE", "", undefined, true, options);
  }

  /** What the model says about a record, or several. With an `id` the record is remembered until its label comes. */
  predict(request: PredictRequest, options?: CallOptions): Promise<Prediction>;
  predict(requests: readonly PredictRequest[], options?: CallOptions): Promise<readonly Prediction[]>;
  predict(requests: PredictRequest | readonly PredictRequest[], options?: CallOptions) {
    const repeatable = all(requests, ({ id }) => id === undefined);
    return this.send<never>("POST", "/predict", requests, repeatable, options);
  }

  /** Learns from an example, or several in order; answers when that can no longer be lost. */
  learn(events: LearnEvent | readonly LearnEvent[], options?: CallOptions): Promise<LearnAnswer> {
    return this.send("POST", "/learn", events, all(events, hasKey), options);
  }

  /** Learns from any number of examples, in order, a piece at a time. */
  learnAll(
    events: Iterable<LearnEvent> | AsyncIterable<LearnEvent>,
    options?: BulkOptions,
  ): Promise<LearnAnswer> {
    return learnInBulk(events, options, (lines, keyed) =>
      this.caller.json(
        {
          method: "POST",
          path: `${this.path}/learn`,
          body: lines,
          type: "application/x-ndjson",
          repeatable: keyed,
        },
        options,
      ),
    );
  }

  /** Tells what became of earlier predictions. Made again, a label that had been learned answers "duplicate". */
  label(events: LabelEvent | readonly LabelEvent[], options?: CallOptions): Promise<LabelAnswer> {
    return this.send("POST", "/label", events, true, options);
  }

  /** Forgets what was learned from a key, as if it had never been sent. */
  erase(key: string, options?: CallOptions): Promise<{ readonly erased: number }> {
    return this.send("DELETE", `/events?key=${encodeURIComponent(key)}`, undefined, true, options);
  }

  /** Metrics, drift alarms and some of the predictions while they happen, across broken connections, until the signal says so. */
  events(options?: CallOptions): AsyncIterable<ModelEvent> {
    return modelEvents(this.caller, `${this.path}/events`, options);
  }

  /** Progressive loss by position, of the model and its challengers. */
  async curves(options?: CallOptions): Promise<Curves["curves"]> {
    return (await this.get<Curves>("/curve", options)).curves;
  }

  /** The latest predictions, newest first. */
  async predictions(options?: CallOptions): Promise<RecentPredictions["predictions"]> {
    return (await this.get<RecentPredictions>("/predictions", options)).predictions;
  }

  /** The model as a file, which `load` of the library reads. */
  export(options?: CallOptions): Promise<Uint8Array> {
    return this.caller.bytes({ method: "GET", path: `${this.path}/export`, repeatable: true }, options);
  }

  /** Makes the model one that was exported, or saved by the library. */
  import(file: Uint8Array, options?: CallOptions): Promise<ModelSummary> {
    const path = `${this.path}/import`;
    const type = "application/octet-stream";
    return this.caller.json({ method: "PUT", path, body: file, type, repeatable: true }, options);
  }

  async snapshots(options?: CallOptions): Promise<readonly SnapshotInfo[]> {
    return (await this.get<{ snapshots: SnapshotInfo[] }>("/snapshots", options)).snapshots;
  }

  /** Goes back to what the model was at a snapshot. */
  rollback(snapshot: string, options?: CallOptions): Promise<ModelSummary> {
    return this.send("POST", "/rollback", { snapshot }, false, options);
  }

  /** Lets another learner shadow the model: it is fed the same events, and scored before it learns from them. */
  challenge(challenger: string, learner: WireOptions, options?: CallOptions): Promise<ModelSummary> {
    return this.send("PUT", challengerPath(challenger), { options: learner }, true, options);
  }

  /** Takes a challenger away. */
  dismiss(challenger: string, options?: CallOptions): Promise<void> {
    return this.send("DELETE", challengerPath(challenger), undefined, true, options);
  }

  /** Makes a challenger the model. */
  promote(challenger: string, options?: CallOptions): Promise<ModelSummary> {
    return this.send("POST", `${challengerPath(challenger)}/promote`, undefined, false, options);
  }

  private get<Answer>(path: string, options: CallOptions | undefined): Promise<Answer> {
    return this.caller.json({ method: "GET", path: this.path + path, repeatable: true }, options);
  }

  private send<Answer>(
    method: Call["method"],
    path: string,
    body: unknown,
    repeatable: boolean,
    options: CallOptions | undefined,
  ): Promise<Answer> {
    const json = body === undefined ? {} : { body: JSON.stringify(body) };
    return this.caller.json({ method, path: this.path + path, ...json, repeatable }, options);
  }
}

const challengerPath = (challenger: string) => `/challengers/${encodeURIComponent(challenger)}`;

const hasKey = ({ key }: LearnEvent) => key !== undefined;

function all<Item extends object>(items: Item | readonly Item[], test: (item: Item) => boolean): boolean {
  return Array.isArray(items) ? items.every(test) : test(items as Item);
}
