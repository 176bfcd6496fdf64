import { type ChildProcess, execFile } from "node:child_process";
import { existsSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { fileURLToPath } from "node:url";
import { beforeAll, describe, expect, it } from "vitest";
import { ended, folder, scinol, start, toyCsv, write } from "./scinol.ts";

const cwd = folder();
const rows = 30_000;

beforeAll(() => {
  write(cwd, { "toy.csv": toyCsv(rows), "small.csv": toyCsv(500) });
});

const read = (name: string) => readFileSync(join(cwd, name));

async function untilThere(name: string, child: ChildProcess): Promise<void> {
  while (!existsSync(join(cwd, name)) && child.exitCode === null) {
    await new Promise((resolve) => setTimeout(resolve, 5));
  }
}

describe("a run that is interrupted and goes on ends with the bytes of one that was not", () => {
  it.each([
    ["in file order", []],
    ["over two passes", ["--passes", "2"]],
    ["shuffled, over two passes", ["--shuffle", "5", "--passes", "2"]],
    ["with rows held out", ["--holdout", "0.1"]],
  ])("killed at a random row, %s", async (name, more) => {
    const tag = name.replaceAll(/\W/g, "-");
    const settings = ["--target", "y", "--quiet", ...more];
    await scinol(["train", "toy.csv", ...settings, "--model", `${tag}-whole`], cwd);
    const model = `${tag}-broken`;
    const child = start(["train", "toy.csv", ...settings, "--model", model, "--checkpoint", "700"], cwd);
    const end = ended(child);
    await untilThere(model, child);
    await new Promise((resolve) => setTimeout(resolve, 30 * Math.random()));
    child.kill("SIGKILL");
    expect((await end).signal).toBe("SIGKILL");
    const again = await scinol(["train", "toy.csv", "--resume", model, "--model", model, "--quiet"], cwd);
    expect(again.code).toBe(0);
    expect(again.stderr).toMatch(/rows so far, loss 0\.\d+; goes on at row [\d,]+/);
    expect(read(model).equals(read(`${tag}-whole`))).toBe(true);
  });

  it("after Ctrl-C, which writes what it has and exits with 130", async () => {
    await scinol(["train", "toy.csv", "--target", "y", "--quiet", "--model", "whole"], cwd);
    const child = start(
      ["train", "toy.csv", "--target", "y", "--model", "stopped", "--checkpoint", "700"],
      cwd,
    );
    const end = ended(child);
    await untilThere("stopped", child);
    child.kill("SIGINT");
    const { code, stderr, stdout } = await end;
    expect({ code, stdout }).toEqual({ code: 130, stdout: "" });
    expect(stderr).toMatch(/^interrupted after [\d,]+ rows; go on with --resume stopped$/m);
    expect((await scinol(["inspect", "stopped"], cwd)).stdout).toMatch(/^complete\s+no$/m);
    await scinol(["train", "toy.csv", "--resume", "stopped", "--model", "stopped", "--quiet"], cwd);
    expect(read("stopped").equals(read("whole"))).toBe(true);
  });
});

it("a checkpoint goes on only with the files it was made from", async () => {
  const child = start(
    ["train", "toy.csv", "--target", "y", "--model", "half", "--checkpoint", "700", "--quiet"],
    cwd,
  );
  const end = ended(child);
  await untilThere("half", child);
  child.kill("SIGKILL");
  await end;
  const { code, stderr } = await scinol(["train", "small.csv", "--resume", "half", "--model", "half"], cwd);
  expect(code).toBe(2);
  expect(stderr).toMatch(
    /^small\.csv: is not what half was interrupted in: has \d+ bytes, then it had \d+; give the same files$/m,
  );
});

it("a finished model learns on from new rows as if they had been in one file", async () => {
  write(cwd, { "first.csv": toyCsv(300), "second.csv": toyCsv(200, 300) });
  await scinol(["train", "first.csv", "--target", "y", "--model", "grown", "--quiet"], cwd);
  const more = await scinol(
    ["train", "second.csv", "--resume", "grown", "--model", "grown", "--quiet", "--json"],
    cwd,
  );
  const whole = await scinol(["train", "small.csv", "--target", "y", "--quiet", "--json"], cwd);
  const { examples, progressiveLoss } = JSON.parse(more.stdout);
  expect({ examples, progressiveLoss }).toEqual({
    examples: 500,
    progressiveLoss: JSON.parse(whole.stdout).progressiveLoss,
  });
});

it("Ctrl-C without a checkpoint writes nothing", async () => {
  const child = start(["train", "-", "--target", "y", "--model", "never"], cwd);
  const end = ended(child);
  child.stdin?.write(toyCsv(40));
  await new Promise<void>((resolve) =>
    child.stderr?.on("data", (text) => /\s16\s/.test(String(text)) && resolve()),
  );
  child.kill("SIGINT");
  const { code, stderr } = await end;
  expect(code).toBe(130);
  expect(stderr).toMatch(/interrupted after 40 rows; nothing was written/);
  expect(existsSync(join(cwd, "never"))).toBe(false);
});

const program = fileURLToPath(new URL("../bin/scinol.mjs", import.meta.url));
const shell = (command: string) =>
  new Promise<{ code: number; stdout: string; stderr: string }>((resolve) => {
    execFile("bash", ["-c", `set -o pipefail; ${command}`], { cwd }, (error, stdout, stderr) => {
      resolve({ code: error === null ? 0 : Number(error.code), stdout, stderr });
    });
  });

it("a closed pipe ends it quietly", async () => {
  await scinol(["train", "small.csv", "--target", "y", "--model", "small", "--quiet"], cwd);
  const { code, stdout, stderr } = await shell(
    `"${process.execPath}" "${program}" predict toy.csv --model small | head -2`,
  );
  expect({ code, stderr }).toEqual({ code: 0, stderr: "" });
  expect(stdout).toMatch(/^prediction\n(yes|no)\n$/);
});

it("a full disk behind standard output is told of", async () => {
  await scinol(["train", "small.csv", "--target", "y", "--model", "small", "--quiet"], cwd);
  const { code, stderr } = await shell(
    `"${process.execPath}" "${program}" predict small.csv --model small > /dev/full`,
  );
  expect(stderr).toBe("standard output: no space left on the device; free some or choose another place\n");
  expect(code).toBe(2);
});
