import { DataError } from "./data-error.ts";
import type { Format, Settings } from "./options.ts";
import { type SparseBlock, type SparseReader, type SparseRow, sparseRecord } from "./sparse.ts";
import { type Progress, record, type TableBlock, type TableReader } from "./table.ts";

export type Reader = TableReader | SparseReader;

/** What a reader is closed by, and asked how far it is. */
export interface Ends {
  progress(): Progress;
  close(): Promise<void>;
}

export function tableReader(
  name: string,
  ends: Ends,
  format: Format,
  columns: readonly TableReader["columns"][number][],
  settings: Settings,
  blocks: AsyncGenerator<TableBlock, void, void>,
): TableReader {
  const closing = closed(blocks, ends, name, settings);
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

export function sparseReader(
  name: string,
  ends: Ends,
  format: Format,
  settings: Settings,
  blocks: AsyncGenerator<SparseBlock, void, void>,
): SparseReader {
  const closing = closed(blocks, ends, name, settings);
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
    progress: () => ends.progress(),
    close: () => ends.close(),
  };
}

/** The same blocks; having none is an error, and the sources are closed when they end, fail, or are no longer wanted. */
export async function* closed<T>(
  blocks: AsyncGenerator<T, void, void>,
  ends: Ends,
  name: string,
  settings: Settings,
): AsyncGenerator<T, void, void> {
  try {
    let none = true;
    for await (const block of blocks) {
      none = false;
      yield block;
    }
    if (none && settings.skipped.count === 0) throw new DataError({ file: name }, "has no rows");
  } finally {
    await ends.close();
  }
}
