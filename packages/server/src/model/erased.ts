import { decodeEntry, encodeEntry, type LearnHeader } from "./entry.ts";
import { jsonElements } from "./json-elements.ts";

const NULL = Buffer.from("null");

/** An entry without the events of one key: null stands where they stood, and every other byte is as it came. */
export function erased(entry: Uint8Array, key: string): { bytes: Buffer; erased: number } {
  const { header, body } = decodeEntry(entry);
  const form = header.kind === "learn" ? header.form : "json";
  let count = 0;
  const rest = blanked(body, form, (_, text) => {
    const event: { key?: unknown; id?: unknown } | null = JSON.parse(text());
    const found = event?.key === key || event?.id === key;
    if (found) count++;
    return found;
  });
  return { bytes: encodeEntry(header, rest), erased: count };
}

/** What was sent, with null in the place of some of its events. */
export function blanked(
  body: Uint8Array,
  form: LearnHeader["form"],
  which: (index: number, text: () => string) => boolean,
): Buffer {
  const bytes = Buffer.from(body.buffer, body.byteOffset, body.byteLength);
  const parts: Uint8Array[] = [];
  let at = 0;
  (form === "lines" ? lines(bytes) : jsonElements(bytes)).forEach(({ from, to }, index) => {
    if (!which(index, () => bytes.toString("utf8", from, to))) return;
    parts.push(bytes.subarray(at, from), NULL);
    at = to;
  });
  return Buffer.concat([...parts, bytes.subarray(at)]);
}

function lines(body: Buffer): { from: number; to: number }[] {
  const found: { from: number; to: number }[] = [];
  for (let from = 0; from <= body.length; ) {
    const end = body.indexOf(10, from);
    const to = end < 0 ? body.length : end;
    found.push({ from, to });
    from = to + 1;
  }
  return found;
}
