/**
 * What `npm start` runs: the toy experiment. The table goes to standard output, progress to standard error.
 *
 *     --json    one JSON document instead of the table
 */
import { type ToyOptions, toyExperiment } from "./toy-experiment.ts";
import { toyTable } from "./toy-table.ts";

let begun: string | undefined;
const began = performance.now();
const json = wantsJson();
const result = toyExperiment({ progress: process.stderr.isTTY ? line : lines });
process.stdout.write(json ? `${JSON.stringify(result, null, 2)}\n` : toyTable(result));
process.stderr.write(`${((performance.now() - began) / 1000).toFixed(1)} s\n`);

function wantsJson(): boolean {
  const options = process.argv.slice(2);
  const unknown = options.find((option) => option !== "--json");
  if (unknown !== undefined) {
    process.stderr.write(`unknown option "${unknown}"; the only one is --json\n`);
    process.exit(2);
  }
  return options.length > 0;
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
