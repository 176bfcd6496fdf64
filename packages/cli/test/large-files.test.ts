import { readFileSync } from "node:fs";
import { join } from "node:path";
import { beforeAll, describe, expect, it } from "vitest";
import { folder, scinol, write } from "./scinol.ts";

const cwd = folder();
const rows = 1_100_000;

// Large enough to be read on a thread of its own, where there is a second core.
beforeAll(() => {
  let text = "x,colour,y\n";
  for (let row = 0; row < rows; row++) {
    text += `${(row * 7919) % 10_007}.0625,${row % 3 === 0 ? "red" : "blue"},${row % 5 < 2 ? 1 : 0}\n`;
  }
  write(cwd, { "large.csv": text, "bad.csv": `${text}1,red\n2,blue,1\n` });
});

describe("a large file", () => {
  it("teaches what it does by a pipe, which is read row by row", async () => {
    const train = ["--target", "y", "--json", "--quiet"];
    const text = readFileSync(join(cwd, "large.csv"));
    const file = await scinol(["train", "large.csv", ...train, "--model", "file.scinol"], cwd);
    const pipe = await scinol(["train", "-", ...train, "--model", "pipe.scinol"], cwd, text);
    const told = JSON.parse(file.stdout);
    expect(told.examples).toBe(rows);
    expect(JSON.parse(pipe.stdout).progressiveLoss).toBe(told.progressiveLoss);
  });

  it("has its mistakes told by line, or left out", async () => {
    const stopped = await scinol(["train", "bad.csv", "--target", "y", "--quiet"], cwd);
    expect(stopped.code).toBe(2);
    expect(stopped.stderr).toContain(`bad.csv:${rows + 2}: expected 3 fields, got 2; is the row cut off?`);
    const skipped = await scinol(
      ["train", "bad.csv", "--target", "y", "--quiet", "--json", "--on-error", "skip"],
      cwd,
    );
    expect(JSON.parse(skipped.stdout)).toMatchObject({ examples: rows + 1, skipped: 1 });
  });
});
