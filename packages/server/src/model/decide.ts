import type { LabelAnswer, LabelEvent, LearnEvent, ModelSettings } from "scinol/client";
import type { Cost } from "../store/group-commit.ts";
import type { ModelLog } from "../store/store.ts";
import type { EventCommand, ExpireCommand, LabelCommand, LearnCommand, PredictCommand } from "./command.ts";
import {
  type ChallengeHeader,
  type DismissHeader,
  type EntryHeader,
  encodeEntry,
  type Joined,
  type Learnable,
  leaveOut,
} from "./entry.ts";
import { blanked } from "./erased.ts";
import type { ExpiredIds } from "./expired-ids.ts";
import { readWaiting, writeWaiting } from "./waiting.ts";

/*
 * What a command does, decided at its place in the order: within the commit that makes it durable, with all commands before it
 * decided. Nothing else looks at keys and waiting predictions, so nothing can change between looking and writing.
 */

/** At most this many predictions expire with one command. */
const EXPIRE_AT_ONCE = 1000;

export interface Decision {
  /** What is to be folded; undefined if nothing is. */
  readonly entry?: DecidedEntry;
  /** Events left out because their key is in the journal. */
  readonly duplicates: number;
  /** What became of labels. */
  readonly results: LabelAnswer["results"];
  /** Ids whose predictions have expired. */
  readonly expired: readonly string[];
  /** More predictions may have expired than one command takes. */
  readonly more: boolean;
}

/** An entry as it is in the journal. */
export interface DecidedEntry {
  readonly position: number;
  readonly header: EntryHeader;
  readonly events: readonly Learnable[];
}

const NOTHING: Decision = { duplicates: 0, results: [], expired: [], more: false };

/** What a model's commands are decided by. */
export interface Deciding {
  readonly log: ModelLog;
  readonly settings: ModelSettings;
  readonly expired: ExpiredIds;
}

export function decide(
  deciding: Deciding,
  command: EventCommand | ChallengeHeader | DismissHeader,
): Decision {
  switch (command.kind) {
    case "learn":
      return decideLearn(deciding, command);
    case "predict":
      return decidePredict(deciding, command);
    case "label":
      return decideLabel(deciding, command);
    case "expire":
      return decideExpire(deciding, command);
    default:
      return { ...NOTHING, entry: put(deciding.log, command, []) };
  }
}

/** What deciding a command will put, at most. */
export function costOf({ log }: Deciding, command: EventCommand | ChallengeHeader | DismissHeader): Cost {
  const sizeOf = (ids: readonly string[]) =>
    ids.reduce((sum, id) => sum + (log.pending.get(id)?.bytes.length ?? 0) + 200, 0);
  switch (command.kind) {
    case "learn":
      return { rows: 1 + command.events.length, bytes: command.body.length };
    case "predict": {
      const bytes = command.requests.reduce((sum, { x }) => sum + JSON.stringify(x).length, 0);
      return { rows: 4 * command.requests.length, bytes: 2 * bytes };
    }
    case "label":
      return { rows: 1 + 3 * command.events.length, bytes: sizeOf(command.events.map(({ id }) => id)) };
    case "expire": {
      const due = log.pending.due(command.until, EXPIRE_AT_ONCE);
      return { rows: 1 + 3 * due.length, bytes: due.reduce((sum, { bytes }) => sum + bytes.length + 200, 0) };
    }
    default:
      return { rows: 1, bytes: 1000 };
  }
}

function decideLearn({ log }: Deciding, { time, form, body, events }: LearnCommand): Decision {
  const without = repeated(events, (key) => log.keys.has(key));
  const duplicates = without.length;
  const kept = duplicates === 0 ? events : leaveOut(events, without);
  if (kept.length === 0) return { ...NOTHING, duplicates };
  const header = { kind: "learn", time, form, ...(duplicates > 0 ? { without } : {}) } as const;
  const left = new Set(without);
  // Their keys lead to the entries that brought them, and erasing would not find them in this one.
  const bytes = duplicates === 0 ? body : blanked(body, form, (n) => left.has(n));
  const entry = put(log, header, kept, bytes);
  for (const { key } of kept) if (key !== undefined) log.keys.add(key, entry.position);
  return { ...NOTHING, duplicates, entry };
}

function decidePredict({ log }: Deciding, { time, expires, requests }: PredictCommand): Decision {
  for (const { id, x } of requests) log.pending.put(writeWaiting(id, x, time, expires));
  return NOTHING;
}

function decideLabel({ log, expired }: Deciding, { time, until, events }: LabelCommand): Decision {
  const joined: Joined[] = [];
  const labelled = new Set<string>();
  const results = events.map((event): LabelAnswer["results"][number] => {
    const { id } = event;
    if (labelled.has(id) || log.keys.has(id))
      return { id, status: expired.has(id) ? "expired" : "duplicate" };
    const waiting = readWaiting(log.pending.get(id));
    if (waiting === undefined) return { id, status: expired.has(id) ? "expired" : "unknown" };
    if (waiting.expires <= until) return { id, status: "expired" };
    joined.push(join(waiting, event));
    labelled.add(id);
    return { id, status: "learned" };
  });
  if (joined.length === 0) return { ...NOTHING, results };
  return { ...NOTHING, results, entry: putJoined(log, { kind: "label", time }, joined) };
}

function join(
  { id, at, x }: { id: string; at: number; x: Joined["x"] },
  { y, weight }: Omit<LabelEvent, "id">,
) {
  return { id, at, y, ...(weight === undefined ? {} : { weight }), x };
}

/** With the default label where the model has one, without any otherwise. */
function decideExpire({ log, settings }: Deciding, { time, until }: ExpireCommand): Decision {
  const { onExpiry = "drop" } = settings;
  const due = log.pending.due(until, EXPIRE_AT_ONCE);
  const more = log.pending.removeDue(until, EXPIRE_AT_ONCE);
  const expired = due.map(({ id }) => id);
  if (onExpiry === "drop") {
    if (due.length === 0) return { ...NOTHING, more };
    const entry = put(log, { kind: "expire", time, dropped: due.length }, [], Buffer.from("[]"));
    return { ...NOTHING, entry, expired, more };
  }
  const unlabelled = due.filter(({ id }) => !log.keys.has(id));
  if (unlabelled.length === 0) return { ...NOTHING, expired, more };
  const joined = unlabelled.map((prediction) => join(readWaiting(prediction)!, { y: onExpiry.label }));
  return { ...NOTHING, entry: putJoined(log, { kind: "expire", time, dropped: 0 }, joined), expired, more };
}

function putJoined(log: ModelLog, header: EntryHeader, joined: readonly Joined[]): DecidedEntry {
  const body = JSON.stringify(joined);
  // What replaying reads, to the bit: JSON knows no −0.
  const entry = put(log, header, JSON.parse(body), Buffer.from(body));
  for (const { id } of joined) {
    log.keys.add(id, entry.position);
    log.pending.remove(id);
  }
  return entry;
}

function put(
  log: ModelLog,
  header: EntryHeader,
  events: readonly Learnable[],
  body?: Uint8Array,
): DecidedEntry {
  const position = log.journal.put({ bytes: encodeEntry(header, body), events: Math.max(events.length, 1) });
  return { position, header, events };
}

/** The events, by index, whose key has come before: in the journal, or earlier among them. */
function repeated(events: readonly LearnEvent[], isKnown: (key: string) => boolean): number[] {
  const met = new Set<string>();
  const found: number[] = [];
  events.forEach(({ key }, n) => {
    if (key === undefined) return;
    if (met.has(key) || isKnown(key)) found.push(n);
    met.add(key);
  });
  return found;
}
