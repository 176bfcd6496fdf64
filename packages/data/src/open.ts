import { existsSync } from "node:fs";
import { type ByteSource, openBytes } from "./bytes/byte-source.ts";
import { decompressed } from "./bytes/decompress.ts";
import { Window } from "./bytes/window.ts";
import { readCsv, sameColumns, tellCsv } from "./csv/csv-reader.ts";
import { DataError } from "./data-error.ts";
import { arrowQuery, openQuery, parquetQuery, type Query } from "./duckdb.ts";
import { openIdxTable } from "./idx.ts";
import { readJsonl, readJsonlRecords, tellJsonl } from "./jsonl.ts";
import { type Format, type OpenOptions, type Settings, type Source, settle } from "./options.ts";
import { sniff } from "./sniff.ts";
import { type SparseBlock, type SparseReader, type SparseRow, sparseRecord } from "./sparse.ts";
import { readSvmlight } from "./svmlight.ts";
import { type Progress, type Row, Rows, record, type TableBlock, type TableReader } from "./table.ts";
import { readVw } from "./vw.ts";

export type Reader = TableReader | SparseReader;

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
      return sparseReader(inputs, source, settings, format, readSvmlight);
    case "vw":
      return sparseReader(inputs, source, settings, format, readVw);
    case "idx":
      return openIdx(inputs, source, settings);
    case "duckdb":
    case "parquet":
    case "arrow":
      return openDatabase(inputs, settings, format);
  }
}

/** The sources, opened one after the other. */
class Inputs {
  readonly sources: Source[];
  readonly #settings: Settings;
  #opened: ByteSource[] = [];
  #closed = false;

  constructor(sources: readonly Source[], settings: Settings) {
    this.sources = [...sources];
    this.#settings = settings;
  }

  get left(): boolean {
    return this.#opened.length < this.sources.length;
  }

  async next(): Promise<{ format: Format; source: ByteSource }> {
    const raw = await openBytes(this.sources[this.#opened.length], this.#settings.name);
    this.#opened.push(raw);
    const source = await decompressed(raw);
    this.#opened[this.#opened.length - 1] = source;
    if (this.#settings.format !== undefined) return { format: this.#settings.format, source };
    const { format, whole } = await sniff(source);
    return { format, source: whole };
  }

  /** Another source of the same format. */
  async nextLike(format: Format): Promise<ByteSource> {
    const next = await this.next();
    if (next.format !== format) {
      throw new DataError(
        { file: next.source.name },
        `looks like ${next.format}, the first file like ${format}`,
      );
    }
    return next.source;
  }

  /** The paths of all sources, for a reader that must seek in them. */
  paths(format: string): string[] {
    return this.sources.map((source) => {
      if (typeof source === "string" && source !== "-") return source;
      throw new DataError(
        { file: this.#settings.name ?? "stdin" },
        `${format} cannot be read from a stream; name a file`,
      );
    });
  }

  progress(): Progress {
    const sum = (values: (number | undefined)[]) =>
      values.reduce<number>((total, value) => total + (value ?? 0), 0);
    const known = !this.left && this.#opened.every(({ bytesTotal }) => bytesTotal !== undefined);
    return {
      bytes: sum(this.#opened.map(({ bytesRead }) => bytesRead)),
      total: known ? sum(this.#opened.map(({ bytesTotal }) => bytesTotal)) : undefined,
    };
  }

  async close(): Promise<void> {
    if (this.#closed) return;
    this.#closed = true;
    await Promise.all(this.#opened.map((source) => source.close()));
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
  return tableReader(inputs, "csv", columns, settings, blocks());
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
  const reader = tableReader(inputs, "jsonl", columns, settings, blocks());
  let place = { file: source.name, line: 0 };
  async function* records(): AsyncGenerator<Row, void, void> {
    try {
      for await (const each of windows()) {
        for await (const { row, line } of readJsonlRecords(each, settings)) {
          place = { file: each.source.name, line };
          yield row;
        }
      }
    } finally {
      await inputs.close();
    }
  }
  return { ...reader, records, where: () => (place.line > 0 ? place : reader.where()) };
}

async function openIdx(inputs: Inputs, source: ByteSource, settings: Settings): Promise<TableReader> {
  const labels = source.name.replace("images", "labels").replace("idx3", "idx1");
  if (!inputs.left && labels !== source.name && existsSync(labels)) inputs.sources.push(labels);
  const sources = [source];
  while (inputs.left) sources.push(await inputs.nextLike("idx"));
  const { columns, blocks } = await openIdxTable(sources, settings);
  return tableReader(inputs, "idx", columns, settings, blocks);
}

async function openDatabase(inputs: Inputs, settings: Settings, format: Format): Promise<TableReader> {
  const paths = inputs.paths(format);
  await inputs.close();
  if (format === "duckdb")
    return fromQuery({ file: paths[0], database: paths[0], sql: "" }, settings, format);
  return fromQuery(format === "parquet" ? parquetQuery(paths) : arrowQuery(paths), settings, format);
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
  const { columns, blocks, close } = await openQuery(asked, settings);
  const ends = { progress: () => ({ bytes: 0, total: undefined }), close: async () => close() };
  return tableReader(ends, format, columns, settings, blocks);
}

/** What a reader is closed by, and asked how far it is. */
interface Ends {
  progress(): Progress;
  close(): Promise<void>;
}

function tableReader(
  ends: Ends,
  format: Format,
  columns: readonly TableReader["columns"][number][],
  settings: Settings,
  blocks: AsyncGenerator<TableBlock, void, void>,
): TableReader {
  const closing = closed(blocks, ends);
  let place = { file: "", line: 0 };
  return {
    shape: "table",
    format,
    columns,
    skipped: settings.skipped,
    blocks: () => closing,
    async *records() {
      for await (const block of closing) {
        for (let row = 0; row < block.rows; row++) {
          place = { file: block.file, line: block.lines[row] };
          yield record(block, columns, row);
        }
      }
    },
    where: () => place,
    progress: () => ends.progress(),
    close: () => ends.close(),
  };
}

function sparseReader(
  inputs: Inputs,
  source: ByteSource,
  settings: Settings,
  format: "svmlight" | "vw",
  read: (window: Window, settings: Settings) => AsyncGenerator<SparseBlock, void, void>,
): SparseReader {
  async function* blocks(): AsyncGenerator<SparseBlock, void, void> {
    yield* read(new Window(source), settings);
    while (inputs.left) yield* read(new Window(await inputs.nextLike(format)), settings);
  }
  const closing = closed(blocks(), inputs);
  let place = { file: "", line: 0 };
  return {
    shape: "sparse",
    format,
    skipped: settings.skipped,
    blocks: () => closing,
    async *records(): AsyncGenerator<SparseRow, void, void> {
      for await (const block of closing) {
        for (let row = 0; row < block.rows; row++) {
          place = { file: block.file, line: block.lines[row] };
          yield sparseRecord(block, row);
        }
      }
    },
    where: () => place,
    progress: () => inputs.progress(),
    close: () => inputs.close(),
  };
}

/** The same blocks; the sources are closed when they end, fail, or are no longer wanted. */
async function* closed<T>(blocks: AsyncGenerator<T, void, void>, ends: Ends): AsyncGenerator<T, void, void> {
  try {
    yield* blocks;
  } finally {
    await ends.close();
  }
}
