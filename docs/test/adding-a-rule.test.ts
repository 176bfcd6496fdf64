import { execFileSync } from "node:child_process";
import { cpSync, mkdtempSync, readFileSync, rmSync, symlinkSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterAll, expect, it } from "vitest";
import { blocks, root } from "./blocks.ts";

const folder = mkdtempSync(join(tmpdir(), "adding-a-rule-"));
afterAll(() => rmSync(folder, { recursive: true }));

it("a rule written as the architecture page says is built into the library", () => {
  const library = join(folder, "packages/scinol");
  const rules = join(library, "src/paper/rules");
  for (const part of ["src", "scripts", "tsconfig.json", "package.json"]) {
    cpSync(join(root, "packages/scinol", part), join(library, part), { recursive: true });
  }
  cpSync(join(root, "tsconfig.base.json"), join(folder, "tsconfig.base.json"));
  symlinkSync(join(root, "node_modules"), join(folder, "node_modules"));

  const page = blocks("docs/architecture.md").find(({ code }) => code.includes('name: "unitless"'))!;
  writeFileSync(join(rules, "unitless.ts"), page.code);
  const table = readFileSync(join(rules, "index.ts"), "utf8")
    .replace(/^/, 'import { unitless } from "../made/unitless.ts";\n')
    .replace("  ftrl,\n", "  ftrl,\n  unitless,\n");
  writeFileSync(join(rules, "index.ts"), table);

  const run = (...args: string[]) =>
    execFileSync(process.execPath, args, { cwd: library, encoding: "utf8" }).trim();
  run("scripts/compile-rules.mjs");
  run(join(root, "node_modules/typescript/bin/tsc"), "-p", ".");
  const program = `
    import { linear } from "./dist/index.js";
    import { rules } from "./dist/paper/rules/index.js";
    const model = linear({ rule: rules.unitless, loss: "hinge", constant: false });
    for (const x of [4, 4]) model.learn([x], 1);
    console.log((4 * model.weights().weights[0]).toFixed(4));`;
  expect(run("--input-type=module", "--eval", program)).toBe("1.7071");
});
