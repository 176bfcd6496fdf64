// Writes src/linear/drivers/: a copy of src/linear/driver.ts for each rule of the table in src/rules/index.ts, and
// the table of the copies. Why there must be copies is told in driver.ts.
import { mkdirSync, readFileSync, writeFileSync } from "node:fs";
import { fileURLToPath } from "node:url";

const src = fileURLToPath(new URL("../src/", import.meta.url));
const rules = [
  ...readFileSync(`${src}rules/index.ts`, "utf8").matchAll(/import \{ (\w+) \} from "\.\/\1\.ts"/g),
].map((match) => match[1]);
const driver = readFileSync(`${src}linear/driver.ts`, "utf8");
const imported = 'import { scinol2 as specialised } from "../rules/scinol2.ts";';
const beginning = "const rule: Rule = specialised;";
if (rules.length === 0 || !driver.includes(imported) || !driver.includes(beginning))
  throw new Error("specialise: no rules, or no rule in the driver");

const notice = "// Made by scripts/specialise.mjs; edit ../driver.ts instead.\n";
mkdirSync(`${src}linear/drivers`, { recursive: true });
for (const rule of rules) {
  // Each copy has its names for itself: minified, the copies are all the same text, and compressed hardly there.
  const exported = [...driver.matchAll(/^export function (\w+)/gm)].map(([, name]) => name);
  const copy = `${driver
    .replace(beginning, `export const ${rule} = (() => {\n${beginning}`)
    .replaceAll(/^export function/gm, "function")}
return { ${exported.join(", ")} };
})();
`
    .replace(imported, `import { ${rule} as specialised } from "../rules/${rule}.ts";`)
    .replaceAll('from "./', 'from "../')
    .replaceAll('from "../rules/', 'from "../../rules/');
  write(`${rule}.ts`, notice + copy);
}
write(
  "index.ts",
  `${notice}${rules.map((rule) => `import { ${rule} } from "./${rule}.ts";\n`).join("")}\nexport const drivers = { ${rules.join(", ")} };\n`,
);

/** Leaves a file that is right alone, so that the compiler has nothing to do again. */
function write(name, text) {
  const path = `${src}linear/drivers/${name}`;
  let before = "";
  try {
    before = readFileSync(path, "utf8");
  } catch {}
  if (before !== text) writeFileSync(path, text);
}
