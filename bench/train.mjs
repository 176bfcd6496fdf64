// How fast `scinol train` is, in CPU seconds of the whole process on one core, next to a C++ loop that only parses the same
// file; and in seconds on the wall when it has all cores, where reading overlaps learning.
//
//   npm run build && node bench/train.mjs            CSV of 500,000 × 50 numbers, the same as Parquet, svmlight 40 of 2¹⁸
//   ROWS=50000 node bench/train.mjs                  smaller
//   node bench/train.mjs --big                       also peak memory on a CSV of 2 GB
import { execFileSync, spawnSync } from "node:child_process";
import { closeSync, existsSync, openSync, readFileSync, readSync, statSync, writeSync } from "node:fs";
import { fileURLToPath } from "node:url";
import { columns, directory, makeParquet, makeSvmlight, random, rows, write } from "./files.mjs";

const turns = Number(process.env.TURNS ?? 3);
const here = fileURLToPath(new URL(".", import.meta.url));
const program = fileURLToPath(new URL("../packages/cli/bin/scinol.mjs", import.meta.url));

/** Values of 6 significant digits, each column at its own scale between 1e-3 and 1e3, and a label they decide. */
function makeCsv(path) {
  const next = random(1);
  const scales = Array.from({ length: columns }, (_, i) => 10 ** ((i % 7) - 3));
  const names = scales.map((_, i) => `x${i + 1}`).join(",");
  write(
    path,
    () => {
      let score = next() - 0.5;
      const values = scales.map((scale, i) => {
        const q = next() * 2 - 1;
        score += i % 2 === 0 ? q : -q / 2;
        return String(Number((q * scale).toPrecision(6)));
      });
      return `${values.join(",")},${score > 0 ? 1 : 0}\n`;
    },
    `${names},y\n`,
  );
}

/** The CSV again and again under one header, until it is large. */
function makeBig(csv, path, size) {
  if (existsSync(path)) return;
  const [from, to] = [openSync(csv, "r"), openSync(path, "w")];
  const bytes = Buffer.alloc(1 << 22);
  const first = readFileSync(csv, { encoding: "utf8" }).indexOf("\n") + 1;
  for (let written = 0, at = 0; ; ) {
    const count = readSync(from, bytes, 0, bytes.length, at);
    if (count === 0 && written >= size) break;
    at = count === 0 ? first : at + count;
    written += writeSync(to, bytes, 0, count);
  }
  closeSync(from);
  closeSync(to);
}

/** What keeps a program to one core. */
const alone = spawnSync("taskset", ["--version"]).status === 0 ? ["taskset", "-c", "0"] : [];

/** Where this is set, Node reads certificates at every start, for 27 ms: a setting of the machine's, which is not measured. */
const { NODE_EXTRA_CA_CERTS: _, ...env } = process.env;

/** Runs the command; its own CPU seconds and peak memory, start-up included. */
function run(cores, ...args) {
  const hook = new URL("usage.mjs", import.meta.url).href;
  const [command, ...words] = [...cores, process.execPath, "--import", hook, program, "train", ...args];
  const child = spawnSync(command, [...words, "--json", "--quiet"], { encoding: "utf8", env });
  if (child.status !== 0) throw new Error(child.stderr);
  const [, seconds, memory] = child.stderr.match(/USAGE ([\d.]+) (\d+)/);
  const { examples, progressiveLoss, seconds: wall } = JSON.parse(child.stdout);
  return { seconds: Number(seconds), memory: Number(memory) / 1000, examples, progressiveLoss, wall };
}

/** The best of some runs on one core, and the shortest wait for one on all. */
function best(...args) {
  const all = Array.from({ length: turns }, () => [run(alone, ...args), run([], ...args)]);
  const result = all.map(([one]) => one).reduce((a, b) => (a.seconds <= b.seconds ? a : b));
  const together = all.map(([, many]) => many).reduce((a, b) => (a.wall <= b.wall ? a : b));
  return { ...result, wall: together.wall, memory: Math.max(result.memory, together.memory) };
}

