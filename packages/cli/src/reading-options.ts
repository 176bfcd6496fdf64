import type { Format, OpenOptions } from "@scinol/data";
import { type Command, Option } from "commander";
import { collect, columnList, delimiter } from "./arguments.ts";

/** How files are read; every command that reads one has these. */
export interface ReadingOptions {
  numeric?: string[];
  categorical?: string[];
  date?: string[];
  ignore?: string[];
  missing?: string[];
  onError?: "fail" | "skip";
  header?: boolean;
  delimiter?: string;
  format?: Format;
  sql?: string;
}

const formats = ["csv", "jsonl", "svmlight", "vw", "idx", "parquet", "arrow", "duckdb"];

export function addReadingOptions(command: Command): Command {
  return command
    .optionsGroup("Reading:")
    .option("--numeric <columns...>", "columns that hold numbers, whatever they look like", columnList)
    .option(
      "--categorical <columns...>",
      "columns whose values are names, even if they look like numbers",
      columnList,
    )
    .option("--date <columns...>", "columns that hold dates", columnList)
    .option("--ignore <columns...>", "columns to leave out", columnList)
    .option("--missing <values...>", "texts that stand for a missing value, besides the empty one", collect)
    .addOption(new Option("--on-error <what>", "what to do with a bad row").choices(["fail", "skip"]))
    .option("--header", "the first row names the columns (told from the file otherwise)")
    .option("--no-header", "the first row is data; columns are c1, c2, …")
    .option(
      "--delimiter <character>",
      "between fields: , ; | tab space (told from the file otherwise)",
      delimiter,
    )
    .addOption(new Option("--format <format>", "told from the content otherwise").choices(formats))
    .option("--sql <query>", "learn from the rows of a query: \"select … from 'file.parquet'\"");
}

export function openOptions(reading: ReadingOptions): OpenOptions {
  const { numeric, categorical, date, ignore, missing, onError, header, format, sql } = reading;
  const told = reading.delimiter as OpenOptions["delimiter"];
  return { numeric, categorical, date, ignore, missing, onError, header, delimiter: told, format, sql };
}

/** The options of reading alone, those that were given. */
export function pickReading(options: ReadingOptions): ReadingOptions {
  const names = [
    "numeric",
    "categorical",
    "date",
    "ignore",
    "missing",
    "onError",
    "header",
    "delimiter",
    "format",
    "sql",
  ];
  return Object.fromEntries(
    Object.entries(options).filter(([name, value]) => names.includes(name) && value !== undefined),
  );
}
