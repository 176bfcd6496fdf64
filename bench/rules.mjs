// What each rule costs alone in a process, and after all the others have been used in the same one: a rule must not
// lose its speed because an engine has seen too many.
import { execFileSync } from "node:child_process";
import { fileURLToPath } from "node:url";
import { linear } from "scinol";
import { rules } from "scinol/rules";
import { cpuNanoseconds } from "./cpu-time.mjs";
import { denseStream } from "./streams.mjs";

export const TARGET = 1.3;
const FEATURES = 54;
const ROWS = 2000;
const REPETITIONS = 5;
const self = fileURLToPath(import.meta.url);

/** Both ways in turns, each time in a fresh process; the best of each. */
export function rulesTogether({ processes = 3 } = {}) {
  const names = Object.keys(rules);
  const alone = {};
  const together = {};
  for (let n = 0; n < processes; n++) {
    for (const name of names) keepBest(alone, inProcess([name]));
    keepBest(together, inProcess(names));
  }
  return names.map((rule) => ({
    rule,
    aloneNs: alone[rule],
    togetherNs: together[rule],
    ratio: together[rule] / alone[rule],
    target: TARGET,
  }));
}

function inProcess(names) {
  return JSON.parse(execFileSync(process.execPath, [self, ...names], { encoding: "utf8" }));
}

function keepBest(best, found) {
  for (const [rule, ns] of Object.entries(found)) best[rule] = Math.min(best[rule] ?? Infinity, ns);
}

/** ns a coordinate of every rule named: all warmed up before any is measured. */
function measure(names) {
  const { values, labels } = denseStream(FEATURES);
  const examples = Array.from({ length: ROWS }, (_, r) => values.subarray(r * FEATURES, (r + 1) * FEATURES));
  const pass = (rule) => {
    const model = linear({ rule: rules[rule], features: FEATURES });
    const start = cpuNanoseconds();
    for (let n = 0; n < 5; n++) for (let r = 0; r < ROWS; r++) model.learn(examples[r], labels[r]);
    return (cpuNanoseconds() - start) / (5 * ROWS * (FEATURES + 1));
  };
  for (let n = 0; n < 2; n++) for (const name of names) pass(name);
  const best = {};
  for (let n = 0; n < REPETITIONS; n++) for (const name of names) keepBest(best, { [name]: pass(name) });
  return best;
}

if (process.argv[1] === self) console.log(JSON.stringify(measure(process.argv.slice(2))));
