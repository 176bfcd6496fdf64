import { readFileSync } from "node:fs";
import { join } from "node:path";
import { gzipSync } from "node:zlib";
import { beforeAll, describe, expect, it } from "vitest";
import { folder, scinol, toyCsv, write } from "./scinol.ts";

const cwd = folder();

beforeAll(async () => {
  const numbers = Array.from({ length: 200 }, (_, i) => `${i},${(i * 37) % 11},${2.5 * i + ((i * 37) % 11)}`);
  const objects = Array.from({ length: 60 }, (_, i) =>
    JSON.stringify({ size: i % 7, user: { old: i % 2 === 0 }, y: i % 7 > 3 }),
  );
  write(cwd, {
    "toy.csv": toyCsv(300),
    "toy2.csv": toyCsv(100, 300),
    "toy.csv.gz": gzipSync(toyCsv(300)),
    "unlabelled.csv": "id,x,colour,flag\n007,90,red,1\n008,3,blue,0\n",
    "numbers.csv": `a,b,value\n${numbers.join("\n")}\n`,
    "objects.jsonl": `${objects.join("\n")}\n`,
    "rows.svm": "1 1:0.5 3:2\n-1 2:1 3:1\n1 1:1\n-1 2:2 # note\n1 1:2\n-1 2:1\n",
    "rows.vw": "1 |a x:1 y |b z\n-1 2.0 tag| y:2\n1 |a x\n-1 |a y:3\n",
    "weighted.csv": "w,x,y\n1,1,a\n0.5,2,b\n2,3,a\n1,4,b\n",
  });
  await scinol(["train", "toy.csv", "--target", "y", "--model", "toy.scinol", "--quiet"], cwd);
  await scinol(["train", "numbers.csv", "--target", "value", "--model", "numbers.scinol", "--quiet"], cwd);
});

interface Case {
  readonly name: string;
  readonly args: string;
  readonly stdin?: string;
  readonly code?: number;
  readonly stdout?: RegExp | RegExp[];
  readonly stderr?: RegExp | RegExp[];
  /** Of the JSON document. */
  readonly json?: object;
}

