// Compiles what is in assembly/ to WebAssembly and writes it as modules that need no file at run time.
import { writeFileSync } from "node:fs";
import { fileURLToPath } from "node:url";
import asc from "assemblyscript/asc";

const room = fileURLToPath(new URL("..", import.meta.url));
const optimised = ["--optimizeLevel", "3", "--shrinkLevel", "0", "--converge", "--noAssert"];
const options = ["--runtime", "stub", "--enable", "simd", "--use", "abort=", ...optimised];

await compile("assembly/index.ts", "src/compiled.ts");
await compile("assembly/parquet/index.ts", "src/parquet/compiled.ts");

async function compile(source, target) {
  let binary;
  const files = [source, "--baseDir", room, "--outFile", "compiled.wasm"];
  const { error, stderr } = await asc.main([...files, ...options], {
    writeFile(name, content) {
      if (name === "compiled.wasm") binary = content;
    },
  });
  if (error || !binary) {
    console.error(stderr.toString());
    process.exit(1);
  }
  const base64 = Buffer.from(binary).toString("base64");
  const text = `/** ${source}, compiled by scripts/compile.mjs. */
export const compiled: string =
  "${base64}";
`;
  writeFileSync(`${room}${target}`, text);
}
