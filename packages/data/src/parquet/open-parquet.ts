import { explain } from "../bytes/byte-source.ts";
import { arrange, type Column, type Kind } from "../column.ts";
import { DataError } from "../data-error.ts";
import type { Settings } from "../options.ts";
import { Rows, rowsPerBlock, type TableBlock } from "../table.ts";
import { Damaged } from "./damaged.ts";
import { type PlainFile, plainFile, shareOf } from "./plain.ts";
import { PlainTable } from "./plain-table.ts";

/** More than elsewhere: a row takes so little time that what a block takes besides its rows counts. */
const cellsPerBlock = 3 << 15;

export interface ParquetTable {
  columns: Column[];
  blocks: AsyncGenerator<TableBlock, void, void>;
  close(): void;
}

/**
 * Opens Parquet files that are plain; undefined when one is not, or is to be read in a way that only DuckDB knows. So are
 * files whose first rows make no sense here: a footer may promise what a writer did not keep, and DuckDB forgives more.
 */
export function openParquet(paths: readonly string[], settings: Settings): ParquetTable | undefined {
  const files: PlainFile[] = [];
  for (const path of paths) {
    const file = attempt(path, () => plainFile(path));
    if (file === undefined || (files.length > 0 && file.schema !== files[0].schema)) return undefined;
    files.push(file);
  }
  const [{ path, columns: found }] = files;
  const nothing = { binary: false, integer: false, distinct: 0 };
  const columns = arrange(
    path,
    found.map(({ name, kind }) => ({ name, evidence: { kind, ...nothing } })),
    settings,
  );
  // DuckDB knows how it writes numbers, truths and dates as texts.
  const isOurs = (column: Column, place: number) =>
    column.ignored || column.kind === found[place].kind || found[place].kind === "text";
  const wanted = columns.filter(({ ignored }) => !ignored).length;
  const share = shareOf(wanted, largestChunk(files));
  if (wanted === 0 || share === undefined || !columns.every(isOurs)) return undefined;
  const filled = files.filter(({ rows }) => rows > 0);
  if (filled.length === 0) throw new DataError({ file: path }, "has no rows");
  return read(filled, columns, settings, share);
}

function largestChunk(files: readonly PlainFile[]): number {
  let largest = 0;
  for (const { groups } of files) {
    for (const { chunks } of groups) {
      for (const { size, unpackedSize } of chunks) largest = Math.max(largest, size, unpackedSize);
    }
  }
  return largest;
}

function read(
  files: PlainFile[],
  columns: Column[],
  settings: Settings,
  share: number,
): ParquetTable | undefined {
  const sample = Math.max(1, settings.sample);
  const capacity = Math.max(rowsPerBlock(columns, cellsPerBlock), sample);
  const rows = new Rows(columns, settings.missingTexts, capacity);
  const table = new PlainTable(files, rows, settings, share);
  try {
    table.open(files[0]);
    table.fill(rows, sample);
  } catch (error) {
    table.close();
    if (error instanceof Damaged) return undefined;
    throw explain(error, files[0].path);
  }
  return {
    columns: columns.map((column, place) => refine(column, files[0].columns[place].kind, table, rows)),
    blocks: blocks(table, files, rows),
    close: () => table.close(),
  };
}

/** The column again, with what the first rows show. */
function refine(column: Column, natural: Kind, table: PlainTable, rows: Rows): Column {
  if (column.ignored || column.kind !== natural) return column;
  if (column.kind === "text") return { ...column, distinct: rows.dictionaries[column.slot].values.length };
  return { ...column, ...table.shown(rows, column) };
}

/** The rows of all files; of the first one, those of the sample are in the block already. */
async function* blocks(
  table: PlainTable,
  files: readonly PlainFile[],
  rows: Rows,
): AsyncGenerator<TableBlock, void, void> {
  const usual = rowsPerBlock(rows.columns, cellsPerBlock);
  for (const file of files) {
    if (file !== files[0]) table.open(file);
    for (;;) {
      if (rows.rows === 0) attempt(file.path, () => table.fill(rows, usual));
      if (rows.rows === 0) break;
      let failure: unknown;
      try {
        table.check(rows);
      } catch (error) {
        failure = error;
      }
      // Rows before a bad one are good, and are delivered before it is reported.
      if (rows.rows > 0) yield rows.take(file.path);
      if (failure !== undefined) throw failure;
      // Nothing here waits for anything; so others, such as who hears Ctrl-C, are given their turn.
      await new Promise((resolve) => setImmediate(resolve));
    }
  }
}

/** A failure of the file system, or of the data, in the user's words. */
function attempt<T>(path: string, action: () => T): T {
  try {
    return action();
  } catch (error) {
    if (!(error instanceof Damaged)) throw explain(error, path);
    const what = "the Parquet data is damaged or cut off; make the file again";
    throw new DataError({ file: path, column: error.column }, what);
  }
}
