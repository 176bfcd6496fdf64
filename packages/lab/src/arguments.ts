import { parseArgs } from "node:util";
import { catalogue } from "./datasets/catalogue.ts";

/** What `reproduce` can be asked for. */
export const SUBJECTS = ["toy", ...catalogue.map(({ name }) => name), "theory"] as const;

export interface ReproduceArguments {
  readonly subjects: readonly string[];
  readonly runs: number;
  readonly epochs: number | undefined;
  readonly quick: boolean;
  readonly rates: "all" | "best";
  readonly dataDir: string | undefined;
  readonly out: string;
  readonly workers: number | undefined;
  /** Only the report, of whatever is finished. */
  readonly finished: boolean;
}

export const REPRODUCE_USAGE = `usage: reproduce [${SUBJECTS.join("|")}|all] [--runs N] [--epochs N] [--quick] [--rates all|best] [--data-dir DIR] [--workers N] [--finished] --out DIR`;

/** Reads the words after `reproduce`. Throws a RangeError of one line on what it does not understand. */
export function reproduceArguments(words: readonly string[]): ReproduceArguments {
  const { values, positionals } = parse(words, {
    runs: { type: "string" },
    epochs: { type: "string" },
    quick: { type: "boolean" },
    rates: { type: "string" },
    "data-dir": { type: "string" },
    out: { type: "string" },
    workers: { type: "string" },
    finished: { type: "boolean" },
  });
  const asked = positionals.length === 0 ? ["all"] : positionals;
  for (const subject of asked) {
    if (subject !== "all" && !SUBJECTS.includes(subject)) {
      throw new RangeError(`unknown experiment "${subject}"; there are ${SUBJECTS.join(", ")} and all`);
    }
  }
  const quick = values.quick === true;
  const rates = values.rates ?? (quick ? "best" : "all");
  if (rates !== "all" && rates !== "best")
    throw new RangeError(`--rates: must be all or best, got "${rates}"`);
  if (values.out === undefined)
    throw new RangeError("--out: name a directory for the results and the report");
  return {
    subjects: SUBJECTS.filter((subject) => asked.includes("all") || asked.includes(subject)),
    runs: count("--runs", values.runs) ?? (quick ? 1 : 10),
    epochs: count("--epochs", values.epochs),
    quick,
    rates,
    dataDir: values["data-dir"] as string | undefined,
    out: values.out as string,
    workers: count("--workers", values.workers),
    finished: values.finished === true,
  };
}

export interface DataArguments {
  readonly action: "list" | "fetch" | "info";
  readonly names: readonly string[];
  readonly dataDir: string | undefined;
}

export const DATA_USAGE = "usage: data list|fetch|info [NAME …] [--data-dir DIR]";

export function dataArguments(words: readonly string[]): DataArguments {
  const { values, positionals } = parse(words, { "data-dir": { type: "string" } });
  const [action = "list", ...names] = positionals;
  if (action !== "list" && action !== "fetch" && action !== "info") {
    throw new RangeError(`unknown action "${action}"; there are list, fetch and info`);
  }
  for (const name of names) {
    if (!catalogue.some((entry) => entry.name === name)) {
      throw new RangeError(
        `unknown data set "${name}"; there are ${catalogue.map((entry) => entry.name).join(", ")}`,
      );
    }
  }
  return { action, names, dataDir: values["data-dir"] as string | undefined };
}

type Values = { [name: string]: string | boolean | undefined };

function parse(
  words: readonly string[],
  options: { [name: string]: { type: "string" | "boolean" } },
): { values: Values; positionals: string[] } {
  try {
    const { values, positionals } = parseArgs({ args: [...words], options, allowPositionals: true });
    return { values: values as Values, positionals };
  } catch (error) {
    throw new RangeError((error as Error).message.split(/\. |\n/)[0]);
  }
}

function count(name: string, text: string | boolean | undefined): number | undefined {
  if (text === undefined) return undefined;
  const value = Number(text);
  if (!Number.isInteger(value) || value < 1) {
    throw new RangeError(`${name}: must be a whole number of at least 1, got ${text}`);
  }
  return value;
}
