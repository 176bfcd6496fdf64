import { gatherSample, sampleBytes } from "../bytes/sample.ts";
import type { Window } from "../bytes/window.ts";
import { arrange, type Column } from "../column.ts";
import { DataError, quote } from "../data-error.ts";
import type { Settings } from "../options.ts";
import { type Dialect, tellDialect } from "./dialect.ts";
import { openQuote, splitRow } from "./split.ts";

/** The dialect of the text in the window, and its columns. */
export async function tellCsv(
  window: Window,
  settings: Settings,
): Promise<{ dialect: Dialect; columns: Column[] }> {
  // A header says nothing of the kinds, so at least one row below it is waited for.
  await gatherSample(window, settings, settings.header === false ? 1 : 2);
  const file = window.source.name;
  const limit = Math.min(window.limit, window.start + sampleBytes);
  const within = limit === window.limit ? limit : window.bytes.lastIndexOf(10, limit - 1) + 1 || window.limit;
  const dialect = tellDialect(window.bytes, window.start, within, settings.missingTexts, settings);
  if (dialect === undefined) {
    // Either nothing but blank lines, or a first row that cannot be read: the full pass says which.
    if (window.start === window.end || window.ended) explainNothing(window, file);
    throw new DataError({ file, line: 1 }, "the first row cannot be read; is a quote left open?");
  }
  if (dialect.rows === 0 && window.ended) {
    throw new DataError({ file }, "has a header but no rows; is it the right file?");
  }
  const named = dialect.names.map((name, place) => ({ name, evidence: dialect.evidence[place] }));
  return { dialect, columns: arrange(file, named, settings) };
}

function explainNothing(window: Window, file: string): void {
  if (window.start === window.end) throw new DataError({ file }, "the file is empty");
  for (let at = window.start, line = window.line; at < window.end; line++) {
    const row = splitRow(window.bytes, at, window.end, 44);
    if (row === undefined) throw new DataError({ file, line }, openQuote);
    if (row.problem !== undefined) throw new DataError({ file, line }, row.problem);
    at = row.next;
  }
  throw new DataError({ file }, "the file has only blank lines");
}

/** Whether a further file has the columns of the first. */
export function sameColumns(file: string, dialect: Dialect, columns: readonly Column[]): void {
  if (dialect.names.length !== columns.length) {
    throw new DataError({ file }, `has ${dialect.names.length} columns, the first file ${columns.length}`);
  }
  const other = dialect.header ? dialect.names.findIndex((name, place) => name !== columns[place].name) : -1;
  if (other >= 0) {
    const [name, expected] = [quote(dialect.names[other]), quote(columns[other].name)];
    throw new DataError({ file, line: 1 }, `column ${other + 1} is ${name}, in the first file ${expected}`);
  }
}
