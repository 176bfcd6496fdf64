// What the library weighs and how long it takes to be there: all of it in one minified file, compressed as servers do,
// and the time `import` takes in a fresh Node.
import { execFileSync } from "node:child_process";
import { fileURLToPath } from "node:url";
import { gzipSync } from "node:zlib";
import { build } from "vite";

export const TARGET = { kilobytes: 60, milliseconds: 15 };

const entry = fileURLToPath(new URL("../packages/scinol/dist/index.js", import.meta.url));
const timed = `const start = performance.now();
  await import("scinol");
  console.log(performance.now() - start);`;

export async function librarySize({ repetitions = 15 } = {}) {
  const built = await build({
    configFile: false,
    logLevel: "error",
    build: { lib: { entry, formats: ["es"] }, minify: true, write: false },
  });
  const files = [built].flat().flatMap(({ output }) => output);
  const text = files.map(({ code }) => code).join("");
  return {
    minified: text.length / 1000,
    kilobytes: gzipSync(text, { level: 9 }).length / 1000,
    milliseconds: Math.min(...Array.from({ length: repetitions }, importTime)),
  };
}

function importTime() {
  const words = ["--input-type=module", "-e", timed];
  return Number(
    execFileSync(process.execPath, words, { encoding: "utf8", cwd: new URL(".", import.meta.url) }),
  );
}
