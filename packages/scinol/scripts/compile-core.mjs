// Compiles the core to WebAssembly. Run, it writes src/engine/compiled.ts, a module that needs no file at run time, and
// dist/engine/core.wasm, for runtimes that only take files. Imported, it compiles whatever is written like the core.
import { existsSync, mkdirSync, readdirSync, readFileSync, writeFileSync } from "node:fs";
import { fileURLToPath } from "node:url";
import asc from "assemblyscript/asc";
import binaryen from "binaryen";
import { vectorise } from "./vectorise.mjs";

const src = fileURLToPath(new URL("../src/", import.meta.url));
const read = (path) => (existsSync(path) ? readFileSync(path, "utf8") : "");

/**
 * Compiles `entry` and what it imports: `texts` by name, or the files of `folder`; "./memory.ts", and ../arithmetic. With
 * `lanes` two lanes at a time. Returns the bytes of the module; throws where the compiler has errors.
 */
export async function compile({ entry, folder, texts = textsOf(folder), lanes }) {
  const memory = read(`${src}core/memory.ts`);
  const core = { "core/memory.ts": memory, "arithmetic/series-lanes.ts": seriesOfLanes() };
  for (const [name, text] of Object.entries(texts)) core[`core/${name}`] = plain(text);
  const textOf = vectorise(core, lanes);
  const files = {};
  for (const path of Object.keys(core)) if (path !== "core/memory.ts") files[path] = textOf(path);
  files["core/memory.ts"] =
    `export * from "./targets/${lanes ? "vectors" : "numbers"}"; export * from "./targets/scalars";`;
  for (const name of readdirSync(`${src}core/targets`))
    files[`core/targets/${name}`] = read(`${src}core/targets/${name}`);
  for (const name of ["exp", "expm1", "log", "log1p", "series"])
    files[`arithmetic/${name}.ts`] = plain(read(`${src}arithmetic/${name}.ts`));
  files["arithmetic/bits.ts"] = files["core/targets/bits.ts"];

  let binary;
  const { error, stderr } = await asc.main(
    [
      ...[`core/${entry}`, "--outFile", "core.wasm", "--runtime", "stub", "--use", "abort="],
      ...["--enable", "simd", "--optimizeLevel", "3", "--shrinkLevel", "0", "--converge"],
      // An error if tables do not fit below STATIC, where models begin.
      ...["--lowMemoryLimit", /STATIC = (\d+);/.exec(memory)[1]],
    ],
    {
      readFile: (name) => files[name] ?? null,
      writeFile(_name, content) {
        binary = content;
      },
    },
  );
  if (error || !binary) throw new Error(stderr.toString());
  return withOffsets(binary);
}

/** Loads and stores with constants in the instruction, as no sum of an address and a constant wraps around. */
function withOffsets(binary) {
  const module = binaryen.readBinary(binary);
  const { BulkMemory, BulkMemoryOpt, MutableGlobals, NontrappingFPToInt, SIMD128, SignExt } =
    binaryen.Features;
  module.setFeatures(BulkMemory | BulkMemoryOpt | MutableGlobals | NontrappingFPToInt | SIMD128 | SignExt);
  binaryen.setOptimizeLevel(3);
  binaryen.setShrinkLevel(0);
  binaryen.setLowMemoryUnused(true);
  module.runPasses(["optimize-added-constants"]);
  module.optimize();
  const optimized = module.emitBinary();
  // Throws if it is not one that Node can compile.
  new WebAssembly.Module(optimized);
  return optimized;
}

function textsOf(folder) {
  const names = readdirSync(folder).filter((name) => /^(?!memory).*(?<!\.d)\.ts$/.test(name));
  return Object.fromEntries(names.map((name) => [name, read(`${folder}/${name}`)]));
}

/** The library's series for lanes: the same text, in which a number is a lane. */
function seriesOfLanes() {
  const series = plain(read(`${src}arithmetic/series.ts`)).replaceAll(": number", ": Lane");
  return `import { Lane } from "../core/memory";\n${series}`;
}

/** TypeScript as this compiler takes it: imports without endings, and types among them without a word. */
function plain(text) {
  return text
    .replaceAll('.ts";', '";')
    .replaceAll('"../arithmetic/series"', '"../arithmetic/series-lanes"')
    .replaceAll(/\bimport type \{/g, "import {")
    .replaceAll(/(?<=[{,]\s*)type (?=Lane|Mask)/g, "");
}

async function write() {
  if (!existsSync(`${src}core/index.ts`)) return;
  const binary = await compile({ entry: "index.ts", folder: `${src}core`, lanes: true });
  save(binary, "engine/core.wasm", "engine/compiled.ts", "core");
}

/** Writes a module to `file` in dist/, and to `source` in src/ as a TypeScript module. */
export function save(binary, file, source, name) {
  const dist = new URL(`../dist/${file}`, import.meta.url);
  mkdirSync(new URL(".", dist), { recursive: true });
  writeFileSync(dist, binary);
  // Two letters a byte: longer than base64, but compressed, as packages travel, a fifth shorter.
  writeSource(
    source,
    `/** The compiled ${name} in hexadecimal, made by scripts/. */
export const compiled: string =
  "${Buffer.from(binary).toString("hex")}";
`,
  );
}

/** Writes a file of src/. One that is right is left alone, so that tsc has nothing to do again. */
export function writeSource(path, text) {
  mkdirSync(new URL(".", new URL(`../src/${path}`, import.meta.url)), { recursive: true });
  if (read(`${src}${path}`) !== text) writeFileSync(`${src}${path}`, text);
}

if (process.argv[1] === fileURLToPath(import.meta.url)) await write();
