import { createRequire } from "node:module";
import type * as DuckDB from "@duckdb/node-api";
import type { DuckDBConnection, DuckDBVector } from "@duckdb/node-api";
import { BadRows } from "./bad-rows.ts";
import { putText } from "./cell.ts";
import { arrange, type Column, type Evidence, type Kind, shown } from "./column.ts";
import { DataError, quote } from "./data-error.ts";
import { latestMoment } from "./date.ts";
import type { Settings } from "./options.ts";
import { type QueryRows, QueryStream } from "./query-stream.ts";
import { scavenge } from "./scavenge.ts";
import { Rows, type TableBlock } from "./table.ts";

export interface QueryTable {
  columns: Column[];
  blocks: AsyncGenerator<TableBlock, void, void>;
  close(): void;
}

/** What to ask DuckDB for, and what errors call it. */
export interface Query {
  file: string;
  database?: string;
  sql: string;
}

/** A query over Parquet files. */
export function parquetQuery(paths: readonly string[]): Query {
  const files = paths.map((path) => literal(asItIs(path)));
  return { file: paths[0], sql: `select * from read_parquet([${files.join(", ")}])` };
}

export function arrowQuery(paths: readonly string[]): Query {
  return { file: paths[0], sql: `select * from read_arrow(${literal(paths[0])})` };
}

/** Runs the query and reads its first rows, which show the columns. */
export async function openQuery(query: Query, settings: Settings): Promise<QueryTable> {
  const { file } = query;
  const connection = await connect(query);
  try {
    if (query.sql.includes("read_arrow(")) await loadArrow(connection, file);
    const sql = query.sql === "" ? await onlyTable(connection, file) : query.sql.trim().replace(/;+$/, "");
    const described = await attempt(file, () => connection.runAndReadAll(`describe ${sql}`));
    const types = described.getRows().map(([name, type]) => ({ name: String(name), type: String(type) }));
    const typed = types.map(({ name, type }) => ({
      name,
      evidence: { ...nothing, kind: kindOf(type) ?? "text" },
    }));
    const wished = arrange(file, typed as { name: string; evidence: Evidence }[], settings);
    const wanted = wished.filter((column) => !column.ignored);
    for (const column of wanted) {
      const { type } = types[wished.indexOf(column)];
      if (kindOf(type) === undefined) {
        const what = `has the type ${type.slice(0, 40)}; choose its parts in a query, or name it in --ignore`;
        throw new DataError({ file, column: column.name }, what);
      }
    }
    const list = wanted.map((column) => expression(column, kindOf(types[wished.indexOf(column)].type)!));
    const asText = wanted.map((column) => column.kind !== kindOf(types[wished.indexOf(column)].type));
    const stream = await attempt(file, () => QueryStream.start(connection, list, sql));
    const first = await attempt(file, () => stream.next());
    if (first === undefined) throw new DataError({ file }, "has no rows");
    const columns = refine(wished, wanted, asText, first, settings);
    const close = () => connection.closeSync();
    return { columns, blocks: readChunks(file, stream, first, columns, asText, settings), close };
  } catch (error) {
    connection.closeSync();
    throw error;
  }
}

const nothing = { binary: false, integer: false, distinct: 0 };

async function connect(query: Query): Promise<DuckDBConnection> {
  // Loaded when first needed: it is large, and text needs none of it. Required rather than imported, which would parse all
  // of it once more to find its exports.
  const { DuckDBInstance } = createRequire(import.meta.url)("@duckdb/node-api") as typeof DuckDB;
  const access: Record<string, string> = query.database ? { access_mode: "READ_ONLY" } : {};
  return attempt(query.file, async () => {
    const instance = await DuckDBInstance.create(query.database ?? ":memory:", { threads: "1", ...access });
    return instance.connect();
  });
}

async function loadArrow(connection: DuckDBConnection, file: string): Promise<void> {
  try {
    await connection.run("load nanoarrow");
  } catch {
    const what =
      "reading Arrow needs DuckDB's extension nanoarrow, which is not installed; convert it to Parquet";
    throw new DataError({ file }, what);
  }
}

async function onlyTable(connection: DuckDBConnection, file: string): Promise<string> {
  const found = await connection.runAndReadAll(
    "select table_schema, table_name from information_schema.tables order by all",
  );
  const tables = found.getRows().map(([schema, name]) => [String(schema), String(name)]);
  if (tables.length === 1) return `select * from ${tables[0].map(identifier).join(".")}`;
  const names = tables.map(([, name]) => quote(name)).join(", ");
  const what =
    tables.length === 0
      ? "the database has no table"
      : `the database has the tables ${names}; choose with --sql`;
  throw new DataError({ file }, what);
}

function kindOf(type: string): Kind | undefined {
  if (type === "BOOLEAN") return "boolean";
  if (/^(U?(TINY|SMALL|BIG|HUGE)?INT(EGER)?|FLOAT|DOUBLE|DECIMAL\(.*\))$/.test(type)) return "number";
  if (/^(DATE|TIMESTAMP.*)$/.test(type)) return "date";
  if (/^(VARCHAR|UUID|ENUM\(.*\)|TIME.*|JSON)$/.test(type)) return "text";
  return undefined;
}

