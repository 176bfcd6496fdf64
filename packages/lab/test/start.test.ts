import { spawnSync } from "node:child_process";
import { fileURLToPath } from "node:url";
import { rules } from "scinol";
import { expect, it } from "vitest";

const start = (...options: string[]) =>
  spawnSync(process.execPath, [fileURLToPath(new URL("../dist/start.js", import.meta.url)), ...options], {
    encoding: "utf8",
  });

it("prints one JSON document, and a line a rule where there is no terminal", () => {
  const { status, stdout, stderr } = start("--json");
  expect(status).toBe(0);
  expect(JSON.parse(stdout)).toMatchObject({ experiment: "toy", training: 5000, test: 100_000 });
  for (const rule of Object.keys(rules)) expect(stderr).toContain(` ${rule}\n`);
});

it("refuses an option it does not know, in one line", () => {
  expect(start("--jsno")).toMatchObject({
    status: 2,
    stdout: "",
    stderr: 'unknown option "--jsno"; the only one is --json\n',
  });
});
