import { appendFileSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterEach, beforeEach, expect, it } from "vitest";
import { keyOf, type Run } from "../src/experiments/experiment.ts";
import { runGrid } from "../src/grid/grid.ts";
import { ResultsFile } from "../src/grid/results-file.ts";

let folder: string;
beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), "grid-"));
});
afterEach(() => rmSync(folder, { recursive: true }));

const run = (algorithm: string, n: number, settings = {}): Run => ({
  experiment: "toy",
  algorithm,
  settings,
  run: n,
  parameters: { rounds: 100, test: 300 },
  cost: 1,
});
const runs = [
  run("scinol2", 1),
  run("scinol2", 2),
  run("sgd", 1, { rate: 0.1 }),
  run("default", 1),
  run("k17", 1),
  run("coin", 1),
];
const quiet = {
  workers: 2,
  load: async () => {
    throw new RangeError("none");
  },
  missing: () => {},
};

it("does every run once, and after an interruption only what is missing, with the same numbers", async () => {
  const whole = new ResultsFile(join(folder, "whole"), "1");
  await runGrid(runs, whole, quiet);
  expect(whole.finished.size).toBe(runs.length);

  await runGrid(runs.slice(0, 4), new ResultsFile(join(folder, "parts"), "1"), quiet);
  const rest = new ResultsFile(join(folder, "parts"), "1");
  const done: string[] = [];
  await runGrid(runs, rest, { ...quiet, progress: ({ last }) => last && done.push(last.key) });
  expect(done.sort()).toEqual(runs.slice(4).map(keyOf).sort());
  for (const [key, { result }] of whole.finished) expect(rest.finished.get(key)!.result).toEqual(result);
});

it("tells progress with the time left", async () => {
  const told: (number | undefined)[] = [];
  await runGrid(runs.slice(0, 3), new ResultsFile(folder, "1"), {
    ...quiet,
    progress: ({ left }) => told.push(left),
  });
  expect(told[0]).toBeUndefined();
  expect(told.at(-1)).toBe(0);
});

it("goes on without a data set that cannot be had", async () => {
  const missing: string[] = [];
  const file = new ResultsFile(folder, "1");
  await runGrid([{ ...run("sgd", 1), experiment: "bank", dataset: "bank" }, run("scinol2", 1)], file, {
    ...quiet,
    missing: (name, { message }) => missing.push(`${name}: ${message}`),
  });
  expect(missing).toEqual(["bank: none"]);
  expect(file.finished.size).toBe(1);
});

const finished = (key: string) => ({ ...run("sgd", 1), key, seconds: 1, result: { loss: 1 } });

it("drops a last line that was cut off, says so, and keeps all others", () => {
  const before = new ResultsFile(folder, "1");
  before.add(finished("a"));
  before.add(finished("b"));
  appendFileSync(before.path, '{"version":"1","key":"c","resu');
  const after = new ResultsFile(folder, "1");
  expect([...after.finished.keys()]).toEqual(["a", "b"]);
  expect(after.remarks).toEqual([`${after.path}: the last line was cut off; that run is done again`]);
  after.add(finished("c"));
  expect([...new ResultsFile(folder, "1").finished.keys()]).toEqual(["a", "b", "c"]);
});

it("keeps runs of another version and lines that are not results, uses neither, and says so", () => {
  const old = new ResultsFile(folder, "0.9");
  old.add(finished("a"));
  appendFileSync(old.path, "hello\n");
  const file = new ResultsFile(folder, "1.0");
  expect(file.finished.size).toBe(0);
  expect(file.remarks).toEqual([
    `${file.path}: 1 runs of version 0.9 are kept but not used; this is 1.0`,
    `${file.path}: 1 lines are not results; they are kept but not used`,
  ]);
  expect(readFileSync(file.path, "utf8").split("\n")).toHaveLength(3);
});

it("refuses an output directory that cannot be written, before anything is computed", () => {
  writeFileSync(join(folder, "file"), "");
  expect(() => new ResultsFile(join(folder, "file", "out"), "1")).toThrow(
    /^.*out: cannot be written \(E[A-Z]+\); choose another directory with --out$/,
  );
});
