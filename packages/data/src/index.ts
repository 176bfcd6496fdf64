export { openAhead } from "./ahead/open-ahead.ts";
export { type Column, findColumn, type Kind } from "./column.ts";
export { DataError, nearest, type Position } from "./data-error.ts";
export type { Vocabulary } from "./dictionary.ts";
export { open, query } from "./open.ts";
export type { Format, OpenOptions, Skipped, Source } from "./options.ts";
export type { Reader } from "./reader.ts";
export type { SparseBlock, SparseReader, SparseRow } from "./sparse.ts";
export { keep, type Progress, type Row, type TableBlock, type TableReader, type Value } from "./table.ts";
