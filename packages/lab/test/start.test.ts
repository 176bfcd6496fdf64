import { spawnSync } from "node:child_process";
import { appendFileSync, mkdtempSync, readFileSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { fileURLToPath } from "node:url";
import { rules } from "scinol/rules";
import { afterAll, expect, it } from "vitest";
import { keyOf } from "../src/experiments/experiment.ts";
import { toy } from "../src/experiments/toy.ts";
import { version } from "../src/version.ts";

const folder = mkdtempSync(join(tmpdir(), "start-"));
afterAll(() => rmSync(folder, { recursive: true }));

const start = (...options: string[]) =>
  spawnSync(process.execPath, [fileURLToPath(new URL("../dist/start.js", import.meta.url)), ...options], {
    encoding: "utf8",
  });

it("prints a row a rule and ends with where the report is", () => {
  // Every run is there already, so that nothing has to be computed.
  for (const { cost: _, ...run } of toy.plan({ runs: 1, epochs: undefined, quick: false, rates: "all" })) {
    const result = { rounds: [500, 1000, 5000], crossEntropy: [0.6, 0.5, 0.4] };
    appendFileSync(
      join(folder, "results.jsonl"),
      `${JSON.stringify({ version, ...run, key: keyOf(run), seconds: 1, result })}\n`,
    );
  }
  const { status, stdout, stderr } = start("--out", folder);
  expect(stderr).toContain("are in");
  expect(status).toBe(0);
  for (const { title } of Object.values(rules)) expect(stdout).toContain(`  ${title} `);
  expect(stdout.trimEnd().split("\n").at(-1)).toBe(join(folder, "report.html"));
  expect(readFileSync(join(folder, "report.html"), "utf8")).toContain("Toy example");
});

it("refuses an option it does not know, in one line", () => {
  const { status, stdout, stderr } = start("--jsno");
  expect({ status, stdout, stderr }).toEqual({ status: 2, stdout: "", stderr: "Unknown option '--jsno'\n" });
});
