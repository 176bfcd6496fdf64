import { existsSync } from "node:fs";
import type { ByteSource } from "./bytes/byte-source.ts";
import { Window } from "./bytes/window.ts";
import { readCsv } from "./csv/csv-reader.ts";
import { sameColumns, tellCsv } from "./csv/tell-csv.ts";
import { DataError } from "./data-error.ts";
import { arrowQuery, openQuery, parquetQuery, type Query, type QueryTable } from "./duckdb.ts";
import { openIdxTable } from "./idx.ts";
import { Inputs } from "./inputs.ts";
import { readJsonl, readJsonlRecords, tellJsonl } from "./jsonl.ts";
import { type Format, type OpenOptions, type Settings, type Source, settle } from "./options.ts";
import { openParquet } from "./parquet/open-parquet.ts";
import { closed, type Ends, type Reader, sparseReader, tableReader } from "./reader.ts";
import type { SparseBlock, SparseReader } from "./sparse.ts";
import { readSvmlight } from "./svmlight.ts";
import { type Row, Rows, type TableBlock, type TableReader } from "./table.ts";
import { readVw } from "./vw.ts";

/** Opens one source, or several that are read one after the other as one. */
export async function open(source: Source | readonly Source[], options: OpenOptions = {}): Promise<Reader> {
  const sources: readonly Source[] = Array.isArray(source) ? source : [source as Source];
  const settings = settle(options);
  const inputs = new Inputs(sources, settings);
  try {
    return await openInputs(inputs, settings);
  } catch (error) {
    await inputs.close();
    throw error;
  }
}

/** Opens the rows of a query. Files are named in the query itself: `select * from 'a.parquet'`. */
export function query(sql: string, options: OpenOptions = {}): Promise<Reader> {
  return open([], { ...options, sql });
}

async function openInputs(inputs: Inputs, settings: Settings): Promise<Reader> {
  if (settings.sql !== undefined) return openSql(inputs, settings, settings.sql);
  if (inputs.sources.length === 0)
    throw new DataError({ file: "data" }, "no file given; name one, or - for stdin");
  const { format, source } = await inputs.next();
  switch (format) {
    case "csv":
      return openCsv(inputs, source, settings);
    case "jsonl":
      return openJsonl(inputs, source, settings);
    case "svmlight":
      return openSparse(inputs, source, settings, format, readSvmlight);
    case "vw":
      return openSparse(inputs, source, settings, format, readVw);
    case "idx":
      return openIdx(inputs, source, settings);
    case "duckdb":
    case "parquet":
    case "arrow":
      return openDatabase(inputs, settings, format);
  }
}

async function openCsv(inputs: Inputs, source: ByteSource, settings: Settings): Promise<TableReader> {
  const window = new Window(source);
  const { dialect, columns } = await tellCsv(window, settings);
  const rows = new Rows(columns, settings.missingTexts);
  async function* blocks(): AsyncGenerator<TableBlock, void, void> {
    yield* readCsv(window, dialect, rows, settings);
    while (inputs.left) {
      const further = new Window(await inputs.nextLike("csv"));
      const told = await tellCsv(further, {
        ...settings,
        header: settings.header,
        delimiter: settings.delimiter,
      });
      sameColumns(further.source.name, told.dialect, columns);
      yield* readCsv(further, told.dialect, rows, settings);
    }
  }
  return tableReader(source.name, inputs, "csv", columns, settings, blocks());
}

async function openJsonl(inputs: Inputs, source: ByteSource, settings: Settings): Promise<TableReader> {
  const window = new Window(source);
  const columns = await tellJsonl(window, settings);
  async function* windows(): AsyncGenerator<Window> {
    yield window;
    while (inputs.left) yield new Window(await inputs.nextLike("jsonl"));
  }
  async function* blocks(): AsyncGenerator<TableBlock, void, void> {
    const rows = new Rows(columns, settings.missingTexts);
    for await (const each of windows()) yield* readJsonl(each, rows, settings);
  }
  const reader = tableReader(source.name, inputs, "jsonl", columns, settings, blocks());
  let place = { file: source.name, line: 0 };
  async function* records(): AsyncGenerator<Row, void, void> {
    for await (const each of windows()) {
      for await (const { row, line } of readJsonlRecords(each, settings)) {
        place = { file: each.source.name, line };
        yield row;
      }
    }
  }
  return {
    ...reader,
    records: () => closed(records(), inputs, source.name, settings),
    where: () => (place.line > 0 ? place : reader.where()),
  };
}

function openSparse(
  inputs: Inputs,
  source: ByteSource,
  settings: Settings,
  format: Format,
  read: (window: Window, settings: Settings) => AsyncGenerator<SparseBlock, void, void>,
): SparseReader {
  async function* blocks(): AsyncGenerator<SparseBlock, void, void> {
    yield* read(new Window(source), settings);
    while (inputs.left) yield* read(new Window(await inputs.nextLike(format)), settings);
  }
  return sparseReader(source.name, inputs, format, settings, blocks());
}

async function openIdx(inputs: Inputs, source: ByteSource, settings: Settings): Promise<TableReader> {
  const labels = source.name.replace("images", "labels").replace("idx3", "idx1");
  if (!inputs.left && labels !== source.name && existsSync(labels)) inputs.sources.push(labels);
  const sources = [source];
  while (inputs.left) sources.push(await inputs.nextLike("idx"));
  const { columns, blocks } = await openIdxTable(sources, settings);
  return tableReader(source.name, inputs, "idx", columns, settings, blocks);
}

async function openDatabase(inputs: Inputs, settings: Settings, format: Format): Promise<TableReader> {
  const paths = inputs.paths(format);
  // DuckDB would only tell of a file of another kind when it comes to it.
  while (inputs.left) await inputs.nextLike(format);
  await inputs.close();
  if (format === "duckdb")
    return fromQuery({ file: paths[0], database: paths[0], sql: "" }, settings, format);
  if (format === "arrow") return fromQuery(arrowQuery(paths), settings, format);
  const plain = openParquet(paths, settings);
  if (plain === undefined) return fromQuery(parquetQuery(paths), settings, format);
  return tableReader(paths[0], endsOf(plain), format, plain.columns, settings, plain.blocks);
}

async function openSql(inputs: Inputs, settings: Settings, sql: string): Promise<TableReader> {
  const paths = inputs.paths("a database");
  if (paths.length > 1)
    throw new DataError({ file: paths[1] }, "a query reads one database; name the files in it");
  if (paths.length === 1) {
    if ((await inputs.next()).format !== "duckdb") {
      throw new DataError(
        { file: paths[0] },
        "is not a DuckDB database; name the file in the query: from 'file'",
      );
    }
    await inputs.close();
    return fromQuery({ file: paths[0], database: paths[0], sql }, settings, "duckdb");
  }
  return fromQuery({ file: "query", sql }, settings, "duckdb");
}

async function fromQuery(asked: Query, settings: Settings, format: Format): Promise<TableReader> {
  const found = await openQuery(asked, settings);
  return tableReader(asked.file, endsOf(found), format, found.columns, settings, found.blocks);
}

function endsOf({ close }: QueryTable): Ends {
  return { progress: () => ({ bytes: 0, total: undefined }), close: async () => close() };
}
