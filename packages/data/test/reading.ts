import { mkdtempSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { type OpenOptions, open, type Reader, type TableReader } from "../src/index.ts";

/** The text as a source, in one piece or in pieces of the given sizes, repeated. */
export async function* pieces(text: string | Uint8Array, ...sizes: number[]): AsyncGenerator<Uint8Array> {
  const bytes = typeof text === "string" ? Buffer.from(text) : text;
  if (sizes.length === 0) sizes.push(Math.max(1, bytes.length));
  for (let at = 0, turn = 0; at < bytes.length; turn++) {
    const to = Math.min(bytes.length, at + Math.max(1, sizes[turn % sizes.length]));
    yield bytes.subarray(at, to);
    at = to;
  }
}

export async function openText(text: string | Uint8Array, options: OpenOptions = {}): Promise<TableReader> {
  return (await open(pieces(text), { format: "csv", name: "t", ...options })) as TableReader;
}

/** All records of a reader, and of the error that ended it, if one did, the message. */
export async function everything(
  opening: Promise<Reader>,
): Promise<{ rows: unknown[]; error?: string; skipped: number }> {
  const rows: unknown[] = [];
  let reader: Reader | undefined;
  try {
    reader = await opening;
    for await (const row of reader.records()) rows.push(row);
    return { rows, skipped: reader.skipped.count };
  } catch (error) {
    return { rows, error: describe(error), skipped: reader?.skipped.count ?? 0 };
  }
}

/** The message of an error meant for the user; anything else is a defect. */
function describe(error: unknown): string {
  if ((error as Error)?.name !== "DataError") throw error;
  const { message } = error as Error;
  if (message.includes("\n")) throw new Error(`more than one line: ${message}`);
  return message;
}

export async function rowsOf(text: string | Uint8Array, options: OpenOptions = {}): Promise<unknown[]> {
  const { rows, error } = await everything(openText(text, options));
  if (error !== undefined) throw new Error(error);
  return rows;
}

export async function errorOf(
  text: string | Uint8Array,
  options: OpenOptions = {},
): Promise<string | undefined> {
  return (await everything(openText(text, options))).error;
}

const directory = mkdtempSync(join(tmpdir(), "scinol-data-"));

/** A file of this content, for a test that needs a path. */
export function fileOf(name: string, content: string | Uint8Array): string {
  const path = join(directory, name);
  writeFileSync(path, content);
  return path;
}