const cases: Case[] = [
  {
    name: "train tells the task, the rows as they double, and a summary",
    args: "train toy.csv --target y",
    stdout: [
      /^toy\.csv: 300 rows, 3 columns, 25 coordinates$/m,
      /^binary of y: (no, yes|yes, no)$/m,
      /^progressive loss 0\.\d{4} \(logistic; knowing only the base rate 0\.\d{4}\)$/m,
      /^accuracy \d\d\.\d %$/m,
    ],
    stderr: [
      /^toy\.csv: column "y" is text, 2 values in the first rows: binary \(--task says otherwise\)$/m,
      /^\s+rows\s+loss\s+since last$/m,
      /^\s+256\s+0\.\d{4}\s+0\.\d{4}$/m,
      /^\s+300\s+0\.\d{4}\s+0\.\d{4}$/m,
    ],
  },
  {
    name: "train --json has one document with every field",
    args: "train toy.csv --target y --json --quiet --test toy2.csv",
    json: {
      examples: 300,
      skipped: 0,
      columns: 3,
      coordinates: 25,
      classes: expect.arrayContaining(["yes", "no"]),
      task: "binary",
      learner: "scinol",
      exact: false,
      loss: "logistic",
      progressiveLoss: expect.any(Number),
      baselineLoss: expect.any(Number),
      accuracy: expect.any(Number),
      testExamples: 100,
      testLoss: expect.any(Number),
      testAccuracy: expect.any(Number),
      seconds: expect.any(Number),
      examplesPerSecond: expect.any(Number),
      model: null,
    },
  },
  { name: "gzip is unpacked", args: "train toy.csv.gz --target y --quiet", stdout: /: 300 rows/ },
  { name: "several files are one", args: "train toy.csv toy2.csv --target y --quiet", stdout: /: 400 rows/ },
  { name: "columns go by number", args: "train toy.csv --target -1 --quiet", stdout: /^binary of y/m },
  {
    name: "columns count from 1",
    args: "train toy.csv --target 2 --quiet",
    stdout: /^multiclass of colour/m,
  },
  {
    name: "standard input is read",
    args: "train - --target y --quiet --json",
    stdin: toyCsv(50),
    json: { examples: 50 },
  },
  {
    name: "numbers are a regression",
    args: "train numbers.csv --target value --json",
    json: {
      task: "regression",
      loss: "huber",
      classes: null,
      mae: expect.any(Number),
      rmse: expect.any(Number),
    },
    stderr: /column "value" is numbers: regression/,
  },
  {
    name: "a quantile is estimated",
    args: "train numbers.csv --target value --tau 0.9 --json --quiet",
    json: { task: "quantile", loss: "quantile(0.9)" },
  },
  {
    name: "passes go on counting",
    args: "train toy.csv --target y --passes 3 --json --quiet",
    json: { examples: 900 },
  },
  {
    name: "rows held out are not learned from",
    args: "train toy.csv --target y --holdout 0.25 --shuffle 7 --json --quiet",
    json: { examples: 231, testExamples: 69 },
  },
  {
    name: "another learner with its rate",
    args: "train toy.csv --target y --learner sgd --rate 0.1 --views off --json --quiet",
    json: { learner: "sgd" },
  },
  {
    name: "exactly as published",
    args: "train toy.csv --target y --exact --json --quiet",
    json: { exact: true, learner: "scinol2", coordinates: 6 },
  },
  {
    name: "crosses and hashing",
    args: "train toy.csv --target y --hash 6 --cross colour,flag --memory all --json --quiet",
    json: { coordinates: 86 },
  },
  {
    name: "a column is left out",
    args: "train toy.csv --target y --ignore colour,flag --json --quiet",
    json: { columns: 1 },
  },
  {
    name: "classes can be declared",
    args: "train toy.csv --target y --classes no yes maybe --json --quiet",
    json: { classes: ["no", "yes", "maybe"], task: "multiclass" },
  },
  {
    name: "rows can have weights",
    args: "train weighted.csv --target y --weight w --json --quiet",
    json: { examples: 4, columns: 1 },
  },
  {
    name: "JSON Lines, nested",
    args: "train objects.jsonl --target y --json --quiet",
    json: { examples: 60, columns: 2, classes: [false, true] },
  },
  {
    name: "svmlight",
    args: "train rows.svm --json --quiet",
    json: { examples: 6, columns: 3, classes: [1, -1] },
  },
  {
    name: "svmlight, shuffled",
    args: "train rows.svm --json --quiet --shuffle 1 --passes 2",
    json: { examples: 12 },
  },
  { name: "Vowpal Wabbit text", args: "train rows.vw --json --quiet", json: { examples: 4, columns: 4 } },
  {
    name: "a query",
    args: "train --sql select|x,colour,y|from|'toy.csv' --target y --json --quiet",
    json: { examples: 300, columns: 2 },
  },
  {
    name: "predict writes CSV",
    args: "predict unlabelled.csv --model toy.scinol",
    stdout: /^prediction\nyes\nno\n$/,
  },
  {
    name: "predict keeps columns as they were, and adds probabilities",
    args: "predict unlabelled.csv --model toy.scinol --keep --probabilities",
    stdout:
      /^id,x,colour,flag,prediction,probability \w+,probability \w+\n007,90,red,1,yes,0\.\d+,0\.\d+\n008,3,blue,0,no,/,
  },
  {
    name: "predict --json writes JSON Lines with reasons",
    args: "predict unlabelled.csv --model toy.scinol --json --explain 1",
    stdout:
      /^\{"prediction":"yes","reasons":\[\{"column":"\w+","contribution":-?[\d.]+\}\]\}\n\{"prediction":"no"/,
  },
  {
    name: "predict reads standard input",
    args: "predict - --model toy.scinol",
    stdin: "x,colour,flag\n95,red,1\n",
    stdout: /^prediction\nyes\n$/,
  },
  {
    name: "predict numbers",
    args: "predict numbers.csv --model numbers.scinol",
    stdout: /^prediction\n(-?[\d.e-]+\n){200}$/,
  },
  {
    name: "evaluate tells all it can of classes",
    args: "evaluate toy2.csv --model toy.scinol",
    stdout: [
      /^accuracy\s+\d/m,
      /^AUC\s+0\.\d/m,
      /^Brier/m,
      /^true \\ predicted/m,
      /^said\s+mean\s+came true\s+rows$/m,
    ],
  },
  {
    name: "evaluate --json",
    args: "evaluate toy2.csv --model toy.scinol --json",
    json: {
      task: "binary",
      examples: 100,
      accuracy: expect.any(Number),
      auc: expect.any(Number),
      logLoss: expect.any(Number),
      brier: expect.any(Number),
      confusion: expect.objectContaining({ counts: expect.any(Array) }),
      calibration: expect.objectContaining({ error: expect.any(Number) }),
    },
  },
  {
    name: "evaluate numbers",
    args: "evaluate numbers.csv --model numbers.scinol --json",
    json: {
      task: "regression",
      examples: 200,
      mae: expect.any(Number),
      rmse: expect.any(Number),
      r2: expect.any(Number),
    },
  },
  {
    name: "inspect shows settings and the strongest weights",
    args: "inspect toy.scinol",
    stdout: [
      /^learner\s+scinol$/m,
      /^rounds\s+300$/m,
      /^complete\s+yes$/m,
      /^column\s+weight$/m,
      /^colour=red\s+-?\d/m,
    ],
  },
  {
    name: "inspect --weights is CSV",
    args: "inspect toy.scinol --weights",
    stdout: /^class,column,weight\n\w+,,-?[\d.]+\n\w+,x,/,
  },
  {
    name: "inspect --json",
    args: "inspect numbers.scinol --json",
    json: { task: "regression", target: "value", rounds: 200 },
  },
  {
    name: "a model is no different from itself",
    args: "inspect toy.scinol --diff toy.scinol",
    stdout: /^no difference\n$/,
  },
  {
    name: "help has examples",
    args: "train --help",
    stdout: /Examples:\n {2}scinol train bank\.csv --target y/,
  },
  { name: "help lists the commands", args: "--help", stdout: [/train/, /predict/, /evaluate/, /inspect/] },
  { name: "there is a version", args: "--version", stdout: /^\d+\.\d+\.\d+\n$/ },
];

describe("a command", () => {
  it.concurrent.each(cases.map((each) => [each.name, each] as const))("%s", async (_, each) => {
    const args = each.args.split(" ").map((word) => word.replaceAll("|", " "));
    const { code, stdout, stderr } = await scinol(args, cwd, each.stdin);
    expect({ code, stderr: code === 0 ? "" : stderr }).toEqual({ code: each.code ?? 0, stderr: "" });
    for (const pattern of [each.stdout ?? []].flat()) expect(stdout).toMatch(pattern);
    for (const pattern of [each.stderr ?? []].flat()) expect(stderr).toMatch(pattern);
    if (each.json) expect(JSON.parse(stdout)).toMatchObject(each.json);
  });
});

it("predictions are those made before learning", async () => {
  await scinol(["train", "toy.csv", "--target", "y", "--predictions", "before.csv", "--quiet"], cwd);
  const lines = readFileSync(join(cwd, "before.csv"), "utf8").trim().split("\n");
  expect(lines).toHaveLength(301);
  expect(lines[0]).toBe("label,prediction,loss");
  const { stdout } = await scinol(["train", "toy.csv", "--target", "y", "--json", "--quiet"], cwd);
  const losses = lines.slice(1).map((line) => Number(line.split(",")[2]));
  const mean = losses.reduce((sum, loss) => sum + loss, 0) / losses.length;
  expect(JSON.parse(stdout).progressiveLoss).toBeCloseTo(mean, 12);
});

it("the baseline is the smoothed running rate, scored like the model", async () => {
  const labels = toyCsv(300)
    .trim()
    .split("\n")
    .slice(1)
    .map((line) => line.split(",")[3]);
  const counts: { [label: string]: number } = { yes: 0, no: 0 };
  let total = 0;
  labels.forEach((label, n) => {
    total -= Math.log((counts[label] + 1) / (n + 2));
    counts[label]++;
  });
  const { stdout } = await scinol(["train", "toy.csv", "--target", "y", "--json", "--quiet"], cwd);
  expect(JSON.parse(stdout).baselineLoss).toBeCloseTo(total / 300, 12);
});

it("the same columns in another unit give the same predictions", async () => {
  const shifted = toyCsv(300).replace(/^([\d.]+),/gm, (_, x) => `${Number(x) * 1000 - 7},`);
  write(cwd, { "shifted.csv": shifted });
  const run = async (file: string) => {
    const { stdout } = await scinol(["train", file, "--target", "y", "--json", "--quiet"], cwd);
    return JSON.parse(stdout).progressiveLoss;
  };
  expect(await run("shifted.csv")).toBeCloseTo(await run("toy.csv"), 9);
});

it("an endless stream is learned from as it comes, and told of", async () => {
  const { start, ended } = await import("./scinol.ts");
  const child = start(["train", "-", "--target", "y"], cwd);
  const end = ended(child);
  let told = "";
  child.stderr?.on("data", (text) => {
    told += text;
  });
  child.stdin?.write(toyCsv(20));
  const until = Date.now() + 10_000;
  while (!/^\s+16\s/m.test(told) && Date.now() < until)
    await new Promise((resolve) => setTimeout(resolve, 50));
  expect(told).toMatch(/^\s+16\s/m);
  child.stdin?.end(toyCsv(20, 20).split("\n").slice(1).join("\n"));
  expect((await end).stdout).toMatch(/40 rows/);
});

it("compare shows every learner, the best first, and draws their curves", async () => {
  const args = [
    "compare",
    "toy.csv",
    "--target",
    "y",
    "--learners",
    "sgd,scinol1",
    "--rates",
    "0.1,1",
    "--threads",
    "2",
  ];
  const { code, stdout } = await scinol([...args, "--html", "toy.html", "--json", "--quiet"], cwd);
  expect(code).toBe(0);
  const { results, defaultPlace, examples } = JSON.parse(stdout);
  expect(examples).toBe(300);
  // Ours twice; SGD at two rates and ScInOL₁, each on three inputs.
  expect(results).toHaveLength(2 + 2 * 3 + 3);
  const scores = results.map(({ score }: { score: number }) => score);
  expect(scores).toEqual([...scores].sort((a, b) => a - b));
  expect(results[defaultPlace - 1].isDefault).toBe(true);
  const train = await scinol(["train", "toy.csv", "--target", "y", "--json", "--quiet"], cwd);
  expect(results[defaultPlace - 1].score).toBeCloseTo(JSON.parse(train.stdout).progressiveLoss, 12);
  const page = readFileSync(join(cwd, "toy.html"), "utf8");
  expect(page).toContain("<svg");
  expect(page).toContain("prefers-color-scheme: dark");
  expect(page).not.toMatch(/(src|href)=/);
  expect(page.match(/<path class="curve/g)).toHaveLength(11);
});

it("compare says who is better than the default", async () => {
  const rows = Array.from({ length: 40 }, (_, i) => `${i % 2},${i % 2 ? "a" : "b"}`);
  write(cwd, { "signs.csv": `x,y\n${rows.join("\n")}\n` });
  const args = ["compare", "signs.csv", "--target", "y", "--learners", "sgd", "--quiet", "--threads", "1"];
  const { stdout } = await scinol(args, cwd);
  expect(stdout).toMatch(/^The default is number \d+ of 29/m);
  expect(stdout).toMatch(/^Better: .+, by [\d.]+ %\.$/m);
});
