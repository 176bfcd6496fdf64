/*
 * What travels between the service and its clients: the types of every request and answer under /v1.
 */

import type { Contribution, NamedWeight } from "../learner/effects.ts";
import type { Label } from "../learner.ts";
import type { LearnerOptions } from "../options.ts";
import type { Kind } from "../records/column.ts";

/** A record as JSON has it: numbers, texts, booleans, null for missing, nested objects, arrays of texts. */
export interface WireRecord {
  readonly [column: string]: unknown;
}

/** A class, or the number a regression is about. */
export type WireLabel = Label;

/** Options of a learner that can be sent: validators cannot, kinds of columns can. */
export interface WireOptions extends Omit<LearnerOptions, "schema" | "kernel"> {
  readonly schema?: { readonly [column: string]: Kind };
  /** Of a regression. */
  readonly loss?: "huber" | "absolute" | "squared" | { readonly quantile: number };
}

/** What happens to a prediction whose label never came: forgotten, or learned from with this label. */
export type OnExpiry = "drop" | { readonly label: WireLabel };

/** How much of the journal is kept behind the oldest snapshot that is kept. */
export type Retention = "all" | "snapshots" | { readonly events: number };

/** `PUT /v1/models/{name}` */
export interface ModelSettings {
  readonly task: "classification" | "regression";
  readonly classes?: readonly WireLabel[];
  readonly options?: WireOptions;
  /** Seconds that a prediction with an id waits for its label. */
  readonly ttl?: number;
  readonly onExpiry?: OnExpiry;
  /** A snapshot every so many events. */
  readonly snapshotEvery?: number;
  readonly keepSnapshots?: number;
  readonly retention?: Retention;
}

export interface ModelSummary {
  readonly name: string;
  readonly task: ModelSettings["task"];
  readonly created: string;
  /** Events of the journal that the model has been through. */
  readonly position: number;
  readonly rounds: number;
  /** Progressive loss over everything. */
  readonly loss: number;
  readonly challengers: readonly string[];
}

/** One span of time or rounds, summed up. What does not apply, or has no events yet, is null. */
export interface SpanMetrics {
  readonly events: number;
  readonly loss: number | null;
  readonly accuracy: number | null;
  readonly auc: number | null;
  readonly mae: number | null;
  readonly rmse: number | null;
}

export interface CalibrationPoint {
  /** Mean probability that was said. */
  readonly said: number;
  /** How often it came true. */
  readonly came: number;
  readonly events: number;
}

export interface ModelMetrics {
  readonly time: string;
  readonly position: number;
  readonly rounds: number;
  readonly total: SpanMetrics;
  readonly last1000: SpanMetrics;
  readonly lastHour: SpanMetrics;
  /** Events learned and predictions made a second, over the last ten. */
  readonly learnedPerSecond: number;
  readonly predictedPerSecond: number;
  /** Seconds between prediction and label; null before the first. */
  readonly labelDelay: { readonly mean: number; readonly p50: number; readonly p99: number } | null;
  readonly labels: {
    readonly waiting: number;
    readonly joined: number;
    /** Labels that came after their prediction had expired, or for an id never known. */
    readonly late: number;
    /** Predictions that expired without one. */
    readonly never: number;
  };
  readonly calibration: readonly CalibrationPoint[];
  /** Each memory and its share of the answer: the more the short ones have, the faster the world is changing. */
  readonly members: readonly { readonly member: string; readonly share: number }[];
  readonly drift: { readonly alarms: number; readonly last: string | null };
  readonly challengers: readonly ChallengerMetrics[];
}

export interface ChallengerMetrics {
  readonly name: string;
  /** Scored on the same events as the model: since the challenger was added. */
  readonly since: number;
  readonly rounds: number;
  readonly loss: number | null;
  /** The model's own loss over the very same events. */
  readonly modelLoss: number | null;
  readonly last1000: number | null;
}

/** `GET /v1/models/{name}` */
export interface ModelDetails extends ModelSummary {
  readonly settings: ModelSettings;
  readonly classes: readonly WireLabel[] | null;
  readonly columns: readonly { readonly name: string; readonly kind: string; readonly categories: number }[];
  readonly coordinates: number;
  readonly metrics: ModelMetrics;
  readonly weights: {
    readonly label: WireLabel | null;
    readonly intercept: number;
    readonly strongest: readonly NamedWeight[];
  }[];
}

/** `POST …/predict`, one or an array of them */
export interface PredictRequest {
  readonly x: WireRecord;
  /** Remembers the record, so that `label` can name it later. */
  readonly id?: string;
  /** So many reasons. */
  readonly explain?: number;
}

export interface Prediction {
  readonly id?: string;
  /** Of a classification: the likeliest class, null while there is none. */
  readonly label?: WireLabel | null;
  readonly probabilities?: readonly { readonly label: WireLabel; readonly probability: number }[];
  /** Of a regression. */
  readonly value?: number;
  readonly explanation?: {
    readonly baseline: number;
    readonly total: number;
    readonly contributions: readonly Contribution[];
  };
  /** The position of the journal that the answering model had been through. */
  readonly position: number;
}

/** `POST …/learn`, one, an array, or one a line as application/x-ndjson */
export interface LearnEvent {
  readonly x: WireRecord;
  readonly y: WireLabel;
  readonly weight?: number;
  /** The same key is learned once, however often it is sent. */
  readonly key?: string;
  /** Reserved for decisions to come: what was done, and how likely it was to be done. */
  readonly action?: unknown;
  readonly probability?: number;
}

export interface LearnAnswer {
  readonly learned: number;
  /** Events left out because their key had been learned before. */
  readonly duplicates: number;
  readonly position: number;
  /** Mean loss of the predictions made before learning; null if nothing was learned. */
  readonly loss: number | null;
}

/** `POST …/label`, one or an array of them */
export interface LabelEvent {
  readonly id: string;
  readonly y: WireLabel;
  readonly weight?: number;
}

export interface LabelAnswer {
  readonly learned: number;
  readonly position: number;
  readonly loss: number | null;
  /** What became of each, in the order of the request. */
  readonly results: readonly {
    readonly id: string;
    readonly status: "learned" | "unknown" | "expired" | "duplicate";
  }[];
}

export interface SnapshotInfo {
  readonly id: string;
  readonly position: number;
  readonly time: string;
  readonly bytes: number;
  readonly loss: number | null;
}

/** `GET …/curve`: progressive loss by position, a bounded number of points */
export interface Curves {
  readonly curves: readonly {
    /** null is the model itself. */
    readonly challenger: string | null;
    readonly points: readonly {
      readonly position: number;
      readonly time: string;
      readonly loss: number;
      readonly recent: number;
    }[];
  }[];
}

export interface RecentPrediction {
  readonly time: string;
  readonly x: WireRecord;
  readonly prediction: Prediction;
}

/** `GET …/predictions`: the latest ones, newest first */
export interface RecentPredictions {
  readonly predictions: readonly RecentPrediction[];
}

/** `GET …/events`: a server-sent event by its name, with its data as JSON */
export type ModelEvent =
  | { readonly event: "metrics"; readonly data: ModelMetrics }
  | { readonly event: "prediction"; readonly data: RecentPrediction }
  | { readonly event: "drift"; readonly data: { readonly time: string; readonly position: number } };

/** RFC 9457 */
export interface Problem {
  readonly type: string;
  readonly title: string;
  readonly status: number;
  readonly detail: string;
  readonly errors?: readonly { readonly field: string; readonly message: string }[];
}
