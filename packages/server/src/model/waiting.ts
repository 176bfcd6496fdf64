import type { WireRecord } from "scinol/client";
import type { Prediction } from "../store/pending.ts";

/** A prediction that waits for its label. */
export interface Waiting {
  readonly id: string;
  readonly x: WireRecord;
  /** When it was made. */
  readonly at: number;
  readonly expires: number;
}

export function writeWaiting(id: string, x: WireRecord, at: number, expires: number): Prediction {
  return { id, bytes: Buffer.from(JSON.stringify({ at, x })), expires };
}

export function readWaiting(stored: Prediction | undefined): Waiting | undefined {
  if (stored === undefined) return undefined;
  const { at, x } = JSON.parse(Buffer.from(stored.bytes).toString());
  return { id: stored.id, expires: stored.expires, at, x };
}