/** The column as a double, or as a text where it is one or is to be converted from one. */
function expression(column: Column, natural: Kind): string {
  const name = identifier(column.name);
  if (column.kind === "text" || column.kind !== natural) return `cast(${name} as varchar)`;
  // Null becomes NaN there, so that here every double counts.
  const orNaN = (double: string) => `coalesce(cast(${double} as double), 'nan'::double)`;
  if (natural === "boolean") return orNaN(`cast(${name} as tinyint)`);
  if (natural === "date") {
    const moment = `epoch_ms(try_cast(${name} as timestamp))`;
    return orNaN(`if(abs(${moment}) <= ${latestMoment}, ${moment}, null)`);
  }
  return orNaN(name);
}

/** The columns again, with what the first rows show. */
function refine(
  wished: Column[],
  wanted: Column[],
  asText: boolean[],
  { chunk, count }: QueryRows,
  settings: Settings,
): Column[] {
  const rows = Math.min(count, settings.sample);
  return wished.map((column) => {
    const place = wanted.indexOf(column);
    if (place < 0 || (asText[place] && column.kind !== "text")) return column;
    const vector = chunk.getColumnVector(place);
    if (column.kind === "text") {
      const texts = Array.from({ length: rows }, (_, row) => vector.getItem(row) ?? "");
      return { ...column, distinct: new Set(texts.filter((text) => text !== "")).size };
    }
    const values = doublesOf(vector, rows).subarray(0, rows);
    return { ...column, ...shown(column.kind, values) };
  });
}

const chunksBetweenScavenges = 8;

async function* readChunks(
  file: string,
  stream: QueryStream,
  first: QueryRows,
  columns: Column[],
  asText: boolean[],
  settings: Settings,
): AsyncGenerator<TableBlock, void, void> {
  const rows = new Rows(columns, settings.missingTexts, 2048);
  const wanted = columns.filter((column) => !column.ignored);
  let [done, chunks] = [0, 0];
  for (let found: QueryRows | undefined = first; found !== undefined; ) {
    // The next ones are made, on a thread of their own, while these are learned from.
    const next: Promise<QueryRows | undefined> = attempt(file, () => stream.next());
    next.catch(() => {});
    let failure: unknown;
    try {
      fill(rows, found, wanted, asText, done, settings, file);
    } catch (error) {
      failure = error;
    }
    done += found.count;
    if (rows.rows > 0) yield rows.take(file);
    if (failure !== undefined) throw failure;
    if (++chunks % chunksBetweenScavenges === 0) scavenge();
    found = await next;
  }
}

function fill(
  rows: Rows,
  { chunk, count }: QueryRows,
  wanted: Column[],
  asText: boolean[],
  done: number,
  settings: Settings,
  file: string,
): void {
  for (let row = 0; row < count; row++) rows.lines[row] = done + row + 1;
  const bad = new BadRows();
  wanted.forEach((column, place) => {
    const vector = chunk.getColumnVector(place);
    if (!asText[place] && column.kind !== "text") {
      const doubles = doublesOf(vector, count);
      const { numbers, numbersPerRow } = rows;
      for (let row = 0, at = column.slot; row < count; row++, at += numbersPerRow) {
        const value = doubles[row];
        numbers[at] = value;
        if (Math.abs(value) === Number.POSITIVE_INFINITY) {
          const position = { file, line: done + row + 1, column: column.name };
          bad.add(row, new DataError(position, `expected a finite number, got ${value}`));
        }
      }
      return;
    }
    for (let row = 0; row < count; row++) {
      const text = vector.getItem(row);
      try {
        putText(rows, row, column, text === null ? "" : String(text), settings, file);
      } catch (error) {
        bad.add(row, error as DataError);
      }
    }
  });
  rows.rows = count;
  bad.settle(rows, settings);
}

/** The values of a vector of doubles: its own array where it shows it, which is three times as fast as asking for each. */
function doublesOf(vector: DuckDBVector, count: number): Float64Array {
  const { items } = vector as unknown as { items?: unknown };
  if (items instanceof Float64Array && items.length >= count) return items;
  return Float64Array.from(
    { length: count },
    (_, row) => (vector.getItem(row) as number | null) ?? Number.NaN,
  );
}

/** DuckDB's complaint as one line. */
async function attempt<T>(file: string, action: () => Promise<T>): Promise<T> {
  try {
    return await action();
  } catch (error) {
    const message = error instanceof Error ? error.message : String(error);
    const line = message.split("\n")[0].trim();
    throw new DataError({ file }, line.charAt(0).toLowerCase() + line.slice(1));
  }
}

/** The path as a pattern that only it fits: DuckDB would take `a[1]` for `a1`. */
function asItIs(path: string): string {
  return path.replace(/[*?[]/g, "[$&]");
}

function literal(text: string): string {
  return `'${text.replaceAll("'", "''")}'`;
}

function identifier(name: string): string {
  return `"${name.replaceAll('"', '""')}"`;
}
