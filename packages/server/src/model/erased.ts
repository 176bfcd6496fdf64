import { decodeEntry, encodeEntry } from "./entry.ts";
import { jsonElements } from "./json-elements.ts";

const NULL = Buffer.from("null");

/** An entry without the events of one key: null stands where they stood, and every other byte is as it came. */
export function erased(entry: Uint8Array, key: string): { bytes: Buffer; erased: number } {
  const { header, body } = decodeEntry(entry);
  const places = header.kind === "learn" && header.form === "lines" ? lines(body) : jsonElements(body);
  const parts: Uint8Array[] = [];
  let at = 0;
  let count = 0;
  for (const { from, to } of places) {
    const event: { key?: unknown; id?: unknown } | null = JSON.parse(body.toString("utf8", from, to));
    if (event?.key !== key && event?.id !== key) continue;
    parts.push(body.subarray(at, from), NULL);
    at = to;
    count++;
  }
  parts.push(body.subarray(at));
  return { bytes: encodeEntry(header, Buffer.concat(parts)), erased: count };
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
