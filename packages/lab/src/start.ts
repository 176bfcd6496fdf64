/**
 * What `npm start` runs: the toy experiment. The table goes to standard output, progress to standard error.
 *
 *     --json    one JSON document instead of the table
 */
import { parseArgs } from "node:util";
import { type ToyOptions, toyExperiment } from "./toy-experiment.ts";
import { toyTable } from "./toy-table.ts";

let begun: string | undefined;
const began = performance.now();
const json = wantsJson();
const result = toyExperiment({ progress: process.stderr.isTTY ? line : lines });
process.stdout.write(json ? `${JSON.stringify(result, null, 2)}\n` : toyTable(result));
process.stderr.write(`${((performance.now() - began) / 1000).toFixed(1)} s\n`);

function wantsJson(): boolean {
  try {
    return parseArgs({ options: { json: { type: "boolean", default: false } } }).values.json;
  } catch (error) {
    process.stderr.write(`${(error as Error).message.split(". ")[0]}; the only option is --json\n`);
    process.exit(2);
  }
}

/** One line that rewrites itself. */
function line(...[done, all, rule]: Parameters<NonNullable<ToyOptions["progress"]>>): void {
  const bar = "━".repeat(Math.round((30 * done) / all)).padEnd(30, "╌");
  process.stderr.write(rule === undefined ? "\r\x1b[K" : `\r\x1b[K${bar} ${done}/${all} ${rule}`);
}

/** A line a rule, for a log. */
function lines(...[done, all, rule]: Parameters<NonNullable<ToyOptions["progress"]>>): void {
  if (rule === undefined || rule === begun) return;
  begun = rule;
  process.stderr.write(`${done}/${all} ${rule}\n`);
}
