import { execFileSync } from "node:child_process";
import { existsSync, mkdtempSync, rmSync, symlinkSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { dirname, join } from "node:path";
import { format } from "node:util";
import { losses } from "scinol";
import { type Rule, rules } from "scinol/rules";
import { afterEach, describe, expect, it, vi } from "vitest";
import { startForAll } from "../../packages/server/test/service.ts";
import { type Block, blocks, moduleOf, pages, root, text } from "./blocks.ts";

const all = pages().flatMap(blocks);
const programs = all.filter(({ language }) => language === "ts" || language === "js");
const scripts = Object.keys(JSON.parse(text("package.json")).scripts);

process.env.SCINOL_SERVICE = (await startForAll()).address;
afterEach(() => vi.restoreAllMocks());

describe("a program in the documentation", () => {
  it.each(programs.map((block) => [`${block.page}:${block.line}`, block] as const))(
    "prints what it says, at %s",
    async (_, block) => {
      const printed: string[] = [];
      vi.spyOn(console, "log").mockImplementation((...values) => {
        printed.push(...format(...values).split("\n"));
      });
      await import(moduleOf(block));
      expect(printed).toEqual(block.prints);
    },
  );

  it("has the right types", () => {
    const folder = mkdtempSync(join(tmpdir(), "documentation-"));
    try {
      const typed = programs.filter(({ language }) => language === "ts");
      symlinkSync(join(root, "node_modules"), join(folder, "node_modules"));
      writeFileSync(join(folder, "package.json"), '{ "type": "module" }');
      typed.forEach((block, n) => {
        writeFileSync(join(folder, `${n}.ts`), `export {};\n${block.code}`);
      });
      expect(check(folder, typed)).toEqual([]);
    } finally {
      rmSync(folder, { recursive: true });
    }
  });
});

describe("a rule in the documentation", () => {
  const settings = (rule: Rule) =>
    Object.entries(rule.settings)
      .map(([name, value]) => `${name} ${value}`)
      .join(", ");
  const table = Object.entries<Rule>(rules);

  it.each(table)("has a section with its paper, slots and settings: %s", (name, rule) => {
    expect(text("docs/algorithms.md")).toContain(
      `### ${rule.title}\n\n\`${name}\` · ${rule.paper} · slots ${rule.slots.join(", ")} · settings ${settings(rule)}\n`,
    );
  });

  it.each(table)("has a row in the README's table: %s", (name, rule) => {
    const row = text("README.md")
      .split("\n")
      .find((line) => line.startsWith(`| \`${name}\` | ${rule.title}`));
    const tuning = rule.settings.rate === undefined ? "nothing" : "`rate`";
    expect(row).toContain(`| ${rule.paper} | ${tuning} | ${rule.relative ? "yes" : "no"} |`);
  });

  it.each(Object.keys(losses))("has its loss told: %s", (name) => {
    expect(text("docs/algorithms.md")).toMatch(new RegExp(`^\\| \`${name}[\`(]`, "m"));
  });
});

describe("a command in the documentation", () => {
  const commands = all.filter(({ language }) => language === "sh");
  const named = commands.flatMap(({ page, code }) =>
    [...code.matchAll(/\bnpm (?:run (?:-s |--silent )?)?([\w:-]+)/g)]
      .map(([, script]) => [script, page] as const)
      .filter(([script]) => !["ci", "install", "exec"].includes(script)),
  );

  it.each(named)("npm %s of %s is a script of the workspace", (script) => {
    expect(scripts).toContain(script);
  });

  it("is what .ci/run does, for the tests", () => {
    expect(text("README.md")).toContain("npm ci && npm test\n");
    expect(text(".ci/run")).toMatch(/\nnpm ci\nnpm test\n$/);
  });
});

describe("a link in the documentation", () => {
  const links = pages().flatMap((page) =>
    [...text(page).matchAll(/\]\(([^)\s]+)\)/g)].map(([, target]) => [target, page] as const),
  );

  it.each(links.filter(([target]) => !/^\w+:/.test(target)))(
    "to %s from %s leads somewhere",
    (target, page) => {
      const [file, heading] = target.split("#");
      const path = file === "" ? page : join(dirname(page), file);
      expect(existsSync(root + path), path).toBe(true);
      if (heading !== undefined) expect(headings(path)).toContain(heading);
    },
  );
});

/** Compiles the blocks as strictly as the packages; answers the errors, told by page and line. */
function check(folder: string, typed: readonly Block[]): string[] {
  const options = ["--noEmit", "--strict", "--target", "es2022", "--module", "nodenext", "--types", "node"];
  const files = typed.map((_, n) => `${n}.ts`);
  try {
    execFileSync(process.execPath, [join(root, "node_modules/typescript/bin/tsc"), ...options, ...files], {
      cwd: folder,
      encoding: "utf8",
    });
    return [];
  } catch (error) {
    return (error as { stdout: string }).stdout
      .trim()
      .split("\n")
      .map((line) =>
        line.replace(/^(\d+)\.ts\((\d+),/, (_, n, row) => {
          const { page, line } = typed[Number(n)];
          return `${page}:${line + Number(row) - 2} (`;
        }),
      );
  }
}

/** The anchors of a page's headings, as GitHub makes them. */
function headings(page: string): string[] {
  return [...text(page).matchAll(/^#+ (.*)$/gm)].map(([, heading]) =>
    heading
      .toLowerCase()
      .replace(/[^\p{L}\p{N}\p{M} _-]/gu, "")
      .replaceAll(" ", "-"),
  );
}
