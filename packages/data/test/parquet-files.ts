import { mkdtempSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { type DuckDBConnection, DuckDBInstance } from "@duckdb/node-api";
import { settle } from "../src/options.ts";
import { openParquet } from "../src/parquet/open-parquet.ts";

const directory = mkdtempSync(join(tmpdir(), "scinol-parquet-"));
let connection: DuckDBConnection;
let files = 0;

/** Runs a statement in DuckDB. */
export async function run(sql: string): Promise<void> {
  connection ??= await (await DuckDBInstance.create(":memory:", { threads: "1" })).connect();
  await connection.run(sql);
}

/** A file that DuckDB writes. */
export async function written(sql: string, options = ""): Promise<string> {
  const path = join(directory, `${files++}.parquet`);
  await run(`copy (${sql}) to '${path}' (format parquet${options})`);
  return path;
}

/** Whether it is read without DuckDB. */
export function isPlain(path: string): boolean {
  const table = openParquet([path], settle({}));
  table?.close();
  return table !== undefined;
}
