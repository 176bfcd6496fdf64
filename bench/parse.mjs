// How fast the readers parse, in CPU seconds on one core, next to a plain C++ from_chars loop on the same file.
//
//   npm run build && node bench/parse.mjs            a CSV of 500,000 × 50 numbers, the same as Parquet, and svmlight
//   ROWS=50000 node bench/parse.mjs                  smaller
import { execFileSync } from "node:child_process";
import { statSync } from "node:fs";
import { fileURLToPath } from "node:url";
import { open } from "../packages/data/dist/index.js";
import { columns, directory, makeParquet, makeSvmlight, random, rows, write } from "./files.mjs";

const here = fileURLToPath(new URL(".", import.meta.url));

/** Values of 6 significant digits, each column at its own scale between 1e-3 and 1e3. */
function makeCsv(path) {
  const next = random(1);
  const scales = Array.from({ length: columns }, (_, i) => 10 ** ((i % 7) - 3));
  const value = (scale) => String(Number(((next() * 2 - 1) * scale).toPrecision(6)));
  const names = scales.map((_, i) => `x${i + 1}`).join(",");
  write(path, () => `${scales.map(value).join(",")}\n`, `${names}\n`);
}

async function timed(path) {
  let best = Number.POSITIVE_INFINITY;
  let [count, sum] = [0, 0];
  for (let turn = 0; turn < 3; turn++) {
    const before = process.cpuUsage();
    const reader = await open(path);
    count = 0;
    for await (const block of reader.blocks()) {
      count += block.rows;
      sum += (block.numbers ?? block.values)[0];
    }
    const { user, system } = process.cpuUsage(before);
    best = Math.min(best, (user + system) / 1e6);
  }
  if (count !== rows || Number.isNaN(sum)) throw new Error(`${path}: ${count} rows`);
  return best;
}

function yardstick(path, ...options) {
  try {
    const program = `${directory}parse`;
    execFileSync("g++", ["-O3", "-march=native", "-std=c++17", "-o", program, `${here}parse.cpp`]);
    return JSON.parse(execFileSync(program, [path, ...options], { encoding: "utf8" }));
  } catch (error) {
    console.log(`no C++ yardstick: ${String(error.message).split("\n")[0]}`);
    return undefined;
  }
}

function report(name, bytes, seconds, measure) {
  const speed = bytes / 1e6 / seconds;
  const ratio = measure ? `   ${(measure.seconds / seconds).toFixed(2)} of C++ from_chars` : "";
  const rate = Math.round(rows / seconds).toLocaleString("en");
  console.log(
    `${name.padEnd(12)} ${speed.toFixed(0).padStart(5)} MB/s   ${rate.padStart(10)} rows/s${ratio}`,
  );
}

const csv = `${directory}numbers-${rows}.csv`;
const svmlight = `${directory}sparse-${rows}.svm`;
const parquet = `${directory}numbers-${rows}.parquet`;
makeCsv(csv);
makeSvmlight(svmlight);
await makeParquet(csv, parquet);

const csvBytes = statSync(csv).size;
const svmBytes = statSync(svmlight).size;
const csvMeasure = yardstick(csv, "header");
const svmMeasure = yardstick(svmlight);
if (csvMeasure) report("C++ csv", csvBytes, csvMeasure.seconds);
if (svmMeasure) report("C++ svmlight", svmBytes, svmMeasure.seconds);
report("csv", csvBytes, await timed(csv), csvMeasure);
report("svmlight", svmBytes, await timed(svmlight), svmMeasure);
report("parquet", csvBytes, await timed(parquet), csvMeasure);
