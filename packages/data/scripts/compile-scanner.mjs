// Compiles assembly/ to WebAssembly and writes it as a module that needs no file at run time: src/compiled.ts.
import { writeFileSync } from "node:fs";
import { fileURLToPath } from "node:url";
import asc from "assemblyscript/asc";

const room = fileURLToPath(new URL("..", import.meta.url));
const optimised = ["--optimizeLevel", "3", "--shrinkLevel", "0", "--converge", "--noAssert"];
const options = ["--runtime", "stub", "--enable", "simd", "--use", "abort=", ...optimised];
const files = ["assembly/index.ts", "--baseDir", room, "--outFile", "scanner.wasm"];

let binary;
const { error, stderr } = await asc.main([...files, ...options], {
  writeFile(name, content) {
    if (name === "scanner.wasm") binary = content;
  },
});
if (error || !binary) {
  console.error(stderr.toString());
  process.exit(1);
}
const base64 = Buffer.from(binary).toString("base64");
const text = `/** The compiled scanner, made from assembly/ by scripts/compile-scanner.mjs. */
export const compiled: string =
  "${base64}";
`;
writeFileSync(`${room}src/compiled.ts`, text);
