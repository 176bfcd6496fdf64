import type { Window } from "./bytes/window.ts";
import { CompiledMemory } from "./compiled-memory.ts";
import { stop } from "./csv/scan.ts";
import { featuresPerBlock, rowsPerBlock, type SparseRows } from "./sparse.ts";

/** The compiled scanner of svmlight's plain lines, with a memory that holds the block it fills and the window. */
export class CompiledSvmlight {
  readonly memory = new CompiledMemory([
    (rowsPerBlock + 1) * 4,
    featuresPerBlock * 4,
    featuresPerBlock * 8,
    rowsPerBlock * 8,
    rowsPerBlock * 4,
  ]);

  /** Gives an empty block the arrays in this memory: at first, after it grew, and after a row too long for them. */
  lend(rows: SparseRows): void {
    const { buffer, addresses } = this.memory;
    if (rows.indices.buffer === buffer) return;
    const [offsets, indices, values, labels, lines] = addresses;
    rows.offsets = new Uint32Array(buffer, offsets, rowsPerBlock + 1);
    rows.indices = new Uint32Array(buffer, indices, featuresPerBlock);
    rows.values = new Float64Array(buffer, values, featuresPerBlock);
    rows.labels = new Float64Array(buffer, labels, rowsPerBlock);
    rows.lines = new Uint32Array(buffer, lines, rowsPerBlock);
    rows.weights.fill(1);
  }

  /**
   * Scans the plain lines at the window's start, if window and block are both here, up to the first that is not. Whether it
   * stopped because the block has no room for the next row.
   */
  scan(rows: SparseRows, window: Window, limit: number): boolean {
    const { buffer, exports, input, addresses } = this.memory;
    if (window.bytes.buffer !== buffer || rows.indices.buffer !== buffer) return false;
    const [offsets, indices, values, labels, lines] = addresses;
    const why = exports.scanSvmlight(
      input,
      window.start,
      limit,
      window.line,
      rows.rows,
      rowsPerBlock,
      rows.count,
      featuresPerBlock,
      offsets,
      indices,
      values,
      labels,
      lines,
    );
    window.start = exports.svmAt.value;
    window.line = exports.svmLine.value;
    rows.rows = exports.svmRows.value;
    rows.count = exports.svmCount.value;
    return why === stop.full;
  }
}
