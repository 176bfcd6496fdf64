// Compiles assembly/ to WebAssembly and writes it as a module that needs no file at run time, src/kernel/compiled.ts, and
// as the file dist/kernel/kernels.wasm, for runtimes that only take compiled ones.
import { mkdirSync, readFileSync, writeFileSync } from "node:fs";
import { fileURLToPath } from "node:url";
import asc from "assemblyscript/asc";

const room = fileURLToPath(new URL("..", import.meta.url));
let binary;
const { error, stderr } = await asc.main(
  [
    ...["assembly/index.ts", "--baseDir", room, "--outFile", "kernels.wasm"],
    ...["--runtime", "stub", "--use", "abort=", "--noAssert", "--enable", "simd"],
    ...["--optimizeLevel", "3", "--shrinkLevel", "0", "--converge"],
    // From there on memory is the models': `FIRST` in src/kernel/kernel.ts.
    ...["--lowMemoryLimit", "8192"],
  ],
  {
    readFile,
    writeFile(name, content) {
      if (name === "kernels.wasm") binary = content;
    },
  },
);
if (error || !binary) {
  console.error(stderr.toString());
  process.exit(1);
}
/** The kernels' functions are the library's own: their sources, with the endings of imports that this compiler leaves out. */
function readFile(name) {
  const arithmetic = /^assembly\/arithmetic\/(exp|expm1|log|log1p|series)\.ts$/.exec(name);
  try {
    if (!arithmetic) return readFileSync(`${room}${name}`, "utf8");
    return readFileSync(`${room}src/arithmetic/${arithmetic[1]}.ts`, "utf8").replaceAll('.ts";', '";');
  } catch {
    return null;
  }
}

mkdirSync(`${room}dist/kernel`, { recursive: true });
writeFileSync(`${room}dist/kernel/kernels.wasm`, binary);
// Two letters a byte: longer than base64, but compressed, as packages travel, a fifth shorter.
const text = `/** The compiled kernels in hexadecimal, made from assembly/ by scripts/compile-kernels.mjs. */
export const compiled: string =
  "${Buffer.from(binary).toString("hex")}";
`;
mkdirSync(`${room}src/kernel`, { recursive: true });
const path = `${room}src/kernel/compiled.ts`;
let before = "";
try {
  before = readFileSync(path, "utf8");
} catch {}
if (before !== text) writeFileSync(path, text);
