import type { LabelEvent, LearnEvent, PredictRequest } from "scinol/client";
import type { ChallengeHeader, DismissHeader, LearnHeader, PromoteHeader } from "./entry.ts";

/*
 * What is put in order: checked, and not decided. Which keys are new, which predictions wait and what has expired depends on the
 * commands before, so it is decided at the command's place (decide.ts). The time is the clock's when the command was taken in.
 */

export interface LearnCommand {
  readonly kind: "learn";
  readonly time: number;
  readonly form: LearnHeader["form"];
  /** The JSON of the events, as it came. */
  readonly body: Uint8Array;
  readonly events: readonly LearnEvent[];
}

/** Predictions that have been answered and wait for their labels. */
export interface PredictCommand {
  readonly kind: "predict";
  readonly time: number;
  readonly expires: number;
  readonly requests: readonly Required<Pick<PredictRequest, "id" | "x">>[];
}

export interface LabelCommand {
  readonly kind: "label";
  readonly time: number;
  /** Predictions whose time is over by then wait no longer (steady-time.ts). */
  readonly until: number;
  readonly events: readonly LabelEvent[];
}

/** Predictions whose time is over by `until` wait no longer. */
export interface ExpireCommand {
  readonly kind: "expire";
  readonly time: number;
  readonly until: number;
}

export interface RollbackCommand {
  readonly kind: "rollback";
  readonly time: number;
  readonly snapshot: string;
}

export interface ImportCommand {
  readonly kind: "import";
  readonly time: number;
  readonly file: Uint8Array;
}

export interface EraseCommand {
  readonly kind: "erase";
  readonly time: number;
  readonly key: string;
}

/** Commands about events, of which many are under way at once. */
export type EventCommand = LearnCommand | PredictCommand | LabelCommand | ExpireCommand;

/** Commands after which the model is the fold of an edited journal (refold.ts). */
export type RefoldCommand = PromoteHeader | RollbackCommand | ImportCommand | EraseCommand;

export type Command = EventCommand | RefoldCommand | ChallengeHeader | DismissHeader;
