import type { Window } from "./bytes/window.ts";
import { CompiledSvmlight } from "./compiled-svmlight.ts";
import { DataError, quote } from "./data-error.ts";
import { latin1, parseDecimal } from "./decimal.ts";
import { rejectRow, type Settings } from "./options.ts";
import { type SparseBlock, SparseRows } from "./sparse.ts";

/**
 * Reads lines of `label index:value index:value … # comment`. A `qid:…` is passed over. Plain lines are scanned by compiled
 * code; the others, and all when it is left out, one at a time here.
 */
export async function* readSvmlight(
  window: Window,
  settings: Settings,
  compiled: CompiledSvmlight | null = new CompiledSvmlight(),
): AsyncGenerator<SparseBlock, void, void> {
  const file = window.source.name;
  const rows = new SparseRows();
  if (compiled) window.moveTo(compiled.memory);
  for await (const limit of window.limits()) {
    while (window.start < limit) {
      if (rows.rows === 0) compiled?.lend(rows);
      const full = compiled?.scan(rows, window, limit) && rows.rows > 0;
      if (window.start < limit && !full && !rows.full) {
        const from = window.start;
        const { line } = window;
        window.start = window.bytes.indexOf(10, from) + 1;
        window.line++;
        const problem = readLine(rows, window.bytes, from, line);
        if (problem !== undefined) {
          rows.restart();
          if (settings.onError !== "skip" && rows.rows > 0) yield rows.take(file);
          rejectRow(settings, new DataError({ file, line }, problem));
        }
      }
      if (full || rows.full) yield rows.take(file);
    }
    if (rows.rows > 0) yield rows.take(file);
  }
}

/** Adds the line's row, if it has one; or says what is wrong. The line ends in a newline, which stops every loop. */
function readLine(rows: SparseRows, bytes: Uint8Array, from: number, line: number): string | undefined {
  let p = from;
  while (blank(bytes[p])) p++;
  if (bytes[p] === 10 || bytes[p] === 35) return undefined;
  let to = tokenEnd(bytes, p);
  const label = parseDecimal(bytes, p, to);
  if (!Number.isFinite(label)) return `expected a number for a label, got ${show(bytes, p, to)}`;

  for (p = to; ; ) {
    while (blank(bytes[p])) p++;
    const c = bytes[p];
    if (c === 10 || c === 35) break;
    let index = 0;
    let colon = p;
    for (let d = c - 48; d >>> 0 <= 9; d = bytes[++colon] - 48) index = index * 10 + d;
    if (colon === p || bytes[colon] !== 58) {
      to = tokenEnd(bytes, p);
      if (c === 113 && latin1(bytes, p, Math.min(p + 4, to)) === "qid:") {
        p = to;
        continue;
      }
      return `expected index:value, got ${show(bytes, p, to)}`;
    }
    if (index > 0xffffffff) return `the index ${show(bytes, p, colon)} is larger than 4294967295`;
    to = tokenEnd(bytes, colon);
    const value = parseDecimal(bytes, colon + 1, to);
    if (!Number.isFinite(value))
      return `expected a number after index ${index}, got ${show(bytes, colon + 1, to)}`;
    if (rows.count === rows.indices.length) rows.grow();
    rows.indices[rows.count] = index;
    rows.values[rows.count++] = value;
    p = to;
  }
  const repeated = rows.repeated();
  if (repeated !== undefined) return `the index ${repeated} occurs twice`;
  rows.endRow(label, 1, line);
  return undefined;
}

function blank(c: number): boolean {
  return c === 32 || c === 9 || c === 13;
}

function tokenEnd(bytes: Uint8Array, from: number): number {
  let p = from;
  for (let c = bytes[p]; c !== 32 && c !== 10 && c !== 9 && c !== 13 && c !== 35; ) c = bytes[++p];
  return p;
}

function show(bytes: Uint8Array, from: number, to: number): string {
  return quote(Buffer.from(bytes.subarray(from, to)).toString("utf8"));
}
