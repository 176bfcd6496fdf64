import type { LabelEvent, LearnEvent, WireOptions } from "scinol/client";

/*
 * An entry of the journal: a line of JSON that says what it is and when it was taken in, and then its body, which is bytes.
 * What a client sent as JSON is kept as it came, so that learning costs no second encoding.
 */

interface Timed {
  /** Milliseconds since 1970, when it was taken in: folding never looks at a clock. */
  readonly time: number;
}

/** The body is a learn event, an array of them, or one a line. `without` are those left out, by index: learned before, and null here. */
export interface LearnHeader extends Timed {
  readonly kind: "learn";
  readonly form: "json" | "lines";
  readonly without?: readonly number[];
}

/** The body is an array of predictions joined with their labels. */
export interface LabelHeader extends Timed {
  readonly kind: "label";
}

/** The same, the labels being the default ones of predictions whose time was up; `dropped` had none. */
export interface ExpireHeader extends Timed {
  readonly kind: "expire";
  readonly dropped: number;
}

export interface ChallengeHeader extends Timed {
  readonly kind: "challenge";
  readonly name: string;
  readonly options: WireOptions;
}

export interface DismissHeader extends Timed {
  readonly kind: "dismiss";
  readonly name: string;
}

export interface PromoteHeader extends Timed {
  readonly kind: "promote";
  readonly name: string;
}

/**
 * Back to the learner that the model had at an earlier position. The body is its model file, so that folding needs nothing else. It is
 * a function of the events before that position, and written anew when one of those is erased.
 */
export interface RollbackHeader extends Timed {
  readonly kind: "rollback";
  readonly to: number;
  /** The options that this learner was made with. */
  readonly options: WireOptions;
}

/** The body is a model file. */
export interface ImportHeader extends Timed {
  readonly kind: "import";
}

export type EntryHeader =
  | LearnHeader
  | LabelHeader
  | ExpireHeader
  | ChallengeHeader
  | DismissHeader
  | PromoteHeader
  | RollbackHeader
  | ImportHeader;

/** What of a learn event is learned. */
export type Learnable = Pick<LearnEvent, "x" | "y" | "weight">;

/** A prediction with its label; `at` is when it was made. */
export interface Joined extends Learnable, Pick<LabelEvent, "id"> {
  readonly at: number;
}

const LINE_FEED = 10;
const NOTHING = Buffer.alloc(0);

export function encodeEntry(header: EntryHeader, body: Uint8Array = NOTHING): Buffer {
  const head = JSON.stringify(header);
  const length = Buffer.byteLength(head);
  const bytes = Buffer.allocUnsafe(length + 1 + body.length);
  bytes.write(head, 0, length);
  bytes[length] = LINE_FEED;
  bytes.set(body, length + 1);
  return bytes;
}

export function decodeEntry(bytes: Uint8Array): { header: EntryHeader; body: Buffer } {
  const buffer = Buffer.from(bytes.buffer, bytes.byteOffset, bytes.byteLength);
  const end = buffer.indexOf(LINE_FEED);
  return { header: JSON.parse(buffer.toString("utf8", 0, end)), body: buffer.subarray(end + 1) };
}

/** The events of an entry that has some, in order; null where one was erased. */
export function eventsOf(
  header: LearnHeader | LabelHeader | ExpireHeader,
  body: Buffer,
): (Learnable | null)[] {
  const text = body.toString();
  if (header.kind !== "learn") return JSON.parse(text);
  const events =
    header.form === "lines" ? text.split("\n").map((line) => JSON.parse(line)) : [JSON.parse(text)].flat();
  return header.without === undefined ? events : leaveOut(events, header.without);
}

/** An array without some of its elements, by index. */
export function leaveOut<T>(array: readonly T[], indices: readonly number[]): T[] {
  const left = new Set(indices);
  return array.filter((_, n) => !left.has(n));
}
