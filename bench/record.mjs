// What records cost beside the core, in one run: `npm run build && node bench/record.mjs`, of 50 columns unless COLUMNS says
// otherwise.
//
//   default    the default learner over the exact rule at the same number of columns (wanted: at most 9; it does eight
//              times the arithmetic)
//   rows       the same two, learning from rows of a table, as the command does: all of a round of two classes is then in
//              the kernel (wanted: the default at most 6 times the exact rule, a record at most 3 times a row)
import { classifier, linear } from "../packages/scinol/dist/index.js";

const COLUMNS = Number(process.env.COLUMNS ?? 50);
/** Learned from in every turn; so many that they cannot be known by heart, after which there would be little to learn. */
const RECORDS = 2000;
const REPEATS = 60;

/** Numbers between −1 and 1 that are the same in every run. */
function numbers(seed) {
  let state = seed;
  return () => {
    state = (Math.imul(state, 1664525) + 1013904223) >>> 0;
    return state / 2 ** 31 - 1;
  };
}

const draw = numbers(1);
const rows = Array.from({ length: RECORDS }, () => Float64Array.from({ length: COLUMNS }, draw));
const labels = rows.map((row) => (row[0] + row[1] > draw() ? 1 : -1));
const names = Array.from({ length: COLUMNS }, (_, i) => `column ${i}`);
const records = rows.map((row) => Object.fromEntries(names.map((name, i) => [name, row[i]])));

const contestants = {
  record: rounds(classifier({ classes: [-1, 1] }), records),
  array: rounds(classifier({ classes: [-1, 1] }), rows),
  exact: rounds(classifier({ classes: [-1, 1], exact: true }), records),
  "exact core": rounds(linear({ features: COLUMNS }), rows),
};

const layout = { numbers: names.map((name) => ({ name, kind: "number" })), texts: [] };
const table = { rows: RECORDS, numbers: Float64Array.from(rows.flatMap((row) => [...row])) };
Object.assign(table, { codes: new Int32Array(0), dictionaries: [] });
for (const [name, exact] of [
  ["rows", false],
  ["exact rows", true],
]) {
  const learn = classifier({ classes: [-1, 1], exact }).table(layout);
  contestants[name] = () => learn(table, labels);
}

function rounds(learner, examples) {
  return () => {
    for (let n = 0; n < RECORDS; n++) learner.learn(examples[n], labels[n]);
  };
}

// In short turns, so that whatever else the machine does meets all of them alike; the best of each is kept.
const best = {};
for (const run of Object.values(contestants)) run();
for (let repeat = 0; repeat < REPEATS; repeat++) {
  for (const [name, run] of Object.entries(contestants)) {
    const start = performance.now();
    run();
    const each = ((performance.now() - start) * 1000) / RECORDS;
    best[name] = Math.min(best[name] ?? Number.POSITIVE_INFINITY, each);
  }
}

for (const [name, each] of Object.entries(best))
  console.log(`${name.padEnd(12)}${each.toFixed(3)} µs a round`);
console.log(
  `rows        ${(best.rows / best["exact rows"]).toFixed(2)} × the exact learner, a record ${(best.record / best.rows).toFixed(2)} × a row`,
);
console.log(
  `default     ${(best.record / best.exact).toFixed(2)} × the exact learner, ${(best.record / best["exact core"]).toFixed(2)} × the exact core`,
);
