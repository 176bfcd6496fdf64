import { execFile, spawnSync } from "node:child_process";
import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { promisify } from "node:util";
import { LIMITS } from "@scinol/server";
import { afterAll, describe, expect, it } from "vitest";
import { startForAll } from "../../packages/server/test/service.ts";
import { blocks, root, text } from "./blocks.ts";

const run = promisify(execFile);
const page = "docs/service.md";
const folder = mkdtempSync(join(tmpdir(), "documentation-"));
afterAll(() => rmSync(folder, { recursive: true }));
const service = await startForAll();

const hasCurl = spawnSync("curl", ["--version"]).status === 0;
if (!hasCurl) console.warn("the commands of docs/service.md are not tested: there is no curl");

/** Runs a command of the page, against the service that the tests have started. */
async function shell(code: string): Promise<string> {
  const command = code
    .replaceAll("http://127.0.0.1:8080", service.address)
    .replaceAll("npx scinol", `node ${join(root, "packages/cli/bin/scinol.mjs")}`);
  const { stdout } = await run("bash", ["-e", "-o", "pipefail", "-c", command], { cwd: folder });
  return stdout;
}

describe("the page about the service", () => {
  const all = blocks(page);
  const commands = all.flatMap((block, n) =>
    block.code.includes("curl") ? [[block.line, block, all[n + 1]] as const] : [],
  );

  // One after the other: each goes on from where the one before has left the model.
  it.skipIf(!hasCurl).each(commands)(
    "has a command that does what it says, at line %i",
    async (_, { code }, next) => {
      const printed = await shell(code);
      if (next?.language === "json") expect(JSON.parse(printed)).toEqual(JSON.parse(next.code));
      if (next?.language === "text") expect(printed).toBe(next.code);
    },
  );

  it("names only options that the command has", async () => {
    const help = await shell("npx scinol serve --help");
    for (const [, option] of text(page).matchAll(/(--(?:data|port|host|token-file|cors|json))\b/g))
      expect(help).toContain(option);
  });

  it("has the limits as they are", () => {
    const mega = (bytes: number) => `${Math.round(bytes / 2 ** 20)} MB`;
    const count = new Intl.NumberFormat("en").format;
    const rows = [
      ["a JSON body, after gzip", mega(LIMITS.body)],
      [
        "a line of a stream; a stream that was gzipped",
        `${mega(LIMITS.line)}; ${LIMITS.inflated / 2 ** 30} GB`,
      ],
      ["a model file", mega(LIMITS.file)],
      ["events or predictions in a request", count(LIMITS.batch)],
      [
        "values in a record; levels; letters of a column's name; of a text",
        [LIMITS.columns, LIMITS.depth, LIMITS.name, LIMITS.text].map(count).join("; "),
      ],
      ["letters of a key or id", count(LIMITS.key)],
      ["an importance weight", count(LIMITS.weight)],
      [
        "models; challengers of a model; listeners to a model",
        [LIMITS.models, LIMITS.challengers, LIMITS.listeners].map(count).join("; "),
      ],
      [
        "seconds that a body may take; that a stream may pause",
        `${LIMITS.patience / 1000}; ${LIMITS.idle / 1000}`,
      ],
    ];
    for (const [what, most] of rows) expect(text(page)).toContain(`| ${what} | ${most} |\n`);
  });
});
