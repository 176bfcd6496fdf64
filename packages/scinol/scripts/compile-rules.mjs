// Makes the paper's rules runnable. Writes src/paper/made/NAME.ts for each file of src/paper/rules/: the rule with a copy of
// the drivers of its own, since one driver that calls eleven rules is slow in every JavaScript engine (34 ns a coordinate
// instead of 9). And compiles those that have a module, src/paper/made/compiled.ts.
import { readdirSync, readFileSync } from "node:fs";
import { fileURLToPath } from "node:url";
import { compile, save, writeSource } from "./compile-core.mjs";

const src = fileURLToPath(new URL("../src/", import.meta.url));
const read = (path) => readFileSync(`${src}${path}`, "utf8");

const COMPILED = ["scinol2", "scinol1"];
/** The drivers' files that import the rule, those that are imported first. */
const DRIVERS = ["pairs", "outputs", "rows"];
const IMPORT = /^import (?:type )?\{([^}]*)\} from "([^"]+)";\n/gm;
const RULE = '"../rules/scinol2.ts"';

for (const file of readdirSync(`${src}paper/rules`)) {
  const name = file.replace(/\.ts$/, "");
  if (read(`paper/rules/${file}`).includes("export const definition"))
    writeSource(`paper/made/${name}.ts`, copyFor(name));
}
save(await compileRules(), "paper/rules.wasm", "paper/made/compiled.ts", "rules");

/** Returns the drivers as one module whose names are its own: minified, the copies of all rules are nearly the same text. */
function copyFor(rule) {
  const imports = new Map([
    [`../rules/${rule}.ts`, new Set(["definition"])],
    ["../rules/rule.ts", new Set(["type Rule"])],
  ]);
  const bodies = DRIVERS.map((driver) => {
    const text = read(`paper/drivers/${driver}.ts`).replace(RULE, `"../rules/${rule}.ts"`);
    for (const [, names, from] of text.matchAll(IMPORT)) {
      if (DRIVERS.some((other) => from === `./${other}.ts`)) continue;
      const path = from.replace("./", from.startsWith("../") ? "./" : "../drivers/");
      const all = imports.get(path) ?? imports.set(path, new Set()).get(path);
      for (const one of names.split(",")) if (one.trim() !== "") all.add(one.trim());
    }
    return text.replaceAll(IMPORT, "").replaceAll(/^export /gm, "");
  });
  const heads = [...imports].map(([from, names]) => `import { ${[...names].join(", ")} } from "${from}";\n`);
  return `// Made by scripts/compile-rules.mjs; edit ../drivers/ instead.
${heads.join("")}
export const ${rule}: Rule = /* @__PURE__ */ (() => {
${bodies.join("")}
function weightOf(round: usize, settings: usize, cell: usize): number {
  begin(round, settings);
  return divisor === 0 ? 0 : weight(cell, 8, 0) / divisor;
}
return { ...definition, program: { learn, predict, updateBy }, weightOf };
})();
`;
}

function compileRules() {
  const texts = { "index.ts": "" };
  const add = (name, path) => {
    texts[name] = flat(read(path));
  };
  for (const name of ["saturated", "exponential"]) add(`${name}.ts`, `core/${name}.ts`);
  for (const name of ["layout", "scratch", "lists", "losses", "expm1-of"])
    add(`${name}.ts`, `paper/drivers/${name}.ts`);
  add("formulas.ts", "losses/formulas.ts");
  add("capped.ts", "paper/rules/capped.ts");
  for (const rule of COMPILED) {
    add(`${rule}.ts`, `paper/rules/${rule}.ts`);
    for (const driver of DRIVERS) {
      const text = flat(read(`paper/drivers/${driver}.ts`).replace(RULE, `"../rules/${rule}.ts"`));
      texts[`${rule}-${driver}.ts`] = text.replaceAll(/"\.\/(pairs|outputs)\.ts"/g, `"./${rule}-$1.ts"`);
    }
    texts["index.ts"] += ["learn", "predict", "updateBy"]
      .map((one) => `export { ${one} as ${rule}_${one} } from "./${rule}-rows.ts";\n`)
      .join("");
  }
  return compile({ entry: "index.ts", texts, lanes: true });
}

/** A file as if all lay in one folder beside ../arithmetic, without what only JavaScript needs of a rule. */
function flat(text) {
  return text
    .replace(/^export const definition[\s\S]*?^};\n/m, "")
    .replace(/^import type \{ Definition .*\n/m, "")
    .replaceAll(/from "[./]+(arithmetic\/)?(?:[\w-]+\/)*([\w-]+\.ts)"/g, (_, arithmetic, file) =>
      arithmetic ? `from "../arithmetic/${file}"` : `from "./${file}"`,
    );
}