function yardstick(path, ...options) {
  try {
    const compiled = `${directory}parse`;
    execFileSync("g++", ["-O3", "-march=native", "-std=c++17", "-o", compiled, `${here}parse.cpp`]);
    const times = Array.from({ length: turns }, () =>
      JSON.parse(
        execFileSync([...alone, compiled][0], [...alone, compiled, path, ...options].slice(1), {
          encoding: "utf8",
        }),
      ),
    );
    return times.reduce((a, b) => (a.seconds <= b.seconds ? a : b)).seconds;
  } catch (error) {
    console.log(`no C++ yardstick: ${String(error.message).split("\n")[0]}`);
    return undefined;
  }
}

function report(name, seconds, yard, more = "") {
  const rate = Math.round(rows / seconds).toLocaleString("en");
  const ratio = yard === undefined ? "" : `  ${(yard / seconds).toFixed(2)} of C++ parsing`;
  console.log(`${name.padEnd(28)}${rate.padStart(11)} rows/CPU-s${ratio}${more}`);
}

function told({ progressiveLoss, memory, wall }) {
  return `  loss ${progressiveLoss.toFixed(4)}  peak ${memory.toFixed(0)} MB  ${wall.toFixed(2)} s on all cores`;
}

const csv = `${directory}train-${rows}.csv`;
const svmlight = `${directory}sparse-${rows}.svm`;
const parquet = `${directory}train-${rows}.parquet`;
makeCsv(csv);
makeSvmlight(svmlight);
await makeParquet(csv, parquet);

const yard = yardstick(csv, "header");
const sparseYard = yardstick(svmlight);
if (yard !== undefined) report(`C++ parsing, ${(statSync(csv).size / 1e6 / yard).toFixed(0)} MB/s`, yard);

/** CPU seconds by name: Parquet is to take four fifths of what CSV does. */
const spent = {};
for (const [name, ...args] of [
  ["csv --exact", csv, "--target", "y", "--exact"],
  ["csv", csv, "--target", "y"],
  ["csv --memory all", csv, "--target", "y", "--memory", "all"],
  ["parquet --exact", parquet, "--target", "y", "--exact"],
  ["parquet", parquet, "--target", "y"],
]) {
  const result = best(...args);
  const times = spent[name.replace("parquet", "csv")] / result.seconds;
  spent[name] ??= result.seconds;
  report(name, result.seconds, yard, `${told(result)}${times ? `  ${times.toFixed(2)} × csv` : ""}`);
}
if (sparseYard !== undefined) {
  report(`C++ parsing, ${(statSync(svmlight).size / 1e6 / sparseYard).toFixed(0)} MB/s`, sparseYard);
}
for (const [name, ...args] of [
  ["svmlight --exact", svmlight, "--exact"],
  ["svmlight", svmlight],
]) {
  const result = best(...args);
  report(name, result.seconds, sparseYard, told(result));
}

if (spawnSync("vw", ["--version"]).status === 0) {
  const time = (file) => {
    const child = spawnSync(
      "bash",
      ["-c", `TIMEFORMAT='%U %S'; time vw -d ${file} --quiet --loss_function logistic`],
      {
        encoding: "utf8",
      },
    );
    return child.stderr
      .trim()
      .split("\n")
      .at(-1)
      .split(" ")
      .map(Number)
      .reduce((a, b) => a + b);
  };
  // svmlight is Vowpal Wabbit text but for the bar.
  const text = `${directory}sparse-${rows}.vw`;
  execFileSync("bash", ["-c", `[ -e ${text} ] || sed 's/ / | /' ${svmlight} > ${text}`]);
  report("vw, sparse text", time(text), sparseYard);
} else console.log("vw is not on the PATH");

if (process.argv.includes("--big")) {
  const big = `${directory}big.csv`;
  makeBig(csv, big, 2.1e9);
  const { memory, examples, seconds } = run([], big, "--target", "y", "--exact");
  console.log(
    `${(statSync(big).size / 1e9).toFixed(1)} GB, ${examples.toLocaleString("en")} rows: peak ${memory.toFixed(0)} MB, ${seconds.toFixed(0)} CPU-s`,
  );
}
