import type { Dataset } from "./dataset.ts";
import { contentsOf, type FindOptions } from "./files.ts";
import type { Table } from "./table.ts";

/** A data set in memory: found or downloaded, verified, read. */
export async function load(entry: Dataset, options: FindOptions = {}): Promise<Table> {
  return entry.read(await contentsOf(entry, options));
}
