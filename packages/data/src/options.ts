import type { Readable } from "node:stream";
import type { DataError } from "./data-error.ts";

export type Format = "csv" | "jsonl" | "svmlight" | "vw" | "idx" | "parquet" | "arrow" | "duckdb";

/** A path, "-" for standard input, or bytes that arrive piece by piece. */
export type Source = string | Readable | AsyncIterable<Uint8Array>;

export interface OpenOptions {
  /** Told by the content and the name unless given. */
  format?: Format | undefined;
  /** CSV only; " " stands for runs of spaces and tabs. */
  delimiter?: "," | ";" | "\t" | "|" | " " | undefined;
  /** CSV only: whether the first row holds the names of the columns. */
  header?: boolean | undefined;
  /** Columns by name, or by place: 1 is the first, -1 the last. */
  numeric?: readonly string[] | undefined;
  categorical?: readonly string[] | undefined;
  date?: readonly string[] | undefined;
  ignore?: readonly string[] | undefined;
  /** Texts that stand for a missing value, besides the empty one. */
  missing?: readonly string[] | undefined;
  /** "fail" (default) stops at the first bad row; "skip" leaves it out and counts it. */
  onError?: "fail" | "skip" | undefined;
  /** A query; its rows are the data. The source is then a DuckDB database, or left out. */
  sql?: string | undefined;
  /** How many rows are looked at to tell the kinds of the columns; 1,000 unless given. */
  sample?: number | undefined;
  /** Milliseconds of silence after which the sample is taken to be complete; 250 unless given. */
  patience?: number | undefined;
  /** What errors call a source that has no path. */
  name?: string | undefined;
}

/** How many rows were left out, and the first few reasons. */
export interface Skipped {
  count: number;
  reasons: DataError[];
}

/** The settings every reader gets: the options with their defaults, and the count it adds to. */
export interface Settings extends OpenOptions {
  missingTexts: ReadonlySet<string>;
  skipped: Skipped;
  sample: number;
  patience: number;
}

export function settle(options: OpenOptions): Settings {
  return {
    ...options,
    missingTexts: new Set(options.missing ?? []),
    skipped: { count: 0, reasons: [] },
    sample: options.sample ?? 1000,
    patience: options.patience ?? 250,
  };
}

const reasonsKept = 10;

/** Throws the error, or counts it when bad rows are to be skipped. */
export function rejectRow(settings: Settings, error: DataError): void {
  if (settings.onError !== "skip") throw error;
  settings.skipped.count++;
  if (settings.skipped.reasons.length < reasonsKept) settings.skipped.reasons.push(error);
}
